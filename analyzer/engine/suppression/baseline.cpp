#include "analyzer/engine/suppression/baseline.h"

#include <array>
#include <deque>
#include <map>
#include <string_view>
#include <utility>

#include "analyzer/source/token_text.h"

namespace syncfree::engine {
namespace {

constexpr std::size_t kLongestText = 200;  // bytes; of longer texts the beginning and the length are remembered

std::string shortened(std::string result) {
  if (result.size() <= kLongestText) return result;
  std::size_t cut = kLongestText;
  while ((static_cast<unsigned char>(result[cut]) & 0xC0) == 0x80) --cut;
  return result.substr(0, cut) + "... (" + std::to_string(result.size()) + " bytes)";
}

using Key = std::array<std::string_view, 5>;

/// What has to be equal, from the strictest to the loosest.
constexpr std::array<Key (*)(const BaselineEntry&), 4> kKeys = {
    [](const BaselineEntry& e) { return Key{e.path, e.code, e.function, e.text, e.line}; },
    [](const BaselineEntry& e) { return Key{e.path, e.code, e.function, e.text}; },
    [](const BaselineEntry& e) { return Key{e.path, e.code, e.text, e.line}; },
    [](const BaselineEntry& e) { return Key{e.code, e.function, e.text, e.line}; },
};
constexpr std::size_t kInAnotherFile = 3;

}  // namespace

std::string baseline_words(std::string_view text) { return shortened(source::token_text(text)); }

BaselineEntry baseline_entry(const Finding& finding, const ReportedFile& file, std::string path) {
  return {.path = std::move(path),
          .code = std::string(finding.code),
          .function = finding.function,
          .text = baseline_words(file.text.substr(finding.range.begin, finding.range.size())),
          .line = baseline_words(file.lines->line_text(file.lines->line_of(finding.range.begin)))};
}

std::vector<std::optional<std::size_t>> match_baseline(std::span<const BaselineEntry> entries,
                                                       std::span<const BaselineEntry> found,
                                                       const std::function<bool(const std::string& path)>& is_gone) {
  std::vector<std::optional<std::size_t>> result(found.size());
  std::vector<bool> used(entries.size());
  for (std::size_t pass = 0; pass < kKeys.size(); ++pass) {
    std::map<Key, std::deque<std::size_t>> open;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (!used[i] && (pass != kInAnotherFile || is_gone(entries[i].path))) open[kKeys[pass](entries[i])].push_back(i);
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (result[i]) continue;
      const auto alike = open.find(kKeys[pass](found[i]));
      if (alike == open.end() || alike->second.empty()) continue;
      result[i] = alike->second.front();
      used[*result[i]] = true;
      alike->second.pop_front();
    }
  }
  return result;
}

}  // namespace syncfree::engine
