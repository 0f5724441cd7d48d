// The keys of a configuration: what each is called, what it may hold, and what it sets.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>
#include <toml++/toml.h>

#include "cli/options.h"

namespace syncfree::cli {

/// What is wrong with a configuration, and where.
struct Mistake {
  std::string message;
  toml::source_position place;
};

struct ConfigurationTable {
  Options options;
  std::vector<std::string> files;     ///< of an override: the patterns of its files
  std::optional<std::string> extend;  ///< the file whose settings hold where this one is silent, as written
};

/// Reads all keys, or says what is wrong with the first that is.
std::optional<Mistake> read_configuration_table(const toml::table& table, ConfigurationTable& out);

/// The JSON schema (draft 7) of a syncfree-lint.toml, which is that of `[tool.syncfree-lint]` too.
nlohmann::ordered_json configuration_schema();

}  // namespace syncfree::cli
