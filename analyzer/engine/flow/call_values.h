// Questions that the readers of calls have about operators and values.
#pragma once

#include <algorithm>
#include <string_view>

#include "analyzer/values/lattice.h"
#include "analyzer/values/value.h"

namespace syncfree::engine {

inline constexpr values::Kinds kMayHoldTensor = values::Kinds(values::Kind::kTensor) | values::Kind::kTuple |
                                                values::Kind::kList | values::Kind::kDictionary | values::Kind::kSet |
                                                values::Kind::kIterator | values::Kind::kAnything;

inline bool is_device_tensor(const values::Value& value) { return values::known(value.is_device_tensor()); }

/// Is a tensor on the GPU, or a container with one; `value` may be null.
inline bool holds_device_tensor(const values::Value* value) {
  if (value == nullptr) return false;
  if (is_device_tensor(*value)) return true;
  if (value->aggregate == nullptr || !value->may_be(values::kContainer)) return false;
  return std::ranges::any_of(value->aggregate->elements, is_device_tensor) || is_device_tensor(value->aggregate->rest);
}

/// `value` may be null.
inline bool may_be_cpu_tensor(const values::Value* value) {
  return value != nullptr && value->may_be(values::Kind::kTensor) && value->places.overlaps(values::Place::kCpu);
}

}  // namespace syncfree::engine
