// Which subscripts wait, and whose finding each is. The snippets were run on a GPU (torch 2.11), with the meaning of
// the names that is built here.
#include <span>

#include <gtest/gtest.h>

#include "analyzer/values/value_arena.h"
#include "tests/rules/events.h"

namespace syncfree::rules {
namespace SYNCFREE_FILE {

using engine::Event;
using engine::EventKind;
using testing::event_of;
using testing::matched;
using values::Element;
using values::Kind;
using values::Place;
using values::Rank;
using values::Value;

class Subscripts : public ::testing::Test {
 protected:
  static Value device(values::Elements elements, Rank rank) { return Value::tensor(Place::kCuda, elements, rank); }
  static Value host(values::Elements elements, Rank rank) { return Value::tensor(Place::kCpu, elements, rank); }

  template <class... Parts>
  Value tuple(const Parts&... parts) {
    const Value all[] = {parts...};
    return arena.sequence(Kind::kTuple, all);
  }
  Value slice(const Value& start, const Value& stop) {
    const Value bounds[] = {start, stop, Value::none()};
    return arena.sequence(Kind::kSlice, bounds);
  }
  Value list_of_integers() {
    const Value all[] = {Value::integer(0), Value::integer(2)};
    return arena.sequence(Kind::kList, all);
  }

  static std::string load(const Value& object, const Value& index) {
    Event event = event_of(EventKind::kSubscriptLoad, object);
    event.operands[1] = index;
    return matched(event);
  }
  static std::string store(const Value& object, const Value& index, const Value& value) {
    Event event = event_of(EventKind::kSubscriptStore, object);
    event.operands[1] = index;
    event.operands[2] = value;
    return matched(event);
  }

  values::ValueArena arena;

