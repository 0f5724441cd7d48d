// The join is a union: it must not matter in which order, or how often, possibilities are added.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/values/describe.h"
#include "analyzer/values/entity.h"
#include "analyzer/values/value.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::values {
namespace SYNCFREE_FILE {

Value registered(Value value) {
  value.registered = true;
  return value;
}

Value read_back(Value value) {
  value.read_back = true;
  return value;
}

Value bound_method(ValueArena& arena, std::uint32_t name, const Value& self) {
  return arena.entity(Kind::kFunction, {.kind = EntityKind::kMethod, .name = name, .self = arena.keep(self)});
}

/// What a file holds of which only the place is known.
Value loaded(Place place) {
  Value value = Value::anything();
  value.places = place;
  value.evidence = Evidence::kDeclared;
  return value;
}

// One of every kind of value, and values that differ in one component only.
std::vector<Value> samples(ValueArena& arena) {
  const Value x = Value::tensor(Place::kCuda, Element::kFloating, Rank::exactly(2));
  const Value c = Value::tensor(Place::kCpu, Element::kInteger, Rank::exactly(1), Evidence::kDeclared);
  const Value one_and_x[] = {Value::integer(1), x};
  const Value two_and_c[] = {Value::integer(2), c};
  const Value only_x[] = {x};
  const Value nested[] = {arena.sequence(Kind::kTuple, one_and_x), x};
  const DictionaryEntry entries[] = {{Value::string("loss").constant, x},
                                     {Value::string("n").constant, Value::integer(3)}};
  const DictionaryEntry other_entries[] = {{Value::string("loss").constant, c}};
  std::vector<Value> values = {
      Value(),
      Value::anything(),
      loaded(Place::kCuda),
      loaded(Place::kCaller),
      Value::none(),
      Value::boolean(true),
      Value::boolean(false),
      Value::integer(1),
      Value::integer(2),
      Value::of(Kind::kInteger),
      read_back(Value::of(Kind::kFloating)),
      Value::floating(0.5),
      Value::string("cuda"),
      Value::string("cpu"),
      Value::string("mean"),
      Value::device(Place::kCuda),
      Value::device(Place::kCpu),
      Value::dtype(Element::kInteger),
      Value::dtype(Element::kFloating),
      Value::unknown_mask(),
      x,
      c,
      registered(x),
      Value::of(Kind::kShape),
      arena.sequence(Kind::kTuple, one_and_x),
      arena.sequence(Kind::kTuple, two_and_c),
      arena.sequence(Kind::kList, only_x),
      arena.sequence(Kind::kList, {}),
      arena.sequence(Kind::kTuple, nested),
      arena.container(Kind::kList, c),
      Value::of(Kind::kList),
      arena.dictionary(entries, {}),
      arena.dictionary(other_entries, {}),
      arena.dictionary({}, x),
      bound_method(arena, 7, x),
      bound_method(arena, 7, c),
  };
  for (std::uint32_t i = 0; i < 5; ++i)
    values.push_back(arena.entity(Kind::kClass, {.kind = EntityKind::kClass, .index = i}));
  return values;
}

TEST(Join, IsIdempotent) {
  ValueArena arena;
  for (const Value& a : samples(arena)) EXPECT_TRUE(join(arena, a, a) == a) << describe(a);
}

TEST(Join, IsCommutative) {
  ValueArena arena;
  const std::vector<Value> all = samples(arena);
  for (const Value& a : all) {
    for (const Value& b : all) {
      const Value ab = join(arena, a, b);
      const Value ba = join(arena, b, a);
      EXPECT_TRUE(ab == ba) << describe(ab) << "  and  " << describe(ba);
      EXPECT_EQ(hash_of(ab), hash_of(ba));
    }
  }
}

TEST(Join, IsAssociative) {
  ValueArena arena;
  const std::vector<Value> all = samples(arena);
  for (const Value& a : all) {
    for (const Value& b : all) {
      const Value ab = join(arena, a, b);
      for (const Value& c : all) {
        const Value left = join(arena, ab, c);
        const Value right = join(arena, a, join(arena, b, c));
        ASSERT_TRUE(left == right) << describe(a) << " , " << describe(b) << " , " << describe(c) << "\n"
                                   << describe(left) << "\n"
                                   << describe(right);
      }
    }
  }
}

TEST(Join, AddsNothingTwice) {
  ValueArena arena;
  const std::vector<Value> all = samples(arena);
  for (const Value& a : all) {
    for (const Value& b : all) {
      const Value ab = join(arena, a, b);
      EXPECT_TRUE(join(arena, ab, a) == ab) << describe(ab) << "  with  " << describe(a);
      EXPECT_TRUE(join(arena, ab, b) == ab) << describe(ab) << "  with  " << describe(b);
    }
  }
}

TEST(Join, KeepsWhatTheOtherSideSaysNothingAbout) {
  ValueArena arena;
  const Value optional = join(arena, Value::tensor(Place::kCuda, Element::kFloating, Rank::exactly(2)), Value::none());
  EXPECT_EQ(describe(optional), "tensor cuda floating rank 2 | none");
  EXPECT_EQ(describe(join(arena, Value::integer(3), Value::none())), "integer 3 | none");
}

TEST(Join, OfDeviceNamesKnowsBothDevices) {
  ValueArena arena;
  const Value either = join(arena, Value::string("cuda"), Value::string("cpu"));
  EXPECT_TRUE(either.places == (Places(Place::kCuda) | Place::kCpu));
  EXPECT_EQ(either.known_string(), "");
}

TEST(Join, OfTooManyClassesIsAnything) {
  ValueArena arena;
  Value value;
  for (std::uint32_t i = 0; i < Entities::kMost + 2; ++i)
    value = join(arena, value, arena.entity(Kind::kClass, {.kind = EntityKind::kClass, .index = i}));
  EXPECT_TRUE(value.is_anything());
  EXPECT_TRUE(join(arena, value, arena.entity(Kind::kClass, {.kind = EntityKind::kClass, .index = 99})) == value);
}

TEST(Join, OfEverDeeperListsEnds) {
  ValueArena arena;
  Value value = Value::integer(0);
  Value before;
  int steps = 0;
  while (!(value == before)) {
    before = value;
    const Value inner[] = {value};
    value = join(arena, value, arena.sequence(Kind::kList, inner));
    ASSERT_LT(++steps, 20);
  }
}

TEST(Aggregates, KeepManyElementsAsOne) {
  ValueArena arena;
  const std::vector<Value> many(Aggregate::kMostElements + 1, Value::integer(1));
  const Value list = arena.sequence(Kind::kList, many);
  EXPECT_FALSE(list.aggregate->exact);
  EXPECT_EQ(describe(list), "list of integer 1");
}

struct ElementRow {
  std::string name;
  Value container;
  std::string_view element;
};

TEST(AnyElement, OfEachKindOfContainer) {
  ValueArena arena;
  const Value x = Value::tensor(Place::kCuda, Element::kFloating, Rank::exactly(2));
  const Value pair[] = {Value::integer(1), Value::none()};
  const DictionaryEntry entries[] = {{Value::string("a").constant, x}};
  const ElementRow rows[] = {
      {"tensor", x, "tensor cuda floating rank 1"},
      {"tuple", arena.sequence(Kind::kTuple, pair), "integer 1 | none"},
      {"list of anything", Value::of(Kind::kList), "anything"},
      {"list of tensors", arena.container(Kind::kList, x), "tensor cuda floating rank 2"},
      {"mapping", arena.dictionary(entries, {}), "string 'a'"},
      {"range", Value::of(Kind::kRange), "integer"},
      {"shape", Value::of(Kind::kShape), "integer"},
      {"string", Value::string("abc"), "string"},
      {"anything", Value::anything(), "anything"},
      {"nothing", Value(), "nothing"},
  };
  for (const ElementRow& row : rows) EXPECT_EQ(describe(any_element(arena, row.container)), row.element) << row.name;
}

TEST(Tensors, AreOnADeviceOrNot) {
  ValueArena arena;
  const Value cuda = Value::tensor(Place::kCuda);
  const Value caller = Value::tensor(Place::kCaller);
  const Value cpu = Value::tensor(Place::kCpu);
  EXPECT_EQ(cuda.is_device_tensor(), Truth::kYes);
  EXPECT_EQ(caller.is_device_tensor(), Truth::kYes);
  EXPECT_EQ(cpu.is_device_tensor(), Truth::kNo);
  EXPECT_EQ(cpu.is_cpu_tensor(), Truth::kYes);
  EXPECT_EQ(Value::tensor(Place::kUnknown).is_device_tensor(), Truth::kMaybe);
  EXPECT_EQ(join(arena, cuda, cpu).is_device_tensor(), Truth::kSometimes);
  EXPECT_EQ(join(arena, cuda, Value::none()).is_device_tensor(), Truth::kSometimes);
  EXPECT_EQ(Value::anything().is_device_tensor(), Truth::kMaybe);
  EXPECT_EQ(Value::integer(1).is_device_tensor(), Truth::kNo);
  EXPECT_EQ(Value().is_device_tensor(), Truth::kNo);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::values
