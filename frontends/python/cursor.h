// A walk over a syntax tree that leaves out comments and line continuations, and notes the comments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <tree_sitter/api.h>

#include "analyzer/model/module.h"
#include "frontends/python/syntax.h"

namespace syncfree::python {

class Cursor {
 public:
  explicit Cursor(std::vector<model::Comment>& comments) : syntax_(SyntaxTable::get()), comments_(comments) {}
  ~Cursor() {
    if (is_open_) ts_tree_cursor_delete(&cursor_);
  }
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  /// Stands on `root`, whose text begins `offset` bytes into the file. The tree must stay alive.
  void start(TSNode root, std::uint32_t offset) {
    if (is_open_) {
      ts_tree_cursor_reset(&cursor_, root);
    } else {
      cursor_ = ts_tree_cursor_new(root);
      is_open_ = true;
    }
    offset_ = offset;
    read();
  }

  Syntax kind() const { return kind_; }
  std::uint32_t begin() const { return ts_node_start_byte(node_) + offset_; }
  std::uint32_t end() const { return std::min(ts_node_end_byte(node_) + offset_, end_limit_); }
  source::TextRange range() const { return {begin(), end()}; }

  /// Goes to the first child; false, and stays, if there is none.
  bool enter() {
    if (!ts_tree_cursor_goto_first_child(&cursor_)) return false;
    read();
    if (!is_extra() || skip_extras()) return true;
    ts_tree_cursor_goto_parent(&cursor_);
    read();
    return false;
  }
  /// Goes to the next sibling; false, and stays, if there is none.
  bool next() {
    if (!ts_tree_cursor_goto_next_sibling(&cursor_)) return false;
    read();
    return !is_extra() || skip_extras();
  }
  /// Back to the parent. Its kind and range are not read again: ask before entering.
  void leave() { ts_tree_cursor_goto_parent(&cursor_); }
  /// Back to the parent, which is read again.
  void go_back() {
    leave();
    read();
  }
  /// After something was lowered from the node on.
  void reread() { read(); }

  /// Calls `visit` on each child.
  template <class Visit>
  void each_child(Visit&& visit) {
    if (!enter()) return;
    do {
      visit();
    } while (next());
    leave();
  }

  /// Ranges end here at most, until it is lifted: for a node that holds more than belongs to it.
  void limit_end(std::uint32_t end) { end_limit_ = end; }
  void lift_end_limit() { end_limit_ = std::numeric_limits<std::uint32_t>::max(); }

 private:
  void read() {
    node_ = ts_tree_cursor_current_node(&cursor_);
    kind_ = syntax_[ts_node_symbol(node_)];
  }
  bool is_extra() const { return kind_ == Syntax::kComment || kind_ == Syntax::kLineContinuation; }
  bool skip_extras() {
    do {
      if (kind_ == Syntax::kComment) comments_.push_back({range()});
      if (!ts_tree_cursor_goto_next_sibling(&cursor_)) return false;
      read();
    } while (is_extra());
    return true;
  }

  const SyntaxTable& syntax_;
  std::vector<model::Comment>& comments_;
  TSTreeCursor cursor_{};
  TSNode node_{};
  Syntax kind_ = Syntax::kOther;
  std::uint32_t offset_ = 0;
  std::uint32_t end_limit_ = std::numeric_limits<std::uint32_t>::max();
  bool is_open_ = false;
};

}  // namespace syncfree::python
