// The program as a whole: words in, an exit status out.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace syncfree::cli {

enum ExitStatus : int {
  kNothingFound = 0,
  kFindings = 1,
  kFailure = 2,  ///< wrong use, wrong configuration, a file that could not be analysed, or a fault
};

/// All of it, from the words behind the program's name to the exit status.
ExitStatus run(std::span<const std::string> arguments);

/// "error: message" on standard error.
ExitStatus fail(std::string_view message);

}  // namespace syncfree::cli
