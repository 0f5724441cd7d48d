#include "analyzer/system/text_conversion.h"

#include <array>
#include <cerrno>

#include <iconv.h>

namespace syncfree::sys {

/// Closes what iconv_open opened.
struct TextConversion::State {
  // What iconv_open returns when it fails, by its manual.
  static iconv_t invalid() { return reinterpret_cast<iconv_t>(-1); }  // NOLINT(performance-no-int-to-ptr)

  static std::unique_ptr<State> open(const char* to, const char* from) {
    const iconv_t handle = iconv_open(to, from);
    return handle == invalid() ? nullptr : std::make_unique<State>(handle);
  }
  explicit State(iconv_t opened) : handle(opened) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { iconv_close(handle); }

  iconv_t handle;
};

TextConversion::TextConversion(std::unique_ptr<State> state) : state_(std::move(state)) {}
TextConversion::TextConversion(TextConversion&&) noexcept = default;
TextConversion::~TextConversion() = default;

TextConversion TextConversion::from_utf8(const std::string& encoding) {
  return TextConversion(State::open(encoding.c_str(), "UTF-8"));
}

TextConversion TextConversion::to_utf8(const std::string& encoding) {
  return TextConversion(State::open("UTF-8", encoding.c_str()));
}

std::optional<std::size_t> TextConversion::convert(std::string_view bytes, std::string& out) const {
  std::array<char, 16384> buffer;
  char* in = const_cast<char*>(bytes.data());  // iconv's signature; it does not write there
  std::size_t in_left = bytes.size();
  while (in_left > 0) {
    char* to = buffer.data();
    std::size_t to_left = buffer.size();
    const std::size_t result = iconv(state_->handle, &in, &in_left, &to, &to_left);
    out.append(buffer.data(), buffer.size() - to_left);
    if (result == static_cast<std::size_t>(-1) && errno != E2BIG) return bytes.size() - in_left;
  }
  return std::nullopt;
}

}  // namespace syncfree::sys
