// Finds things that are kept elsewhere, by number: a hash table that holds no keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace syncfree::model {

/// Nothing is ever removed. The hash must be spread over its lower bits.
class HashIndex {
 public:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFF;

  /// The number that was added with this hash and for which `is_same(number)` holds.
  template <class IsSame>
  std::uint32_t find(std::size_t hash, IsSame&& is_same) const {
    if (slots_.empty()) return kAbsent;
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.number == kAbsent) return kAbsent;
      if (slot.hash == hash && is_same(slot.number)) return slot.number;
    }
  }

  void add(std::size_t hash, std::uint32_t number) {
    if (++size_ * 2 > slots_.size()) grow();
    place({hash, number});
  }

 private:
  struct Slot {
    std::size_t hash = 0;
    std::uint32_t number = kAbsent;
  };

  void place(const Slot& slot) {
    std::size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].number != kAbsent) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number != kAbsent) place(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace syncfree::model
