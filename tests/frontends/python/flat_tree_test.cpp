#include "frontends/python/flat_tree.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "frontends/python/tree.h"

namespace syncfree::python {
namespace SYNCFREE_FILE {

/// The same by tree-sitter's own cursor.
struct Expected {
  std::vector<FlatNode> nodes;
  std::vector<source::TextRange> comments;

  explicit Expected(const TSTree& tree) {
    cursor_ = ts_tree_cursor_new(ts_tree_root_node(&tree));
    add(0);
    ts_tree_cursor_delete(&cursor_);
  }

 private:
  void add(std::uint32_t parent) {
    const TSNode node = ts_tree_cursor_current_node(&cursor_);
    const source::TextRange range{ts_node_start_byte(node), ts_node_end_byte(node)};
    const Syntax kind = SyntaxTable::get()[ts_node_symbol(node)];
    if (kind == Syntax::kComment) comments.push_back(range);
    if (kind == Syntax::kComment || kind == Syntax::kLineContinuation) return;
    const auto number = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back({.range = range, .parent = parent, .kind = kind});
    if (number != 0) {
      std::uint32_t* link = &nodes[parent].first;
      while (*link != 0) link = &nodes[*link].next;
      *link = number;
    }
    if (!ts_tree_cursor_goto_first_child(&cursor_)) return;
    do {
      add(number);
    } while (ts_tree_cursor_goto_next_sibling(&cursor_));
    ts_tree_cursor_goto_parent(&cursor_);
  }

  TSTreeCursor cursor_{};
};

auto as_tuple(const FlatNode& node) {
  return std::tuple(node.range.begin, node.range.end, node.first, node.next, node.parent, node.kind);
}

/// How many nodes the text has; 0 if it does not parse.
std::size_t expect_same_walk(const std::string& text, const std::string& name) {
  TreeParser parser;
  const Tree tree = parser.parse(text);
  if (tree == nullptr) return 0;
  const Expected expected(*tree);
  FlatTree flat;
  flat.assign(*tree);
  EXPECT_EQ(flat.nodes().size(), expected.nodes.size()) << name;
  EXPECT_EQ(flat.comments(), expected.comments) << name;
  const std::size_t count = std::min(flat.nodes().size(), expected.nodes.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (as_tuple(flat.nodes()[i]) == as_tuple(expected.nodes[i])) continue;
    ADD_FAILURE() << name << ": node " << i << " at byte " << expected.nodes[i].range.begin;
    break;
  }
  return count;
}

TEST(FlatTree, OfRealFilesIsWhatTreeSittersCursorWalks) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("fixtures")) {
    if (entry.path().extension() != ".py") continue;
    std::ifstream stream(entry.path());
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    EXPECT_GT(expect_same_walk(text, entry.path()), 0) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 50);
}

TEST(FlatTree, OfOddTextsIsWhatTreeSittersCursorWalks) {
  for (const char* text : {
           "",
           "\n\n",
           "  # only a comment",
           "# before\n\nx = 1  # behind\n# between\ny = 2\n# at the end",
           "f(  # first\n    a,\n    # alone\n    b  # last\n)\n",
           "if a:\n    # leading\n    b\n    # trailing\n\n# outside\nelse:\n    c\n",
           "x = 1 + \\\n    2 \\\n    + 3\n",
           "x = \\\n\\\n    2\n",
           "\xEF\xBB\xBFx = 'a' \"b\" r'''c\n''' f'{a!r:>{w}} {{}} \\n'\n",
           "print a, b\nexec 'x' in y\n",
           "match x:\n    case [1, *_] | {'k': C(a=-1)} if y:\n        pass\n    case _:\n        pass\n",
           "type A[T: int, *Ts, **P] = list[T] | None\n",
           "async def f(a, /, b: int = 1, *c, d, **e) -> \"T\": return await g[1:2, ...]\n",
           "with (open(a) as b, c): x: int; y @= z; del a, b\n",
           "try: pass\nexcept* (A, B) as e: raise X from e\nfinally: yield\n",
           "[*a, *[b for b in c if d if e]]; {**f, 'g': lambda *h, i=1: (yield)}\n",
           "a = b = c if d else not e is not f not in g <> h\n",
           "\x0c\tx\n\t\x0c\n",
           "from __future__ import annotations\nfrom ..a import (b as c, d,)\nfrom . import *\n",
       }) {
    expect_same_walk(text, text);
  }
}

TEST(FlatTree, ManyLevelsTakeNoRecursion) {
  constexpr int kLevels = 100'000;
  const std::string text = std::string(kLevels, '(') + "x" + std::string(kLevels, ')') + "\n";
  TreeParser parser;
  const Tree tree = parser.parse(text);
  ASSERT_NE(tree, nullptr);
  FlatTree flat;
  flat.assign(*tree);
  EXPECT_GT(flat.nodes().size(), 3 * kLevels);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::python
