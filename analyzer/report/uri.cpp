#include "analyzer/report/uri.h"

#include <filesystem>

#include "analyzer/system/path_text.h"

namespace syncfree::report {
namespace {

bool is_kept(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool is_digit = c >= '0' && c <= '9';
  return is_letter || is_digit || c == '-' || c == '.' || c == '_' || c == '~' || c == '/';
}

}  // namespace

std::string encode_path(std::string_view path) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string result;
  result.reserve(path.size());
  for (const char c : path) {
    if (is_kept(c)) {
      result += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    result += '%';
    result += kDigits[byte >> 4];
    result += kDigits[byte & 0xF];
  }
  return result;
}

std::string file_uri(std::string_view path) {
  const std::string root = sys::path_text(std::filesystem::path(path).root_name());
  const std::string rest = encode_path(path.substr(root.size()));
  if (root.starts_with('/')) return "file:" + root + rest;
  return (root.empty() ? "file://" : "file:///" + root) + rest;
}

std::string directory_uri(std::string_view path) {
  std::string uri = file_uri(path);
  if (!uri.ends_with('/')) uri += '/';
  return uri;
}

}  // namespace syncfree::report
