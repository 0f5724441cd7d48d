// A rule that relates several things that happen in one function: what it is shown of them, and what it gives back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/engine/event.h"
#include "analyzer/engine/finding.h"
#include "analyzer/flow/graph.h"

namespace syncfree::engine {

/// An event that a rule has matched: the host waits here.
struct Wait {
  const Event* event;
  std::string_view code;  ///< of the rule
  std::string_view name;  ///< last part of the called operator's name; empty if it is no call
  Confidence confidence;
  Consumer consumer = Consumer::kUnknown;
  flow::Point at;                    ///< the step that waits
  std::uint32_t loop = flow::kNone;  ///< the innermost loop around it
};

/// Memory that code can reach under some name or as the value of an expression. 0: nothing that is followed.
using Storage = std::uint32_t;

/// Streams are numbered as what holds them. The stream that is current when the function is called is 0.
inline constexpr Storage kCallersStream = 0;
inline constexpr Storage kUnknownStream = 0xFFFFFFFF;
inline constexpr Storage kEveryStream = 0xFFFFFFFE;

enum class ActionKind : std::uint8_t {
  kWait,      ///< the host waits for the GPU; `wait` if it is one of this function's, else a call that waits inside
  kQuery,     ///< it is asked whether `subject`, an event or stream, is done
  kLaunch,    ///< work for the GPU is queued
  kCopyOut,   ///< an asynchronous copy from the GPU into host memory `subject` is queued
  kCopyIn,    ///< an asynchronous copy to the GPU from pinned memory `subject` is queued
  kWrite,     ///< the host writes the memory `subject`
  kRead,      ///< the host reads the memory `subject`
  kFlow,      ///< `subject` now also stands for what `other` does; 0: for nothing followed
  kClock,     ///< a host clock is read into `subject`
  kRecord,    ///< the event `subject` is put into a stream
  kElapsed,   ///< the time up to the event `other` is asked for
  kSubtract,  ///< `subject - other`
  kBackward,
  kOptimizerStep,
  kCaptureBegin,
  kCaptureEnd,
  // Only in functions that queue work on several streams; `stream` is the one:
  kMake,    ///< work on it writes memory of the GPU that is new, `subject`
  kUse,     ///< work on it reads the GPU's memory `subject`
  kChange,  ///< work on it writes the GPU's memory `subject`, which was there before
  kOrder,   ///< what follows on it comes after all that `awaited` was given so far
};

struct Action {
  ActionKind kind;
  source::TextRange range;
  flow::Point at;
  Storage subject = 0;
  Storage other = 0;
  bool same = false;      ///< kFlow: both are the same memory, and not a container and what it holds
  bool replaces = false;  ///< kFlow: what `subject` stood for before is gone
  bool persistent =
      false;  ///< kCopyIn: the memory is an attribute, so the function may meet it again when called again
  const Wait* wait = nullptr;
  Storage stream = kCallersStream;  ///< kMake, kUse, kChange, kOrder
  Storage awaited = 0;              ///< kOrder: kEveryStream: of all but `stream` itself
};

class FunctionView;

struct FlowMatch {
  source::TextRange range;
  std::string message;
  std::string hint;
  std::optional<Dependency> dependency;  ///< when the case decides it; otherwise the rule's own
  Confidence confidence = Confidence::kLikely;
  bool guarded = false;
  std::uint32_t loop_depth = 0;
  std::vector<std::pair<source::TextRange, std::string>> related;
  std::vector<const Wait*> waits;  ///< what a rewrite would take away or move, in the order of the source
};

/// Looks for the rule's pattern in one function.
using FlowMatcher = std::vector<FlowMatch> (*)(const FunctionView&);

}  // namespace syncfree::engine
