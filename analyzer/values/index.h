// What an index expression asks of a tensor: its components, and what they do to the rank.
#pragma once

#include <array>
#include <cstdint>

#include "analyzer/values/value.h"

namespace syncfree::values {

enum class IndexKind : std::uint8_t {
  kHostInteger,   ///< a number the host knows: selects, removes a dimension
  kSlice,         ///< `a:b:c`, with bounds on the host
  kDeviceBounds,  ///< a slice with a bound that is a tensor on the GPU
  kNewAxis,       ///< None
  kEllipsis,
  kHostBoolean,   ///< True, False
  kDeviceScalar,  ///< 0-dim integer tensor on the GPU: the host needs its value
  kDeviceMask,    ///< boolean tensor on the GPU, of any rank
  kDeviceIndex,   ///< integer tensor on the GPU, rank at least 1
  kCpuMask,       ///< boolean tensor on the CPU
  kCpuIndex,      ///< integer tensor on the CPU, rank at least 1
  kCpuScalar,     ///< 0-dim integer tensor on the CPU
  kHostElements,  ///< list, range or array of host numbers
  kUnknown,
};

struct IndexPart {
  IndexKind kind = IndexKind::kUnknown;
  Truth sure = Truth::kMaybe;  ///< of the kind
  Places places;               ///< of the tensor that decides the kind
  Evidence evidence = Evidence::kSeen;
  Rank rank;  ///< of the index tensor or sequence
};

/// More parts than any real index has are left out.
struct IndexParts {
  static constexpr std::size_t kMost = 8;
  std::array<IndexPart, kMost> items;
  std::size_t count = 0;

  const IndexPart* begin() const { return items.data(); }
  const IndexPart* end() const { return items.data() + count; }
};

IndexParts index_parts(const Value& index);

/// Rank of `x[index]` for `x` of the given rank.
Rank rank_after(Rank rank, const IndexParts& parts);

/// Does the index leave the data in place (a view): only numbers, slices, None, `...`.
bool is_basic(const IndexParts& parts);

}  // namespace syncfree::values
