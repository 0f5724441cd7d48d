#include "lsp/uri.h"

#include <charconv>

#include "analyzer/report/uri.h"
#include "analyzer/system/path_text.h"

namespace syncfree::lsp {
namespace {

constexpr std::string_view kScheme = "file://";
constexpr std::string_view kThisMachine = "localhost";

std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    if (text[i] == '%' && i + 2 < text.size()) {
      const char* const end = text.data() + i + 3;
      if (std::from_chars(text.data() + i + 1, end, byte, 16).ptr == end) {
        result += static_cast<char>(byte);
        i += 2;
        continue;
      }
    }
    result += text[i];
  }
  return result;
}

}  // namespace

std::optional<std::filesystem::path> path_of_uri(std::string_view uri) {
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  if (uri.starts_with(kThisMachine)) uri.remove_prefix(kThisMachine.size());
  uri = uri.substr(0, uri.find_first_of("?#"));
  if (!uri.starts_with('/')) return std::nullopt;
  std::string text = decoded(uri);
  if (std::filesystem::path(text.substr(1)).has_root_name()) text.erase(0, 1);  // "/C:/me/a.py"
  std::filesystem::path path = std::filesystem::path(text).lexically_normal();
  return path.has_filename() || !path.has_relative_path() ? path : path.parent_path();
}

std::string uri_of_path(const std::filesystem::path& path) { return report::file_uri(sys::path_text(path)); }

}  // namespace syncfree::lsp
