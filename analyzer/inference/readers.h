// Which contexts looked into which cell.
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

}  // namespace syncfree::inference
