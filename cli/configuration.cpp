#include "cli/configuration.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

#include "analyzer/source/file_bytes.h"
#include "analyzer/source/project_root.h"
#include "analyzer/system/files.h"
#include "analyzer/system/path_text.h"
#include "cli/configuration_keys.h"

namespace syncfree::cli {
namespace {

constexpr std::string_view kOwnName = "syncfree-lint.toml";
constexpr std::string_view kSharedName = "pyproject.toml";
constexpr std::uint64_t kLargest = 16'000'000;  ///< bytes of a configuration file

std::string at(const std::filesystem::path& file, const toml::source_position& position, std::string_view message) {
  return sys::path_text(file) + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": " +
         std::string(message);
}

std::expected<std::string, std::string> read_text(const std::filesystem::path& file) {
  auto read = source::read_bytes(sys::path_text(file), kLargest);
  if (!read) return std::unexpected(sys::path_text(file) + ": " + read.error());
  return std::move(read->bytes);
}

using Found = std::expected<std::optional<Configuration>, std::string>;

/// How a file was come to.
struct Way {
  std::vector<std::filesystem::path> extending;  ///< the files that led here
  bool is_named = false;                         ///< the first of them on the command line, by whoever decides
};

/// Nothing for a file without our table.
Found load(const std::filesystem::path& file, Way way);

/// A project that is found may be a stranger's: it leads to files of its own only.
std::optional<std::string> refusal(const std::filesystem::path& file, const Way& way) {
  const bool is_suspect = !way.extending.empty() || sys::is_link(file);
  if (way.is_named || !is_suspect) return std::nullopt;
  const std::filesystem::path& first = way.extending.empty() ? file : way.extending.front();
  const std::filesystem::path root = source::project_root(first.parent_path());
  if (source::leads_into(file, root)) return std::nullopt;
  if (way.extending.empty()) {
    return sys::path_text(file) + ": is a link that leads out of the project, " + sys::path_text(root) +
           "; name it with `--config` to use it";
  }
  return sys::path_text(way.extending.back()) + ": `extend`: " + sys::path_text(file) + " is outside of the project, " +
         sys::path_text(root) + "; name " + sys::path_text(first) + " with `--config` to use both";
}

/// The layers of the file that `file` extends.
std::expected<std::vector<ConfigurationLayer>, std::string> load_extended(const std::filesystem::path& file,
                                                                          const std::string& extended, Way way) {
  const std::filesystem::path base = (file.parent_path() / extended).lexically_normal();
  way.extending.push_back(file);
  if (std::ranges::find(way.extending, base) != way.extending.end()) {
    return std::unexpected(sys::path_text(file) + ": `extend`: " + sys::path_text(base) + " leads back to itself");
  }
  auto loaded = load(base, std::move(way));
  if (!loaded) return std::unexpected(std::move(loaded.error()));
  if (!*loaded) return std::unexpected(sys::path_text(base) + ": has no table `tool.syncfree-lint`");
  return std::move((*loaded)->layers);
}

/// What a document says of us; null: nothing.
toml::node* own_node(toml::table& document, const std::filesystem::path& file) {
  return file.filename() == kSharedName ? document["tool"]["syncfree-lint"].node() : &document;
}

Found load(const std::filesystem::path& file, Way way) {
  if (auto refused = refusal(file, way)) return std::unexpected(std::move(*refused));
  const auto text = read_text(file);
  if (!text) return std::unexpected(text.error());
  toml::table document;
  try {
    document = toml::parse(*text, sys::path_text(file));
  } catch (const toml::parse_error& error) {
    return std::unexpected(at(file, error.source().begin, "no valid TOML: " + std::string(error.description())));
  }
  const toml::node* own = own_node(document, file);
  if (own == nullptr) return std::nullopt;
  if (const toml::node* shared = document["tool"]["syncfree-lint"].node(); shared != nullptr && own == &document) {
    return std::unexpected(
        at(file, shared->source().begin,
           "the table `[tool.syncfree-lint]` is for pyproject.toml; here its keys stand at the top"));
  }
  const toml::table* table = own->as_table();
  if (table == nullptr) return std::unexpected(at(file, own->source().begin, "`tool.syncfree-lint` must be a table"));
  ConfigurationTable read;
  if (const auto mistake = read_configuration_table(*table, read)) {
    return std::unexpected(at(file, mistake->place, mistake->message));
  }
  Configuration configuration{.file = file, .layers = {}};
  if (read.extend) {
    auto layers = load_extended(file, *read.extend, std::move(way));
    if (!layers) return std::unexpected(std::move(layers.error()));
    configuration.layers = std::move(*layers);
  }
  configuration.layers.push_back({file, std::move(read.options)});
  return configuration;
}

}  // namespace

Found configuration_in(const std::filesystem::path& folder) {
  for (const std::string_view name : {kOwnName, kSharedName}) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(folder / name, ignored)) continue;
    auto configuration = load(folder / name, {.extending = {}, .is_named = false});
    if (!configuration || *configuration) return configuration;
  }
  return std::nullopt;
}

Found find_configuration(const std::filesystem::path& folder) {
  for (std::filesystem::path at = folder;; at = at.parent_path()) {
    auto configuration = configuration_in(at);
    if (!configuration || *configuration || at == at.parent_path()) return configuration;
  }
}

std::expected<Configuration, std::string> load_configuration(const std::filesystem::path& file) {
  auto configuration = load(file, {.extending = {}, .is_named = true});
  if (!configuration) return std::unexpected(std::move(configuration.error()));
  if (!*configuration) return std::unexpected(sys::path_text(file) + ": has no table `tool.syncfree-lint`");
  return std::move(**configuration);
}

std::vector<std::filesystem::path> extended_files(const std::filesystem::path& file, bool is_named) {
  std::vector<std::filesystem::path> files;
  Way way{.extending = {}, .is_named = is_named};
  for (std::filesystem::path next = file; std::ranges::find(files, next) == files.end();) {
    if (refusal(next, way)) break;
    files.push_back(next);
    way.extending.push_back(next);
    const auto text = read_text(next);
    if (!text) break;
    try {
      toml::table document = toml::parse(*text);
      const toml::node* own = own_node(document, next);
      const toml::table* table = own == nullptr ? nullptr : own->as_table();
      const auto extended = table == nullptr ? std::nullopt : (*table)["extend"].value<std::string>();
      if (!extended) break;
      next = (next.parent_path() / *extended).lexically_normal();
    } catch (const toml::parse_error&) {
      break;
    }
  }
  return files;
}

}  // namespace syncfree::cli
