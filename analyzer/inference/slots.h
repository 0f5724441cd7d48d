// The values of a function's variables, by slot. A copy costs nothing and shares what neither side changes afterwards:
// states part and meet at every branch, and most variables take no part in it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "analyzer/inference/shared.h"
#include "analyzer/values/value.h"
#include "analyzer/work/work.h"

namespace syncfree::inference {

/// A tree of sixteen ways. Not shared between threads.
class Slots {
 public:
  void clear() { *this = {}; }
  void assign(std::uint32_t size, const values::Value& value);

  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// Valid until the slot is set.
  const values::Value& operator[](std::uint32_t slot) const {
    const Node* node = &*root_;
    for (unsigned shift = height_; shift > 0; shift -= kBits) node = &*children(*node)[(slot >> shift) % kWays];
    return values(*node)[slot % kWays];
  }

  void set(std::uint32_t slot, const values::Value& value);

  /// Sets each slot whose value differs in `other`, which has as many, to `combine(slot, value, other's value)`.
  template <class Combine>
  void merge(const Slots& other, const Combine& combine) {
    root_ = merged(root_, other.root_, {.first = 0, .shift = height_}, combine);
  }

  friend bool operator==(const Slots& a, const Slots& b) { return a.size_ == b.size_ && same(a.root_, b.root_); }

 private:
  static constexpr unsigned kBits = 4;
  static constexpr unsigned kWays = 1U << kBits;

  struct Node;
  using Pointer = Shared<Node>;
  using Values = std::array<values::Value, kWays>;
  using Children = std::array<Pointer, kWays>;
  struct Node : std::variant<Values, Children> {
    using std::variant<Values, Children>::variant;
  };
  struct Subtree {
    std::uint32_t first;  ///< slot below a node
    unsigned shift;       ///< how many bits number the slots of one child
  };

  // The height says what a node has.
  static const Values& values(const Node& node) { return *std::get_if<Values>(&node); }
  static Values& values(Node& node) { return *std::get_if<Values>(&node); }
  static const Children& children(const Node& node) { return *std::get_if<Children>(&node); }
  static Children& children(Node& node) { return *std::get_if<Children>(&node); }
  static bool same(const Pointer& a, const Pointer& b);

  /// `ours` itself if nothing changes.
  template <class Combine>
  static Pointer merged(const Pointer& ours, const Pointer& theirs, Subtree at, const Combine& combine) {
    if (ours == theirs) return ours;
    work::count(work::Counted::kVariables, at.shift == 0 ? kWays : 1);  // to compare pointers costs next to nothing
    Pointer result = ours;
    for (unsigned i = 0; i < kWays; ++i) {
      const std::uint32_t first = at.first + (i << at.shift);
      if (at.shift == 0) {
        const values::Value& value = values(*ours)[i];
        const values::Value& other = values(*theirs)[i];
        if (value == other) continue;
        values::Value combined = combine(first, value, other);
        if (!(combined == value)) values(result.own())[i] = combined;
      } else {
        const Pointer& child = children(*ours)[i];
        Pointer combined = merged(child, children(*theirs)[i], {first, at.shift - kBits}, combine);
        if (combined != child) children(result.own())[i] = std::move(combined);
      }
    }
    return result;
  }

  Pointer root_;
  std::uint32_t size_ = 0;
  unsigned height_ = 0;  ///< bits that number the slots of one of the root's children
};

}  // namespace syncfree::inference
