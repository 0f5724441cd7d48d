#include "frontends/cxx/other_vendor.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>
#include <vector>

#include "frontends/cxx/preprocessor.h"
#include "frontends/cxx/visible_files.h"

namespace syncfree::cxx {

namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

constexpr std::array<std::string_view, 3> kHip = {"hip", "rocm", "hipcc"};
// What works on the devices of others, whose runtime no rule knows: a call there that seems to lead to a wait means a
// function of the same name.
constexpr std::array<std::string_view, 10> kAccelerators = {"ascend", "cambricon", "cann", "kunlun", "metal",
                                                            "mlu",    "musa",      "npu",  "opencl", "sycl"};

/// Is one of the words, in letters of any size, a word of the name: `PROJECT_USE_HIP`, `hip_memory.cpp`.
bool holds_one(std::string_view name, std::span<const std::string_view> words) {
  const auto small = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  for (std::size_t begin = 0; begin < name.size();) {
    std::size_t end = begin;
    while (end < name.size() && is_word_character(name[end])) ++end;
    const std::string_view word = name.substr(begin, end - begin);
    if (std::ranges::any_of(words, [&](std::string_view known) { return std::ranges::equal(word, known, {}, small); }))
      return true;
    begin = end + 1;
  }
  return false;
}

bool names_hip(std::string_view name) { return holds_one(name, kHip); }

/// Below what the files have in common, by the name of the file or of a folder.
bool lies_apart(std::string_view path, std::size_t common) {
  return names_hip(path.substr(common)) || holds_one(path.substr(common), kAccelerators);
}

/// By condition: it asks for HIP and for nothing else.
std::vector<bool> conditions_of_other(const BuildConditions& conditions) {
  std::vector<bool> of_other(conditions.all.size(), false);
  for (std::size_t i = 0; i < of_other.size(); ++i) {
    const BuildConditions::Condition& each = conditions.all[i];
    of_other[i] = (each.around != BuildConditions::kNone && of_other[each.around]) ||
                  (!each.macros.empty() && std::ranges::all_of(each.macros, names_hip));
  }
  return of_other;
}

}  // namespace

void mark_other_vendor(std::span<const LinkedFile> files) {
  std::size_t of_cuda = 0;
  std::size_t of_hip = 0;
  for (const LinkedFile& file : files) {
    if (file.module == nullptr) continue;
    if (file.links->calls_cuda) ++of_cuda;
    if (!file.links->hip_calls.empty()) ++of_hip;
  }
  if (of_cuda == 0 || 2 * of_cuda < of_hip) return;
  const std::size_t common = common_folders(files);
  for (const LinkedFile& file : files) {
    if (file.module == nullptr) continue;
    const FileLinks& links = *file.links;
    std::vector<source::TextRange> ranges;
    if (!links.calls_cuda && lies_apart(file.path, common)) {
      ranges.push_back({0, static_cast<std::uint32_t>(file.module->text.size())});
    } else {
      ranges = links.hip_calls;
      const std::vector<bool> of_other = conditions_of_other(links.conditions);
      for (const BuildConditions::Code& code : links.conditions.code) {
        if (of_other[code.condition]) ranges.push_back(code.range);
      }
    }
    if (ranges.empty()) continue;
    std::vector<source::TextRange>& marked = file.module->debug_code;
    ranges.insert(ranges.end(), marked.begin(), marked.end());
    marked = apart(std::move(ranges));
  }
}

}  // namespace syncfree::cxx
