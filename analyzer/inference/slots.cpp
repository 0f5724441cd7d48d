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
  root_ = Pointer::make(all);
  for (std::uint32_t held = kWays; held < size; held *= kWays) {
    Children copies;
    copies.fill(root_);
    root_ = Pointer::make(std::move(copies));
    height_ += kBits;
  }
}

void Slots::set(std::uint32_t slot, const Value& value) {
  Pointer* node = &root_;
  for (unsigned shift = height_; shift > 0; shift -= kBits) node = &children(node->own())[(slot >> shift) % kWays];
  values(node->own())[slot % kWays] = value;
}

bool Slots::same(const Pointer& a, const Pointer& b) {
  if (a == b) return true;
  const auto* leaf = std::get_if<Values>(&*a);
  work::count(work::Counted::kVariables, leaf != nullptr ? kWays : 1);
  if (leaf != nullptr) return *leaf == values(*b);
  return std::ranges::equal(children(*a), children(*b), same);
}

}  // namespace syncfree::inference
