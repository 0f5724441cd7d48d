// The uses of variables, and the variables that a loop leaves alone.
#include "analyzer/flow/uses.h"

#include <gtest/gtest.h>

#include "analyzer/flow/invariance.h"
#include "tests/flow/code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

std::size_t reads_after_a(std::string_view text) {
  const test::Code code(text);
  return flow::reads_after(code.graph(), code.at("a"), code.symbol("x")).size();
}

TEST(Uses, ReadsThatSeeTheValue) {
  EXPECT_EQ(reads_after_a("a()\nf(x)\ng(x)"), 2U);
  EXPECT_EQ(reads_after_a("f(x)\na()"), 0U);
  EXPECT_EQ(reads_after_a("a()\nx = 1\nf(x)"), 0U) << "bound anew";
  EXPECT_EQ(reads_after_a("a()\nif c:\n  x = 1\nf(x)"), 1U) << "not on every way";
  EXPECT_EQ(reads_after_a("for k in c:\n  f(x)\n  a()"), 1U) << "in the next iteration";
  EXPECT_EQ(reads_after_a("a()\nx += 1"), 1U) << "the old value of the sum";
}

TEST(Uses, ReadBetweenTwoPoints) {
  const test::Code code("a()\nf(x)\nb()\ng(x)\nc()");
  EXPECT_TRUE(flow::read_between(code.graph(), code.at("a"), code.at("b"), code.symbol("x")));
  const test::Code other("a()\nb()\ng(x)\nc()");
  EXPECT_FALSE(flow::read_between(other.graph(), other.at("a"), other.at("b"), other.symbol("x")));
}

TEST(Uses, ParentsOfAnExpression) {
  const test::Code code("y = f(x)[0]\nz = a(y)");
  const flow::Parents parents(code.body());
  const model::Expression& call = code.call("f");
  ASSERT_NE(parents.of(call).parent, nullptr);
  EXPECT_EQ(parents.of(call).parent->kind, model::ExpressionKind::kSubscript);
  EXPECT_EQ(parents.of(*parents.of(call).parent).parent, nullptr);
  EXPECT_EQ(parents.of(call).statement, code.body()[0]);
  EXPECT_EQ(parents.at(code.call("a").range), &code.call("a"));
}

bool keeps_x(std::string_view body) {
  const test::Code code("for k in c:\n  a(x)\n" + std::string(body));
  const flow::LoopEffects effects(code.graph(), 0, code.symbols());
  const model::Expression& argument = *code.call("a").as<model::Call>().arguments[0].value;
  return effects.keeps(argument, [](const model::Expression&) { return std::optional<bool>(); });
}

TEST(Invariance, WhatALoopChanges) {
  EXPECT_TRUE(keeps_x("  f(x)"));
  EXPECT_FALSE(keeps_x("  x = 1"));
  EXPECT_FALSE(keeps_x("  x += 1"));
  EXPECT_FALSE(keeps_x("  x.add_(1)"));
  EXPECT_FALSE(keeps_x("  x.view(-1).zero_()"));
  EXPECT_FALSE(keeps_x("  x[0] = 1"));
  EXPECT_FALSE(keeps_x("  f(y, out=x)"));
  EXPECT_FALSE(keeps_x("  for x in y: pass"));
  EXPECT_TRUE(keeps_x("  y.add_(x)"));
}

TEST(Invariance, AttributesOfAnObjectWhoseMethodsRun) {
  const auto keeps = [](std::string_view body) {
    const test::Code code("for k in c:\n  a(s.x)\n" + std::string(body));
    const flow::LoopEffects effects(code.graph(), 0, code.symbols());
    return effects.keeps(*code.call("a").as<model::Call>().arguments[0].value,
                         [](const model::Expression&) { return std::optional<bool>(); });
  };
  EXPECT_TRUE(keeps("  f(k)"));
  EXPECT_FALSE(keeps("  s.advance()"));
  EXPECT_FALSE(keeps("  s.x = 1"));
}

TEST(ReadsAfter, EndBeyondTheMostThatAreAskedFor) {
  const test::Code code("x = c\na()\nf(x)\ng(x)\nh(x)\nf(x)");
  const auto reads = [&](std::size_t most) {
    return flow::reads_after(code.graph(), code.at("a"), code.symbol("x"), most).size();
  };
  EXPECT_EQ(reads(9), 4U);
  EXPECT_EQ(reads(4), 4U);
  EXPECT_EQ(reads(2), 3U);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
