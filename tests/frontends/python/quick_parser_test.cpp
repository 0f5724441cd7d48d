#include "frontends/python/quick_parser.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "frontends/python/tree.h"
#include "tests/frontends/python/tree_comparison.h"

namespace syncfree::python {
namespace SYNCFREE_FILE {

enum class Reading { kRefused, kSame };

/// What the quick parser takes has to be what the grammar says.
Reading read_both(const std::string& text) {
  FlatTree quick;
  if (!quick.parse(text)) return Reading::kRefused;
  TreeParser parser;
  const Tree tree = parser.parse(text);
  if (tree == nullptr) {
    ADD_FAILURE() << "the grammar has an error in:\n" << text;
    return Reading::kSame;
  }
  FlatTree expected;
  expected.assign(*tree);
  EXPECT_EQ(TreeComparison(quick, expected, text).difference(), "") << "in:\n" << text;
  return Reading::kSame;
}

std::vector<std::string> fixture_texts() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("fixtures")) {
    if (entry.path().extension() == ".py") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream stream(path);
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return texts;
}

TEST(QuickParser, ReadsRealFilesAsTheGrammarDoes) {
  std::size_t refused = 0;
  const std::vector<std::string> texts = fixture_texts();
  for (const std::string& text : texts) refused += read_both(text) == Reading::kRefused ? 1 : 0;
  EXPECT_LE(refused * 50, texts.size());
}

TEST(QuickParser, ReadsAllCommonForms) {
  for (const char* text : {
           "",
           "\n  # comment\n\nx = 1  # behind\n",
           "x = 0xFF + 1_000 - 1.5e-3j * .5 / 0b1 // 0o7 % 2. ** -y @ z << 1 >> 2 & 3 | ~4\n",
           "a = b, c = d = *e, f\na: int\na.b: list[int] | None = c\na += 1, 2\n(a) = [b, (c, *d)] = e\n",
           "a < b <= c != d not in e is not f is g in h == i >= j > k\n",
           "x = a if b or not c and d else lambda e, *f, g=1, **h: (i := e)\n",
           "f(a, *b, c=1, **d)(e for e in f if g if h)[1:2, ..., ::3, :, i:][j]\n",
           "[a, *b.c()]; (); (a,); (yield); {}; {a: b, **c}; {a, *b}; [a for b, *c in d for e in f]; {a: b for c in "
           "d}\n",
           "{a for a in b}; (await c async for d in e)\n",
           "'a' \"b\" r'''c\n\\d''' b'\\'' f'{a!r:>{b}.{c:d}}{{}}{e=}{f, g}' rf\"{h['i']}\" f'{j:%Y-%m}'\n",
           "def f(a, /, b: int = 1, *, c=2, d: 'T', **e: str) -> tuple[int, list[a.b]]: pass; return\n",
           "async def f(self, *args: int):\n    async with a as b, c: await d\n    async for e in f: yield\n    return "
           "await g, h\n",
           "@a.b(c)\n@d\nclass C(D, metaclass=E):\n    '''doc'''\n    x: int = 1\n\n    @property\n    def f(self): "
           "...\n",
           "if a:\n    b\n  # comment\nelif c: d\nelse:\n    e\n    # end\n",
           "for a, (b, *c) in d, e:\n    continue\nelse:\n    break\nwhile a: b\nelse: c\n",
           "try:\n    a\nexcept B as e:\n    raise C from e\nexcept (D, E): pass\nexcept: pass\nelse: f\nfinally: g\n",
           "try: a\nexcept* B: c\n",
           "with (a, b as c): d\nwith (a): b\nwith (a) as b: c\nwith (a as b): c\nwith (a as b,\n      c,): d\n",
           "import a, b.c as d\nfrom . import a\nfrom ...b.c import (d as e, f,)\nfrom g import *\nfrom __future__ "
           "import h, i\n",
           "global a, b\nnonlocal c\ndel d, e[0]\nassert f, g\nraise\nraise h(i)\n",
           "print(a)\nprint = b\nmatch = type = c\ntype: int = 1\nx = match(type(d))\nasync_ = 1\n",
           "x = a + \\\n    b\nif a and \\\r\n   b:\r\n\tc\r\n",
           "x = [\n  1,  # one\n\n  2]\n\x0c\ndef f():\n\n    return 1\n",
           "x: a | b | list[int] = 1\ny: list[int] | a.b | None\nz: list[int] | dict[str, int] | None\n",
       }) {
    EXPECT_EQ(read_both(text), Reading::kSame) << "refused:\n" << text;
  }
}

TEST(QuickParser, RefusesErrorsAndRareForms) {
  for (const char* text : {
           "x = (\n",
           "x = )\n",
           "x = 'a\n",
           "x = '''a\n",
           "x = f'{a'\n",
           "x = f'}'\n",
           "if a:\nb\n",
           "if a:\n    b\n  c\n",
           "x = 1 +\n",
           "f(a b)\n",
           "f(a=1 for a in b)\n",
           "{a: b, c}\n",
           "{a, b: c}\n",
           "x = *a\n",
           "*a\n",
           "x[]\n",
           "x: list[] = 1\n",
           "1 = x\n",
           "f() = x\n",
           "def f(a b): pass\n",
           "class: pass\n",
           "from __future__ import *\n",
           "import\n",
           "x = yield = 1\n",
           "lambda: = 1\n",
           "a b\n",
           "a,\nb = c\n",
           "match a:\n    case 1: pass\n",
           "type A = int\n",
           "print 'a'\n",
           "exec 'a' in b\n",
           "x = `a`\n",
           "x <> y\n",
           "x = 1L\n",
           "x = 0x\n",
           "x = 0b12\n",
           "x = 0o\n",
           "x = 1__0\n",
           "x = 1_\n",
           "x = 1._5\n",
           "h\xC3\xA9 = 1\n",
           "\\\nx = 1\n",
           "f'\\N{DASH}'\n",
       }) {
    EXPECT_EQ(read_both(text), Reading::kRefused) << "accepted:\n" << text;
  }
}

TEST(QuickParser, FollowsPythonWhereTheGrammarDoesNot) {
  const auto parse = [](std::string_view text) {
    FlatTree tree;
    EXPECT_TRUE(tree.parse(text)) << text;
    return tree.nodes();
  };
  // The statement, in it the operator, in it the left operand.
  std::vector<FlatNode> nodes = parse("a ^ b & c\n");
  EXPECT_EQ(nodes[nodes[nodes[nodes[0].first].first].first].range, (source::TextRange{0, 1}));
  // The statement, in it the list, in it the bracket and the star.
  nodes = parse("[*a.b]\n");
  EXPECT_EQ(nodes[nodes[nodes[nodes[nodes[0].first].first].first].next].kind, Syntax::kListSplat);
  parse("if a:\n    x = {b:\n[c]}\n    y\n");
  // A format that begins with `=`.
  parse("f'{a:=>{b}} {c!r:=^3}'\n");
}

TEST(QuickParser, RefusesWhatIsNestedTooDeeply) {
  for (const auto& [begin, end] : std::vector<std::pair<std::string, std::string>>{{"(", ")"},
                                                                                   {"[", "]"},
                                                                                   {"f(", ")"},
                                                                                   {"-", ""},
                                                                                   {"not ", ""},
                                                                                   {"lambda: ", ""},
                                                                                   {"a ** ", ""},
                                                                                   {"a = ", ""},
                                                                                   {"a if b else ", ""},
                                                                                   {"x[", "]"},
                                                                                   {"a: list[", "]"},
                                                                                   {"await ", ""}}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += begin;
    text += "x";
    for (int i = 0; i < 100'000; ++i) text += end;
    FlatTree tree;
    EXPECT_FALSE(tree.parse(text + "\n")) << begin;
  }
  std::string blocks;
  for (std::size_t i = 0; i < 2'000; ++i) blocks += std::string(i, ' ') + "if a:\n";
  FlatTree tree;
  EXPECT_FALSE(tree.parse(blocks + std::string(2'000, ' ') + "b\n"));
}

/// Some lines of a text, with a few changes.
std::string damaged(const std::string& text, std::mt19937& random) {
  constexpr std::array<std::string_view, 44> kPieces = {
      "(",       ")",   "[",      "]",   "{",      "}",   ",",  ":",      "=",       "*",       "**",
      ".",       "\n",  "\n    ", " ",   "#",      "'",   "\"", "if ",    "else ",   "for ",    "in ",
      "not ",    "is ", "yield ", "as ", "x",      "1",   "f'", "async ", ":=",      ";",       "\\\n",
      "import ", "==",  "->",     "@",   "print ", "...", "-",  "match ", "lambda ", "except ", "'''"};
  const auto below = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
  };
  std::size_t begin = text.find('\n', below(text.size()));
  begin = begin == std::string::npos ? 0 : begin + 1;
  const std::size_t indentation = std::min(text.find_first_not_of(' ', begin), text.size()) - begin;
  std::string piece;
  for (int line = 0; line < 6 && begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::size_t first = std::min(text.find_first_not_of(' ', begin), end - 1);
    piece += text.substr(std::min(begin + indentation, first), end - std::min(begin + indentation, first));
    begin = end;
  }
  for (std::size_t changes = below(3); changes > 0 && !piece.empty(); --changes) {
    const std::size_t at = below(piece.size());
    if (below(2) == 0) {
      piece.insert(at, kPieces[below(kPieces.size())]);
    } else {
      piece.erase(at, 1 + below(3));
    }
  }
  return piece;
}

TEST(QuickParser, ReadsDamagedTextAsTheGrammarDoesOrNotAtAll) {
  std::size_t accepted = 0;
  for (const std::string& text : fixture_texts()) {
    if (text.empty()) continue;
    // Each text has its own damage, the same in every run and whatever other fixtures there are.
    std::mt19937 random(static_cast<std::uint32_t>(text.size()));  // NOLINT(cert-msc32-c,cert-msc51-cpp)
    for (int i = 0; i < 20; ++i) accepted += read_both(damaged(text, random)) == Reading::kSame ? 1 : 0;
  }
  EXPECT_GT(accepted, 200);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::python
