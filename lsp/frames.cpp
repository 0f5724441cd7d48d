#include "lsp/frames.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace syncfree::lsp {
namespace {

constexpr std::string_view kLength = "content-length";
constexpr std::string_view kLengthField = "Content-Length:";
constexpr std::size_t kLongestLine = 8192;  ///< of a header

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::optional<std::expected<std::string, std::string>> FrameReader::next() {
  if (skipping_ && !skip_to_header()) return std::nullopt;
  if (!in_body_) {
    if (auto error = read_header()) {
      skipping_ = true;
      length_.reset();
      return std::unexpected(std::move(*error));
    }
  }
  if (!in_body_ || bytes_.size() - at_ < *length_) return std::nullopt;
  std::string body = bytes_.substr(at_, *length_);
  bytes_.erase(0, at_ + *length_);
  at_ = 0;
  length_.reset();
  in_body_ = false;
  return body;
}

/// The error if it cannot be read. Without one, the header is at its end if `in_body_` is set.
std::optional<std::string> FrameReader::read_header() {
  while (!in_body_) {
    const std::size_t end = bytes_.find('\n', at_);
    if (end == std::string::npos) {
      if (bytes_.size() - at_ <= kLongestLine) return std::nullopt;
      drop_line();
      return "a line of a header is longer than 8192 bytes";
    }
    std::string_view line = std::string_view(bytes_).substr(at_, end - at_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    auto error = take_line(line);
    at_ = end + 1;
    if (error) return error;
  }
  return std::nullopt;
}

/// Of what is left of a line without an end, only the last part can be a header.
void FrameReader::drop_line() {
  const std::size_t last = bytes_.rfind(kLengthField);
  at_ = last == std::string::npos || last <= at_ ? bytes_.size() - kLengthField.size() : last;
}

std::optional<std::string> FrameReader::take_line(std::string_view line) {
  if (line.empty()) {
    if (!length_) return "a header names no Content-Length";
    in_body_ = true;
    return std::nullopt;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return "a line of a header has no colon";
  if (!std::ranges::equal(trimmed(line.substr(0, colon)), kLength, {}, lower)) return std::nullopt;
  const std::string_view value = trimmed(line.substr(colon + 1));
  std::size_t length = 0;
  const auto [stop, fault] = std::from_chars(value.data(), value.data() + value.size(), length);
  if (fault != std::errc() || stop != value.data() + value.size()) return "Content-Length is no number";
  if (length > kMostMessageBytes) return "a message is longer than 1 GiB";
  length_ = length;
  return std::nullopt;
}

/// Whether one is there.
bool FrameReader::skip_to_header() {
  const std::size_t found = bytes_.find(kLengthField, at_);
  const std::size_t kept = std::min(bytes_.size() - at_, kLengthField.size() - 1);
  bytes_.erase(0, found == std::string::npos ? bytes_.size() - kept : found);
  at_ = 0;
  skipping_ = found == std::string::npos;
  return !skipping_;
}

std::string frame(std::string_view body) {
  return std::string(kLengthField) + " " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace syncfree::lsp
