#include <cstdint>
#include <limits>

#include "tests/frontends/python/support.h"

namespace syncfree::python {
namespace SYNCFREE_FILE {

TEST(PythonExpressions, NamesAndLiterals) {
  expect_dumps({
      {"x", "x"},
      {"größe", "größe"},
      {"print", "print"},
      {"match, case, type, _", "(tuple match case type _)"},
      {"None", "None"},
      {"True", "True"},
      {"False", "False"},
      {"...", "..."},
      {"1_000", "1000"},
      {"0xFF", "255"},
      {"0o17", "15"},
      {"0b101", "5"},
      {"1.5e3", "float:1500.000000"},
      {".5", "float:0.500000"},
      {"1e400", "float:inf"},
      {"2j", "complex"},
      {"99999999999999999999", "9223372036854775807"},
  });
}

TEST(PythonExpressions, ValueOfAnIntegerThatDoesNotFit) {
  const Parsed parsed("0x1_0000_0000_0000_0000");
  const auto& constant = parsed.module->body.front()->as<model::ExpressionStatement>().value->as<model::Constant>();
  EXPECT_EQ(constant.number, 18446744073709551616.0);
  EXPECT_EQ(constant.integer, std::numeric_limits<std::int64_t>::max());
}

TEST(PythonExpressions, AttributesCallsSubscripts) {
  expect_dumps({
      {"a.b.c", "(. (. a b) c)"},
      {"f()", "(call f)"},
      {"f(a, *b, c=d, **e)", "(call f a *b c=d **e)"},
      {"f(*a + b)", "(call f *(+ a b))"},
      {"f(*a or b)", "(call f *(or a b))"},
      {"f(x for x in y)", "(call f (generator x (for x y)))"},
      {"f((x for x in y), z)", "(call f (generator x (for x y)) z)"},
      {"f(match=1, type=2, print=3)", "(call f match=1 type=2 print=3)"},
      {"f(a := 1)", "(call f (:= a 1))"},
      {"x.a().b()[0]", "([] (call (. (call (. x a)) b)) 0)"},
      {"x[i]", "([] x i)"},
      {"x[i,]", "([] x (tuple i))"},
      {"x[i, j]", "([] x (tuple i j))"},
      {"x[:]", "([] x (: _ _ _))"},
      {"x[a:b:c, ::d, ...]", "([] x (tuple (: a b c) (: _ _ d) ...))"},
      {"x[a:]", "([] x (: a _ _))"},
      {"x[:-1]", "([] x (: _ (- 1) _))"},
      {"x[*i]", "([] x (tuple (* i)))"},
      {"x[*i, 0]", "([] x (tuple (* i) 0))"},
      {"x[y := 1]", "([] x (:= y 1))"},
      {"(((x)))", "x"},
      {"((f)((x)))", "(call f x)"},
  });
}

TEST(PythonExpressions, Operators) {
  expect_dumps({
      {"a + b * c", "(+ a (* b c))"},
      {"a - b - c", "(- (- a b) c)"},
      {"a ** b ** c", "(** a (** b c))"},
      {"-a ** b", "(- (** a b))"},
      {"a @ b // c % d / e", "(/ (% (// (@ a b) c) d) e)"},
      {"a << b >> c & d | e ^ f", "(| (& (>> (<< a b) c) d) (^ e f))"},
      {"~a + +b", "(+ (~ a) (+ b))"},
      {"a < b", "(a < b)"},
      {"a < b <= c == d != e > f >= g", "(a < b <= c == d != e > f >= g)"},
      {"a is not b", "(a is-not b)"},
      {"a not in b", "(a not-in b)"},
      {"a is b in c", "(a is b in c)"},
      {"not a in b", "(not (a in b))"},
      {"a and b and c", "(and a b c)"},
      {"a or b or c or d", "(or a b c d)"},
      {"a and b or c and d", "(or (and a b) (and c d))"},
      {"(a and b) and c", "(and (and a b) c)"},
      {"a and (b and c)", "(and a (and b c))"},
      {"a or b and c or d", "(or a (and b c) d)"},
      {"a if b else c if d else e", "(if b a (if d c e))"},
      {"(y := f(x))", "(:= y (call f x))"},
  });
}

TEST(PythonExpressions, Displays) {
  expect_dumps({
      {"()", "(tuple)"},
      {"(a,)", "(tuple a)"},
      {"a, b", "(tuple a b)"},
      {"a,", "(tuple a)"},
      {"(a, *b)", "(tuple a (* b))"},
      {"[]", "(list)"},
      {"[a, *b, c]", "(list a (* b) c)"},
      {"[*a | b, *c]", "(list (* (| a b)) (* c))"},
      {"{a, *b}", "(set a (* b))"},
      {"{}", "(dict)"},
      {"{a: b, **c, d: e}", "(dict a:b **c d:e)"},
      {"[x for x in y]", "(list-of x (for x y))"},
      {"{x for x, z in y if x if z}", "(set-of x (for (tuple x z) y if x if z))"},
      {"{k: v for k, v in a for b in c if b}", "(dict-of k: v (for (tuple k v) a) (for b c if b))"},
      {"(x async for x in y)", "(generator x (async-for x y))"},
      {"[[y for y in x] for x in z]", "(list-of (list-of y (for y x)) (for x z))"},
      {"[x for x in lambda: y, z]", "(list-of x (for x (tuple (lambda () y) z)))"},
  });
}

TEST(PythonExpressions, LambdaAwaitYield) {
  expect_dumps({
      {"lambda: 0", "(lambda () 0)"},
      {"lambda a, /, b=1, *c, d, e=2, **f: a", "(lambda (/a b=1 *c k:d k:e=2 **f) a)"},
      {"lambda *, a: a", "(lambda (k:a) a)"},
      {"await a", "(await a)"},
      {"await a ** b", "(** (await a) b)"},
      {"await (a ** b)", "(await (** a b))"},
      {"-await a.b()", "(- (await (call (. a b))))"},
      {"yield", "(yield _)"},
      {"yield a, b", "(yield (tuple a b))"},
      {"yield from a", "(yield-from a)"},
      {"x = yield y", "(assign x = (yield y))"},
      {"f((yield))", "(call f (yield _))"},
  });
}

TEST(PythonExpressions, StarsBeforeAnyExpression) {
  expect_dumps({
      {"return *a, b", "(return (tuple (* a) b))"},
      {"return *a + b, c", "(return (tuple (* (+ a b)) c))"},
      {"return *f(x), y", "(return (tuple (* (call f x)) y))"},
      {"return *[None] * 3, *g, *[a] * n", "(return (tuple (* (* (list None) 3)) (* g) (* (* (list a) n))))"},
      {"a, *b = c, *[]", "(assign (tuple a (* b)) = (tuple c (* (list))))"},
      {"for x in *f(a), *b: pass", "(for x (tuple (* (call f a)) (* b)) [(pass)])"},
      {"x[*(a, b), c]", "([] x (tuple (* (tuple a b)) c))"},
      {"*a, b = c", "(assign (tuple (* a) b) = c)"},
  });
}

TEST(PythonStrings, Constants) {
  expect_dumps({
      {"'a'", "\"a\""},
      {"\"\"", "\"\""},
      {"'''a\nb'''", "\"a\nb\""},
      {R"('a\nb\x41\u00e9\101\'')", "\"a\nbAéA'\""},
      {R"(r'a\nb')", R"("a\nb")"},
      {R"('\N{BULLET}')", R"("\N{BULLET}")"},
      {R"('\q')", R"("\q")"},
      {"u'a'", "\"a\""},
      {"b'a'", "b\"a\""},
      {R"(Rb'\a')", R"(b"\a")"},
      {"'a' \"b\"\\\n 'c'", "\"abc\""},
      {"('a'\n 'b')", "\"ab\""},
      {"b'a' b'b'", "b\"ab\""},
  });
}

TEST(PythonStrings, Formatted) {
  expect_dumps({
      {"f'a'", "(format)"},
      {"f'a{x}b{y.z()}'", "(format {x} {(call (. y z))})"},
      {"f'{x!r}{y!s:>3}'", "(format {x!r} {y!s:})"},
      {"f'{x=}{y=!s}{z=:3}'", "(format {x!r} {y!s} {z:})"},
      {"f'{{}}{x}'", "(format {x})"},
      {"f'{x:{w}.{p}f}{y}'", "(format {x:} {w} {p} {y})"},
      {"f'{x:=3}{(y:=3)}'", "(format {x:} {(:= y 3)})"},
      {"f'{t:%H:%M}'", "(format {t:})"},
      {"f'{a[\"b\"]}'", "(format {([] a \"b\")})"},
      {"f'{a['b']}'", "(format {([] a \"b\")})"},
      {"f'{f\"{x}\"}'", "(format {(format {x})})"},
      {"f'{a, b}'", "(format {(tuple a b)})"},
      {"f'{(lambda x: 1)}'", "(format {(lambda (x) 1)})"},
      {"f'{x if y else z}'", "(format {(if y x z)})"},
      {"f'''{\nx\n}'''", "(format {x})"},
      {"rf'\\{x}' 'a' f'{y}'", "(format {x} {y})"},
      {"'a{b}' 'c'", "\"a{b}c\""},
      {"t'{x}'", "(template {x})"},
      {"f'{await x}'", "(format {(await x)})"},
  });
}

TEST(PythonStrings, FieldRangesIncludeTheBraces) {
  const Parsed parsed("f'a{ x !r:>{w}}b{y}'");
  const auto& formatted = parsed.module->body.front()->as<model::ExpressionStatement>().value->as<model::Formatted>();
  ASSERT_EQ(formatted.fields.size(), 3u);
  EXPECT_EQ(parsed.text_of(formatted.fields[0].range), "{ x !r:>{w}}");
  EXPECT_EQ(parsed.text_of(formatted.fields[1].range), "{w}");
  EXPECT_EQ(parsed.text_of(formatted.fields[2].range), "{y}");
}

struct Ranges {
  const char* source;
  std::vector<std::string_view> expected;
};

TEST(PythonExpressions, RangesAreExact) {
  const Ranges examples[] = {
      {"x = ( a + (b) ) * c", {"x", "( a + (b) ) * c", "a + (b)", "a", "b", "c"}},
      {"f(x for x in y)", {"f(x for x in y)", "f", "x for x in y", "x", "x", "y"}},
      {"f( # why\n x for x in y if z\n)",
       {"f( # why\n x for x in y if z\n)", "f", "x for x in y if z", "x", "x", "y", "z"}},
      {"f((x for x in y))", {"f((x for x in y))", "f", "(x for x in y)", "x", "x", "y"}},
      {"(a, b)", {"(a, b)", "a", "b"}},
      {"x = a, b,", {"x", "a, b,", "a", "b"}},
      {"m[i, j:k]", {"m[i, j:k]", "m", "i, j:k", "i", "j:k", "j", "k"}},
      {"m[(i, j)]", {"m[(i, j)]", "m", "(i, j)", "i", "j"}},
      {"('a'\n  f'{b}')", {"'a'\n  f'{b}'", "b"}},
      {"(a\n .b\n .c())", {"a\n .b\n .c()", "a\n .b\n .c", "a\n .b", "a"}},
      {"x: int = (3)", {"x", "int", "3"}},
      {"not (a)", {"not (a)", "a"}},
      {"await a ** b", {"await a ** b", "await a", "a", "b"}},
      {"type(a).b[0] = c", {"type(a).b[0]", "type(a).b", "type(a)", "type", "a", "0", "c"}},
      {"with a if b else c as d: pass", {"a if b else c", "a", "b", "c", "d"}},
      {"return *f(x), y", {"*f(x), y", "*f(x)", "f(x)", "f", "x", "y"}},
      {"*a + b, c", {"*a + b, c", "*a + b", "a + b", "a", "b", "c"}},
      {"'é' + x", {"'é' + x", "'é'", "x"}},
  };
  for (const Ranges& example : examples) {
    const Parsed parsed(example.source);
    EXPECT_EQ(expression_texts(*parsed.module, parsed.symbols), example.expected) << "of: " << example.source;
    EXPECT_EQ(violations(*parsed.module, parsed.symbols), std::vector<std::string>{}) << "of: " << example.source;
  }
}

TEST(PythonExpressions, RangesOfCallParts) {
  const Parsed parsed("f (a, k = b, * c)");
  const auto& call = parsed.module->body.front()->as<model::ExpressionStatement>().value->as<model::Call>();
  EXPECT_EQ(parsed.text_of(call.arguments_range), "(a, k = b, * c)");
  ASSERT_EQ(call.arguments.size(), 3u);
  EXPECT_EQ(parsed.text_of(call.arguments[0].range), "a");
  EXPECT_EQ(parsed.text_of(call.arguments[1].range), "k = b");
  EXPECT_EQ(parsed.text_of(call.arguments[2].range), "* c");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::python
