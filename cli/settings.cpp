#include "cli/settings.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>
#include <utility>

#include <toml++/toml.h>

#include "cli/file_names.h"
#include "rules/rule_table.h"

namespace syncfree::cli {
namespace {

std::expected<engine::Selection, std::string> select(std::span<const engine::RuleInfo> rules,
                                                     std::span<const ConfigurationLayer> configured,
                                                     const Options& command_line) {
  std::vector<engine::SelectionLayer> layers;
  for (const ConfigurationLayer& layer : configured) {
    layers.push_back(layer.options.rules);
    // As far as this one first, so that an unknown code is said to stand in its file.
    if (const auto alone = engine::select_rules(rules, layers); !alone) {
      return std::unexpected(layer.file.string() + ": " + alone.error());
    }
  }
  layers.push_back(command_line.rules);
  return engine::select_rules(rules, layers);
}

std::expected<FileIgnore, std::string> read_file_ignore(std::span<const engine::RuleInfo> rules,
                                                        const PerFileIgnore& entry) {
  const auto pattern = source::parse_path_pattern(entry.pattern);
  if (!pattern || pattern->negated) {
    return std::unexpected("`per-file-ignores`: `" + entry.pattern + "` is no pattern for files");
  }
  FileIgnore result{.text = entry.pattern, .pattern = *pattern};
  for (const std::string& code : entry.codes) {
    auto prefix = engine::parse_selector(code, rules);
    if (!prefix) return std::unexpected("`per-file-ignores`: " + prefix.error());
    result.prefixes.push_back(std::move(*prefix));
  }
  return result;
}

/// The pattern names the file or a folder above it.
bool matches_file(const source::PathPattern& pattern, std::string_view path) {
  if (source::matches(pattern, path, false)) return true;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
    if (source::matches(pattern, path.substr(0, slash), true)) return true;
  }
  return false;
}

std::expected<HotMarker, std::string> read_hot_marker(const std::string& text) {
  const std::size_t colons = text.find("::");
  HotMarker marker{.text = text, .files = {}, .names = colons == std::string::npos ? "*" : text.substr(colons + 2)};
  const auto pattern = source::parse_path_pattern(std::string_view(text).substr(0, colons));
  if (!pattern || pattern->negated || marker.names.empty()) {
    return std::unexpected("`hot`: `" + text + "` is not of the form `**/train.py::Trainer.step`");
  }
  marker.files = *pattern;
  return marker;
}

bool is_dotted_name(std::string_view text) {
  if (text.find('.') == std::string_view::npos || text.starts_with('.') || text.ends_with('.')) return false;
  if (text.find("..") != std::string_view::npos) return false;
  return std::ranges::all_of(text,
                             [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.' || c >= 0x80; });
}

/// Relative to `root`; nothing for a file elsewhere.
std::optional<std::string> relative_to(const std::filesystem::path& root, const std::filesystem::path& path) {
  std::string relative = path.lexically_relative(root).generic_string();
  if (relative.empty() || relative.starts_with("..")) return std::nullopt;
  return relative;
}

bool is_ignored_in_file(std::string_view code, const std::filesystem::path& path, const Settings& settings) {
  if (settings.file_ignores.empty()) return false;
  const auto relative = relative_to(settings.file_ignores_root, path);
  if (!relative) return false;
  return std::ranges::any_of(settings.file_ignores, [&](const FileIgnore& ignore) {
    const bool names_rule =
        std::ranges::any_of(ignore.prefixes, [&](const std::string& prefix) { return code.starts_with(prefix); });
    return names_rule && matches_file(ignore.pattern, *relative);
  });
}

template <class T>
void take(const std::optional<T>& from, T& to) {
  if (from) to = *from;
}

void take_plain(const Options& options, Settings& settings) {
  take(options.temperature, settings.temperature);
  take(options.confidence, settings.confidence);
  take(options.fail_on, settings.fail_on);
  take(options.output_format, settings.output_format);
  take(options.sort, settings.sort);
  take(options.force_exclude, settings.force_exclude);
  take(options.respect_gitignore, settings.respect_gitignore);
  take(options.project, settings.project);
}

std::expected<void, std::string> take_patterns(std::span<const engine::RuleInfo> rules, const Options& options,
                                               const std::filesystem::path& root, Settings& settings) {
  if (options.exclude) {
    settings.exclude = *options.exclude;
    settings.exclude_root = root;
  }
  if (options.per_file_ignores) {
    settings.file_ignores.clear();
    settings.file_ignores_root = root;
    for (const PerFileIgnore& entry : *options.per_file_ignores) {
      auto ignore = read_file_ignore(rules, entry);
      if (!ignore) return std::unexpected(std::move(ignore.error()));
      settings.file_ignores.push_back(std::move(*ignore));
    }
  }
  if (options.hot) {
    settings.hot.clear();
    settings.hot_root = root;
    for (const std::string& text : *options.hot) {
      auto marker = read_hot_marker(text);
      if (!marker) return std::unexpected(std::move(marker.error()));
      settings.hot.push_back(std::move(*marker));
    }
  }
  if (options.src) {
    settings.src = *options.src;
    settings.src_root = root;
  }
  return {};
}

std::expected<void, std::string> take_names(const Options& options, Settings& settings) {
  for (const std::string& name : options.blocks.value_or(std::vector<std::string>{})) {
    if (!is_dotted_name(name)) {
      return std::unexpected("`blocks`: `" + name + "` is no dotted name such as `package.module.function`");
    }
  }
  take(options.blocks, settings.blocks);
  take(options.devices, settings.devices);
  return {};
}

template <class Range>
toml::array strings(const Range& words) {
  toml::array array;
  for (const auto& word : words) array.push_back(std::string(word));
  return array;
}

}  // namespace

std::expected<Settings, std::string> make_settings(std::span<const engine::RuleInfo> rules,
                                                   const std::optional<Configuration>& configuration,
                                                   const Options& command_line,
                                                   const std::filesystem::path& working_directory) {
  Settings settings{
      .exclude_root = working_directory, .file_ignores_root = working_directory, .hot_root = working_directory};
  const auto configured = configuration ? std::span<const ConfigurationLayer>(configuration->layers)
                                        : std::span<const ConfigurationLayer>();
  auto selection = select(rules, configured, command_line);
  if (!selection) return std::unexpected(std::move(selection.error()));
  settings.selection = std::move(*selection);
  if (configuration) settings.configuration_file = configuration->file;
  const auto take_all = [&](const Options& options, const std::filesystem::path& root) {
    take_plain(options, settings);
    auto taken = take_patterns(rules, options, root, settings);
    return taken ? take_names(options, settings) : taken;
  };
  for (const ConfigurationLayer& layer : configured) {
    if (const auto taken = take_all(layer.options, layer.file.parent_path()); !taken) {
      return std::unexpected(layer.file.string() + ": " + taken.error());
    }
  }
  if (const auto taken = take_all(command_line, working_directory); !taken) return std::unexpected(taken.error());
  return settings;
}

std::expected<Settings, std::string> find_settings(const std::optional<std::string>& config, bool isolated,
                                                   const Options& command_line, std::span<const std::string> paths) {
  const std::filesystem::path working_directory = std::filesystem::current_path();
  std::optional<Configuration> configuration;
  if (config) {
    auto loaded = load_configuration(std::filesystem::absolute(*config).lexically_normal());
    if (!loaded) return std::unexpected(std::move(loaded.error()));
    configuration = std::move(*loaded);
  } else if (!isolated) {
    auto found = find_configuration(common_folder(paths, working_directory));
    if (!found) return std::unexpected(std::move(found.error()));
    configuration = std::move(*found);
  }
  return make_settings(rules::rule_table(), configuration, command_line, working_directory);
}

bool is_excluded(const std::filesystem::path& path, const Settings& settings) {
  const auto relative = relative_to(settings.exclude_root, path);
  if (!relative) return false;
  return std::ranges::any_of(settings.exclude, [&](const std::string& text) {
    const auto pattern = source::parse_path_pattern(text);
    return pattern && !pattern->negated && matches_file(*pattern, *relative);
  });
}

std::vector<std::string> hot_names(const std::filesystem::path& path, const Settings& settings) {
  std::vector<std::string> names;
  const auto relative = relative_to(settings.hot_root, path);
  if (!relative) return names;
  for (const HotMarker& marker : settings.hot) {
    if (matches_file(marker.files, *relative)) names.push_back(marker.names);
  }
  return names;
}

bool is_selected(const engine::Finding& finding, const std::filesystem::path& path, const Settings& settings) {
  return settings.selection.contains(finding.code) && !is_ignored_in_file(finding.code, path, settings);
}

bool is_wanted(const engine::Finding& finding, const std::filesystem::path& path, const Settings& settings) {
  return finding.temperature >= settings.temperature && finding.confidence >= settings.confidence &&
         is_selected(finding, path, settings);
}

std::string settings_text(const Settings& settings, std::span<const engine::RuleInfo> rules) {
  std::ostringstream out;
  out << "# "
      << (settings.configuration_file ? "from " + settings.configuration_file->string() : "no configuration file")
      << '\n';
  const bool all = settings.selection.codes().size() == rules.size();
  const auto selected = all ? toml::array{"ALL"} : strings(settings.selection.codes());
  const auto line = [&](std::string_view key, const auto& value) { out << key << " = " << value << '\n'; };
  const auto word = [&](std::string_view key, std::string_view value) { line(key, toml::value{std::string(value)}); };
  line("select", selected);
  word("temperature", name_of(settings.temperature));
  word("confidence", name_of(settings.confidence));
  word("fail-on", name_of(settings.fail_on));
  word("output-format", word_of(settings.output_format, kOutputFormats));
  if (settings.sort != Sort::kUsual) word("sort", word_of(settings.sort, kSorts));
  line("exclude", strings(settings.exclude));
  line("force-exclude", settings.force_exclude ? "true" : "false");
  line("respect-gitignore", settings.respect_gitignore ? "true" : "false");
  line("project", settings.project ? "true" : "false");
  std::vector<std::string_view> hot;
  for (const HotMarker& marker : settings.hot) hot.push_back(marker.text);
  line("hot", strings(hot));
  line("blocks", strings(settings.blocks));
  line("src", strings(settings.src));
  toml::table devices;
  for (const AssumedDevice& assumed : settings.devices)
    devices.insert_or_assign(assumed.name, std::string(word_of(assumed.device, kDevices)));
  if (!devices.empty()) out << '\n' << toml::table{{"devices", devices}} << '\n';
  toml::table ignores;
  for (const FileIgnore& ignore : settings.file_ignores)
    ignores.insert_or_assign(ignore.text, strings(ignore.prefixes));
  if (!ignores.empty()) out << '\n' << toml::table{{"per-file-ignores", ignores}} << '\n';
  return out.str();
}

}  // namespace syncfree::cli
