// Whether the model shows all that changes a value. That of Python does; that of C++ leaves out what is done to
// numbers, and who writes through a pointer.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "analyzer/engine/flow/function_view.h"

namespace syncfree::engine {

/// Of one function. It is read once, for all expressions that are asked about.
class SeenChanges {
 public:
  explicit SeenChanges(const FunctionView& view);

  /// Are the changes of all variables in the expression in the model. `view` is the one that this was made of.
  bool show_all_of(const model::Expression& expression, const FunctionView& view) const;

 private:
  const model::Function* function_ = nullptr;  ///< of C++; null: not asked for
  bool is_cxx_ = false;
  std::unordered_set<std::uint32_t>
      handed_out_;  ///< variables of which a pointer is taken, or which nobody knows takes
};

}  // namespace syncfree::engine
