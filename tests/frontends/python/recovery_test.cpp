#include <array>
#include <random>
#include <thread>
#include <vector>

#include "frontends/python/logical_lines.h"
#include "frontends/python/syntax.h"
#include "tests/frontends/python/support.h"

namespace syncfree::python {
namespace SYNCFREE_FILE {

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int count = 0; count < times; ++count) text += part;
  return text;
}

struct Broken {
  const char* source;
  const char* model;
  const char* problems;
};

void expect_recovers(std::initializer_list<Broken> examples) {
  for (const Broken& example : examples) {
    const Parsed parsed(example.source);
    EXPECT_EQ(parsed.dumped(), std::string(example.model)) << "of:\n" << example.source;
    EXPECT_EQ(parsed.problems(), example.problems) << "of:\n" << example.source;
    EXPECT_EQ(violations(*parsed.module, parsed.symbols), std::vector<std::string>{}) << "of:\n" << example.source;
  }
}

TEST(PythonGrammar, HasEverySyntaxThatLoweringAsksFor) { EXPECT_EQ(SyntaxTable::get().first_missing(), ""); }

TEST(PythonRecovery, LongRunsOfCommentsStayComments) {
  for (const std::string end : {"\n", "\r\n"}) {
    std::string source = "def f(:" + end;
    for (int i = 0; i < 150; ++i) source += "    # number " + std::to_string(i) + end;
    source += "    x" + end;
    const Parsed parsed(source);
    const auto& comments = parsed.module->comments;
    ASSERT_EQ(comments.size(), 150U);
    const auto text_of = [&](std::size_t at) {
      return source.substr(comments[at].range.begin, comments[at].range.size());
    };
    EXPECT_TRUE(text_of(0).starts_with("# number 0"));
    EXPECT_TRUE(text_of(149).starts_with("# number 149"));
    EXPECT_EQ(text_of(0).size() + 2, text_of(149).size());
  }
}

TEST(PythonRecovery, ABrokenStatementIsUnknown) {
  expect_recovers({
      {"a\nb = = c\nd\n", "a\nunknown\nd\n", "syntax error `b = = c`\n"},
      {"a\nb =\n", "a\nunknown\n", "syntax error `b =`\n"},
      {"a\nb = \nif c: d\n", "a\nunknown\n(if c [d])\n", "syntax error `b =`\n"},
      {"f(a b)\nc\n", "unknown\nc\n", "syntax error `f(a b)`\n"},
      {"a b  # why\nc  # end\n", "unknown\nc\n", "syntax error `a b`\n"},
      {"def f():\n  a\n  b c\n  d\n", "(def f () [a unknown d])\n", "syntax error `b c`\n"},
      {"class A:\n  def f(self):\n    x ==\n  def g(self): pass\n",
       "(class A [(def f (self) [unknown]) (def g (self) [(pass)])])\n", "syntax error `x ==`\n"},
      {"$\na\n", "unknown\na\n", "syntax error `$`\n"},
      {"a\n?\n", "a\nunknown\n", "syntax error `?`\n"},
      {"a = `b`\nc\n", "(assign a = unknown)\nc\n", ""},
      {"x = 5 6\ny = 7 8\nz\n", "unknown\nunknown\nz\n", "syntax error `x = 5 6`\nsyntax error `y = 7 8`\n"},
  });
}

// Where no line end can be, the grammar takes it for a space.
TEST(PythonRecovery, AnOperandOnTheNextLineIsAccepted) { EXPECT_EQ(Parsed("a = \nb\n").dumped(), "(assign a = b)\n"); }

