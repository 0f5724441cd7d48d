// Where control can go, and where it must.
#include <gtest/gtest.h>

#include "analyzer/flow/dominance.h"
#include "tests/flow/code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

struct Row {
  std::string_view name;
  std::string_view code;
  bool reaches;    ///< can control get from a() to b()
  bool dominates;  ///< does every way to b() go through a()
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

class Ways : public testing::TestWithParam<Row> {};

TEST_P(Ways, FromOneCallToTheOther) {
  const Row& row = GetParam();
  const test::Code code(row.code);
  EXPECT_EQ(code.reaches("a", "b"), row.reaches) << row.code;
  EXPECT_EQ(flow::Dominance(code.graph()).dominates(code.at("a"), code.at("b")), row.dominates) << row.code;
}

INSTANTIATE_TEST_SUITE_P(
    Statements, Ways,
    testing::Values(
        Row{"one_after_the_other", "a()\nb()", true, true}, Row{"the_other_way_round", "b()\na()", false, false},
        Row{"arguments_come_first", "b(a())", true, true}, Row{"in_one_branch", "if x:\n  a()\nb()", true, false},
        Row{"test_before_branches", "if a():\n  pass\nelse:\n  b()", true, true},
        Row{"other_branch", "if x:\n  a()\nelse:\n  b()", false, false},
        Row{"early_return", "def f():\n  pass\nif x:\n  raise a()\nb()", false, false},
        Row{"around_a_loop", "for k in x:\n  b()\n  a()", true, false},
        Row{"loop_may_not_run", "for k in x:\n  a()\nb()", true, false},
        Row{"test_of_a_loop", "while a():\n  pass\nb()", true, true},
        Row{"endless_loop", "while True:\n  a()\nb()", false, false},
        Row{"left_by_a_break", "while True:\n  a()\n  break\nb()", true, true},
        Row{"continue_skips", "for k in x:\n  if k:\n    continue\n  a()\nb()", true, false},
        Row{"else_of_a_loop", "for k in x:\n  if a():\n    break\nelse:\n  b()", true, false},
        Row{"short_circuit", "a() and b()", true, true}, Row{"perhaps_not_evaluated", "x and a()\nb()", true, false},
        Row{"conditional", "a() if x else b()", false, false},
        Row{"comprehension_condition", "[b() for k in x if a()]", true, true},
        Row{"comprehension_may_not_run", "[a() for k in x]\nb()", true, false},
        Row{"handler", "try:\n  a()\nexcept E:\n  b()", true, false},
        Row{"finally_runs_after_a_break", "while x:\n  try:\n    a()\n    break\n  finally:\n    b()", true, false},
        Row{"with_block", "with a():\n  b()", true, true},
        Row{"lambda_runs_elsewhere", "b(lambda: x)\na()", false, false},
        Row{"cases", "match x:\n  case 1:\n    a()\n  case _:\n    b()", false, false},
        Row{"assertion", "assert a(), x\nb()", true, true}));

TEST(Graph, LoopsKnowWhatIsInThem) {
  const test::Code code("for i in x:\n  a()\n  for j in i:\n    b()\nc()");
  ASSERT_EQ(code.graph().loops.size(), 2U);
  EXPECT_TRUE(code.graph().inside(code.at("a").block, 0));
  EXPECT_FALSE(code.graph().inside(code.at("a").block, 1));
  EXPECT_TRUE(code.graph().inside(code.at("b").block, 0));
  EXPECT_TRUE(code.graph().inside(code.at("b").block, 1));
  EXPECT_FALSE(code.graph().inside(code.at("c").block, 0));
}

TEST(Graph, BranchesAreIntervals) {
  const test::Code code("if x:\n  a()\nelse:\n  b()\nc()");
  ASSERT_EQ(code.graph().branches.size(), 1U);
  const flow::Branch& branch = code.graph().branches[0];
  const auto in = [](std::uint32_t block, std::uint32_t begin, std::uint32_t end) {
    return begin <= block && block < end;
  };
  EXPECT_TRUE(in(code.at("a").block, branch.then_begin, branch.then_end));
  EXPECT_TRUE(in(code.at("b").block, branch.else_begin, branch.else_end));
  EXPECT_EQ(code.at("c").block, branch.join);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
