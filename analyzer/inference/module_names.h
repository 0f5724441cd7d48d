// The dotted names of a project's modules as a tree, so that following an import compares symbols and builds no text.
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

  /// The node of `dotted`, which `module` has from now on unless another one has it already.
  std::uint32_t add(std::string_view dotted, std::uint32_t module, model::SymbolTable& symbols);

  /// kNowhere where nothing has that name; a node without a module is a folder without `__init__`.
  std::uint32_t child(std::uint32_t node, model::Symbol name) const;
  std::uint32_t descendant(std::uint32_t node, std::span<const model::Symbol> path) const;
  /// The root for what has no parent.
  std::uint32_t parent(std::uint32_t node) const { return nodes_[node].parent; }
  model::Symbol name(std::uint32_t node) const { return nodes_[node].name; }
  /// kNowhere for a node without one, and for kNowhere itself.
  std::uint32_t module(std::uint32_t node) const { return node == kNowhere ? kNowhere : nodes_[node].module; }

 private:
  struct Node {
    std::uint32_t parent = kRoot;
    model::Symbol name;
    std::uint32_t module = kNowhere;
  };

  std::vector<Node> nodes_ = {Node{}};
  model::FlatMap<std::uint64_t, std::uint32_t> children_;  ///< by parent << 32 | symbol
};

}  // namespace syncfree::inference
