// The protocol's frames: a header that names a length, then so many bytes of JSON.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace syncfree::lsp {

/// A longer message is refused. The text of the largest file that is read fits, even where JSON escapes it.
inline constexpr std::size_t kMostMessageBytes = std::size_t{1} << 30;

/// Bytes as they arrive in, bodies of messages out.
class FrameReader {
 public:
  void add(std::string_view bytes) { bytes_ += bytes; }

  /// The next body; nothing if more bytes are needed. The error is one line about a header that cannot be read: what
  /// follows it is skipped up to the next `Content-Length`.
  std::optional<std::expected<std::string, std::string>> next();

 private:
  std::optional<std::string> read_header();
  void drop_line();
  bool skip_to_header();
  std::optional<std::string> take_line(std::string_view line);

  std::string bytes_;
  std::size_t at_ = 0;                 ///< what lies before is done with
  std::optional<std::size_t> length_;  ///< of the body, as far as the header was read
  bool in_body_ = false;
  bool skipping_ = false;
};

/// `body` with its header.
std::string frame(std::string_view body);

}  // namespace syncfree::lsp
