#include "cli/configuration_keys.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "analyzer/engine/suggestion.h"
#include "cli/settings.h"
#include "rules/rule_table.h"

namespace syncfree::cli {
namespace {

using Json = nlohmann::ordered_json;
using Error = std::optional<Mistake>;

Error wrong_kind(std::string_view key, const toml::node& node, std::string_view wanted) {
  return Mistake{"`" + std::string(key) + "` must be " + std::string(wanted), node.source().begin};
}

Error read(std::string_view key, const toml::node& node, std::optional<std::string>& out) {
  if (!node.is_string()) return wrong_kind(key, node, "a string");
  out = **node.as_string();
  return std::nullopt;
}

Error read(std::string_view key, const toml::node& node, std::optional<bool>& out) {
  if (!node.is_boolean()) return wrong_kind(key, node, "true or false");
  out = **node.as_boolean();
  return std::nullopt;
}

Error read(std::string_view key, const toml::node& node, std::vector<std::string>& out) {
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

Error read(std::string_view key, const toml::node& node, std::optional<std::vector<std::string>>& out) {
  return read(key, node, out.emplace());
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

Error read(std::string_view key, const toml::node& node, std::optional<std::vector<PerFileIgnore>>& out) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return wrong_kind(key, node, "a table of patterns and arrays of codes");
  out.emplace();
  for (const auto& [pattern, codes] : *table) {
    PerFileIgnore entry{.pattern = std::string(pattern.str())};
    if (Error error = read(std::string(key) + "." + entry.pattern, codes, entry.codes)) return error;
    out->push_back(std::move(entry));
  }
  return std::nullopt;
}

Error read(std::string_view key, const toml::node& node, std::optional<std::vector<driver::AssumedDevice>>& out) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return wrong_kind(key, node, "a table of names and devices");
  out.emplace();
  for (const auto& [name, device] : *table) {
    std::optional<driver::Device> place;
    if (Error error = read_choice(std::string(key) + "." + std::string(name.str()), device, kDevices, place)) {
      return error;
    }
    out->push_back({.name = std::string(name.str()), .device = *place});
  }
  return std::nullopt;
}

Error read(std::string_view key, const toml::node& node, std::vector<SeverityOf>& out) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return wrong_kind(key, node, "a table of codes and severities");
  for (const auto& [code, word] : *table) {
    std::optional<engine::Severity> severity;
    if (Error error = read_choice(std::string(key) + "." + std::string(code.str()), word, kSeverities, severity)) {
      return error;
    }
    out.push_back({.code = std::string(code.str()), .severity = *severity});
  }
  return std::nullopt;
}

Error read(std::string_view key, const toml::node& node, std::optional<std::vector<OverrideOptions>>& out);

Json words_schema() { return {{"type", "array"}, {"items", {{"type", "string"}}}}; }

template <class T, std::size_t N>
Json choice_schema(const std::array<std::pair<std::string_view, T>, N>& choices) {
  Json words = Json::array();
  for (const auto& choice : choices) words.push_back(choice.first);
  return {{"type", "string"}, {"enum", std::move(words)}};
}

Json table_schema(Json values) { return {{"type", "object"}, {"additionalProperties", std::move(values)}}; }

/// Where a key may stand.
enum class KeyPlace : std::uint8_t { kTop, kOverride, kBoth };

struct Key {
  std::string_view name;
  std::string_view help;
  Json (*schema)();
  Error (*read)(std::string_view key, const toml::node& node, ConfigurationTable& out);
  KeyPlace place = KeyPlace::kTop;
};

// The parts of a row that say the same of most keys.
#define SYNCFREE_READ(member) \
  [](std::string_view key, const toml::node& node, ConfigurationTable& out) { return read(key, node, out.member); }
#define SYNCFREE_READ_MORE(member) \
  [](std::string_view key, const toml::node& node, ConfigurationTable& out) { return read_more(key, node, out.member); }
#define SYNCFREE_READ_CHOICE(choices, member)                                 \
  [](std::string_view key, const toml::node& node, ConfigurationTable& out) { \
    return read_choice(key, node, choices, out.options.member);               \
  }

Json overrides_schema();
Json boolean_schema() { return {{"type", "boolean"}}; }
Json string_schema() { return {{"type", "string"}}; }

/// Of keys that add to what there is: two of them may lead to one list.
Error read_more(std::string_view key, const toml::node& node, std::vector<std::string>& out) {
  std::vector<std::string> more;
  if (Error error = read(key, node, more)) return error;
  out.insert(out.end(), more.begin(), more.end());
  return std::nullopt;
}

constexpr std::array<Key, 27> kKeys = {{
    {"blocks", "Own functions that make the host wait, by dotted name: `mylib.sync`, `mylib.Trainer.log`", words_schema,
     SYNCFREE_READ(options.blocks)},
    {"confidence", "Weakest evidence to report on", [] { return choice_schema(kConfidences); },
     SYNCFREE_READ_CHOICE(kConfidences, confidence), KeyPlace::kBoth},
    {"devices", "Where the tensors of a name (a variable, a parameter or an attribute) are, if the code does not say",
     [] { return table_schema(choice_schema(kDevices)); }, SYNCFREE_READ(options.devices)},
    {"environment",
     "Read the third-party packages that the code imports, in the active environment or that of `python`",
     boolean_schema, SYNCFREE_READ(options.environment)},
    {"exclude", "Files and folders to leave out, as in .gitignore", words_schema, SYNCFREE_READ(options.exclude)},
    {"extend", "Another configuration file, whose settings hold where this one is silent", string_schema,
     SYNCFREE_READ(extend)},
    {"extend-exclude", "Files and folders to leave out beside those of `exclude`, here and where `extend` leads",
     words_schema, SYNCFREE_READ_MORE(options.extend_exclude)},
    {"extend-ignore", "Rules to leave out, too; `ignore` says the same", words_schema,
     SYNCFREE_READ_MORE(options.rules.ignore), KeyPlace::kBoth},
    {"extend-select", "Rules to report too", words_schema, SYNCFREE_READ(options.rules.extend_select), KeyPlace::kBoth},
    {"fail-on", "Mildest finding that gives exit status 1", [] { return choice_schema(kSeverities); },
     SYNCFREE_READ_CHOICE(kSeverities, fail_on)},
    {"files", "Of an override: the files that it holds for, as in .gitignore", words_schema, SYNCFREE_READ(files),
     KeyPlace::kOverride},
    {"force-exclude", "Excludes hold for files that are named on the command line too", boolean_schema,
     SYNCFREE_READ(options.force_exclude)},
    {"hot", "Functions that run in each step, as file pattern and name: `**/train.py::Trainer.step`", words_schema,
     SYNCFREE_READ(options.hot)},
    {"ignore", "Rules to leave out: codes, families (SF3) or names", words_schema,
     SYNCFREE_READ_MORE(options.rules.ignore), KeyPlace::kBoth},
    {"output-format", "How to write the report", [] { return choice_schema(kOutputFormats); },
     SYNCFREE_READ_CHOICE(kOutputFormats, output_format)},
    {"overrides", "Settings for the files that match: `files`, and those that can differ from file to file",
     overrides_schema, SYNCFREE_READ(options.overrides)},
    {"per-file-ignores", "Rules to leave out in files that match a pattern",
     [] { return table_schema(words_schema()); }, SYNCFREE_READ(options.per_file_ignores)},
    {"project", "Read the project around files that are named, so that they have the findings that they have in it",
     boolean_schema, SYNCFREE_READ(options.project)},
    {"python", "Environment of the packages that the code imports: its folder, or its interpreter", string_schema,
     SYNCFREE_READ(options.python)},
    {"respect-gitignore", "Leave out what git ignores", boolean_schema, SYNCFREE_READ(options.respect_gitignore)},
    {"select", "Report only these rules: codes, families (SF3), names or ALL", words_schema,
     SYNCFREE_READ(options.rules.select), KeyPlace::kBoth},
    {"severity", "How bad findings are, by code, family or name",
     [] { return table_schema(choice_schema(kSeverities)); }, SYNCFREE_READ(options.severity), KeyPlace::kBoth},
    {"sort", "In what order to show findings; if it is not set: worst first in text, concise and html, else by path",
     [] { return choice_schema(kSorts); }, SYNCFREE_READ_CHOICE(kSorts, sort)},
    {"src", "Folders from which modules are imported, beside `src`, `lib` and those that pyproject.toml names",
     words_schema, SYNCFREE_READ(options.src)},
    {"summaries", "Files that `syncfree-lint summarize` wrote of packages that the code imports", words_schema,
     SYNCFREE_READ(options.summaries)},
    {"temperature", "Coldest code to report on: each step, unknown, start-up",
     [] { return choice_schema(kTemperatures); }, SYNCFREE_READ_CHOICE(kTemperatures, temperature), KeyPlace::kBoth},
    {"torch-version", "Version of torch on which the code runs, as `\"2.6\"`", string_schema,
     SYNCFREE_READ(options.torch_version)},
}};

bool can_stand(const Key& key, KeyPlace place) { return key.place == place || key.place == KeyPlace::kBoth; }

std::string unknown_key(std::string_view name, KeyPlace place) {
  std::vector<std::string_view> names;
  for (const Key& key : kKeys) {
    if (can_stand(key, place)) names.push_back(key.name);
  }
  std::string message = "unknown key `" + std::string(name) + "`";
  if (const auto near = engine::closest_word(name, names)) message += "; did you mean `" + std::string(*near) + "`?";
  return message;
}

Error read_table(const toml::table& table, KeyPlace place, ConfigurationTable& out) {
  for (const auto& [name, node] : table) {
    const auto key = std::ranges::find(kKeys, name.str(), &Key::name);
    if (key == kKeys.end() || !can_stand(*key, place)) {
      return Mistake{unknown_key(name.str(), place), name.source().begin};
    }
    if (Error error = key->read(name.str(), node, out)) return error;
  }
  return std::nullopt;
}

Error read(std::string_view key, const toml::node& node, std::optional<std::vector<OverrideOptions>>& out) {
  static constexpr std::string_view kWanted = "an array of tables, each with `files`";
  const toml::array* array = node.as_array();
  if (array == nullptr) return wrong_kind(key, node, kWanted);
  out.emplace();
  for (const toml::node& element : *array) {
    const toml::table* table = element.as_table();
    if (table == nullptr) return wrong_kind(key, element, kWanted);
    ConfigurationTable read;
    if (Error error = read_table(*table, KeyPlace::kOverride, read)) return error;
    if (read.files.empty()) return Mistake{"`overrides` needs `files` in each of its tables", element.source().begin};
    out->push_back({.files = std::move(read.files),
                    .rules = std::move(read.options.rules),
                    .temperature = read.options.temperature,
                    .confidence = read.options.confidence,
                    .severity = std::move(read.options.severity)});
  }
  return std::nullopt;
}

Json properties_of(KeyPlace place) {
  Json properties;
  for (const Key& key : kKeys) {
    if (!can_stand(key, place)) continue;
    Json schema = {{"description", key.help}};
    schema.update(key.schema());
    properties[std::string(key.name)] = std::move(schema);
  }
  return properties;
}

/// What holds without a configuration, as `--show-settings` says it.
void add_defaults(Json& properties) {
  const auto settings = make_settings(rules::rule_table(), std::nullopt, {}, std::filesystem::current_path());
  if (!settings) return;
  for (const auto& [name, value] : toml::parse(settings_text(*settings, rules::rule_table()))) {
    Json& schema = properties[std::string(name.str())];
    if (const auto word = value.value_exact<std::string>()) schema["default"] = *word;
    if (const auto flag = value.value_exact<bool>()) schema["default"] = *flag;
    if (const toml::array* words = value.as_array()) {
      schema["default"] = Json::array();
      for (const toml::node& word : *words) schema["default"].push_back(word.value_or(std::string()));
    }
  }
}

Json overrides_schema() {
  return {{"type", "array"},
          {"items",
           {{"type", "object"},
            {"required", Json::array({"files"})},
            {"properties", properties_of(KeyPlace::kOverride)},
            {"additionalProperties", false}}}};
}

}  // namespace

std::optional<Mistake> read_configuration_table(const toml::table& table, ConfigurationTable& out) {
  return read_table(table, KeyPlace::kTop, out);
}

nlohmann::ordered_json configuration_schema() {
  Json properties = properties_of(KeyPlace::kTop);
  add_defaults(properties);
  return {{"$schema", "http://json-schema.org/draft-07/schema#"},
          {"title", "Configuration of syncfree-lint"},
          {"description", "The keys of a syncfree-lint.toml, and of [tool.syncfree-lint] in pyproject.toml"},
          {"type", "object"},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

}  // namespace syncfree::cli
