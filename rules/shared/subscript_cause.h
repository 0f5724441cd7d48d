// Why a subscript of a tensor on the GPU makes the host wait. One function judges for all rules about subscripts, so
// that each subscript has one cause.
#pragma once

#include <cstdint>

#include "analyzer/engine/event.h"
#include "analyzer/values/index.h"

namespace syncfree::rules {

enum class SubscriptCause : std::uint8_t {
  kNone,
  kHostIndex,     ///< index data on the host are copied to the GPU
  kDeviceScalar,  ///< an index or bound is read back from the GPU
  kMask,          ///< the number of selected elements is read back
  kHostValue,     ///< the stored number or CPU tensor is copied to the GPU
  kDeviceValue,   ///< the stored tensor is copied from the GPU into a CPU tensor
};

struct SubscriptVerdict {
  SubscriptCause cause = SubscriptCause::kNone;
  values::Truth sure = values::Truth::kNo;
  values::IndexKind kind = values::IndexKind::kUnknown;  ///< of the index's part that decides; kHostInteger for a view
  bool stores_number = false;                            ///< the value is a host number or 0-dim CPU tensor
};

/// The surest cause; of equally sure ones, the first in the order of the enumerators. kNone for other events.
SubscriptVerdict judge_subscript(const engine::Event& event);

}  // namespace syncfree::rules