TEST(PythonRecovery, ABracketThatIsNeverClosed) {
  expect_recovers({
      {"a = f(1,\nb = 2\nc = 3\ndef d(): pass\n", "unknown\n(assign b = 2)\n(assign c = 3)\n(def d () [(pass)])\n",
       "syntax error: a bracket is never closed `a = f(1,`\n"},
      {"a = [\n  1,\n  2,\nclass B: pass\n", "unknown\n(class B [(pass)])\n",
       "syntax error: a bracket is never closed `a = [\n  1,\n  2,`\n"},
      {"def f():\n  return (a\n\ndef g():\n  b\n", "(def f () [unknown])\n(def g () [b])\n",
       "syntax error: a bracket is never closed `return (a`\n"},
      {"class A:\n  def f(self:\n    a\n  def g(self):\n    b\n", "(class A [(def f () [a]) (def g (self) [b])])\n",
       "syntax error: a bracket is never closed `def f(self:`\n"},
      {"@a(\ndef f(): pass\n", "(@unknown def f () [(pass)])\n", "syntax error: a bracket is never closed `@a(`\n"},
      {"x = {\n", "unknown\n", "syntax error: a bracket is never closed `x = {`\n"},
  });
}

TEST(PythonRecovery, ABracketTooMany) {
  expect_recovers({
      {"a\n)\nb\n", "a\nunknown\nb\n", "syntax error: a closing bracket fits no opening one `)`\n"},
      {"f(a]\nb\n", "unknown\nb\n", "syntax error: a closing bracket fits no opening one `f(a]`\n"},
  });
}

TEST(PythonRecovery, AStringThatIsNeverClosed) {
  expect_recovers({
      {"a = 'b\nc\n", "unknown\nc\n", "syntax error: a string is never closed `a = 'b`\n"},
      {"def f():\n  '''a\n  b\ndef g(): pass\n", "(def f () [unknown])\n(def g () [(pass)])\n",
       "syntax error: a string is never closed `'''a\n  b`\n"},
      {"a = f'{b'\nc\n", "unknown\nc\n", "syntax error `a = f'{b'`\n"},
  });
}

TEST(PythonRecovery, ABrokenHeaderKeepsItsBlock) {
  expect_recovers({
      {"if a = = b:\n  c\nelif d:\n  e\nelse:\n  f\n", "(if unknown [c] else [(if d [e] else [f])])\n",
       "syntax error `if a = = b:`\n"},
      {"if a:\n  b\nelif c d:\n  e\nelse:\n  f\n", "(if a [b] else [(if unknown [e] else [f])])\n",
       "syntax error `elif c d:`\n"},
      {"for x in range(3)\n  a\nb\n", "(for unknown unknown [a])\nb\n", "syntax error `for x in range(3)`\n"},
      {"while a b:\n  c\n", "(while unknown [c])\n", "syntax error `while a b:`\n"},
      {"with a b as c:\n  d\n", "(with unknown [d])\n", "syntax error `with a b as c:`\n"},
      {"try:\n  a\nexcept B C:\n  d\n", "(try [a] (except _ [d]))\n", "syntax error `except B C:`\n"},
      {"def f(a, 1):\n  b\n  return c\n", "(def f () [b (return c)])\n", "syntax error `def f(a, 1):`\n"},
      {"async def f(a b):\n  c\n", "(async-def f () [c])\n", "syntax error `async def f(a b):`\n"},
      {"class A(b c):\n  d = 1\n", "(class A [(assign d = 1)])\n", "syntax error `class A(b c):`\n"},
      {"if a = 3: b\nelse: c\n", "(if unknown [unknown] else [c])\n", "syntax error `if a = 3: b`\n"},
      {"match a:\n  case 1 2: b\n  case c: d\n", "(match a (case [unknown]) (case captures:c [d]))\n",
       "syntax error `case 1 2: b`\n"},
  });
}

TEST(PythonRecovery, ADecoratorOfNothing) {
  expect_recovers({
      {"@a\nb = 1\n", "unknown\n(assign b = 1)\n", "syntax error `@a`\n"},
      {"class A:\n  @a\nb = 1\n", "(class A [unknown])\n(assign b = 1)\n", "syntax error `@a`\n"},
  });
}

TEST(PythonRecovery, Python2) {
  expect_recovers({
      {"print 'a', b\nc\n", "unknown\nc\n", "Python 2 print statement `print 'a', b`\n"},
      {"print >>f, a\n", "unknown\n", "Python 2 print statement `print >>f, a`\n"},
      {"exec 'a' in b\n", "unknown\n", "Python 2 exec statement `exec 'a' in b`\n"},
      {"raise A, 'b'\n", "(raise (tuple A \"b\"))\n", ""},
      {"def f(a, (b, c)): pass\n", "(def f (a ) [(pass)])\n", ""},
      {"a <> 0777L\n", "(a != 777)\n", ""},
  });
}

