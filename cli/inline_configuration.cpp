#include "cli/inline_configuration.h"

#include <filesystem>
#include <utility>

#include <toml++/toml.h>

#include "cli/configuration_keys.h"

namespace syncfree::cli {

bool is_inline_configuration(const std::string& word) {
  std::error_code ignored;
  return word.find('=') != std::string::npos && !std::filesystem::exists(word, ignored);
}

std::expected<Options, std::string> read_inline_configuration(const std::string& word) {
  const std::string where = "`--config '" + word + "'`: ";
  toml::table table;
  try {
    table = toml::parse(word);
  } catch (const toml::parse_error& error) {
    return std::unexpected(where + "no file, and no valid TOML: " + std::string(error.description()));
  }
  ConfigurationTable read;
  if (const auto mistake = read_configuration_table(table, read)) return std::unexpected(where + mistake->message);
  if (read.extend) return std::unexpected(where + "`extend` is for configuration files");
  return std::move(read.options);
}

}  // namespace syncfree::cli
