// Which code is evaluated, in which context.
#pragma once

#include <cstdint>

#include "analyzer/inference/world.h"

namespace syncfree::inference {

struct Frame {
  const ContextKey* key = nullptr;
  std::uint32_t number = 0;                ///< of the context, for environments of nested functions
  std::uint32_t layer = 0;                 ///< of the context
  const FunctionInfo* function = nullptr;  ///< null for a module body
  std::uint32_t module = 0;
  const Scope* scope = nullptr;
  bool writes_cxx = false;  ///< the frontend for C++ made the code, and `cxx` is its own name there
};

}  // namespace syncfree::inference
