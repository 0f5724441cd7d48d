#include "cli/configuration.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

#include "analyzer/engine/suggestion.h"

namespace syncfree::cli {
namespace {

constexpr std::string_view kOwnName = "syncfree-lint.toml";
constexpr std::string_view kSharedName = "pyproject.toml";

/// What is wrong with a value, and where.
struct Mistake {
  std::string message;
  toml::source_position place;
};
using Error = std::optional<Mistake>;

Error wrong_kind(std::string_view key, const toml::node& node, std::string_view wanted) {
  return Mistake{"`" + std::string(key) + "` must be " + std::string(wanted), node.source().begin};
}

Error read_bool(std::string_view key, const toml::node& node, std::optional<bool>& out) {
  if (!node.is_boolean()) return wrong_kind(key, node, "true or false");
  out = **node.as_boolean();
  return std::nullopt;
}

Error read_words(std::string_view key, const toml::node& node, std::vector<std::string>& out) {
  static constexpr std::string_view kWanted = "an array of strings";
  const toml::array* array = node.as_array();
  if (array == nullptr) return wrong_kind(key, node, kWanted);
  out.clear();
  for (const toml::node& element : *array) {
    if (!element.is_string()) return wrong_kind(key, node, kWanted);
    out.push_back(**element.as_string());
  }
  return std::nullopt;
}

Error read_words(std::string_view key, const toml::node& node, std::optional<std::vector<std::string>>& out) {
  return read_words(key, node, out.emplace());
}

template <class T, std::size_t N>
Error read_choice(std::string_view key, const toml::node& node,
                  const std::array<std::pair<std::string_view, T>, N>& choices, std::optional<T>& out) {
  if (!node.is_string()) return wrong_kind(key, node, listed(choices));
  const auto choice = parse_choice(key, **node.as_string(), choices);
  if (!choice) return Mistake{choice.error(), node.source().begin};
  out = *choice;
  return std::nullopt;
}

Error read_per_file_ignores(std::string_view key, const toml::node& node,
                            std::optional<std::vector<PerFileIgnore>>& out) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return wrong_kind(key, node, "a table of patterns and arrays of codes");
  out.emplace();
  for (const auto& [pattern, codes] : *table) {
    PerFileIgnore entry{.pattern = std::string(pattern.str())};
    if (Error error = read_words(std::string(key) + "." + entry.pattern, codes, entry.codes)) return error;
    out->push_back(std::move(entry));
  }
  return std::nullopt;
}

struct Key {
  std::string_view name;
  Error (*read)(std::string_view key, const toml::node& node, Options& options);
};

constexpr std::array<Key, 11> kKeys = {{
    {"confidence",
     [](auto key, auto& node, auto& options) { return read_choice(key, node, kConfidences, options.confidence); }},
    {"exclude", [](auto key, auto& node, auto& options) { return read_words(key, node, options.exclude); }},
    {"extend-select",
     [](auto key, auto& node, auto& options) { return read_words(key, node, options.rules.extend_select); }},
    {"fail-on",
     [](auto key, auto& node, auto& options) { return read_choice(key, node, kSeverities, options.fail_on); }},
    {"force-exclude", [](auto key, auto& node, auto& options) { return read_bool(key, node, options.force_exclude); }},
    {"ignore", [](auto key, auto& node, auto& options) { return read_words(key, node, options.rules.ignore); }},
    {"output-format",
     [](auto key, auto& node, auto& options) { return read_choice(key, node, kOutputFormats, options.output_format); }},
    {"per-file-ignores",
     [](auto key, auto& node, auto& options) { return read_per_file_ignores(key, node, options.per_file_ignores); }},
    {"respect-gitignore",
     [](auto key, auto& node, auto& options) { return read_bool(key, node, options.respect_gitignore); }},
    {"select", [](auto key, auto& node, auto& options) { return read_words(key, node, options.rules.select); }},
    {"temperature",
     [](auto key, auto& node, auto& options) { return read_choice(key, node, kTemperatures, options.temperature); }},
}};

std::string unknown_key(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Key& key : kKeys) names.push_back(key.name);
  std::string message = "unknown key `" + std::string(name) + "`";
  if (const auto near = engine::closest_word(name, names)) message += "; did you mean `" + std::string(*near) + "`?";
  return message;
}

std::string at(const std::filesystem::path& file, const toml::source_position& position, std::string_view message) {
  return file.string() + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": " +
         std::string(message);
}

std::expected<Options, std::string> read_table(const std::filesystem::path& file, const toml::table& table) {
  Options options;
  for (const auto& [name, node] : table) {
    const auto key = std::ranges::find(kKeys, name.str(), &Key::name);
    if (key == kKeys.end()) return std::unexpected(at(file, name.source().begin, unknown_key(name.str())));
    if (const Error error = key->read(name.str(), node, options)) {
      return std::unexpected(at(file, error->place, error->message));
    }
  }
  return options;
}

std::expected<std::string, std::string> read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || (text.fail() && std::filesystem::is_directory(file))) {
    return std::unexpected(file.string() + ": cannot be read: " + std::strerror(errno));
  }
  return text.str();
}

/// Nothing for a file without our table.
std::expected<std::optional<Configuration>, std::string> load(const std::filesystem::path& file) {
  const auto text = read_text(file);
  if (!text) return std::unexpected(text.error());
  toml::table document;
  try {
    document = toml::parse(*text, file.string());
  } catch (const toml::parse_error& error) {
    return std::unexpected(at(file, error.source().begin, "no valid TOML: " + std::string(error.description())));
  }
  const toml::table* table = &document;
  if (file.filename() == kSharedName) {
    const toml::node* own = document["tool"]["syncfree-lint"].node();
    if (own == nullptr) return std::nullopt;
    table = own->as_table();
    if (table == nullptr) return std::unexpected(at(file, own->source().begin, "`tool.syncfree-lint` must be a table"));
  }
  auto options = read_table(file, *table);
  if (!options) return std::unexpected(std::move(options.error()));
  return Configuration{file, std::move(*options)};
}

}  // namespace

std::expected<std::optional<Configuration>, std::string> find_configuration(const std::filesystem::path& folder) {
  for (std::filesystem::path at = folder;; at = at.parent_path()) {
    for (const std::string_view name : {kOwnName, kSharedName}) {
      std::error_code ignored;
      if (!std::filesystem::is_regular_file(at / name, ignored)) continue;
      auto configuration = load(at / name);
      if (!configuration || *configuration) return configuration;
    }
    if (at == at.parent_path()) return std::nullopt;
  }
}

std::expected<Configuration, std::string> load_configuration(const std::filesystem::path& file) {
  auto configuration = load(file);
  if (!configuration) return std::unexpected(std::move(configuration.error()));
  if (!*configuration) return std::unexpected(file.string() + ": has no table `tool.syncfree-lint`");
  return std::move(**configuration);
}

}  // namespace syncfree::cli
