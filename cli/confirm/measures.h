// Units of the figures, and from what size on they are reported.
#pragma once

namespace syncfree::confirm {

inline constexpr double kMsPerMicrosecond = 1e-3;
/// Of a step: half a point. A wait that explains less is not counted as one that does,
/// and a rank that waits for less is not said to wait.
inline constexpr double kLeastShare = 0.005;

}  // namespace syncfree::confirm
