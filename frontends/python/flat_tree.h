// A syntax tree as one array: its nodes in the order of the text, without comments and line continuations.
#pragma once

#include <cstdint>
#include <vector>

#include <tree_sitter/api.h>

#include "analyzer/source/text_range.h"
#include "frontends/python/syntax.h"

namespace syncfree::python {

struct FlatNode {
  source::TextRange range;
  std::uint32_t after;   ///< number of the first node behind this one and all that is in it
  std::uint32_t parent;  ///< number of the node that holds this one; the root's own
  Syntax kind;
};

/// The root is number 0; the first node inside of another follows it. One walk over tree-sitter's memory: its own
/// cursor works out at each step what it stands on and where the siblings are, which takes five times as long.
class FlatTree {
 public:
  /// The nodes of `tree`, which is no longer needed then.
  void assign(const TSTree& tree);
  const std::vector<FlatNode>& nodes() const { return nodes_; }
  const std::vector<source::TextRange>& comments() const { return comments_; }

 private:
  std::vector<FlatNode> nodes_;
  std::vector<source::TextRange> comments_;
};

}  // namespace syncfree::python