TEST(PythonRecovery, ManyErrorsInOneStatementAndInMany) {
  std::string many_statements;
  std::string one_class = "class A:\n";
  std::string expected;
  for (int at = 0; at < 40; ++at) {
    many_statements += "a b\nc\n";
    one_class += "  def f(self):\n    a b\n    c\n";
    expected += (at == 0 ? "" : " ") + std::string("(def f (self) [unknown c])");
  }
  const Parsed statements(many_statements);
  EXPECT_EQ(statements.module->problems.size(), 40u);
  EXPECT_EQ(statements.module->body.size(), 80u);
  const Parsed in_class(one_class);
  EXPECT_EQ(in_class.module->problems.size(), 40u);
  EXPECT_EQ(in_class.dumped(), "(class A [" + expected + "])\n");
}

TEST(PythonRecovery, GarbageTakesLinearTime) {
  // Each line opens a bracket; scanning on from each for its end would take the square of the length.
  std::string text;
  for (int line = 0; line < 20000; ++line) text += "  x = ((((a\n";
  const Parsed parsed(text);
  EXPECT_EQ(parsed.module->problems.size(), 1001u);
  const Parsed top_level(repeated("a b c d\n", 20000));
  ASSERT_EQ(top_level.module->problems.size(), 1001u);
  EXPECT_EQ(top_level.module->problems.back().message,
            "syntax error: too many errors, the rest of the file is not read");
  EXPECT_EQ(top_level.module->body.size(), 1001u);
}

TEST(PythonLogicalLines, CutWhereBracketsAndQuotesSay) {
  const std::string_view text =
      "a = (1,\n  2)  # c\n\n# d\n  b = '''x\ny''' + f\"{z['k']}:{w:'>3}\"\nc = \\\n d\ne(\nreturn f]\n'g\n";
  std::vector<std::string_view> lines;
  std::vector<LineFault> faults;
  for (const LogicalLine& line : logical_lines(text)) {
    lines.push_back(text.substr(line.range.begin, line.range.size()));
    faults.push_back(line.fault);
  }
  EXPECT_EQ(lines, (std::vector<std::string_view>{"a = (1,\n  2)", "b = '''x\ny''' + f\"{z['k']}:{w:'>3}\"",
                                                  "c = \\\n d", "e(", "return f]", "'g"}));
  EXPECT_EQ(faults,
            (std::vector<LineFault>{LineFault::kNone, LineFault::kNone, LineFault::kNone, LineFault::kOpenBracket,
                                    LineFault::kStrayBracket, LineFault::kOpenString}));
}

TEST(PythonLimits, RefusedWithOneMessage) {
  model::SymbolTable symbols;
  const std::string_view with_nul("x = 1\0y", 7);
  EXPECT_EQ(parse_python(with_nul, symbols).error(), "holds a NUL byte at offset 5, so it is no Python source");
  EXPECT_EQ(parse_python("x = 12345", symbols, {.max_bytes = 4}).error(), "is too large: 9 bytes, the limit is 4");
}

TEST(PythonLimits, ParenthesesAndFlatNodesOfAnyDepth) {
  const Parsed parentheses(repeated("(", 10000) + "x" + repeated(")", 10000));
  EXPECT_EQ(parentheses.dumped(), "x\n");
  const Parsed boolean("a" + repeated(" and a", 10000));
  EXPECT_EQ(boolean.module->problems.size(), 0u);
  EXPECT_EQ(boolean.module->expression_count, 10002u);
  const Parsed strings("x = (" + repeated("'a' ", 10000) + ")");
  EXPECT_EQ(strings.module->problems.size(), 0u);
  const Parsed targets(repeated("a = ", 10000) + "b");
  EXPECT_EQ(targets.module->problems.size(), 0u);
}

