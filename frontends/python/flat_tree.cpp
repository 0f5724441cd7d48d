#include "frontends/python/flat_tree.h"

#include "analyzer/work/work.h"
#include "frontends/python/quick_parser.h"

namespace syncfree::python {
namespace {

/// Tree-sitter's cursor, given back at the end.
class TreeWalk {
 public:
  explicit TreeWalk(TSNode root) : cursor_(ts_tree_cursor_new(root)) {}
  ~TreeWalk() { ts_tree_cursor_delete(&cursor_); }
  TreeWalk(const TreeWalk&) = delete;
  TreeWalk& operator=(const TreeWalk&) = delete;

  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  bool enter() { return ts_tree_cursor_goto_first_child(&cursor_); }
  bool go_on() { return ts_tree_cursor_goto_next_sibling(&cursor_); }
  void leave() { ts_tree_cursor_goto_parent(&cursor_); }

 private:
  TSTreeCursor cursor_;
};

}  // namespace

void FlatTree::add(Syntax kind, source::TextRange range, std::uint32_t parent) {
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({range, 0, 0, parent, kind});
  last_.push_back(0);
  if (number == 0) return;
  (last_[parent] == 0 ? nodes_[parent].first : nodes_[last_[parent]].next) = number;
  last_[parent] = number;
}

void FlatTree::assign(const TSTree& tree) {
  const SyntaxTable& syntax = SyntaxTable::get();
  nodes_.clear();
  last_.clear();
  comments_.clear();
  TreeWalk walk(ts_tree_root_node(&tree));
  std::vector<std::uint32_t> around = {0};  // the node that holds the one reached, and those that hold it
  while (true) {
    const TSNode node = walk.node();
    const Syntax kind = syntax[ts_node_symbol(node)];
    const source::TextRange range{ts_node_start_byte(node), ts_node_end_byte(node)};
    std::uint32_t number = around.back();
    if (kind == Syntax::kComment) {
      comments_.push_back(range);
    } else if (kind != Syntax::kLineContinuation) {
      number = static_cast<std::uint32_t>(nodes_.size());
      add(kind, range, around.back());
    }
    if (walk.enter()) {
      around.push_back(number);
      continue;
    }
    while (around.size() > 1 && !walk.go_on()) {
      walk.leave();
      around.pop_back();
    }
    if (around.size() == 1) break;
  }
  work::count(work::Counted::kTokens, nodes_.size());
}

bool FlatTree::parse(std::string_view text) {
  nodes_.clear();
  last_.clear();
  comments_.clear();
  tokens_.clear();
  const bool is_read = read_tokens(text, tokens_, comments_);
  work::count(work::Counted::kTokens, tokens_.size());
  return is_read && QuickParser(text, tokens_, nodes_, last_).run();
}

}  // namespace syncfree::python
