// Settings that are written on the command line as a configuration file has them.
#pragma once

#include <expected>
#include <string>

#include "cli/options.h"

namespace syncfree::cli {

/// `key = value`, and not the name of a file that is there.
bool is_inline_configuration(const std::string& word);

/// The error is one line.
std::expected<Options, std::string> read_inline_configuration(const std::string& word);

}  // namespace syncfree::cli
