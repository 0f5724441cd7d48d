// The variables of one function or module body, numbered.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/model/statement.h"

namespace syncfree::inference {

/// Maps names to slots. A small open-addressing table: look-ups happen at every name that is evaluated.
class Scope {
 public:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFF;

  std::uint32_t add(model::Symbol name);         ///< the slot, new or old
  std::uint32_t find(model::Symbol name) const;  ///< kAbsent if it is not a variable here
  std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }
  model::Symbol name(std::uint32_t slot) const { return names_[slot]; }
  /// The same names in the same slots.
  friend bool operator==(const Scope& a, const Scope& b) { return a.names_ == b.names_; }

 private:
  void grow();

  std::vector<model::Symbol> names_;
  struct Entry {
    model::Symbol name;
    std::uint32_t slot = kAbsent;  // then it is free
  };
  void place(Entry entry);

  std::vector<Entry> table_;  // at most half full; size a power of two
};

/// Names that the statements of `block` bind, not looking into nested functions and classes (whose own names count).
void add_bound_names(model::Block block, Scope& scope);

}  // namespace syncfree::inference