  const Value v = device(Element::kFloating, Rank::exactly(1));
  const Value x = device(Element::kFloating, Rank::exactly(2));
  const Value b = device(Element::kFloating, Rank::exactly(3));
  const Value t = device(Element::kFloating, Rank{});  // of unknown rank
  const Value i = device(Element::kInteger, Rank::exactly(1));
  const Value n = device(Element::kInteger, Rank::exactly(0));
  const Value m = device(Element::kBoolean, Rank::exactly(2));
  const Value r = device(Element::kBoolean, Rank::exactly(1));
  const Value flag = device(Element::kBoolean, Rank::exactly(0));  // s > 0
  const Value either = device(values::Elements(Element::kBoolean) | Element::kInteger, Rank::exactly(1));
  const Value z = device(Element::kFloating, Rank::exactly(0));
  const Value c = host(Element::kFloating, Rank::exactly(2));
  const Value zc = host(Element::kFloating, Rank::exactly(0));
  const Value ci = host(Element::kInteger, Rank::exactly(1));
  const Value cs = host(Element::kInteger, Rank::exactly(0));
  const Value cm = host(Element::kBoolean, Rank::exactly(2));
  const Value ct = host(Element::kBoolean, Rank::exactly(0));
  const Value array = [] {
    Value value = Value::of(Kind::kArray);
    value.elements = Element::kInteger;
    value.rank = Rank::exactly(1);
    return value;
  }();
  const Value none = Value::none();
  const Value dots = Value::of(Kind::kEllipsis);
  const Value zero = Value::integer(0);
  const Value one = Value::floating(1.0);
  const Value number = Value::of(Kind::kInteger);
};

TEST_F(Subscripts, LoadsByHostPositionsAreViews) {
  EXPECT_EQ(load(x, zero), "") << "x[0]";
  EXPECT_EQ(load(x, tuple(zero, Value::integer(1))), "") << "x[0, 1]";
  EXPECT_EQ(load(x, tuple(slice(none, none), slice(Value::integer(1), Value::integer(3)))), "") << "x[:, 1:3]";
  EXPECT_EQ(load(x, none), "") << "x[None]";
  EXPECT_EQ(load(v, Value::boolean(true)), "") << "v[True]";
  EXPECT_EQ(load(v, cs), "") << "v[cs]";
  EXPECT_EQ(load(v, slice(none, cs)), "") << "v[:cs]";
}

TEST_F(Subscripts, LoadsByHostDataCopyTheIndex) {
  EXPECT_EQ(load(v, list_of_integers()), "SF401") << "v[[0, 2]]";
  EXPECT_EQ(load(v, Value::of(Kind::kRange)), "SF401") << "v[range(3)]";
  EXPECT_EQ(load(v, array), "SF401") << "v[np.array([0, 1])]";
  EXPECT_EQ(load(x, tuple(slice(none, none), list_of_integers())), "SF401") << "x[:, [0, 2]]";
  EXPECT_EQ(load(b, tuple(dots, list_of_integers(), slice(none, none))), "SF401") << "b[..., [-1], :]";
  EXPECT_EQ(load(v, ci), "SF401") << "v[ci]";
  EXPECT_EQ(load(x, ci), "SF401") << "x[ci]";
  EXPECT_EQ(load(x, tuple(ci, zero)), "SF401") << "x[ci, 0]";
  EXPECT_EQ(load(x, tuple(ci, i)), "SF401") << "x[ci, i]";
  EXPECT_EQ(load(x, tuple(list_of_integers(), n)), "SF401") << "x[[0, 1], n]: the index is copied before n is read";
}

TEST_F(Subscripts, LoadsByHostMasksAreFree) {
  EXPECT_EQ(load(x, cm), "") << "x[cm]";
  EXPECT_EQ(load(v, ct), "") << "v[ct]";
}

TEST_F(Subscripts, ANumberIsStoredInAHostTensorThroughAMaskOnTheDevice) {
  const Value mask = device(Element::kBoolean, Rank::exactly(1));
  const Value kept = host(Element::kFloating, Rank::exactly(1));
  EXPECT_EQ(store(kept, mask, Value::floating(0.5)), "SF501");
  EXPECT_EQ(load(kept, mask), "");
}

TEST_F(Subscripts, AnIndexOnEitherSideMayBeCopied) {
  const Value either = Value::tensor(values::Places(Place::kCpu) | Place::kCuda, Element::kInteger, Rank::exactly(1));
  EXPECT_EQ(load(v, either), "SF401?");
}

TEST_F(Subscripts, LoadsByDeviceIndicesAreFree) {
  EXPECT_EQ(load(v, i), "") << "v[i]";
  EXPECT_EQ(load(x, tuple(i, i)), "") << "x[i, i]";
  EXPECT_EQ(load(x, tuple(i, zero)), "") << "x[i, 0]";
}

TEST_F(Subscripts, LoadsByDeviceScalarsReadThem) {
  EXPECT_EQ(load(v, n), "SF403") << "v[n]";
  EXPECT_EQ(load(x, tuple(n, zero)), "SF403") << "x[n, 0]";
  EXPECT_EQ(load(x, tuple(i, n)), "SF403") << "x[i, n]";
  EXPECT_EQ(load(v, slice(none, n)), "SF403") << "v[:n]";
  EXPECT_EQ(load(x, tuple(slice(none, none), slice(n, none))), "SF403") << "x[:, n:]";
}

TEST_F(Subscripts, LoadsByDeviceMasksCountThem) {
  EXPECT_EQ(load(x, m), "SF501") << "x[m]";
  EXPECT_EQ(load(x, tuple(m)), "SF501") << "x[m,]";
  EXPECT_EQ(load(x, tuple(slice(none, none), r)), "SF501") << "x[:, r]";
  EXPECT_EQ(load(v, flag), "SF501") << "v[s > 0]";
}

TEST_F(Subscripts, LoadsOfHostTensorsByDeviceMasksRaise) {
  const Value on_host = Value::tensor(values::Place::kCpu, Element::kFloating, Rank::exactly(2));
  EXPECT_EQ(load(on_host, m), "");
  EXPECT_EQ(load(on_host, n), "SF403") << "a number is read for it, too";
}

TEST_F(Subscripts, LoadsByAMaskOrIndexArePossible) {
  EXPECT_EQ(load(v, either), "SF501?");
  const Value scalar = device(values::Elements(Element::kBoolean) | Element::kInteger, Rank::exactly(0));
  EXPECT_EQ(load(v, scalar), "SF403") << "of no dimensions it waits whichever it is";
}

TEST_F(Subscripts, LoadsByTheUnknownAreNot) { EXPECT_EQ(load(x, Value::anything()), ""); }

TEST_F(Subscripts, NumbersIntoOneElementAreCopied) {
  EXPECT_EQ(store(v, zero, zero), "SF402") << "v[0] = 0";
  EXPECT_EQ(store(v, number, one), "SF402") << "v[k] = 1.";
  EXPECT_EQ(store(x, tuple(zero, zero), Value::integer(5)), "SF402") << "x[0, 0] = 5";
  EXPECT_EQ(store(b, tuple(zero, zero, zero), zero), "SF402") << "b[0, 0, 0] = 0";
  EXPECT_EQ(store(v, tuple(dots, zero), zero), "SF402") << "v[..., 0] = 0";
  EXPECT_EQ(store(v, cs, zero), "SF402") << "v[cs] = 0";
  EXPECT_EQ(store(v, zero, zc), "SF402") << "v[0] = zc";
}

TEST_F(Subscripts, NumbersIntoViewsAreFilledByAKernel) {
  EXPECT_EQ(store(x, zero, one), "") << "x[0] = 1.";
  EXPECT_EQ(store(x, tuple(slice(none, none), zero), zero), "") << "x[:, 0] = 0";
  EXPECT_EQ(store(x, dots, zero), "") << "x[...] = 0";
  EXPECT_EQ(store(b, tuple(zero, zero), zero), "") << "b[0, 0] = 0";
  EXPECT_EQ(store(v, none, zero), "") << "v[None] = 0";
  EXPECT_EQ(store(v, tuple(zero, none), zero), "") << "v[0, None] = 0";
  EXPECT_EQ(store(v, slice(cs, none), zero), "") << "v[cs:] = 0";
  EXPECT_EQ(store(v, Value::boolean(true), zero), "") << "v[True] = 0";
  EXPECT_EQ(store(x, zero, zc), "") << "x[0] = zc";
  EXPECT_EQ(store(x, dots, zc), "") << "x[...] = zc";
}

TEST_F(Subscripts, NumbersIntoATensorOfUnknownRankArePossible) {
  EXPECT_EQ(store(t, zero, zero), "SF402?") << "t[0] = 0";
  EXPECT_EQ(store(t, tuple(zero, slice(none, none)), zero), "") << "t[0, :] = 0 keeps a dimension";
}

TEST_F(Subscripts, DeviceValuesIntoViewsAreFree) {
  EXPECT_EQ(store(v, zero, z), "") << "v[0] = z";
  EXPECT_EQ(store(x, tuple(zero, zero), z), "") << "x[0, 0] = z";
  EXPECT_EQ(store(v, i, z), "") << "v[i] = z";
  EXPECT_EQ(store(v, cs, z), "") << "v[cs] = z";
  EXPECT_EQ(store(x, cm, z), "") << "x[cm] = z";
}

TEST_F(Subscripts, HostTensorsAreCopied) {
  EXPECT_EQ(store(x, slice(none, none), c), "SF402") << "x[:] = c";
  EXPECT_EQ(store(b, zero, c), "SF402") << "b[0] = c";
}

TEST_F(Subscripts, AnUnknownValueIsOnlyPossiblyAHostValue) {
  EXPECT_EQ(store(v, zero, Value::anything()), "SF402?");
  EXPECT_EQ(store(v, i, Value::anything()), "SF402?");
}

TEST_F(Subscripts, NumbersThroughDeviceIndicesAreCopied) {
  EXPECT_EQ(store(v, i, zero), "SF402") << "v[i] = 0";
  EXPECT_EQ(store(v, i, Value::boolean(true)), "SF402") << "v[i] = True";
  EXPECT_EQ(store(x, tuple(i, i), zero), "SF402") << "x[i, i] = 0";
  EXPECT_EQ(store(x, tuple(i, slice(none, none)), zero), "SF402") << "x[i, 1:3] = 0";
  EXPECT_EQ(store(v, i, zc), "SF402") << "v[i] = zc";
  const values::Places either_side = values::Places(values::Place::kCpu) | values::Place::kCuda;
  const Value kept = Value::tensor(either_side, Element::kFloating, Rank::exactly(1));
  const Value number = Value::tensor(either_side, Element::kFloating, Rank::exactly(0));
  EXPECT_EQ(store(kept, i, number), "SF402?") << "both may be on the host together";
}

TEST_F(Subscripts, NumbersThroughHostMasksAreCopied) {
  EXPECT_EQ(store(x, cm, zero), "SF402") << "x[cm] = 0";
  EXPECT_EQ(store(v, ct, zero), "SF402") << "v[ct] = 0";
  EXPECT_EQ(store(x, cm, zc), "SF402") << "x[cm] = zc";
}

TEST_F(Subscripts, StoresThroughHostDataCopyTheIndex) {
  EXPECT_EQ(store(v, list_of_integers(), zero), "SF401") << "v[[0, 2]] = 0";
  EXPECT_EQ(store(v, list_of_integers(), z), "SF401") << "v[[0, 2]] = z";
  EXPECT_EQ(store(v, ci, zero), "SF401") << "v[ci] = 0";
  EXPECT_EQ(store(x, tuple(slice(none, none), list_of_integers()), z), "SF401") << "x[:, [0, 2]] = z";
}

TEST_F(Subscripts, StoresThroughDeviceScalarsReadThem) {
  EXPECT_EQ(store(x, n, zero), "SF403") << "x[n] = 0";
  EXPECT_EQ(store(x, tuple(n, zero), one), "SF403") << "x[n, 0] = 1: reported once, for the read";
  EXPECT_EQ(store(x, n, z), "SF403") << "x[n] = z";
  EXPECT_EQ(store(v, slice(none, n), zero), "SF403") << "v[:n] = 0";
  EXPECT_EQ(store(x, tuple(i, n), z), "SF403") << "x[i, n] = z";
}

TEST_F(Subscripts, NumbersThroughDeviceMasksAreFree) {
  EXPECT_EQ(store(x, m, zero), "") << "x[m] = 0";
  EXPECT_EQ(store(x, m, zc), "") << "x[m] = zc";
  EXPECT_EQ(store(x, tuple(r, zero), zero), "") << "x[r, 0] = 0";
  EXPECT_EQ(store(x, tuple(slice(none, none), r), zero), "") << "x[:, r] = 0";
  const Value mask = device(Element::kBoolean, Rank{});
  EXPECT_EQ(store(x, mask, zero), "") << "a mask of unknown rank";
}

TEST_F(Subscripts, TensorsThroughDeviceMasksCountThem) {
  EXPECT_EQ(store(x, m, z), "SF501") << "x[m] = z";
  EXPECT_EQ(store(v, r, v), "SF501") << "v[r] = w[r]";
  EXPECT_EQ(store(x, tuple(r, zero), z), "SF501") << "x[r, 0] = z";
  EXPECT_EQ(store(x, m, Value::anything()), "SF501?") << "x[m] = anything";
}

TEST_F(Subscripts, SomeMasksCountEvenForANumber) {
  EXPECT_EQ(store(v, flag, zero), "SF501") << "v[s > 0] = 0";
  EXPECT_EQ(store(x, tuple(r, i), zero), "SF501") << "x[r, i] = 0";
}

TEST_F(Subscripts, StoresThroughAMaskOrIndexArePossible) {
  EXPECT_EQ(store(v, either, zero), "SF402?") << "an index waits for a number, a mask does not";
  EXPECT_EQ(store(v, either, z), "SF501?") << "a mask waits for a tensor, an index does not";
}

TEST_F(Subscripts, GpuTensorsAreCopiedIntoCpuTensors) {
  Event event = event_of(EventKind::kSubscriptStore, c);
  event.blocks = values::Truth::kYes;
  event.operands[1] = zero;
  event.operands[2] = v;
  EXPECT_EQ(matched(event), "SF101") << "c[0] = v";
  EXPECT_EQ(testing::words_of(event, "c[0]").message,
            "storing a GPU tensor into `c[0]`, which is on the CPU, copies it there and waits");
  event.operands[1] = cm;
  EXPECT_EQ(matched(event), "") << "c[cm] = v raises: the two devices do not meet";
  event.operands[1] = zero;
  event.operands[2] = c;
  EXPECT_EQ(matched(event), "") << "c[0] = c";
}

TEST_F(Subscripts, HostTensorsAreNobodysFinding) {
  Event event = event_of(EventKind::kSubscriptLoad, c);
  event.operands[1] = list_of_integers();
  event.blocks = values::Truth::kNo;
  EXPECT_EQ(matched(event), "");
}

TEST_F(Subscripts, WordsNameTheCase) {
  Event event = event_of(EventKind::kSubscriptStore, v);
  event.operands[1] = zero;
  event.operands[2] = zero;
  EXPECT_EQ(testing::words_of(event, "v[0]").message,
            "storing a host number into the one element `v[0]` copies it to the GPU and waits");
  EXPECT_EQ(testing::words_of(event, "v[0]").hint, "`v[0].fill_(value)` passes the number to a kernel");
  EXPECT_EQ(testing::words_of(event, "v[long...").hint, "`fill_(value)` of the element passes the number to a kernel");
  event.operands[1] = list_of_integers();
  EXPECT_EQ(testing::words_of(event, "v[[0, 2]]").message,
            "`v[[0, 2]]` copies its index and the stored number to the GPU, with a wait for each");
  event.operands[2] = z;
  EXPECT_EQ(testing::words_of(event, "v[[0, 2]]").message,
            "`v[[0, 2]]` copies its index from the host to the GPU and waits");
  event.operands[1] = either;
  EXPECT_EQ(testing::words_of(event, "v[k]").message, "`v[k]` waits for the GPU if the index is a boolean mask");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::rules
