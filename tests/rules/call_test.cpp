// Calls that the catalog knows to block: whose finding each is, and what is said of it.
#include <gtest/gtest.h>

#include "analyzer/values/value_arena.h"
#include "tests/rules/events.h"

namespace syncfree::rules {
namespace SYNCFREE_FILE {

using engine::Consumer;
using engine::Dependency;
using engine::Event;
using engine::EventKind;
using engine::Origin;
using engine::TruthUse;
using testing::CallEvent;
using testing::event_of;
using testing::matched;
using testing::words_of;
using values::Element;
using values::Kind;
using values::Place;
using values::Rank;
using values::Value;

const Value kDevice = Value::tensor(Place::kCuda, Element::kFloating, Rank::exactly(1));
const Value kPageable = [] {
  Value value = Value::tensor(Place::kCpu, Element::kFloating, Rank::exactly(1));
  value.memories = values::Memory::kPageable;
  return value;
}();
const Value kPinned = [] {
  Value value = kPageable;
  value.memories = values::Memory::kPinned;
  return value;
}();

std::string move_of(const Value& value, Origin origin) {
  CallEvent call("SF102", "torch.Tensor.to", value);
  call->origin = origin;
  return matched(*call);
}

TEST(Copies, ToTheDeviceBelongToWhatMadeTheValue) {
  EXPECT_EQ(move_of(kPageable, Origin::kUnknown), "SF102");
  EXPECT_EQ(move_of(kPageable, Origin::kConstructor), "SF105");
  EXPECT_EQ(move_of(kPageable, Origin::kHostData), "SF201");
  EXPECT_EQ(move_of(kPageable, Origin::kOneNumber), "SF202");
}

TEST(Copies, FromPinnedMemoryLackNonBlocking) {
  EXPECT_EQ(move_of(kPinned, Origin::kConstructor), "SF102");
  EXPECT_EQ(move_of(kPinned, Origin::kHostData), "SF102");
}

TEST(Copies, OfModulesAreBuiltElsewhere) {
  EXPECT_EQ(move_of(Value::of(Kind::kInstance), Origin::kUnknown), "SF105");
  EXPECT_EQ(move_of(Value::of(Kind::kLibraryObject), Origin::kUnknown), "SF105");
}

TEST(Copies, OfOperandsKeepTheirOwnRule) {
  CallEvent copy("SF102", "torch.Tensor.copy_", kDevice);
  copy->origin = Origin::kConstructor;
  EXPECT_EQ(matched(*copy), "SF102");
  CallEvent where("SF102", "torch.where", kDevice);
  EXPECT_EQ(matched(*where), "SF102");
  CallEvent put("SF102", "torch.Tensor.index_put_", kDevice);
  EXPECT_EQ(matched(*put), "SF402");
}

TEST(Copies, OfPageableMemoryAreNeverCuredByNonBlockingAlone) {
  CallEvent call("SF102", "torch.Tensor.cuda", kPageable);
  EXPECT_TRUE(words_of(*call).hint.starts_with("pin the source")) << words_of(*call).hint;
  CallEvent pinned("SF102", "torch.Tensor.cuda", kPinned);
  EXPECT_TRUE(words_of(*pinned).hint.starts_with("the source is pinned")) << words_of(*pinned).hint;
  CallEvent from("SF104", "torch.Tensor.to", kPageable);
  EXPECT_TRUE(words_of(*from).hint.starts_with("pin the source")) << words_of(*from).hint;
  CallEvent into("SF104", "torch.Tensor.copy_", kPageable);
  EXPECT_TRUE(words_of(*into).hint.starts_with("make the destination")) << words_of(*into).hint;
  CallEvent out_of("SF104", "torch.Tensor.copy_", kDevice);
  EXPECT_TRUE(words_of(*out_of).hint.starts_with("pin the source")) << words_of(*out_of).hint;
}

TEST(Copies, OfAListOfOneNumberAreAConstant) {
  values::ValueArena arena;
  const Value one[] = {Value::floating(0.0)};
  const Value two[] = {Value::floating(0.0), Value::floating(1.0)};
  CallEvent constant("SF201", "torch.tensor", arena.sequence(Kind::kList, one));
  EXPECT_EQ(matched(*constant), "SF202");
  CallEvent data("SF201", "torch.tensor", arena.sequence(Kind::kList, two));
  EXPECT_EQ(matched(*data), "SF201");
}

TEST(Reads, SayWhatIsRead) {
  CallEvent item("SF301", "torch.Tensor.item", kDevice);
  EXPECT_EQ(words_of(*item, "loss.item()").message, "`loss.item()` reads one number back from the GPU");
  CallEvent list("SF301", "torch.Tensor.tolist", kDevice);
  EXPECT_EQ(words_of(*list, "v.tolist()").message, "`v.tolist()` reads all values back from the GPU");
}

TEST(Reads, TakeTheCatalogsSuggestion) {
  CallEvent call("SF301", "math.sqrt", kDevice);
  call.block().use_instead = "torch.sqrt";
  EXPECT_EQ(words_of(*call).hint, "torch.sqrt");
}

TEST(Reads, DependOnWhatBecomesOfTheValue) {
  CallEvent call("SF301", "torch.Tensor.item", kDevice);
  EXPECT_EQ(words_of(*call).dependency, std::nullopt);
  call->consumer = Consumer::kDeviceAgain;
  EXPECT_EQ(words_of(*call).dependency, Dependency::kFalse);
  EXPECT_TRUE(words_of(*call).hint.find("use the tensor itself") != std::string::npos);
  call->consumer = Consumer::kControlFlow;
  EXPECT_EQ(words_of(*call).dependency, Dependency::kTrue);
}

TEST(Truths, AreNamedByTheirConstruct) {
  Event event = event_of(EventKind::kTruth, kDevice);
  const std::pair<TruthUse, std::string_view> uses[] = {{TruthUse::kIf, "`if`"},
                                                        {TruthUse::kAssert, "`assert`"},
                                                        {TruthUse::kNot, "`not`"},
                                                        {TruthUse::kBooleanOperator, "`and` or `or`"},
                                                        {TruthUse::kNone, "Python"}};
  for (const auto& [use, name] : uses) {
    event.truth_use = use;
    EXPECT_EQ(matched(event), "SF302");
    EXPECT_TRUE(words_of(event, "s > 0").message.starts_with(std::string(name) + " needs the truth of `s > 0`"));
  }
}

TEST(Truths, InTheTestOfAWhileAreItsOwnRule) {
  Event test = event_of(EventKind::kTruth, kDevice);
  test.truth_use = TruthUse::kWhile;
  EXPECT_EQ(matched(test), "SF307") << "while err > tol";
  test.truth_use = TruthUse::kNot;
  test.loop_test = true;
  EXPECT_EQ(matched(test), "SF307") << "while not done.all()";
  Event contains = event_of(EventKind::kContains, kDevice);
  contains.loop_test = true;
  EXPECT_EQ(matched(contains), "SF307") << "while 0 in ids";
  for (const std::string_view code : {"SF301", "SF302", "SF303", "SF304"}) {
    CallEvent read(code, "torch.something", kDevice);
    EXPECT_EQ(matched(*read), code);
    read->loop_test = true;
    EXPECT_EQ(matched(*read), "SF307") << code;
  }
  CallEvent shape("SF502", "torch.nonzero", kDevice);
  shape->loop_test = true;
  EXPECT_EQ(matched(*shape), "SF502") << "while len(torch.nonzero(m)): the size is what waits";
}

TEST(Truths, OfComparedElementsBelongToTheBuiltin) {
  Event event = event_of(EventKind::kTruth, kDevice);
  event.truth_use = TruthUse::kReduction;
  EXPECT_EQ(matched(event), "SF303") << "max(scores, key=scores.get)";
}

TEST(HostUses, OfDeviceValues) {
  EXPECT_EQ(matched(event_of(EventKind::kContains, kDevice)), "SF304");
  EXPECT_EQ(matched(event_of(EventKind::kFormat, kDevice)), "SF305");
  const Value count = Value::tensor(Place::kCuda, Element::kInteger, Rank::exactly(0));
  EXPECT_EQ(matched(event_of(EventKind::kHostIndex, count)), "SF306");
  EXPECT_EQ(matched(event_of(EventKind::kRepeat, count)), "SF306");
  EXPECT_EQ(matched(event_of(EventKind::kRepeat, kDevice)), "") << "a floating tensor repeats nothing";
}

TEST(LibraryCalls, EmptyTheCacheOnceFreely) {
  CallEvent call("SF506", "torch.cuda.empty_cache");
  EXPECT_EQ(matched(*call), "");
  call->loop_depth = 1;
  EXPECT_EQ(matched(*call), "SF506");
}

TEST(Polling, IsAQueryInALoopsTest) {
  CallEvent query("SF604", "torch.cuda.Event.query");
  EXPECT_EQ(matched(*query), "");
  query->loop_test = true;
  EXPECT_EQ(matched(*query), "SF604");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::rules
