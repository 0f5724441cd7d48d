// Which of the driver's calls are watched, and where their arguments say what is copied on which stream.
#pragma once

#include <cstdint>
#include <string_view>

namespace syncfree::observer {

/// What CallbackData::arguments points to.
enum class Arguments : std::uint8_t {
  kNone,         ///< nothing that is looked at
  kStream,       ///< OneArgument, a stream
  kEvent,        ///< OneArgument, an event
  kLinearCopy,   ///< LinearCopyArguments
  kFlatCopy,     ///< ShapedCopyArguments with a Copy2D
  kSpatialCopy,  ///< ShapedCopyArguments with a Copy3D
  kArrayCopy,    ///< ArrayCopyArguments
};

struct WatchedCall {
  std::uint8_t kind = 0;  ///< SYNCFREE_WAIT and so on; 0 for a call that is not watched
  Arguments arguments = Arguments::kNone;
  bool per_thread = false;  ///< no stream stands for the thread's own one, not for the legacy stream
};

/// `name` is the driver's, with its suffixes for versions and streams.
WatchedCall watched_call(std::string_view name);

}  // namespace syncfree::observer
