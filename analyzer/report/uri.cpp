#include "analyzer/report/uri.h"

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

std::string directory_uri(std::string_view path) {
  std::string uri = "file://" + encode_path(path);
  if (!uri.ends_with('/')) uri += '/';
  return uri;
}

}  // namespace syncfree::report
