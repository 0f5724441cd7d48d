#include "frontends/cxx/set_aside.h"

#include <array>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/flow/name_words.h"
#include "frontends/cxx/visible_files.h"

namespace syncfree::cxx {

namespace {

/// Does a folder of the path, below what all files have in common, say so: `old`, `SRC_OLD`, `_deprecated`.
bool lies_aside(std::string_view path, std::size_t common) {
  constexpr std::array<std::string_view, 5> kWords = {"attic", "deprecated", "obsolete", "old", "unused"};
  for (std::size_t begin = common; begin < path.size();) {
    const std::size_t end = path.find('/', begin);
    if (end == std::string_view::npos) return false;
    if (flow::holds_word(path.substr(begin, end - begin), kWords)) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

void mark_set_aside(std::span<const LinkedFile> files) {
  const std::size_t common = common_folders(files);
  std::vector<const LinkedFile*> aside;
  std::unordered_set<std::string_view> included;  // by the others, without their folders
  for (const LinkedFile& file : files) {
    if (file.module == nullptr) continue;
    if (lies_aside(file.path, common)) {
      aside.push_back(&file);
    } else {
      for (const std::string_view header : file.links->includes) included.insert(file_name(header));
    }
  }
  for (const LinkedFile* file : aside) {
    if (included.contains(file_name(file->path))) continue;
    file->module->debug_code = {{0, static_cast<std::uint32_t>(file->module->text.size())}};
  }
}

}  // namespace syncfree::cxx
