#include "tests/frontends/python/support.h"

namespace syncfree::python {
namespace SYNCFREE_FILE {

TEST(PythonStatements, Simple) {
  expect_dumps({
      {"x = 1", "(assign x = 1)"},
      {"x = y = z = 1", "(assign x y z = 1)"},
      {"a, (b, [c, *d]) = e", "(assign (tuple a (tuple b (list c (* d)))) = e)"},
      {"(a) = 1", "(assign a = 1)"},
      {"(a.b): int = 1", "(assign (. a b) : int = 1)"},
      {"x: int", "(assign x : int)"},
      {"x.y[0] = z", "(assign ([] (. x y) 0) = z)"},
      {"x += y", "(+= x y)"},
      {"x **= y, z", "(**= x (tuple y z))"},
      {"x @= y; x //= y; x >>= y; x <<= y", "(@= x y)\n(//= x y)\n(>>= x y)\n(<<= x y)"},
      {"x &= y; x |= y; x ^= y; x %= y; x -= y; x *= y; x /= y",
       "(&= x y)\n(|= x y)\n(^= x y)\n(%= x y)\n(-= x y)\n(*= x y)\n(/= x y)"},
      {"return", "(return _)"},
      {"return a, b", "(return (tuple a b))"},
      {"raise", "(raise _)"},
      {"raise A from b", "(raise A from b)"},
      {"assert a, b", "(assert a b)"},
      {"assert a", "(assert a _)"},
      {"del a", "(del a)"},
      {"del a.b, c[0], (d, e)", "(del (. a b) ([] c 0) (tuple d e))"},
      {"pass; break; continue", "(pass)\n(break)\n(continue)"},
      {"type X = list[int]", "(assign X = ([] list int))"},
      {"type X[T: int, *Ts, **P] = dict[T, int]", "(assign X = ([] dict (tuple T int)))"},
      {"type(a).b = c", "(assign (. (call type a) b) = c)"},
      {"type(a, b)[c].d = e", "(assign (. ([] (call type a b) c) d) = e)"},
      {"type().a = b; type[a] = b", "(assign (. (call type) a) = b)\n(assign ([] type a) = b)"},
      {"type = 3; type(x); match = 4; match.a; case = 5",
       "(assign type = 3)\n(call type x)\n(assign match = 4)\n(. match a)\n(assign case = 5)"},
  });
}

TEST(PythonStatements, Imports) {
  expect_dumps({
      {"import a", "(import a)"},
      {"import a.b.c as d, e", "(import a.b.c=d e)"},
      {"from a.b import c as d, e", "(from a.b c=d e)"},
      {"from . import a", "(from . a)"},
      {"from ...a import (b,\n  c)", "(from ...a b c)"},
      {"from .... import a", "(from .... a)"},
      {"from a import *", "(from a *)"},
      {"from __future__ import annotations", "(from __future__ annotations)"},
  });
}

TEST(PythonStatements, Branches) {
  expect_dumps({
      {"if a: b", "(if a [b])"},
      {"if a:\n  b\nelse:\n  c", "(if a [b] else [c])"},
      {"if a:\n  b\nelif c:\n  d\nelif e:\n  f\nelse:\n  g", "(if a [b] else [(if c [d] else [(if e [f] else [g])])])"},
      {"if a:\n  b\nelif c:\n", "(if a [b] else [(if c [])])"},
      {"while a:\n  b\nelse:\n  c", "(while a [b] else [c])"},
      {"for x, in y: z", "(for (tuple x) y [z])"},
      {"for x in a, b: c\nelse: d", "(for x (tuple a b) [c] else [d])"},
      {"async for x.y in z: pass", "(async-for (. x y) z [(pass)])"},
  });
}

TEST(PythonStatements, With) {
  expect_dumps({
      {"with a: b", "(with a [b])"},
      {"with a as b, c as (d, e): f", "(with a as b c as (tuple d e) [f])"},
      {"with (a as b, c): d", "(with a as b c [d])"},
      {"with (a, b,): c", "(with a b [c])"},
      {"with (a,): b", "(with a [b])"},
      {"with (a as b): c", "(with a as b [c])"},
      {"with (a as b,): c", "(with a as b [c])"},
      {"with (\n  a as b,\n  c() as d,\n): e", "(with a as b (call c) as d [e])"},
      {"with (yield a): b", "(with (yield a) [b])"},
      {"with (a, b) as c: d", "(with (tuple a b) as c [d])"},
      {"with (a): b", "(with a [b])"},
      {"with (a) as b: c", "(with a as b [c])"},
      {"with a() as b.c: d", "(with (call a) as (. b c) [d])"},
      {"with a if b else c as d: e", "(with (if b a c) as d [e])"},
      {"with not a as b: c", "(with (not a) as b [c])"},
      {"async with a as b: c", "(async-with a as b [c])"},
  });
}

TEST(PythonStatements, Try) {
  expect_dumps({
      {"try: a\nexcept: b", "(try [a] (except _ [b]))"},
      {"try: a\nexcept A as e: b\nexcept (B, C): c\nelse: d\nfinally: e",
       "(try [a] (except A e [b]) (except (tuple B C) [c]) else [d] finally [e])"},
      {"try: a\nexcept A, B: c", "(try [a] (except (tuple A B) [c]))"},
      {"try: a\nexcept* A as e: b", "(try [a] (except A e [b]))"},
      {"try: a\nexcept m.A or b: c", "(try [a] (except (or (. m A) b) [c]))"},
      {"try: a\nfinally: b", "(try [a] finally [b])"},
  });
}

TEST(PythonStatements, Match) {
  expect_dumps({
      {"match x:\n  case 1: a", "(match x (case [a]))"},
      {"match x, y:\n  case a, b: c", "(match (tuple x y) (case captures:a b [c]))"},
      {"match x,:\n  case _: c", "(match (tuple x) (case [c]))"},
      {"match x:\n  case a if b: c\n  case _: d", "(match x (case captures:a if b [c]) (case [d]))"},
      {"match x:\n  case A(b, k=c): d", "(match x (case class:A captures:b c [d]))"},
      {"match x:\n  case m.A() as b: c", "(match x (case class:(. m A) captures:b [c]))"},
      {"match x:\n  case (A()): c", "(match x (case class:A [c]))"},
      {"match x:\n  case A() | B(): c", "(match x (case [c]))"},
      {"match x:\n  case (A(), a): c", "(match x (case captures:a [c]))"},
      {"match x:\n  case A(), a: c", "(match x (case captures:a [c]))"},
      {"match x:\n  case [a, *b, (c, _)]: d", "(match x (case captures:a b c [d]))"},
      {"match x:\n  case {'k': v, 1: w, **r}: d", "(match x (case captures:v w r [d]))"},
      {"match x:\n  case {**_} | [*_]: d", "(match x (case [d]))"},
      {"match x:\n  case -1 | 1.5 | 2+3j | 'a' 'b' | None | True | m.C: d", "(match x (case [d]))"},
      {"match x:\n  case (1 | 2) as a, B(c=D(e)): d", "(match x (case captures:a e [d]))"},
      {"match (x):\n  case str(): d", "(match x (case class:str [d]))"},
  });
}

TEST(PythonDefinitions, Functions) {
  expect_dumps({
      {"def f(): pass", "(def f () [(pass)])"},
      {"async def f(): pass", "(async-def f () [(pass)])"},
      {"def f(a, /, b: int = 1, *c: int, d, e=2, **g: str) -> list[int]: pass",
       "(def f (/a b:int=1 *c:int k:d k:e=2 **g:str) -> ([] list int) [(pass)])"},
      {"def f(a, *, b): pass", "(def f (a k:b) [(pass)])"},
      {"def f(*args: *Ts): pass", "(def f (*args:(* Ts)) [(pass)])"},
      {"def f[T: int, *Ts, **P](x: T) -> T: pass", "(def f (x:T) -> T [(pass)])"},
      {"def f[T = int, *Ts = *tuple[int], **P = [int]](x: T): pass", "(def f (x:T) [(pass)])"},
      {"@a.b(c)\n# comment\n@d\ndef f(): pass", "(@(call (. a b) c) @d def f () [(pass)])"},
      {"@x[0]\nasync def f(): pass", "(@([] x 0) async-def f () [(pass)])"},
      {"def f():\n  def g(): pass\n  class A: pass", "(def f () local:g A [(def g () [(pass)]) (class A [(pass)])])"},
      {"def f(): 'doc'", "(def f () doc:'doc' [\"doc\"])"},
      {"def f():\n  r'''a\\n\n  b'''\n  x", "(def f () doc:'a\\n\n  b' [\"a\\n\n  b\" x])"},
      {"def f():\n  '''a\\tb'''", "(def f () doc:'a\\tb' [\"a\tb\"])"},
      {"def f():\n  'a\\t' 'b'", "(def f () doc:'a\tb' [\"a\tb\"])"},
      {"def f():\n  f'no'", "(def f () [(format)])"},
      {"def f():\n  b'no'", "(def f () [b\"no\"])"},
  });
}

TEST(PythonDefinitions, Classes) {
  expect_dumps({
      {"class A: pass", "(class A [(pass)])"},
      {"class A(): pass", "(class A [(pass)])"},
      {"class A(B, m.C, metaclass=D, *E, **F):\n  'doc'\n  x: int = 1",
       "(class A B (. m C) metaclass=D *E **F doc:'doc' [\"doc\" (assign x : int = 1)])"},
      {"class A[T](B[T]): pass", "(class A ([] B T) [(pass)])"},
      {"@d\nclass A: pass", "(@d class A [(pass)])"},
  });
}

TEST(PythonDefinitions, Annotations) {
  expect_dumps({
      {"x: List[int] | None", "(assign x : (| ([] List int) None))"},
      {"x: A[int] | B | None", "(assign x : (| (| ([] A int) B) None))"},
      {"x: A | B[int] | (C | D) | 'E'", "(assign x : (| (| (| A ([] B int)) (| C D)) \"E\"))"},
      {"x: (A) | B[int]", "(assign x : (| A ([] B int)))"},
      {"x: a.b.C[int, 'D']", "(assign x : ([] (. (. a b) C) (tuple int \"D\")))"},
      {"x: Callable[[int], str]", "(assign x : ([] Callable (tuple (list int) str)))"},
      {"x: Callable[..., int] = f", "(assign x : ([] Callable (tuple ... int)) = f)"},
      {"x: Tuple[()]", "(assign x : ([] Tuple (tuple)))"},
      {"x: tuple[*Ts]", "(assign x : ([] tuple (tuple (* Ts))))"},
      {"x: 'Tensor'", "(assign x : \"Tensor\")"},
      {"x: Shape[1:2, 3]", "(assign x : ([] Shape (tuple (: 1 2 _) 3)))"},
      {"x: Optional[A | B]", "(assign x : ([] Optional (| A B)))"},
      {"x: type[int]", "(assign x : ([] type int))"},
  });
}

const model::Function& function_named(const Parsed& parsed, std::string_view name) {
  for (const model::Function* function : parsed.module->functions) {
    if (parsed.symbols.text(function->name) == name) return *function;
  }
  ADD_FAILURE() << "no function " << name;
  return *parsed.module->functions.front();
}

TEST(PythonScopes, LocalsAreWhatTheBodyBinds) {
  expect_dumps({
      {"def f(p):\n"
       "  p = 1\n  a = b = 2\n  c += 1\n  d: int\n  (e, [g, *h]) = x\n  x.y = 1; x[0] = 1\n",
       "(def f (p) local:a b c d e g h [(assign p = 1) (assign a b = 2) (+= c 1) (assign d : int) "
       "(assign (tuple e (list g (* h))) = x) (assign (. x y) = 1) (assign ([] x 0) = 1)])"},
      {"def f():\n  for a, b in c: pass\n  with d as e: pass\n  del g",
       "(def f () local:a b e g [(for (tuple a b) c [(pass)]) (with d as e [(pass)]) (del g)])"},
      {"def f():\n  import a.b, c.d as e\n  from g import h, i as j\n  from k import *",
       "(def f () local:a e h j [(import a.b c.d=e) (from g h i=j) (from k *)])"},
      {"def f():\n  try: pass\n  except A as e: pass", "(def f () local:e [(try [(pass)] (except A e [(pass)]))])"},
      {"def f():\n  match x:\n    case [a, A(b=c)] as d: e = 1",
       "(def f () local:a c d e [(match x (case captures:a c d [(assign e = 1)]))])"},
      {"def f():\n  type X = int", "(def f () local:X [(assign X = int)])"},
  });
}

TEST(PythonScopes, ComprehensionTargetsAreNoLocalsButNamedExpressionsAre) {
  expect_dumps({
      {"def f():\n  [x for x in y]\n  {(z := a) for a in b}",
       "(def f () local:z [(list-of x (for x y)) (set-of (:= z a) (for a b))])"},
      {"def f():\n  lambda x: (y := x)", "(def f () [(lambda (x) (:= y x))])"},
      {"def f():\n  class A:\n    x = 1\n  y = 2", "(def f () local:A y [(class A [(assign x = 1)]) (assign y = 2)])"},
  });
}

TEST(PythonScopes, GlobalAndNonlocal) {
  expect_dumps({
      {"def f():\n  global a, b\n  a = 1\n  c = 2",
       "(def f () global:a b local:c [(global) (assign a = 1) (assign c = 2)])"},
      {"def f():\n  x = 1\n  def g():\n    nonlocal x\n    x = 2",
       "(def f () local:x g [(assign x = 1) (def g () nonlocal:x [(global) (assign x = 2)])])"},
      {"def f():\n  a = 1\n  global a", "(def f () global:a [(assign a = 1) (global)])"},
  });
}

TEST(PythonScopes, Generators) {
  expect_dumps({
      {"def f(): yield 1", "(def f () generator [(yield 1)])"},
      {"def f():\n  if a:\n    x = yield from b",
       "(def f () generator local:x [(if a [(assign x = (yield-from b))])])"},
      {"def f():\n  def g(): yield\n  lambda: (yield)",
       "(def f () local:g [(def g () generator [(yield _)]) (lambda () (yield _))])"},
  });
  const Parsed parsed("f = lambda: (yield)");
  ASSERT_EQ(parsed.module->functions.size(), 1u);
  EXPECT_TRUE(parsed.module->functions[0]->is_generator);
}

TEST(PythonScopes, OwnersAndEnclosing) {
  const Parsed parsed(
      "class A:\n"
      "  def m(self):\n"
      "    def inner(): pass\n"
      "    class B:\n"
      "      def deep(self): return lambda: 0\n"
      "  x = lambda self: 1\n"
      "def free(a=lambda: 2): pass\n");
  const auto& method = function_named(parsed, "m");
  const auto& inner = function_named(parsed, "inner");
  const auto& deep = function_named(parsed, "deep");
  const auto& free = function_named(parsed, "free");
  ASSERT_EQ(parsed.module->classes.size(), 2u);
  EXPECT_EQ(method.owner, parsed.module->classes[0]);
  EXPECT_EQ(method.enclosing, nullptr);
  EXPECT_EQ(inner.owner, nullptr);
  EXPECT_EQ(inner.enclosing, &method);
  EXPECT_EQ(parsed.module->classes[1]->enclosing, &method);
  EXPECT_EQ(parsed.module->classes[1]->owner, nullptr);
  EXPECT_EQ(deep.owner, parsed.module->classes[1]);
  EXPECT_EQ(deep.enclosing, &method);
  EXPECT_EQ(free.enclosing, nullptr);
  ASSERT_EQ(parsed.module->functions.size(), 7u);
  EXPECT_EQ(parsed.module->functions[3]->enclosing, &deep);    // the lambda that deep returns
  EXPECT_EQ(parsed.module->functions[6]->enclosing, nullptr);  // a default belongs to the scope around
  const auto& body = parsed.module->functions[3]->body;
  ASSERT_EQ(body.size(), 1u);
  EXPECT_EQ(parsed.text_of(body[0]->range), "0");
}

TEST(PythonDefinitions, RangesOfDefinitionsLeaveDecoratorsAndTrailingCommentsOut) {
  const Parsed parsed(
      "@d\n"
      "async def f(a):\n"
      "  # first\n"
      "  return a\n"
      "  # last\n"
      "\n"
      "class A:  # of its own\n"
      "  x = 1\n"
      "\n"
      "if a:\n"
      "  b  # of b\n"
      "elif c:\n"
      "  d\n"
      "  # behind d\n");
  ASSERT_EQ(parsed.module->body.size(), 3u);
  EXPECT_EQ(parsed.text_of(parsed.module->body[0]->range), "async def f(a):\n  # first\n  return a");
  EXPECT_EQ(parsed.text_of(parsed.module->functions[0]->name_range), "f");
  EXPECT_EQ(parsed.text_of(parsed.module->body[1]->range), "class A:  # of its own\n  x = 1");
  const auto& branch = parsed.module->body[2]->as<model::If>();
  EXPECT_EQ(parsed.text_of(branch.range), "if a:\n  b  # of b\nelif c:\n  d");
  EXPECT_EQ(parsed.text_of(branch.otherwise[0]->range), "elif c:\n  d");
}

TEST(PythonModule, DocstringAndComments) {
  const Parsed parsed(
      "# -*- coding: utf-8 -*-\n"
      "'''Module.'''\n"
      "@a  # of a\n"
      "def f(): pass  # of f\n"
      "x = f(  # open\n"
      "    a,  # one\n"
      "    '# no comment',\n"
      "    # between\n"
      "    b if c  # why\n"
      "    or d else e)  # end\n"
      "# last");
  EXPECT_EQ(parsed.module->docstring, "Module.");
  std::vector<std::string_view> comments;
  for (const model::Comment& comment : parsed.module->comments) comments.push_back(parsed.text_of(comment.range));
  EXPECT_EQ(comments, (std::vector<std::string_view>{"# -*- coding: utf-8 -*-", "# of a", "# of f", "# open", "# one",
                                                     "# between", "# why", "# end", "# last"}));
}

TEST(PythonModule, LineEndsTabsAndFormFeeds) {
  expect_dumps({
      {"if a:\r\n  b\r\nelse:\r\n  c\r\nd\r\n", "(if a [b] else [c])\nd"},
      {"if a:\r  b\rc = 1\r", "(if a [b])\n(assign c = 1)"},
      {"if a:\n\tb\n\tc\n", "(if a [b c])"},
      {"a\n\f\nb\n\fdef f(): pass", "a\nb\n(def f () [(pass)])"},
      {"\xEF\xBB\xBFx = 1\ndef f():\n  y", "(assign x = 1)\n(def f () [y])"},
      {"x = 1 + \\\n  2\nif a and \\\n   b: c", "(assign x = (+ 1 2))\n(if (and a b) [c])"},
      {"", ""},
  });
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::python
