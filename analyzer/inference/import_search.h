// Where the modules that an import names are looked for.
//
// Nothing says how a program is started, so the folders that Python would search are read off the tree. For a module
// they are, in this order: the folder that holds it (of a module in a package: that holds the outermost package), which
// is where Python looks first; the folders around that one, each with the source roots that belong to it; packages
// that lie anywhere else, the nearest first; and the folders inside of the package, for modules that are started as
// scripts; and last the libraries, in which nothing but libraries is found. The nearest one wins, so that modules of
// one name in different folders do not clash, and a folder above finds what each of its folders finds.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/inference/module_names.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

/// `folder` is searched by the modules below `scope`: `src` or `lib` of a repository, or what its settings name. Both
/// as in ModuleInput::place.
struct SourceRoot {
  std::string scope;
  std::string folder;
  friend bool operator==(const SourceRoot&, const SourceRoot&) = default;
};

/// A module in the tree.
struct Importer {
  std::uint32_t node;
  std::uint32_t root;       ///< the folder that holds it or its outermost package
  bool is_library = false;  ///< it sees libraries alone
  friend bool operator==(const Importer&, const Importer&) = default;
};

class ImportSearch {
 public:
  /// `names` must outlive it.
  explicit ImportSearch(const ModuleNames& names) : names_(names) {}
  /// The same among other names that are equal.
  ImportSearch(const ImportSearch& other, const ModuleNames& names)
      : names_(names), roots_(other.roots_), packages_(other.packages_), libraries_(other.libraries_) {}
  ImportSearch(const ImportSearch&) = delete;
  ImportSearch& operator=(const ImportSearch&) = delete;

  void add(const SourceRoot& root, ModuleNames& names, model::SymbolTable& symbols);
  /// A package in no other one can be imported from wherever it lies.
  void add_outermost_package(std::uint32_t node);
  /// Of a library: what a folder that is searched holds. It is found where nothing else is.
  void add_library(std::uint32_t node);

  /// In the folder that Python searches first; kNowhere if it is not there.
  std::uint32_t beside(const Importer& importer, std::span<const model::Symbol> path) const;
  /// Everywhere: a module, else a folder of modules without `__init__`.
  std::uint32_t anywhere(const Importer& importer, std::span<const model::Symbol> path) const;

 private:
  using Accept = std::function<bool(std::uint32_t node)>;
  bool is_itself(const Importer& importer, std::uint32_t node) const;
  std::uint32_t search(const Importer& importer, std::span<const model::Symbol> path, const Accept& accept) const;
  std::uint32_t around(std::uint32_t folder, std::span<const model::Symbol> path, const Accept& accept) const;
  std::uint32_t in_packages(const Importer& importer, std::span<const model::Symbol> path, const Accept& accept) const;
  std::uint32_t in_libraries(std::span<const model::Symbol> path, const Accept& accept) const;
  std::uint32_t common_depth(std::uint32_t a, std::uint32_t b) const;

  const ModuleNames& names_;
  model::FlatMap<std::uint32_t, std::vector<std::uint32_t>> roots_;  ///< folders to search, by scope
  model::FlatMap<model::Symbol, std::vector<std::uint32_t>> packages_;
  model::FlatMap<model::Symbol, std::vector<std::uint32_t>> libraries_;
};

}  // namespace syncfree::inference
