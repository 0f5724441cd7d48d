#include "driver/source_roots.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>

#include <toml++/toml.h>

#include "analyzer/source/file_bytes.h"
#include "analyzer/system/path_text.h"
#include "driver/language.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

/// A key of a pyproject.toml that names folders, as a string or an array of them.
struct LayoutKey {
  std::string_view path;
  bool names_packages = false;  ///< the folders are packages: modules are imported from the folders around them
};
constexpr std::array<LayoutKey, 12> kLayoutKeys = {{
    {"tool.pytest.ini_options.pythonpath"},
    {"tool.setuptools.packages.find.where"},
    {"tool.setuptools.package-dir.\"\""},
    {"tool.pdm.build.package-dir"},
    {"tool.maturin.python-source"},
    {"tool.uv.build-backend.module-root"},
    {"tool.ruff.src"},
    {"tool.pyright.extraPaths"},
    {"tool.mypy.mypy_path"},
    {"tool.hatch.build.sources"},
    {"tool.hatch.build.targets.wheel.sources"},
    {"tool.hatch.build.targets.wheel.packages", true},
}};

/// Folders of sources by their names. Scripts beside a `lib` put it on Python's path, mostly in a module of their own.
constexpr std::array<std::string_view, 2> kSourceFolders = {"src", "lib"};

constexpr std::uint64_t kLargestProject = 16'000'000;  ///< bytes of a pyproject.toml

const toml::node* node_at(const toml::table& document, std::string_view path) {
  const toml::node* node = &document;
  while (!path.empty() && node != nullptr) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    std::string_view part = path.substr(0, dot);
    if (part == "\"\"") part = {};
    const toml::table* table = node->as_table();
    node = table == nullptr ? nullptr : table->get(part);
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return node;
}

class Collector {
 public:
  void add_folder(const fs::path& folder, bool reads_projects) {
    for (fs::path at = folder; seen_.insert(sys::path_text(at)).second && at.has_relative_path();
         at = at.parent_path()) {
      if (std::ranges::find(kSourceFolders, at.filename()) != kSourceFolders.end()) add(at.parent_path(), at);
      if (reads_projects) read_project(at);
    }
  }

  void add(const fs::path& scope, const fs::path& folder) {
    fs::path normal = folder.lexically_normal();
    if (!normal.has_filename()) normal = normal.parent_path();
    if (normal != scope) roots_.insert({sys::path_text(scope), sys::path_text(normal)});
  }

  std::vector<inference::SourceRoot> take() {
    std::vector<inference::SourceRoot> roots;
    for (const auto& [scope, folder] : roots_) roots.push_back({scope, folder});
    return roots;
  }

 private:
  /// Errors in it are reported where the settings for this program are looked up.
  void read_project(const fs::path& folder) {
    const auto read = source::read_bytes(sys::path_text(folder / "pyproject.toml"), kLargestProject);
    if (!read) return;
    toml::table document;
    try {
      document = toml::parse(read->bytes);
    } catch (const toml::parse_error&) {
      return;
    }
    for (const LayoutKey& key : kLayoutKeys) {
      if (const toml::node* node = node_at(document, key.path)) add_named(folder, *node, key.names_packages);
    }
    const toml::node* packages = node_at(document, "tool.poetry.packages");
    if (packages == nullptr || !packages->is_array()) return;
    for (const toml::node& package : *packages->as_array()) {
      const toml::table* table = package.as_table();
      if (table != nullptr && table->get("from") != nullptr) add_named(folder, *table->get("from"), false);
    }
  }

  void add_named(const fs::path& base, const toml::node& node, bool names_packages) {
    if (const toml::array* array = node.as_array()) {
      for (const toml::node& element : *array) {
        if (element.is_string()) add_named(base, element, names_packages);
      }
      return;
    }
    const auto text = node.value<std::string>();
    if (!text || text->empty()) return;
    const fs::path folder = base / *text;
    add(base, names_packages ? folder.lexically_normal().parent_path() : folder);
  }

  std::set<std::string> seen_;
  std::set<std::pair<std::string, std::string>> roots_;
};

}  // namespace

std::vector<inference::SourceRoot> source_roots(const Unit& unit, const FileSettings& settings) {
  Collector collector;
  // A run without configuration files ignores those of other tools, too.
  const bool reads_projects = unit.request.folders.has_value();
  std::string last;  // most files lie in the folder of the one before them
  for (const UnitFile& file : unit.files) {
    if (is_cxx(file.path)) continue;
    const std::string& path = sys::path_text(file.absolute);
    const std::string_view folder = std::string_view(path).substr(0, path.rfind('/'));
    if (folder == last && !last.empty()) continue;
    last = folder;
    collector.add_folder(file.absolute.parent_path(), reads_projects);
  }
  for (const Settings* each : settings.all()) {
    for (const std::string& folder : each->src) collector.add(each->src_root, each->src_root / folder);
  }
  return collector.take();
}

}  // namespace syncfree::driver