TEST(PythonLimits, ChainsOfGeneratedCode) {
  for (const std::string& text :
       {"a" + repeated(" + a", 1900), "a" + repeated(".b()", 900), "a" + repeated("[0]", 1900)}) {
    const Parsed parsed(text);
    EXPECT_EQ(parsed.module->problems.size(), 0u);
  }
}

TEST(PythonLimits, DeeperIsUnknownAndOneProblem) {
  std::string elifs = "if a:\n  b\n";
  for (int count = 0; count < 10000; ++count) elifs += "elif a:\n  b\n";
  const std::string texts[] = {
      "a" + repeated(" + a", 10000),
      "a" + repeated(".b()", 10000),
      repeated("[", 10000) + repeated("]", 10000),
      repeated("f(", 10000) + repeated(")", 10000),
      repeated("-", 10000) + "a",
      repeated("not ", 10000) + "a",
      repeated("lambda: ", 10000) + "a",
      repeated("{a: ", 10000) + "b" + repeated("}", 10000),
      "a" + repeated(" if b else a", 10000),
      "a" + repeated(" ** a", 10000),
      "x: " + repeated("A[", 10000) + "B" + repeated("]", 10000),
      repeated("[", 10000) + "a" + repeated("]", 10000) + " = b",
      elifs,
  };
  for (const std::string& text : texts) {
    const Parsed parsed(text + "\nlast = 1\n");
    ASSERT_EQ(parsed.module->problems.size(), 1u) << text.substr(0, 40);
    EXPECT_EQ(parsed.module->problems[0].message, "nested too deeply: what lies deeper is not analyzed")
        << text.substr(0, 40);
    ASSERT_FALSE(parsed.module->body.empty());
    EXPECT_EQ(parsed.text_of(parsed.module->body.back()->range), "last = 1") << text.substr(0, 40);
  }
}

TEST(PythonLimits, DepthIsConfigurable) {
  const Parsed nested("f(g(h(i)))\n", {.max_nesting = 2});
  EXPECT_EQ(nested.dumped(), "(call f (call unknown unknown))\n");
  EXPECT_EQ(nested.problems(), "nested too deeply: what lies deeper is not analyzed `g`\n");
  const Parsed chained("a + b + c + d\n", {.max_depth = 3});
  EXPECT_EQ(chained.dumped(), "(+ (+ unknown c) d)\n");
  EXPECT_EQ(chained.problems(), "nested too deeply: what lies deeper is not analyzed `a + b`\n");
}

TEST(PythonLimits, DeeplyNestedBlocks) {
  std::string text;
  for (int depth = 0; depth < 300; ++depth) text += std::string(static_cast<std::size_t>(depth), ' ') + "if a:\n";
  text += std::string(300, ' ') + "b\n";
  const Parsed parsed(text);
  EXPECT_EQ(parsed.problems(), "");
  EXPECT_EQ(violations(*parsed.module, parsed.symbols), std::vector<std::string>{});
}

constexpr const char* kPrograms[] = {
    "import torch\nfrom torch import nn\n\nclass Model(nn.Module):\n    \"\"\"A model.\"\"\"\n\n"
    "    def __init__(self, size: int = 3, *args, **kwargs):\n        super().__init__()\n"
    "        self.layers = nn.ModuleList([nn.Linear(size, size) for _ in range(size)])\n\n"
    "    @torch.no_grad()\n    def forward(self, x, mask=None):\n        for i, layer in enumerate(self.layers):\n"
    "            if mask is not None and mask.any():  # sync\n                x[mask] = 0.0\n            x = layer(x) "
    "@ x.T\n"
    "        print(f\"loss {x.sum().item():.3f} of {i!r}\")\n        return {\"x\": x, **{}}\n",
    "match command.split():\n    case [\"go\", (\"north\" | \"south\") as where]:\n        x = 1\n"
    "    case Point(x=0, y=y) if y > 0: pass\n    case {**rest}:\n        del rest\n    case _:\n        raise "
    "ValueError\n"
    "try:\n    with (open(a) as f, open(b) as g):\n        data = [*f, *g]\nexcept* OSError as e:\n    "
    "pass\nfinally:\n    x = lambda *a, k=1: (yield)\n",
    "async def main[T](q: list[T], /) -> T | None:\n    global state\n    async with q as r, s:\n        async for x "
    "in r:\n"
    "            await x ** 2\n    state = {k: v async for k, v in q if (n := k) for _ in v}\n    return a if b else "
    "not c\n"
    "type Alias[T] = dict[str, T]\nx: int = 0x_ff; y = b'\\x00' rb'z'; t'''{x!r:>{y}}\n{z}'''\nwhile x < y <= 3: x -= "
    "1\nelse: pass\n",
};

