// Decimal numbers of source text.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#ifndef __cpp_lib_to_chars
#include <cerrno>
#include <cstdlib>
#endif

namespace syncfree::source {

/// Reads the number that `text` begins with; like `std::from_chars`, which not every C++ library has for `double`.
/// `value` stays as it is where the number does not fit.
inline std::errc read_decimal(std::string_view text, double& value) {
#ifdef __cpp_lib_to_chars
  return std::from_chars(text.data(), text.data() + text.size(), value).ec;
#else
  const std::string copy(text);
  char* end = nullptr;
  errno = 0;
  const double number = std::strtod(copy.c_str(), &end);
  if (end == copy.c_str()) return std::errc::invalid_argument;
  if (errno == ERANGE) return std::errc::result_out_of_range;
  value = number;
  return {};
#endif
}

}  // namespace syncfree::source
