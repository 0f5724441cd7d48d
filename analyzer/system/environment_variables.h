// The program's environment variables, as UTF-8.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace syncfree::sys {

std::optional<std::string> variable(const std::string& name);

std::vector<std::string> variable_names();

/// What separates the paths of a variable such as PYTHONPATH.
extern const char kPathSeparator;

}  // namespace syncfree::sys