TEST(PythonFuzz, MutatedProgramsKeepTheInvariants) {
  std::mt19937 random(20240607);  // NOLINT(bugprone-random-generator-seed): the same programs on every run
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  constexpr std::string_view kPieces[] = {"(",   ")",    "[",     "]",      "{",      "}",       "'",       "\"\"\"",
                                          "f'{", ":",    ",",     "\n",     "\n    ", "  ",      "=",       "*",
                                          "@",   "if ",  "else:", "def ",   "class ", "lambda ", "return ", "\\",
                                          "#",   "\xC3", "\t",    "yield ", "as ",    "in "};
  for (const char* program : kPrograms) {
    for (int round = 0; round < 400; ++round) {
      std::string text = program;
      for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
        const std::size_t at = below(text.size());
        switch (below(4)) {
          case 0:
            text.erase(at);
            break;
          case 1:
            text.erase(at, 1 + below(8));
            break;
          case 2:
            text.insert(at, kPieces[below(std::size(kPieces))]);
            break;
          default: {
            // Each in a statement of its own: the order of arguments is the compiler's.
            const std::size_t length = below(30);
            text.insert(at, text.substr(below(text.size()), length));
            break;
          }
        }
        if (text.empty()) text = "x";
      }
      const Parsed parsed(text);
      const auto found = violations(*parsed.module, parsed.symbols);
      ASSERT_EQ(found, std::vector<std::string>{}) << "of:\n" << text;
    }
  }
}

TEST(PythonFuzz, TypesOfAnExceptLieInTheirTuple) {
  const Parsed parsed("try:\n    pass\nexcept* f, OSError as e:\n    pass\n");
  EXPECT_EQ(violations(*parsed.module, parsed.symbols), std::vector<std::string>{});
}

TEST(PythonFuzz, ProgramsWithoutMutationHaveNoProblems) {
  for (const char* program : kPrograms) {
    const Parsed parsed(program);
    EXPECT_EQ(parsed.problems(), "");
    EXPECT_EQ(violations(*parsed.module, parsed.symbols), std::vector<std::string>{});
  }
}

TEST(PythonParser, ReadsFileAfterFile) {
  model::SymbolTable symbols;
  Parser parser(symbols);
  const auto first = parser.parse("def f(a): b = a.c\n");
  const auto broken = parser.parse("x = (\n");
  const auto second = parser.parse("def f(a): b = a.c\n");
  ASSERT_TRUE(first && broken && second);
  EXPECT_EQ(dump(**first, symbols), dump(**second, symbols));
  EXPECT_EQ((*broken)->problems.size(), 1u);
  EXPECT_TRUE((*second)->problems.empty());
}

TEST(PythonParser, OnePerThread) {
  model::SymbolTable symbols;
  std::array<std::string, 2> dumps;
  std::vector<std::jthread> threads;
  for (std::string& out : dumps) {
    threads.emplace_back([&out, &symbols] {
      Parser parser(symbols);
      for (int round = 0; round < 20; ++round) {
        for (const char* program : kPrograms) {
          const auto module = parser.parse(program);
          if (module) out += dump(**module, symbols);
        }
        const auto broken = parser.parse("class A:\n  def f(self:\n    x = = 1\n");
        if (broken) out += dump(**broken, symbols);
      }
    });
  }
  threads.clear();  // waits
  EXPECT_FALSE(dumps[0].empty());
  EXPECT_EQ(dumps[0], dumps[1]);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::python
