// Tree-sitter's parser and trees, owned.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

#include "analyzer/source/text_range.h"

namespace syncfree::python {

struct DeleteTree {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using Tree = std::unique_ptr<TSTree, DeleteTree>;

/// The comments of `text` that a tree holds as one at `run`: long runs of lines become that, for the parser's sake.
std::vector<source::TextRange> comments_in(source::TextRange run, std::string_view text);

class TreeParser {
 public:
  TreeParser();
  ~TreeParser();
  TreeParser(const TreeParser&) = delete;
  TreeParser& operator=(const TreeParser&) = delete;

  /// The tree of `text`, or null if it has a syntax error: tree-sitter's own recovery is given up at once.
  Tree parse(std::string_view text);

  /// Where the grammar got stuck.
  struct Failure {
    enum class Where : std::uint8_t {
      kThisLine,  ///< what does not fit is on the line of `offset`
      kNextLine,  ///< it is the beginning of the next logical line
      kBlockEnd,  ///< it is the end of a block, or of the text
    };
    std::size_t offset;  ///< behind the last token that fits
    Where place;
  };
  /// The first failure, for a `text` that `parse` gave no tree of. Some ten times slower than parsing up to there.
  std::optional<Failure> find_failure(std::string_view text);

 private:
  Tree run(std::string_view text, TSParseOptions options);
  TSParser* parser_;
};

}  // namespace syncfree::python
