// A syntax tree as one array, without comments and line continuations.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

#include "analyzer/source/text_range.h"
#include "frontends/python/quick_tokens.h"
#include "frontends/python/syntax.h"

namespace syncfree::python {

struct FlatNode {
  source::TextRange range;
  std::uint32_t first = 0;   ///< number of the first node in it; 0: none
  std::uint32_t next = 0;    ///< number of the next node beside it; 0: none
  std::uint32_t parent = 0;  ///< number of the node that holds it
  Syntax kind;
};

/// The root is number 0.
class FlatTree {
 public:
  /// The nodes of `tree`, which is no longer needed then.
  void assign(const TSTree& tree);
  /// The nodes of `text` without a tree; false where that takes tree-sitter (see quick_parser.h).
  bool parse(std::string_view text);
  const std::vector<FlatNode>& nodes() const { return nodes_; }
  const std::vector<source::TextRange>& comments() const { return comments_; }

 private:
  void add(Syntax kind, source::TextRange range, std::uint32_t parent);

  std::vector<FlatNode> nodes_;
  std::vector<std::uint32_t> last_;  ///< by node: the last one in it
  std::vector<source::TextRange> comments_;
  std::vector<QuickToken> tokens_;
};

}  // namespace syncfree::python
