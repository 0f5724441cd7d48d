// Where names are bound, counted for a statement and for a block.
#include "analyzer/model/binding_index.h"

#include <gtest/gtest.h>

#include "tests/flow/code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

/// Of the whole text.
std::size_t bindings_of_x(std::string_view text) {
  const test::Code code(text);
  model::BindingIndex index(code.module(), code.symbols());
  return index.count(code.body(), code.symbol("x"));
}

TEST(BindingIndex, CountsTargets) {
  EXPECT_EQ(bindings_of_x("f(x)"), 0U);
  EXPECT_EQ(bindings_of_x("x = 1"), 1U);
  EXPECT_EQ(bindings_of_x("x = x = 1"), 2U);
  EXPECT_EQ(bindings_of_x("a, (b, *x) = f()"), 1U);
  EXPECT_EQ(bindings_of_x("x[0] = x.y = 1"), 0U) << "an element is no name";
  EXPECT_EQ(bindings_of_x("x += 1"), 1U);
  EXPECT_EQ(bindings_of_x("for x in a: pass"), 1U);
  EXPECT_EQ(bindings_of_x("with a as x: pass"), 1U);
  EXPECT_EQ(bindings_of_x("del x"), 1U);
  EXPECT_EQ(bindings_of_x("try: pass\nexcept E as x: pass"), 1U);
  EXPECT_EQ(bindings_of_x("match a:\n  case [x, y]: pass"), 1U);
  EXPECT_EQ(bindings_of_x("if f(x := 1): x = 2"), 2U);
}

TEST(BindingIndex, CountsAnyMentionInWhatBindsWithoutExpressions) {
  EXPECT_EQ(bindings_of_x("import x"), 2U);
  EXPECT_EQ(bindings_of_x("from a import xs"), 0U) << "another word";
  EXPECT_EQ(bindings_of_x("def f():\n  return x"), 2U);
  EXPECT_EQ(bindings_of_x("class A:\n  y = x"), 2U);
  EXPECT_EQ(bindings_of_x("def f():\n  global x"), 2U) << "said once, by the innermost";
}

TEST(BindingIndex, OfOneStatementAndWhatItHolds) {
  const test::Code code("x = 1\nif a:\n  x = 2\n  while b:\n    x = 3\nx = 4\ny = 5");
  model::BindingIndex index(code.module(), code.symbols());
  const model::Symbol x = code.symbol("x");
  EXPECT_EQ(index.count(*code.body()[0], x), 1U);
  EXPECT_EQ(index.count(*code.body()[1], x), 2U);
  EXPECT_EQ(index.count(*code.body()[3], x), 0U);
  EXPECT_EQ(index.count(code.body(), x), 4U);
}

TEST(BindingIndex, WithinADefinitionOnlyWhatIsInIt) {
  const test::Code code("def f():\n  y = x\n  def g(): return x\n  return y");
  model::BindingIndex index(code.module(), code.symbols());
  const model::Block body = code.body()[0]->as<model::Function>().body;
  EXPECT_EQ(index.count(*body[0], code.symbol("x")), 0U);
  EXPECT_EQ(index.count(*body[1], code.symbol("x")), 2U);
  EXPECT_EQ(index.count(body, code.symbol("y")), 1U);
}

TEST(BindingIndex, TheOnlyOne) {
  const test::Code code("y = 1\nif a:\n  x = 2\nz = 3\nz = 4");
  model::BindingIndex index(code.module(), code.symbols());
  const model::Binding* only = index.only(code.body(), code.symbol("x"));
  ASSERT_NE(only, nullptr);
  EXPECT_EQ(only->statement, code.body()[1]->as<model::If>().then[0]);
  EXPECT_EQ(only->block.data(), code.body()[1]->as<model::If>().then.data());
  EXPECT_EQ(index.only(code.body(), code.symbol("z")), nullptr);
  EXPECT_EQ(index.only(code.body(), code.symbol("a")), nullptr);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
