#include "analyzer/system/environment_variables.h"

#include <cstdlib>
#include <string_view>

#include <unistd.h>

extern char** environ;

namespace syncfree::sys {

std::optional<std::string> variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::vector<std::string> variable_names() {
  std::vector<std::string> names;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    names.emplace_back(text.substr(0, text.find('=')));
  }
  return names;
}

const char kPathSeparator = ':';

}  // namespace syncfree::sys
