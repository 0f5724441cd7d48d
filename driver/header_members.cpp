#include "driver/header_members.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "analyzer/system/path_text.h"
#include "driver/content_hash.h"
#include "driver/language.h"
#include "driver/read_unit.h"

namespace syncfree::driver {

namespace {

std::string stem_of(std::string_view path) { return sys::path_text(std::filesystem::path(path).stem()); }

}  // namespace

HeaderMembers::HeaderMembers(const Unit& unit) : unit_(unit) {
  for (const UnitFile& file : unit.files) {
    if (is_cxx_header(file.path)) headers_[stem_of(file.path)].push_back(file.path);
  }
  for (const auto& [stem, paths] : headers_) {
    for (const std::string& path : paths) read_[path];
  }
}

const cxx::MemberTypes& HeaderMembers::beside(std::string_view path) {
  static const cxx::MemberTypes kNone;
  if (is_cxx_header(path)) return kNone;
  const auto found = headers_.find(stem_of(path));
  if (found == headers_.end()) return kNone;
  const auto shared = [&](std::string_view other) { return std::ranges::mismatch(path, other).in1 - path.begin(); };
  const std::string* best = &found->second.front();
  for (const std::string& other : found->second) {
    if (shared(other) > shared(*best)) best = &other;
  }
  Read& header = read_.at(*best);
  std::call_once(header.once, [&] {
    std::optional<ContentKey> content;
    if (const auto loaded = load_source(unit_.request, *best, content))
      header.members = cxx::member_types(loaded->text);
  });
  return header.members;
}

}  // namespace syncfree::driver
