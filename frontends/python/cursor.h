// A walk over a syntax tree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "frontends/python/flat_tree.h"

namespace syncfree::python {

class Cursor {
 public:
  /// Stands on the root of `tree`, whose text begins `offset` bytes into the file. The tree must stay alive.
  void start(const FlatTree& tree, std::uint32_t offset) {
    first_ = node_ = tree.nodes().data();
    offset_ = offset;
  }

  Syntax kind() const { return node_->kind; }
  std::uint32_t begin() const { return node_->range.begin + offset_; }
  std::uint32_t end() const { return std::min(node_->range.end + offset_, end_limit_); }
  source::TextRange range() const { return {begin(), end()}; }

  /// Goes to the first child; false, and stays, if there is none.
  bool enter() {
    if (node_->first == 0) return false;
    node_ = first_ + node_->first;
    return true;
  }
  /// Goes to the next sibling; false, and stays, if there is none.
  bool next() {
    if (node_->next == 0) return false;
    node_ = first_ + node_->next;
    return true;
  }
  /// Back to the parent.
  void leave() { node_ = first_ + node_->parent; }

  /// Calls `visit` on each child.
  template <class Visit>
  void each_child(Visit&& visit) {
    if (!enter()) return;
    do {
      visit();
    } while (next());
    leave();
  }

  /// Calls `visit` on each child but brackets and the commas between them.
  template <class Visit>
  void each_item(Visit&& visit) {
    each_child([&] {
      switch (kind()) {
        case Syntax::kOpenParenthesis:
        case Syntax::kCloseParenthesis:
        case Syntax::kOpenBracket:
        case Syntax::kCloseBracket:
        case Syntax::kOpenBrace:
        case Syntax::kCloseBrace:
        case Syntax::kCommaToken:
          break;
        default:
          visit();
      }
    });
  }

  /// Ranges end here at most, until it is lifted: for a node that holds more than belongs to it.
  void limit_end(std::uint32_t end) { end_limit_ = end; }
  void lift_end_limit() { end_limit_ = std::numeric_limits<std::uint32_t>::max(); }

 private:
  const FlatNode* first_ = nullptr;
  const FlatNode* node_ = nullptr;
  std::uint32_t offset_ = 0;
  std::uint32_t end_limit_ = std::numeric_limits<std::uint32_t>::max();
};

}  // namespace syncfree::python
