#include "analyzer/inference/memo.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace syncfree::inference {

namespace {

template <class Item>
void put(std::byte*& place, std::span<const Item> items) {
  static_assert(alignof(Item) <= alignof(std::uint32_t), "lists lie one behind another");
  if (!items.empty()) std::memcpy(place, items.data(), items.size_bytes());
  place += items.size_bytes();
}

template <class Item>
void put_one(std::byte*& place, const Item& item) {
  put(place, std::span(&item, 1));
}

}  // namespace

Step* Step::make(const StepContent& content, Step* before, ValuePool& pool) {
  const std::size_t bytes = content.reads.size_bytes() + content.variables.size() * sizeof(NumberedSlot) +
                            content.grown.size() * sizeof(NumberedSlot) + content.calls.size_bytes() +
                            content.stores.size() * sizeof(NumberedStore) +
                            content.globals.size() * sizeof(NumberedGlobal) + content.objects.size_bytes() +
                            content.reached.size_bytes();
  return ::new (::operator new(sizeof(Step) + bytes)) Step(content, before, pool);
}

void Step::free(Step* step) {
  static_assert(std::is_trivially_destructible_v<Step>);
  ::operator delete(step);
}

Step::Step(const StepContent& content, Step* former, ValuePool& pool)
    : seen(content.seen),
      effect(content.effect),
      work(content.work),
      before(former),
      result(pool.add(content.result)),
      has_grown(content.has_grown),
      has_calls(content.has_calls),
      has_reached(content.has_reached),
      met_nothing(content.met_nothing),
      takes_tensor(content.takes_tensor),
      ends_{} {
  std::byte* place = bytes();
  const auto end = [&](List list) { ends_[list] = static_cast<std::uint32_t>(place - bytes()); };
  put(place, content.reads);
  end(kReads);
  for (const SlotValue& each : content.variables) put_one(place, NumberedSlot{each.slot, pool.add(each.value)});
  end(kVariables);
  for (const SlotValue& each : content.grown) put_one(place, NumberedSlot{each.slot, pool.add(each.value)});
  end(kGrown);
  put(place, content.calls);
  end(kCalls);
  for (const AttributeStore& each : content.stores)
    put_one(place, NumberedStore{each.object, each.name, pool.add(each.value)});
  end(kStores);
  for (const GlobalStore& each : content.globals)
    put_one(place, NumberedGlobal{each.module, each.slot, pool.add(each.value)});
  end(kGlobals);
  put(place, content.objects);
  end(kObjects);
  put(place, content.reached);
  end(kReached);
}

template <class Visit>
void Step::for_each_value(const Visit& visit) {
  const auto visit_all = [&]<class Item>(Item* first, std::size_t count) {
    for (Item& item : std::span(first, count)) visit(item.value);
  };
  visit(result);
  visit_all(items<NumberedSlot>(kVariables), variables().size());
  visit_all(items<NumberedSlot>(kGrown), grown().size());
  visit_all(items<NumberedStore>(kStores), stores().size());
  visit_all(items<NumberedGlobal>(kGlobals), globals().size());
}

Memo::~Memo() {
  begin();
  for (Step* first : first_) {
    while (first != nullptr) Step::free(std::exchange(first, first->next));
  }
}

Step* Memo::add(const StepContent& content, Step* before) {
  Step* step = Step::make(content, before, values_);
  step->next = std::exchange(added_, step);
  bytes_ += step->size();
  return step;
}

void Memo::begin() {
  if (added_ == nullptr) return;
  while (added_ != nullptr) free(std::exchange(added_, added_->next));
  drop_values([](Value&) {});  // those of the freed steps point to what is gone
}

void Memo::free(Step* step) {
  bytes_ -= step->size();
  Step::free(step);
}

void Memo::compact(const std::function<void(Value&)>& keep) {
  begin();
  drop_values(keep);
}

void Memo::drop_values(const std::function<void(Value&)>& keep) {
  const ValuePool before = std::exchange(values_, {});
  PoolCopy copy(before, values_, keep);
  for (Step* step : first_) {
    for (; step != nullptr; step = step->next)
      step->for_each_value([&](std::uint32_t& number) { number = copy(number); });
  }
}

void Memo::set_last(std::uint32_t context, Step* last) {
  if (context >= first_.size()) {
    if (last == nullptr) return;
    first_.resize(context + 1, nullptr);
  }
  std::vector<Step*> former;
  for (Step* step = first_[context]; step != nullptr; step = step->next) former.push_back(step);
  Step* next = nullptr;
  for (Step* step = last; step != nullptr; step = step->before) {
    step->next = next;
    next = step;
  }
  first_[context] = next;
  // Both begin with the same steps.
  for (Step* const step : former) {
    if (step == next) {
      next = next->next;
    } else {
      free(step);
    }
  }
}

void Memo::change_in_text(const Cell& cell) {
  const std::uint32_t number = cells_.add(cell);
  const auto known = std::ranges::find(versions_, number, &std::pair<std::uint32_t, std::uint64_t>::first);
  if (known == versions_.end()) {
    versions_.emplace_back(number, fresh());
  } else {
    known->second = fresh();
  }
}

void Memo::doubt(std::uint32_t context) {
  if (context >= doubtful_.size()) doubtful_.resize(context + 1);
  doubtful_[context] = true;
}

}  // namespace syncfree::inference
