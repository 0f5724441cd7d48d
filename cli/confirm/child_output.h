// What another program prints.
#pragma once

#include <expected>
#include <string>
#include <vector>

namespace syncfree::confirm {

/// Standard output of the program, found in PATH. The error is one line: it cannot be run, or has failed.
std::expected<std::string, std::string> output_of(const std::vector<std::string>& words);

}  // namespace syncfree::confirm
