#include "analyzer/inference/slots.h"

#include <algorithm>

namespace syncfree::inference {

using values::Value;

void Slots::assign(std::uint32_t size, const Value& value) {
  clear();
  if (size == 0) return;
  size_ = size;
  Values all;
  all.fill(value);
  root_ = std::make_shared<Node>(all);
  for (std::uint32_t held = kWays; held < size; held *= kWays) {
    Children children;
    children.fill(root_);
    root_ = std::make_shared<Node>(std::move(children));
    height_ += kBits;
  }
}

void Slots::set(std::uint32_t slot, const Value& value) {
  Pointer* node = &root_;
  for (unsigned shift = height_; shift > 0; shift -= kBits) {
    node = &std::get<Children>(own(*node))[(slot >> shift) % kWays];
  }
  std::get<Values>(own(*node))[slot % kWays] = value;
}

bool Slots::same(const Node* a, const Node* b) {
  if (a == b) return true;
  const auto* values = std::get_if<Values>(a);
  work::count(work::Kind::kVariables, values != nullptr ? kWays : 1);
  if (values != nullptr) return *values == std::get<Values>(*b);
  return std::ranges::equal(std::get<Children>(*a), std::get<Children>(*b),
                            [](const Pointer& x, const Pointer& y) { return same(x.get(), y.get()); });
}

}  // namespace syncfree::inference
