// Where a project's modules lie, as a tree of folders, so that following an import compares symbols and builds no text.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/model/flat_map.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

class ModuleNames {
 public:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;
  static constexpr std::uint32_t kRoot = 0;

  /// The node of a folder, with slashes between its parts; made if it is new.
  std::uint32_t add(std::string_view place, model::SymbolTable& symbols);
  /// The node of `place`, which `module` has from now on. Of a file and a package of one name, Python imports the
  /// package.
  std::uint32_t add(std::string_view place, std::uint32_t module, bool is_package, model::SymbolTable& symbols);

  /// Nothing lies anywhere any more, until it is added again. What is added again has the node that it had.
  void forget_modules();

  /// kNowhere where nothing has that name; a node without a module is a folder without `__init__`.
  std::uint32_t child(std::uint32_t node, model::Symbol name) const;
  std::uint32_t descendant(std::uint32_t node, std::span<const model::Symbol> path) const;
  /// The root for what has no parent.
  std::uint32_t parent(std::uint32_t node) const { return nodes_[node].parent; }
  model::Symbol name(std::uint32_t node) const { return nodes_[node].name; }
  /// kNowhere for a node without one, and for kNowhere itself.
  std::uint32_t module(std::uint32_t node) const { return node == kNowhere ? kNowhere : nodes_[node].module; }
  bool is_package(std::uint32_t node) const { return nodes_[node].is_package; }
  /// How many folders lie around it.
  std::uint32_t depth(std::uint32_t node) const { return nodes_[node].depth; }

 private:
  struct Node {
    std::uint32_t parent = kRoot;
    std::uint32_t depth = 0;
    model::Symbol name;
    std::uint32_t module = kNowhere;
    bool is_package = false;
    bool is_there = true;  ///< a module, or a folder of one
  };

  std::vector<Node> nodes_ = {Node{}};
  model::FlatMap<std::uint64_t, std::uint32_t> children_;  ///< by parent << 32 | symbol
};

}  // namespace syncfree::inference
