#include "frontends/python/flat_tree.h"

#include <language.h>
#include <subtree.h>
#include <tree.h>

#include "analyzer/work/work.h"
#include "frontends/python/quick_parser.h"

namespace syncfree::python {
namespace {

constexpr std::uint32_t kHidden = 0xFFFFFFFF;

/// A subtree whose children are being read.
struct OpenSubtree {
  const Subtree* next;
  const Subtree* end;
  const TSSymbol* aliases;  ///< by child, extras not counted; null: none
  std::uint32_t visible;    ///< the number of the innermost node around its children
};

OpenSubtree open(Subtree subtree, const TSLanguage& language, std::uint32_t visible) {
  const Subtree* children = ts_subtree_children(subtree);
  return {.next = children,
          .end = children + ts_subtree_child_count(subtree),
          .aliases = ts_language_alias_sequence(&language, ts_subtree_production_id(subtree)),
          .visible = visible};
}

}  // namespace

void FlatTree::assign(const TSTree& tree) {
  const SyntaxTable& syntax = SyntaxTable::get();
  nodes_.clear();
  last_.clear();
  comments_.clear();
  std::vector<OpenSubtree> stack;
  // A subtree's range begins behind its padding, which is that of its first leaf.
  std::uint32_t position = 0;
  const auto add = [&](Syntax kind, Subtree subtree, std::uint32_t parent) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    const std::uint32_t begin = position + ts_subtree_padding(subtree).bytes;
    nodes_.push_back({{begin, begin + ts_subtree_size(subtree).bytes}, 0, 0, parent, kind});
    last_.push_back(0);
    if (number != 0) {
      (last_[parent] == 0 ? nodes_[parent].first : nodes_[last_[parent]].next) = number;
      last_[parent] = number;
    }
    return number;
  };
  add(syntax[ts_subtree_symbol(tree.root)], tree.root, 0);
  stack.push_back(open(tree.root, *tree.language, 0));
  while (!stack.empty()) {
    OpenSubtree& around = stack.back();
    if (around.next == around.end) {
      stack.pop_back();
      continue;
    }
    const Subtree child = *around.next++;
    const TSSymbol alias = around.aliases == nullptr || ts_subtree_extra(child) ? 0 : *around.aliases++;
    const bool is_visible = alias != 0 || ts_subtree_visible(child);
    const Syntax kind = is_visible ? syntax[alias != 0 ? alias : ts_subtree_symbol(child)] : Syntax::kOther;
    const bool is_left_out = kind == Syntax::kComment || kind == Syntax::kLineContinuation;
    const std::uint32_t number = is_visible && !is_left_out ? add(kind, child, around.visible) : kHidden;
    if (ts_subtree_visible_child_count(child) > 0) {
      stack.push_back(open(child, *tree.language, number == kHidden ? around.visible : number));
      continue;
    }
    const std::uint32_t begin = position + ts_subtree_padding(child).bytes;
    position = begin + ts_subtree_size(child).bytes;
    if (kind == Syntax::kComment) comments_.push_back({begin, position});
  }
  work::count(work::Kind::kTokens, nodes_.size());
}

bool FlatTree::parse(std::string_view text) {
  nodes_.clear();
  last_.clear();
  comments_.clear();
  tokens_.clear();
  const bool is_read = read_tokens(text, tokens_, comments_);
  work::count(work::Kind::kTokens, tokens_.size());
  return is_read && QuickParser(text, tokens_, nodes_, last_).run();
}

}  // namespace syncfree::python
