// Which contexts looked into which cell, and what an evaluation looked at for the first time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/inference/world.h"
#include "analyzer/model/flat_map.h"

namespace syncfree::inference {

/// Numbers for the cells that somebody has looked into.
class CellNumbers {
 public:
  std::uint32_t add(const Cell& cell) {
    return *numbers_.insert(key(cell), static_cast<std::uint32_t>(numbers_.size())).first;
  }
  std::optional<std::uint32_t> find(const Cell& cell) const {
    const std::uint32_t* found = numbers_.find(key(cell));
    return found == nullptr ? std::nullopt : std::optional(*found);
  }
  std::size_t size() const { return numbers_.size(); }

 private:
  static std::uint64_t key(const Cell& cell) { return std::uint64_t{cell.owner} << 32U | cell.name.id; }

  model::FlatMap<std::uint64_t, std::uint32_t> numbers_;
};

/// For each of many things, who looked at it, in order. All lists share one memory.
template <class Reader>
class ReaderTable {
 public:
  void add(std::uint32_t subject, const Reader& reader) {
    if (subject >= lists_.size()) lists_.resize(std::size_t{subject} * 2 + 1);
    const auto place = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({reader, kNone});
    List& list = lists_[subject];
    (list.first == kNone ? list.first : nodes_[list.last].next) = place;
    list.last = place;
  }
  /// `visit` may add readers of other subjects.
  template <class Visit>
  void for_each(std::uint32_t subject, const Visit& visit) const {
    if (subject >= lists_.size()) return;
    for (std::uint32_t at = lists_[subject].first; at != kNone; at = nodes_[at].next) visit(nodes_[at].reader);
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  struct Node {
    Reader reader;
    std::uint32_t next;
  };
  struct List {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
  };

  std::vector<Node> nodes_;
  std::vector<List> lists_;
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
