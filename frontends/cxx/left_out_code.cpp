#include "frontends/cxx/left_out_code.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontends/cxx/preprocessor.h"
#include "frontends/cxx/visible_files.h"

namespace syncfree::cxx {

void mark_left_out_code(std::span<const LinkedFile> files) {
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> defining;  // files, by macro
  for (const LinkedFile& file : files) {
    if (file.module == nullptr) continue;
    for (const BuildConditions::LeftOut& each : file.links->conditions.left_out) defining[each.macro];
  }
  if (defining.empty()) return;
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    if (files[i].module == nullptr) continue;
    for (const std::string_view macro : files[i].links->conditions.always) {
      if (const auto found = defining.find(macro); found != defining.end()) found->second.push_back(i);
    }
  }
  VisibleFiles visible(files);
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    if (files[i].module == nullptr) continue;
    std::vector<source::TextRange> ranges;
    for (const BuildConditions::LeftOut& each : files[i].links->conditions.left_out) {
      const bool is_defined = std::ranges::any_of(defining[each.macro], [&](std::uint32_t header) {
        return header != i && !visible.is_hidden(i, header) && visible.is_visible(View::kOwn, i, header);
      });
      if (is_defined) ranges.push_back(each.range);
    }
    if (ranges.empty()) continue;
    std::vector<source::TextRange>& marked = files[i].module->debug_code;
    ranges.insert(ranges.end(), marked.begin(), marked.end());
    marked = apart(std::move(ranges));
  }
}

}  // namespace syncfree::cxx
