#include "cli/json_options.h"

#include <utility>

#include <nlohmann/json.hpp>
#include <toml++/toml.h>

#include "cli/configuration_keys.h"

namespace syncfree::cli {
namespace {

toml::table table_from(const nlohmann::json& object);

/// What TOML lacks (null) or no key has (a list in a list) becomes a value that every key refuses.
template <class Put>
void convert(const nlohmann::json& value, const Put& put) {
  if (value.is_string()) {
    put(value.get<std::string>());
  } else if (value.is_boolean()) {
    put(value.get<bool>());
  } else if (value.is_object()) {
    put(table_from(value));
  } else if (value.is_array()) {
    toml::array array;
    for (const nlohmann::json& element : value) {
      if (element.is_object()) {
        array.push_back(table_from(element));
      } else {
        element.is_string() ? array.push_back(element.get<std::string>()) : array.push_back(0.0);
      }
    }
    put(std::move(array));
  } else {
    put(0.0);
  }
}

toml::table table_from(const nlohmann::json& object) {
  toml::table table;
  for (const auto& [key, value] : object.items()) {
    convert(value, [&](auto made) { table.insert_or_assign(key, std::move(made)); });
  }
  return table;
}

}  // namespace

std::expected<Options, std::string> options_from_json(const nlohmann::json& object) {
  if (!object.is_object()) return std::unexpected("the options must be an object");
  ConfigurationTable read;
  if (const auto mistake = read_configuration_table(table_from(object), read)) {
    return std::unexpected(mistake->message);
  }
  if (read.extend) return std::unexpected("`extend` is for configuration files");
  return std::move(read.options);
}

}  // namespace syncfree::cli
