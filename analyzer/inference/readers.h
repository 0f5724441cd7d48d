// Which contexts looked into which cell, and what an evaluation looked at for the first time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/inference/world.h"
#include "analyzer/model/flat_map.h"

namespace syncfree::inference {

class ReaderTable {
 public:
  void add(const Cell& cell, std::uint32_t context) { readers_[key(cell)].push_back(context); }
  std::span<const std::uint32_t> of(const Cell& cell) const {
    const std::vector<std::uint32_t>* found = readers_.find(key(cell));
    return found == nullptr ? std::span<const std::uint32_t>() : *found;
  }

 private:
  static std::uint64_t key(const Cell& cell) { return std::uint64_t{cell.owner} << 32U | cell.name.id; }

  model::FlatMap<std::uint64_t, std::vector<std::uint32_t>> readers_;
};

/// Calls `visit` with what only `now` has; both are sorted.
template <class Item, class Visit>
void for_each_new(const std::vector<Item>& before, const std::vector<Item>& now, const Visit& visit) {
  auto known = before.begin();
  for (const Item& item : now) {
    while (known != before.end() && *known < item) ++known;
    if (known == before.end() || !(*known == item)) visit(item);
  }
}

}  // namespace syncfree::inference
