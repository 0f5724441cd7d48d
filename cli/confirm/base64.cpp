#include "cli/confirm/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace syncfree::confirm {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoDigit = 0xff;

constexpr std::array<std::uint8_t, 256> kValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  return values;
}();

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8 | (j < group.size() ? static_cast<unsigned char>(group[j]) : 0);
    for (std::size_t j = 0; j < 4; ++j) text += j <= group.size() ? kDigits[bits >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::string_view group = text.substr(i, 4);
    if (i + 4 == text.size()) {
      for (int paddings = 0; paddings < 2 && group.ends_with('='); ++paddings) group.remove_suffix(1);
    }
    std::uint32_t bits = 0;
    for (const char digit : group) {
      const std::uint8_t value = kValues[static_cast<unsigned char>(digit)];
      if (value == kNoDigit) return std::nullopt;
      bits = bits << 6 | value;
    }
    bits <<= 6 * (4 - group.size());
    for (std::size_t j = 0; j + 1 < group.size(); ++j) bytes += static_cast<char>(bits >> (16 - 8 * j) & 0xff);
  }
  return bytes;
}

}  // namespace syncfree::confirm
