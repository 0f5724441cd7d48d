#include "analyzer/inference/memo.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/values/value.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {
namespace SYNCFREE_FILE {

const std::vector<Read> kReads = {Read::of_context(3, kAllGiven), Read::of_cell(7)};
const std::vector<SlotValue> kVariables = {{.slot = 2, .value = Value::integer(5)}};

StepContent some_step() {
  StepContent step{.seen = 11, .effect = 12, .work = 13, .result = Value::integer(4)};
  step.reads = kReads;
  step.variables = kVariables;
  step.met_nothing = true;
  return step;
}

TEST(Memo, StepsHoldWhatTheyWereMadeOf) {
  Memo memo;
  const Step* step = memo.add(some_step(), nullptr);
  EXPECT_EQ(step->seen, 11U);
  EXPECT_EQ(step->effect, 12U);
  EXPECT_EQ(step->work, 13U);
  EXPECT_TRUE(step->met_nothing);
  EXPECT_FALSE(step->has_calls);
  EXPECT_EQ(memo.value(step->result), Value::integer(4));
  ASSERT_EQ(step->reads().size(), 2U);
  EXPECT_TRUE(step->reads()[0].is_context());
  EXPECT_EQ(step->reads()[0].subject(), 3U);
  EXPECT_EQ(step->reads()[0].parts().bits, kAllGiven.bits);
  EXPECT_FALSE(step->reads()[1].is_context());
  EXPECT_EQ(step->reads()[1].subject(), 7U);
  ASSERT_EQ(step->variables().size(), 1U);
  EXPECT_EQ(step->variables()[0].slot, 2U);
  EXPECT_EQ(memo.value(step->variables()[0].value), Value::integer(5));
  EXPECT_TRUE(step->grown().empty());
  EXPECT_TRUE(step->reached().empty());
}

TEST(Memo, StepsThatNothingLeadsToAreFreed) {
  Memo memo;
  memo.begin();
  Step* first = memo.add(some_step(), nullptr);
  Step* second = memo.add(some_step(), first);
  memo.set_last(5, second);
  memo.end();
  const std::size_t held = memo.held();
  for (int inference = 0; inference < 3; ++inference) {
    memo.begin();
    Step* other = memo.add(some_step(), first);
    memo.set_last(5, other);
    memo.end();
    EXPECT_EQ(memo.first(5), first);
    EXPECT_EQ(first->next, other);
    EXPECT_EQ(other->next, nullptr);
    EXPECT_EQ(memo.held(), held);
  }
  memo.set_last(5, first);
  EXPECT_EQ(first->next, nullptr);
  EXPECT_LT(memo.held(), held);
  memo.forget(5);
  EXPECT_EQ(memo.first(5), nullptr);
}

TEST(Memo, StepsOfAnInferenceThatWasBrokenOffAreFreed) {
  Memo memo;
  memo.begin();
  Step* kept = memo.add(some_step(), nullptr);
  memo.set_last(0, kept);
  memo.end();
  const std::size_t held = memo.held();
  memo.begin();
  memo.add(some_step(), kept);
  EXPECT_GT(memo.held(), held);
  memo.begin();
  EXPECT_EQ(memo.held(), held);
  EXPECT_EQ(memo.first(0), kept);
}

TEST(Memo, ValuesOfAnInferenceThatWasBrokenOffAreForgotten) {
  Memo memo;
  {
    const auto text = std::make_unique<std::string>(100, 'x');
    memo.begin();
    StepContent step = some_step();
    step.result = Value::string(*text);
    memo.add(step, nullptr);
  }
  const std::string other(100, 'x');
  memo.begin();
  StepContent step = some_step();
  step.result = Value::string(other);
  const Step* added = memo.add(step, nullptr);
  EXPECT_EQ(memo.value(added->result).constant.characters, other.data());
}

TEST(Memo, CompactionKeepsTheValuesOfSteps) {
  Memo memo;
  memo.begin();
  for (int i = 0; i < 1000; ++i) {
    StepContent step = some_step();
    step.result = Value::integer(i);
    memo.set_last(0, memo.add(step, nullptr));
  }
  memo.end();
  const std::size_t held = memo.held();
  int kept = 0;
  memo.compact([&](Value&) { ++kept; });
  EXPECT_EQ(kept, 2);  // its result and its variable
  EXPECT_LT(memo.held(), held);
  EXPECT_EQ(memo.value(memo.first(0)->result), Value::integer(999));
  EXPECT_EQ(memo.value(memo.first(0)->variables()[0].value), Value::integer(5));
}

TEST(ValuePool, HasEqualValuesOnceAndOthersApart) {
  ValuePool pool;
  values::ValueArena arena;
  const Value list = arena.container(values::Kind::kList, Value::integer(1));
  EXPECT_EQ(pool.add(list), pool.add(list));
  EXPECT_NE(pool.add(list), pool.add(Value::of(values::Kind::kList)));
  EXPECT_NE(pool.add(Value::integer(0)), pool.add(Value::boolean(false)));
  EXPECT_NE(pool.add(Value::floating(0.0)), pool.add(Value::floating(-0.0)));
  EXPECT_EQ(pool.add(Value::string("a")), pool.add(Value::string("a")));
  EXPECT_EQ(pool[pool.add(list)], list);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::inference
