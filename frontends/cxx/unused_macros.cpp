#include "frontends/cxx/unused_macros.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "frontends/cxx/code_words.h"
#include "frontends/cxx/preprocessor.h"
#include "frontends/cxx/visible_files.h"

namespace syncfree::cxx {

namespace {

/// Macros, of which most words of a text are quickly seen to be none: by how they begin and how long they are.
class MacroSet {
 public:
  void insert(std::string_view macro) {
    lengths_[static_cast<unsigned char>(macro[0])].set(std::min(macro.size(), kLongest));
    macros_.insert(macro);
  }

  /// Takes the words that the code of a file holds out, but for those that it defines.
  void erase_used(std::string_view text) {
    for_each_code_word(text, [&](std::string_view word, std::string_view before) {
      if (!lengths_[static_cast<unsigned char>(word[0])].test(std::min(word.size(), kLongest))) return;
      const bool asks =
          before == "define" || before == "undef" || before == "ifdef" || before == "ifndef" || before == "defined";
      if (!asks) macros_.erase(word);
    });
  }

  bool is_empty() const { return macros_.empty(); }
  bool contains(std::string_view macro) const { return macros_.contains(macro); }

 private:
  static constexpr std::size_t kLongest = 63;

  std::array<std::bitset<kLongest + 1>, 256> lengths_;  ///< by first byte; the longest and all beyond count as one
  std::unordered_set<std::string_view> macros_;
};

}  // namespace

void mark_unused_macros(std::span<const LinkedFile> files, const std::vector<bool>& followed) {
  std::unordered_set<std::string_view> included;  // without their folders
  for (const LinkedFile& file : files) {
    if (file.module == nullptr) continue;
    for (const std::string_view header : file.links->includes) included.insert(file_name(header));
  }
  struct Body {
    model::Module* module;
    std::string_view macro;
    source::TextRange range;
  };
  std::vector<Body> bodies;
  MacroSet unused;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!followed[i] || !included.contains(file_name(files[i].path))) continue;
    model::Module& module = *files[i].module;
    for (const LinkedFunction& each : files[i].links->functions) {
      if (!each.is_macro || each.renames || each.id >= module.functions.size()) continue;
      const model::Function& function = *module.functions[each.id];
      const source::TextRange name = function.name_range;
      bodies.push_back({&module, std::string_view(module.text).substr(name.begin, name.size()), function.range});
      unused.insert(bodies.back().macro);
    }
  }
  if (bodies.empty()) return;
  for (const LinkedFile& file : files) {
    if (file.module != nullptr && !unused.is_empty()) unused.erase_used(file.module->text);
  }
  for (const Body& body : bodies) {
    if (!unused.contains(body.macro)) continue;
    std::vector<source::TextRange> ranges = std::move(body.module->debug_code);
    ranges.push_back(body.range);
    body.module->debug_code = apart(std::move(ranges));
  }
}

}  // namespace syncfree::cxx
