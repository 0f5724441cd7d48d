// Numbers as names: of files, and of findings.
#pragma once

#include <cstdint>
#include <string>

namespace syncfree::source {

/// 16 digits, in lower case.
inline std::string hexadecimal(std::uint64_t number) {
  std::string digits(16, '0');
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, number >>= 4)
    *digit = "0123456789abcdef"[number & 15];
  return digits;
}

}  // namespace syncfree::source
