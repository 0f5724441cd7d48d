// Texts in other encodings.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace syncfree::sys {

/// From UTF-8 to an encoding, or back. Names are those of IANA and what is usual beside them; which are known depends
/// on the system.
class TextConversion {
 public:
  static TextConversion from_utf8(const std::string& encoding);
  static TextConversion to_utf8(const std::string& encoding);
  TextConversion(TextConversion&&) noexcept;
  TextConversion& operator=(TextConversion&&) = delete;
  ~TextConversion();

  bool is_known() const { return state_ != nullptr; }

  /// Appends the converted bytes to `out`; the offset of the first byte that one of the encodings does not know, if
  /// there is one.
  std::optional<std::size_t> convert(std::string_view bytes, std::string& out) const;

 private:
  struct State;
  explicit TextConversion(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;  ///< none: the encoding is not known
};

}  // namespace syncfree::sys
