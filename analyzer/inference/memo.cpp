#include "analyzer/inference/memo.h"

#include <algorithm>
#include <utility>

namespace syncfree::inference {

Step* Memo::add(const Step& step) {
  Step* added = steps_.make<Step>(step);
  added->reads = steps_.copy(step.reads);
  added->variables = steps_.copy(step.variables);
  added->grown = steps_.copy(step.grown);
  added->calls = steps_.copy(step.calls);
  added->stores = steps_.copy(step.stores);
  added->globals = steps_.copy(step.globals);
  added->objects = steps_.copy(step.objects);
  added->reached = steps_.copy(step.reached);
  return added;
}

void Memo::compact(const std::function<void(Value&)>& keep) {
  const model::Arena before = std::exchange(steps_, {});
  const auto keep_values = [&]<class Item>(std::span<const Item>& items) {
    const std::span<Item> copies = steps_.copy(items);
    for (Item& item : copies) keep(item.value);
    items = copies;
  };
  for (Step*& first : first_) {
    Step* last = nullptr;
    for (const Step* step = first; step != nullptr; step = step->next) {
      Step* copy = steps_.make<Step>(*step);
      keep(copy->result);
      keep_values(copy->variables);
      keep_values(copy->grown);
      keep_values(copy->stores);
      keep_values(copy->globals);
      copy->reads = steps_.copy(step->reads);
      copy->calls = steps_.copy(step->calls);
      copy->objects = steps_.copy(step->objects);
      copy->reached = steps_.copy(step->reached);
      copy->before = last;
      (last == nullptr ? first : last->next) = copy;
      last = copy;
    }
  }
}

void Memo::set_last(std::uint32_t context, Step* last) {
  if (context >= first_.size()) {
    if (last == nullptr) return;
    first_.resize(context + 1, nullptr);
  }
  Step* next = nullptr;
  for (Step* step = last; step != nullptr; step = step->before) {
    step->next = next;
    next = step;
  }
  first_[context] = next;
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
