#include "frontends/cxx/unbuilt_code.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>

#include "frontends/cxx/conditions.h"
#include "frontends/cxx/preprocessor.h"

namespace syncfree::cxx {

namespace {

constexpr std::uint32_t kNone = BuildConditions::kNone;

/// Its first letters, as macros have them: "KOKKOS" of "Kokkos_Core.hpp" and of "__KOKKOS_X", "OPENCV" of "opencv2".
std::string first_word(std::string_view name) {
  std::string word;
  name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
  for (const char c : name) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
    word += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return word;
}

/// Compilers, systems, CUDA and PyTorch have these macros, or builds for another vendor's GPUs.
bool is_of_the_system(std::string_view macro) {
  constexpr std::array<std::string_view, 20> kNames = {
      "true",  "NDEBUG",        "WIN32",       "WIN64",    "WINDOWS",  "UNICODE",        "LINUX",
      "linux", "UNIX",          "unix",        "ANDROID",  "APPLE",    "MACOS",          "MSVC",
      "MINGW", "FBCODE_CAFFE2", "GOOGLE_CUDA", "USE_ROCM", "USE_NCCL", "USE_DISTRIBUTED"};
  constexpr std::array<std::string_view, 13> kStarts = {"TORCH_",    "C10_",  "AT_",      "CAFFE2_",   "USE_C10D_",
                                                        "HIP_",      "ROCM_", "HAVE_",    "CUDA_ARCH", "CUDA_NO_",
                                                        "CUDA_API_", "NPP_",  "PLATFORM_"};
  return std::ranges::find(kNames, macro) != kNames.end() ||
         std::ranges::any_of(kStarts, [&](std::string_view start) { return macro.starts_with(start); }) ||
         macro.contains("VERSION") || macro.ends_with("_MAJOR") || macro.ends_with("_MINOR") || tells_of_gpu(macro);
}

/// Words with which names of compilers begin, behind their underscores.
bool is_of_a_vendor(std::string_view word) {
  constexpr std::array<std::string_view, 8> kWords = {"ARM", "CUDA", "HIP", "INTEL", "SYCL", "GNU", "CLANG", "LLVM"};
  return std::ranges::find(kWords, word) != kWords.end();
}

/// The library of a header that is none of the project's; empty for the language's own, which have no such macros, and
/// CUDA's, after which projects name macros of theirs.
std::string library_of(std::string_view header) {
  constexpr std::array<std::string_view, 13> kOfTheLanguage = {"ASSERT", "CTYPE", "ERRNO",  "FLOAT",  "LIMITS",
                                                               "LOCALE", "MATH",  "SIGNAL", "STRING", "MALLOC",
                                                               "TIME",   "WCHAR", "CUDA"};
  if (!header.contains('/') && !header.contains('.')) return {};
  std::string word = first_word(header);
  const bool is_known = word.starts_with("STD") || std::ranges::find(kOfTheLanguage, word) != kOfTheLanguage.end();
  return is_known || word.size() < 2 ? std::string() : word;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

class Builds {
 public:
  explicit Builds(std::span<const LinkedFile> files) : files_(files) {
    for (const LinkedFile& file : files) {
      first_.push_back(static_cast<std::uint32_t>(conditions_.size()));
      if (file.module != nullptr) take(*file.links, first_.back());
    }
    take_known();
    follow();
  }

  /// Those that conditions ask for and nothing defines.
  std::vector<std::string_view> undefined() const {
    std::vector<std::string_view> names;
    for (const auto& [macro, conditions] : asking_) {
      if (!known_.contains(macro)) names.push_back(macro);
    }
    return names;
  }

  void define(const std::unordered_set<std::string_view>& macros) {
    for (const auto& [macro, conditions] : asking_) {
      if (macros.contains(macro)) take_macro(macro);
    }
    follow();
  }

  std::vector<source::TextRange> unbuilt(std::size_t file) const {
    std::vector<source::TextRange> ranges;
    if (files_[file].module == nullptr) return ranges;
    for (const BuildConditions::Code& code : files_[file].links->conditions.code) {
      if (!conditions_[first_[file] + code.condition].holds) ranges.push_back(code.range);
    }
    return ranges;
  }

 private:
  struct Condition {
    std::uint32_t around = kNone;
    bool has_macro = false;
    bool holds = false;
    std::vector<std::uint32_t> inside = {};
    std::vector<std::string_view> defines = {};
  };

  void take(const FileLinks& links, std::uint32_t first) {
    for (const BuildConditions::Condition& each : links.conditions.all) {
      const auto id = static_cast<std::uint32_t>(conditions_.size());
      const std::uint32_t around = each.around == kNone ? kNone : first + each.around;
      conditions_.push_back({.around = around});
      if (around != kNone) conditions_[around].inside.push_back(id);
      for (const std::string_view macro : each.macros) asking_[macro].push_back(id);
    }
    for (const BuildConditions::Definition& each : links.conditions.defined) {
      if (each.condition == kNone) {
        take_macro(each.macro);
      } else {
        conditions_[first + each.condition].defines.push_back(each.macro);
      }
      if (defined_.insert(each.macro).second) ++words_[first_word(each.macro)];
    }
  }

  void take_known() {
    std::unordered_set<std::string_view> own;
    for (const LinkedFile& file : files_) own.insert(base_name(file.path));
    std::unordered_set<std::string> libraries;
    for (const LinkedFile& file : files_) {
      if (file.module == nullptr) continue;
      for (const std::string_view header : file.links->includes) {
        if (own.contains(base_name(header))) continue;
        if (std::string library = library_of(header); !library.empty()) libraries.insert(std::move(library));
      }
    }
    for (const auto& [macro, conditions] : asking_) {
      const std::string word = first_word(macro);
      // A header of the project's name that is none of the files is made by its build.
      const bool is_foreign_word = !is_own(word) && (macro.starts_with('_') || libraries.contains(word));
      if (is_foreign_word || is_of_the_system(macro)) take_macro(macro);
    }
  }

  /// Many of the project's macros begin with it.
  bool is_own(const std::string& word) const {
    constexpr std::size_t kMany = 16;
    const auto found = words_.find(word);
    return found != words_.end() && found->second >= kMany && !is_of_a_vendor(word);
  }

  void take_macro(std::string_view macro) {
    if (known_.insert(macro).second) todo_.push_back(macro);
  }

  void follow() {
    while (!todo_.empty()) {
      const auto found = asking_.find(todo_.back());
      todo_.pop_back();
      if (found == asking_.end()) continue;
      for (const std::uint32_t id : found->second) {
        conditions_[id].has_macro = true;
        open(id);
      }
    }
  }

  void open(std::uint32_t first) {
    std::vector<std::uint32_t> open = {first};
    while (!open.empty()) {
      Condition& each = conditions_[open.back()];
      open.pop_back();
      const bool may_hold = each.around == kNone || conditions_[each.around].holds;
      if (each.holds || !each.has_macro || !may_hold) continue;
      each.holds = true;
      open.insert(open.end(), each.inside.begin(), each.inside.end());
      for (const std::string_view macro : each.defines) take_macro(macro);
    }
  }

  std::span<const LinkedFile> files_;
  std::vector<std::uint32_t> first_;  ///< by file: its first condition
  std::vector<Condition> conditions_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> asking_;  ///< conditions, by macro
  std::unordered_set<std::string_view> defined_;                             ///< by a file, somewhere
  std::unordered_map<std::string, std::size_t> words_;                       ///< of these
  std::unordered_set<std::string_view> known_;
  std::vector<std::string_view> todo_;
};

}  // namespace

namespace {

constexpr std::string_view kSearch = "*";  // a build looks for its sources and names none

/// The name of a program's only source in builds; empty for another file, and for what builds may name otherwise.
std::string_view program_of(const LinkedFile& file) {
  if (file.module == nullptr || !file.links->has_main || file.is_apart) return {};
  const std::string_view name = base_name(file.path);
  const std::string_view stem = name.substr(0, name.find('.'));
  const bool is_word =
      std::ranges::all_of(stem, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
  return is_word ? stem : std::string_view();
}

}  // namespace

void mark_unbuilt_code(std::span<const LinkedFile> files, const std::vector<bool>& followed, const AskMacros& ask) {
  Builds builds(files);
  bool has_unbuilt = false;
  std::vector<std::string_view> asked;
  for (std::size_t file = 0; file < files.size(); ++file) {
    if (!followed[file]) continue;
    has_unbuilt = has_unbuilt || !builds.unbuilt(file).empty();
    if (const std::string_view program = program_of(files[file]); !program.empty()) asked.push_back(program);
  }
  if (!asked.empty()) asked.push_back(kSearch);
  if (has_unbuilt) std::ranges::copy(builds.undefined(), std::back_inserter(asked));
  if (asked.empty()) return;
  const auto named = ask(asked);
  if (!named) return;
  builds.define(*named);
  const bool searches = named->contains(kSearch);
  for (std::size_t file = 0; file < files.size(); ++file) {
    if (!followed[file]) continue;
    std::vector<source::TextRange> ranges = builds.unbuilt(file);
    const std::string_view program = program_of(files[file]);
    if (!program.empty() && !searches && !named->contains(program))
      ranges = {{0, static_cast<std::uint32_t>(files[file].module->text.size())}};
    if (ranges.empty()) continue;
    std::vector<source::TextRange>& marked = files[file].module->debug_code;
    ranges.insert(ranges.end(), marked.begin(), marked.end());
    marked = apart(std::move(ranges));
  }
}

}  // namespace syncfree::cxx
