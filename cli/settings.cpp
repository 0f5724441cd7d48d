#include "cli/settings.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

#include <toml++/toml.h>

#include "analyzer/system/environment_variables.h"
#include "analyzer/system/path_text.h"
#include "driver/file_names.h"
#include "rules/rule_table.h"

namespace syncfree::cli {
namespace {

std::expected<engine::Selection, std::string> select(std::span<const engine::RuleInfo> rules,
                                                     std::span<const ConfigurationLayer> configured,
                                                     std::span<const Options> command_line) {
  std::vector<engine::SelectionLayer> layers;
  for (const ConfigurationLayer& layer : configured) {
    layers.push_back(layer.options.rules);
    // As far as this one first, so that an unknown code is said to stand in its file.
    if (const auto alone = engine::select_rules(rules, layers); !alone) {
      return std::unexpected(sys::path_text(layer.file) + ": " + alone.error());
    }
  }
  for (const Options& options : command_line) layers.push_back(options.rules);
  return engine::select_rules(rules, layers);
}

std::expected<driver::FileIgnore, std::string> read_file_ignore(std::span<const engine::RuleInfo> rules,
                                                                const PerFileIgnore& entry) {
  const auto pattern = source::parse_path_pattern(entry.pattern);
  if (!pattern || pattern->negated) {
    return std::unexpected("`per-file-ignores`: `" + entry.pattern + "` is no pattern for files");
  }
  driver::FileIgnore result{.text = entry.pattern, .pattern = *pattern};
  for (const std::string& code : entry.codes) {
    auto prefix = engine::parse_selector(code, rules);
    if (!prefix) return std::unexpected("`per-file-ignores`: " + prefix.error());
    result.prefixes.push_back(std::move(*prefix));
  }
  return result;
}

std::expected<driver::HotMarker, std::string> read_hot_marker(const std::string& text) {
  const std::size_t colons = text.find("::");
  driver::HotMarker marker{
      .text = text, .files = {}, .names = colons == std::string::npos ? "*" : text.substr(colons + 2)};
  const auto pattern = source::parse_path_pattern(std::string_view(text).substr(0, colons));
  if (!pattern || pattern->negated || marker.names.empty()) {
    return std::unexpected("`hot`: `" + text + "` is not of the form `**/train.py::Trainer.step`");
  }
  marker.files = *pattern;
  return marker;
}

std::expected<std::vector<driver::RuleSeverity>, std::string> read_severities(std::span<const engine::RuleInfo> rules,
                                                                              std::span<const SeverityOf> words) {
  std::vector<driver::RuleSeverity> severities;
  for (const SeverityOf& each : words) {
    auto prefix = engine::parse_selector(each.code, rules);
    if (!prefix) return std::unexpected("`severity`: " + prefix.error());
    severities.push_back({.word = each.code, .prefix = std::move(*prefix), .severity = each.severity});
  }
  return severities;
}

std::expected<driver::Override, std::string> read_override(std::span<const engine::RuleInfo> rules,
                                                           const OverrideOptions& options,
                                                           const std::filesystem::path& root) {
  driver::Override result{.texts = options.files,
                          .files = {},
                          .root = root,
                          .rules = {},
                          .temperature = options.temperature,
                          .confidence = options.confidence,
                          .severities = {}};
  for (const std::string& text : options.files) {
    const auto pattern = source::parse_path_pattern(text);
    if (!pattern || pattern->negated) return std::unexpected("`overrides`: `" + text + "` is no pattern for files");
    result.files.push_back(*pattern);
  }
  auto step = engine::parse_layer(options.rules, rules);
  if (!step) return std::unexpected("`overrides`: " + step.error());
  result.rules = std::move(*step);
  auto severities = read_severities(rules, options.severity);
  if (!severities) return std::unexpected("`overrides`: " + severities.error());
  result.severities = std::move(*severities);
  return result;
}

bool is_dotted_name(std::string_view text) {
  if (text.find('.') == std::string_view::npos || text.starts_with('.') || text.ends_with('.')) return false;
  if (text.find("..") != std::string_view::npos) return false;
  return std::ranges::all_of(text,
                             [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.' || c >= 0x80; });
}

/// Is the active environment read where nothing says so.
constexpr bool kReadsEnvironment = false;

template <class T>
void take(const std::optional<T>& from, T& to) {
  if (from) to = *from;
}

void take_plain(const Options& options, Settings& settings) {
  take(options.temperature, settings.analysis.temperature);
  take(options.confidence, settings.analysis.confidence);
  take(options.fail_on, settings.fail_on);
  take(options.output_format, settings.output_format);
  take(options.sort, settings.sort);
  take(options.force_exclude, settings.analysis.force_exclude);
  take(options.respect_gitignore, settings.analysis.respect_gitignore);
  take(options.project, settings.analysis.project);
}

/// An environment that is named is read, unless the same place says that none is.
void take_environment(const Options& options, const std::filesystem::path& root,
                      driver::EnvironmentSettings& environment) {
  if (options.python) {
    environment.named = (root / *options.python).lexically_normal();
    environment.is_read = true;
  }
  take(options.environment, environment.is_read);
}

/// What the shell says of the environment that is active.
driver::EnvironmentSettings environment_of_shell() {
  const auto text = [](const char* variable) { return sys::variable(variable).value_or(""); };
  return {.is_read = kReadsEnvironment,
          .named = {},
          .virtual_env = text("VIRTUAL_ENV"),
          .conda_prefix = text("CONDA_PREFIX"),
          .is_conda_base = text("CONDA_DEFAULT_ENV") == "base",
          .python_path = text("PYTHONPATH")};
}

std::expected<void, std::string> take_torch_version(const Options& options, Settings& settings) {
  if (!options.torch_version) return {};
  const catalog::TorchVersions& known = catalog::torch_versions();
  const auto version = catalog::parse_torch_version(*options.torch_version, known);
  if (!version) {
    return std::unexpected("`torch-version` cannot be `" + *options.torch_version + "`; it is " +
                           text_of(known.oldest) + " to " + text_of(known.newest));
  }
  settings.analysis.torch_version = *version;
  return {};
}

std::expected<void, std::string> take_patterns(std::span<const engine::RuleInfo> rules, const Options& options,
                                               const std::filesystem::path& root, Settings& settings) {
  if (options.exclude) {
    settings.analysis.exclude = *options.exclude;
    settings.analysis.exclude_root = root;
  }
  for (const std::string& pattern : options.extend_exclude)
    settings.analysis.extend_exclude.push_back({.root = sys::path_text(root), .pattern = pattern});
  if (options.per_file_ignores) {
    settings.analysis.file_ignores.clear();
    settings.analysis.file_ignores_root = root;
    for (const PerFileIgnore& entry : *options.per_file_ignores) {
      auto ignore = read_file_ignore(rules, entry);
      if (!ignore) return std::unexpected(std::move(ignore.error()));
      settings.analysis.file_ignores.push_back(std::move(*ignore));
    }
  }
  if (options.hot) {
    settings.analysis.hot.clear();
    settings.analysis.hot_root = root;
    for (const std::string& text : *options.hot) {
      auto marker = read_hot_marker(text);
      if (!marker) return std::unexpected(std::move(marker.error()));
      settings.analysis.hot.push_back(std::move(*marker));
    }
  }
  if (options.summaries) {
    settings.analysis.summaries.clear();
    for (const std::string& file : *options.summaries)
      settings.analysis.summaries.push_back((root / file).lexically_normal());
  }
  if (options.src) {
    settings.analysis.src = *options.src;
    settings.analysis.src_root = root;
  }
  take_environment(options, root, settings.analysis.environment);
  return take_torch_version(options, settings);
}

std::expected<void, std::string> take_overrides(std::span<const engine::RuleInfo> rules, const Options& options,
                                                const std::filesystem::path& root, Settings& settings) {
  auto severities = read_severities(rules, options.severity);
  if (!severities) return std::unexpected(std::move(severities.error()));
  std::ranges::move(*severities, std::back_inserter(settings.analysis.severities));
  if (!options.overrides) return {};
  settings.analysis.overrides.clear();
  for (const OverrideOptions& each : *options.overrides) {
    auto read = read_override(rules, each, root);
    if (!read) return std::unexpected(std::move(read.error()));
    settings.analysis.overrides.push_back(std::move(*read));
  }
  return {};
}

std::expected<void, std::string> take_names(const Options& options, Settings& settings) {
  for (const std::string& name : options.blocks.value_or(std::vector<std::string>{})) {
    if (!is_dotted_name(name)) {
      return std::unexpected("`blocks`: `" + name + "` is no dotted name such as `package.module.function`");
    }
  }
  take(options.blocks, settings.analysis.blocks);
  take(options.devices, settings.analysis.devices);
  return {};
}

template <class Range>
toml::array strings(const Range& words) {
  toml::array array;
  for (const auto& word : words) array.push_back(std::string(word));
  return array;
}

toml::table severities_table(std::span<const driver::RuleSeverity> severities) {
  toml::table table;
  for (const driver::RuleSeverity& each : severities)
    table.insert_or_assign(each.word, std::string(name_of(each.severity)));
  return table;
}

toml::table override_table(const driver::Override& held) {
  toml::table table{{"files", strings(held.texts)}};
  if (held.rules.starts_anew) table.insert("select", strings(held.rules.wanted));
  if (!held.rules.starts_anew && !held.rules.wanted.empty()) table.insert("extend-select", strings(held.rules.wanted));
  if (!held.rules.unwanted.empty()) table.insert("ignore", strings(held.rules.unwanted));
  if (held.temperature) table.insert("temperature", std::string(name_of(*held.temperature)));
  if (held.confidence) table.insert("confidence", std::string(name_of(*held.confidence)));
  if (!held.severities.empty()) table.insert("severity", severities_table(held.severities));
  return table;
}

}  // namespace

std::expected<Settings, std::string> make_settings(std::span<const engine::RuleInfo> rules,
                                                   const std::optional<Configuration>& configuration,
                                                   std::span<const Options> command_line,
                                                   const std::filesystem::path& working_directory) {
  Settings settings{.analysis = driver::default_settings(working_directory)};
  settings.analysis.environment = environment_of_shell();
  const auto configured = configuration ? std::span<const ConfigurationLayer>(configuration->layers)
                                        : std::span<const ConfigurationLayer>();
  auto selection = select(rules, configured, command_line);
  if (!selection) return std::unexpected(std::move(selection.error()));
  settings.analysis.selection = std::move(*selection);
  if (configuration) settings.configuration_file = configuration->file;
  const auto take_all = [&](const Options& options, const std::filesystem::path& root) {
    take_plain(options, settings);
    auto taken = take_patterns(rules, options, root, settings);
    if (taken) taken = take_overrides(rules, options, root, settings);
    return taken ? take_names(options, settings) : taken;
  };
  for (const ConfigurationLayer& layer : configured) {
    if (const auto taken = take_all(layer.options, layer.file.parent_path()); !taken) {
      return std::unexpected(sys::path_text(layer.file) + ": " + taken.error());
    }
  }
  for (const Options& options : command_line) {
    if (const auto taken = take_all(options, working_directory); !taken) return std::unexpected(taken.error());
  }
  return settings;
}

std::expected<Settings, std::string> find_settings(const std::optional<std::string>& config, bool isolated,
                                                   std::span<const Options> command_line,
                                                   std::span<const std::string> paths) {
  const std::filesystem::path working_directory = std::filesystem::current_path();
  std::optional<Configuration> configuration;
  if (config) {
    auto loaded = load_configuration(std::filesystem::absolute(*config).lexically_normal());
    if (!loaded) return std::unexpected(std::move(loaded.error()));
    configuration = std::move(*loaded);
  } else if (!isolated) {
    auto found = find_configuration(driver::common_folder(paths, working_directory));
    if (!found) return std::unexpected(std::move(found.error()));
    configuration = std::move(*found);
  }
  return make_settings(rules::rule_table(), configuration, command_line, working_directory);
}

driver::SettingsSource settings_source(std::vector<Options> command_line) {
  driver::SettingsSource source;
  source.in_folder = [command_line](const std::filesystem::path& folder) -> driver::FolderSettings {
    auto configuration = configuration_in(folder);
    if (!configuration) return std::unexpected(std::move(configuration.error()));
    if (!*configuration) return std::nullopt;
    auto settings = make_settings(rules::rule_table(), *configuration, command_line, std::filesystem::current_path());
    if (!settings) return std::unexpected(std::move(settings.error()));
    return std::move(settings->analysis);
  };
  source.around = [command_line](std::span<const std::string> paths) -> std::expected<driver::Settings, std::string> {
    auto settings = find_settings(std::nullopt, false, command_line, paths);
    if (!settings) return std::unexpected(std::move(settings.error()));
    return std::move(settings->analysis);
  };
  return source;
}

std::string settings_text(const Settings& settings, std::span<const engine::RuleInfo> rules) {
  std::ostringstream out;
  out << "# "
      << (settings.configuration_file ? "from " + settings.configuration_file->string() : "no configuration file")
      << '\n';
  const bool all = settings.analysis.selection.codes().size() == rules.size();
  const auto selected = all ? toml::array{"ALL"} : strings(settings.analysis.selection.codes());
  const auto line = [&](std::string_view key, const auto& value) { out << key << " = " << value << '\n'; };
  const auto word = [&](std::string_view key, std::string_view value) { line(key, toml::value{std::string(value)}); };
  line("select", selected);
  word("temperature", name_of(settings.analysis.temperature));
  word("confidence", name_of(settings.analysis.confidence));
  word("fail-on", name_of(settings.fail_on));
  word("output-format", word_of(settings.output_format, kOutputFormats));
  if (settings.sort != Sort::kUsual) word("sort", word_of(settings.sort, kSorts));
  line("exclude", strings(settings.analysis.exclude));
  std::vector<std::string_view> more;
  for (const source::Exclusion& exclusion : settings.analysis.extend_exclude) more.push_back(exclusion.pattern);
  line("extend-exclude", strings(more));
  line("force-exclude", settings.analysis.force_exclude ? "true" : "false");
  line("respect-gitignore", settings.analysis.respect_gitignore ? "true" : "false");
  line("project", settings.analysis.project ? "true" : "false");
  std::vector<std::string_view> hot;
  for (const driver::HotMarker& marker : settings.analysis.hot) hot.push_back(marker.text);
  line("hot", strings(hot));
  line("blocks", strings(settings.analysis.blocks));
  line("src", strings(settings.analysis.src));
  std::vector<std::string> summaries;
  for (const std::filesystem::path& file : settings.analysis.summaries) summaries.push_back(sys::path_text(file));
  line("summaries", strings(summaries));
  word("torch-version", text_of(settings.analysis.torch_version));
  line("environment", settings.analysis.environment.is_read ? "true" : "false");
  if (!settings.analysis.environment.named.empty()) word("python", sys::path_text(settings.analysis.environment.named));
  toml::table devices;
  for (const driver::AssumedDevice& assumed : settings.analysis.devices)
    devices.insert_or_assign(assumed.name, std::string(word_of(assumed.device, kDevices)));
  if (!devices.empty()) out << '\n' << toml::table{{"devices", devices}} << '\n';
  toml::table ignores;
  for (const driver::FileIgnore& ignore : settings.analysis.file_ignores)
    ignores.insert_or_assign(ignore.text, strings(ignore.prefixes));
  if (!ignores.empty()) out << '\n' << toml::table{{"per-file-ignores", ignores}} << '\n';
  const toml::table severities = severities_table(settings.analysis.severities);
  if (!severities.empty()) out << '\n' << toml::table{{"severity", severities}} << '\n';
  toml::array overrides;
  for (const driver::Override& each : settings.analysis.overrides) overrides.push_back(override_table(each));
  if (!overrides.empty()) out << '\n' << toml::table{{"overrides", overrides}} << '\n';
  return out.str();
}

}  // namespace syncfree::cli
