// What is taken out of a scratch arena is the same as before, stays when that is reset, and is there once.
#include "analyzer/values/keeper.h"

#include <string>

#include <gtest/gtest.h>

namespace syncfree::values {
namespace SYNCFREE_FILE {

/// A tuple of a word, a list of tensors, a mapping and a bound method, none of whose parts lies in `arena` before.
Value made_in(ValueArena& arena, const std::string& word) {
  const Value tensor = Value::tensor(Place::kCuda, Element::kFloating, Rank::exactly(2));
  const Value text = Value::string(arena.copy(word));
  const Value list = arena.container(Kind::kList, tensor);
  const DictionaryEntry entries[] = {{text.constant, list}};
  const Value mapping = arena.dictionary(entries, Value::integer(3));
  const Value method =
      arena.entity(Kind::kFunction, {.kind = EntityKind::kMethod, .name = 7, .self = arena.keep(mapping)});
  const Value parts[] = {text, list, mapping, method};
  return arena.sequence(Kind::kTuple, parts);
}

Value kept_from_scratch(ValueArena& kept, const std::string& word) {
  ValueArena scratch;
  Value value = made_in(scratch, word);
  Keeper(scratch, kept).keep(value);
  return value;
}

TEST(Keeper, WhatIsKeptIsTheSame) {
  ValueArena kept;
  ValueArena other;
  EXPECT_EQ(kept_from_scratch(kept, "loss"), made_in(other, "loss"));
}

TEST(Keeper, TheSameIsKeptOnce) {
  ValueArena kept;
  const Value first = kept_from_scratch(kept, "loss");
  const std::size_t used = kept.used();
  const Value second = kept_from_scratch(kept, "loss");
  EXPECT_EQ(first.aggregate, second.aggregate);
  EXPECT_EQ(kept.used(), used);
}

TEST(Keeper, WhatDiffersInItsDepthsIsNotTheSame) {
  ValueArena kept;
  const Value first = kept_from_scratch(kept, "loss");
  const Value second = kept_from_scratch(kept, "accuracy");
  EXPECT_NE(first, second);
  // What they have in common is there once all the same.
  EXPECT_EQ(first.aggregate->elements[1].aggregate, second.aggregate->elements[1].aggregate);
  ValueArena other;
  EXPECT_EQ(first, made_in(other, "loss"));
  EXPECT_EQ(second, made_in(other, "accuracy"));
}

TEST(Keeper, AReceiverThatSeveralMethodsShareOutlivesTheOneThatWasKnown) {
  ValueArena kept;
  const Value before = kept_from_scratch(kept, "loss");
  ValueArena scratch;
  const Value* receiver = scratch.keep(Value::string(scratch.copy("loss")));
  const auto method = [&](std::uint32_t name) {
    return scratch.entity(Kind::kFunction, {.kind = EntityKind::kMethod, .name = name, .self = receiver});
  };
  {
    Value known = method(1);
    Keeper(scratch, kept).keep(known);
  }
  Value known = method(1);
  Value fresh = method(2);
  Keeper keeper(scratch, kept);
  keeper.keep(known);
  keeper.keep(fresh);
  for (int i = 0; i < 8; ++i) kept.copy(std::string(64, 'x'));
  EXPECT_EQ(known.entities->items.front().self->known_string(), "loss");
  EXPECT_EQ(fresh.entities->items.front().self->known_string(), "loss");
  EXPECT_EQ(before, kept_from_scratch(kept, "loss"));
}

TEST(Keeper, WhatLiesElsewhereIsLeftWhereItIs) {
  ValueArena elsewhere;
  ValueArena scratch;
  ValueArena kept;
  Value value = made_in(elsewhere, "loss");
  const Aggregate* before = value.aggregate;
  Keeper(scratch, kept).keep(value);
  EXPECT_EQ(value.aggregate, before);
  EXPECT_EQ(kept.used(), 0U);
}

TEST(Keeper, EverythingIsTakenWhereverItLies) {
  ValueArena kept;
  ValueArena texts;
  ValueArena other;
  std::string word = "loss";
  Value first = Value::string(word);
  Value second;
  {
    ValueArena elsewhere;
    second = made_in(elsewhere, "loss");
    Keeper keeper(Keeper::Everything{.kept = kept, .texts = texts});
    keeper.keep(first);
    keeper.keep(second);
  }
  word = "....";
  EXPECT_EQ(first.known_string(), "loss");
  EXPECT_EQ(second, made_in(other, "loss"));
  EXPECT_EQ(second.aggregate->elements[0].constant.characters, first.constant.characters) << "the text is there once";
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::values
