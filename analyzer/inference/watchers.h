// Who looked into which cell, and when it last changed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analyzer/inference/world.h"
#include "analyzer/model/flat_map.h"

namespace syncfree::inference {

/// Contexts that looked into a cell, the batch that last changed it, and the one before.
struct Watchers {
  std::vector<std::uint32_t> readers;
  std::uint32_t changed = 0;
  std::uint32_t changed_before = 0;

  void note_change(std::uint32_t batch) {
    if (changed != batch) changed_before = changed;
    changed = batch;
  }
};

/// By cell, of objects by where they are kept.
class WatcherTable {
 public:
  Watchers& operator[](const Cell& cell) {
    auto& watchers = (cell.owner & kVariables) != 0 ? variables_ : is_of_subclasses(cell) ? subclasses_ : attributes_;
    const std::uint32_t owner = cell.owner & ~(kVariables | kSubclasses);
    if (watchers.size() <= owner) watchers.resize(std::max<std::size_t>(owner + 1, watchers.size() * 2));
    return watchers[owner][cell.name];
  }

 private:
  using ByName = model::FlatMap<model::Symbol, Watchers>;
  static bool is_of_subclasses(const Cell& cell) { return (cell.owner & kSubclasses) != 0; }

  std::vector<ByName> attributes_;  ///< by place of the object
  std::vector<ByName> subclasses_;  ///< by class
  std::vector<ByName> variables_;   ///< by context
};

}  // namespace syncfree::inference
