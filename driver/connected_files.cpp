#include "driver/connected_files.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "analyzer/inference/module_names.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/symbol.h"
#include "driver/content_hash.h"

namespace syncfree::driver {
namespace {

using inference::ModuleNames;

/// Sets of nodes that grow together.
class Sets {
 public:
  std::uint32_t of(std::uint32_t node) {
    while (parents_.size() <= node) parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
    while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
    return node;
  }
  void join(std::uint32_t a, std::uint32_t b) { parents_[of(a)] = of(b); }

 private:
  std::vector<std::uint32_t> parents_;
};

class Connections {
 public:
  Connections(std::span<const ImportingFile> files, std::span<const inference::SourceRoot> roots) : files_(files) {
    for (const ImportingFile& file : files) places_.push_back(file.name == nullptr ? ModulePlace{} : add(*file.name));
    for (const inference::SourceRoot& root : roots) search_.add(root, names_, symbols_);
  }

  std::vector<std::vector<std::size_t>> run() {
    for (std::size_t file = 0; file < files_.size(); ++file) {
      if (files_[file].name == nullptr) continue;
      for (const TextImport& import : files_[file].imports) follow(places_[file], import);
    }
    std::map<std::uint32_t, std::size_t> numbers;
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t file = 0; file < files_.size(); ++file) {
      const auto [number, is_new] = numbers.emplace(sets_.of(places_[file].unit), groups.size());
      if (is_new) groups.emplace_back();
      groups[number->second].push_back(file);
    }
    return groups;
  }

 private:
  struct ModulePlace {
    inference::Importer importer{.node = ModuleNames::kRoot, .root = ModuleNames::kRoot};
    bool is_package = false;
    std::uint32_t unit = ModuleNames::kRoot;  ///< the outermost package, or the file itself
  };

  ModulePlace add(const ModuleName& name) {
    ModulePlace place{.is_package = name.is_package};
    place.importer.root = names_.add(name.root, symbols_);
    place.importer.node = place.unit = names_.add(name.place, 0, name.is_package, symbols_);
    const std::uint32_t depth = names_.depth(place.importer.root) + 1;
    while (names_.depth(place.unit) > depth) place.unit = names_.parent(place.unit);
    if (name.is_package || place.unit != place.importer.node) {
      search_.add_outermost_package(place.unit);
      is_package_.resize(std::max<std::size_t>(is_package_.size(), place.unit + 1));
      is_package_[place.unit] = true;
    }
    files_below_[names_.parent(place.unit)].push_back(place.unit);
    units_[place.importer.node] = place.unit;
    return place;
  }

  std::vector<model::Symbol> symbols_of(std::string_view dotted) {
    std::vector<model::Symbol> path;
    while (!dotted.empty()) {
      const std::size_t dot = std::min(dotted.find('.'), dotted.size());
      path.push_back(symbols_.intern(dotted.substr(0, dot)));
      dotted.remove_prefix(std::min(dot + 1, dotted.size()));
    }
    return path;
  }

  void follow(const ModulePlace& place, const TextImport& import) {
    std::vector<model::Symbol> path = symbols_of(import.path);
    if (import.level == 0) {
      // The last part may be no module but what one holds.
      for (; !path.empty(); path.pop_back()) {
        std::uint32_t found = search_.beside(place.importer, path);
        if (found == ModuleNames::kNowhere) found = search_.anywhere(place.importer, path);
        if (found != ModuleNames::kNowhere) return connect(place.unit, found);
      }
      return;
    }
    std::uint32_t base = place.importer.node;
    for (std::uint32_t up = place.is_package ? 1 : 0; up < import.level; ++up) base = names_.parent(base);
    const std::uint32_t found = names_.descendant(base, path);
    if (found != ModuleNames::kNowhere) connect(place.unit, found);
  }

  void connect(std::uint32_t unit, std::uint32_t found) {
    std::uint32_t other = found;
    for (std::uint32_t up = found; up != ModuleNames::kRoot; up = names_.parent(up)) {
      if (up < is_package_.size() && is_package_[up]) other = up;
    }
    sets_.join(unit, other);
    // `package/tools/run.py`, without `tools/__init__.py`: a unit of its own.
    if (const std::uint32_t* own = units_.find(found)) sets_.join(unit, *own);
    if (names_.module(found) != ModuleNames::kNowhere) return;
    // A folder without `__init__`: which of its modules are meant is not followed.
    for (const std::uint32_t below : files_below_[found]) sets_.join(unit, below);
  }

  std::span<const ImportingFile> files_;
  model::SymbolTable symbols_;
  ModuleNames names_;
  inference::ImportSearch search_{names_};
  std::vector<ModulePlace> places_;
  model::FlatMap<std::uint32_t, std::uint32_t> units_;               ///< by node of a module
  std::vector<bool> is_package_;                                     ///< by node: an outermost one
  std::map<std::uint32_t, std::vector<std::uint32_t>> files_below_;  ///< what is directly in a folder
  Sets sets_;
};

/// All that the connections depend on.
std::string text_of(std::span<const ImportingFile> files, std::span<const inference::SourceRoot> roots) {
  std::string text;
  const auto add = [&](std::string_view part) { text.append(part).push_back('\0'); };
  for (const inference::SourceRoot& root : roots) {
    add(root.scope);
    add(root.folder);
  }
  for (const ImportingFile& file : files) {
    text += file.name == nullptr ? '\1' : file.name->is_package ? '\2' : '\3';
    if (file.name == nullptr) continue;
    add(file.name->place);
    add(file.name->root);
    for (const TextImport& import : file.imports) {
      text.append(import.level, '.');
      add(import.path);
    }
  }
  return text;
}

}  // namespace

std::vector<std::vector<std::size_t>> connected_files(std::span<const ImportingFile> files,
                                                      std::span<const inference::SourceRoot> roots) {
  return Connections(files, roots).run();
}

const std::vector<std::vector<std::size_t>>& connected_files(std::span<const ImportingFile> files,
                                                             std::span<const inference::SourceRoot> roots,
                                                             ConnectedBefore& before) {
  const std::uint64_t asked = content_hash(text_of(files, roots));
  if (before.asked != asked) before = {asked, connected_files(files, roots)};
  return before.groups;
}

}  // namespace syncfree::driver
