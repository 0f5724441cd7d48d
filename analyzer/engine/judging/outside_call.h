// Calls that lead to blocking code in other files: what a report of one file says of waits in files that it leaves out.
// In C++, where a wait is mostly behind a wrapper, all calls that lead to blocking code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/context/temperature.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/judging/captures.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::engine {

/// A wait that a call leads to. The finding there has the same file, range and code.
struct ReachedWait {
  std::uint32_t file;  ///< as ModuleInput::file
  source::TextRange range;
  std::string_view code;
  bool cold = false;                   ///< the way there is a cold one, however hot the place is otherwise
  bool perhaps = false;                ///< in C++: a condition on the way decides, or the way is a long one
  bool joins_graph = false;            ///< captured, it becomes a part of the graph
  std::vector<std::uint32_t> through;  ///< files on the way, sorted, without the first and the last
};

struct OutsideCall {
  std::uint32_t file;  ///< as ModuleInput::file
  source::TextRange range;
  Temperature temperature = Temperature::kCold;  ///< of the call
  std::uint32_t loop_depth = 0;
  bool captured = false;           ///< in C++: a CUDA graph is captured there
  std::string function;            ///< qualified name of the one that calls
  std::vector<Related> chain;      ///< how the hot path reaches the call, outermost first
  std::vector<ReachedWait> waits;  ///< nearest first, at most kMostReached
  /// Codes that a comment at the call silences, with the comment's reason.
  std::vector<std::pair<std::string_view, std::string>> suppressed;
};
inline constexpr std::size_t kMostReached = 64;

/// A finding of a context.
struct FoundWait {
  source::TextRange range;
  std::string_view code;
  bool joins_graph = false;  ///< as ReachedWait::joins_graph
  friend bool operator==(const FoundWait&, const FoundWait&) = default;
};

/// For every call in live code whose callee lies in another file, or which is C++: the waits that it leads to, in
/// Python without coming back to the file. `waits`: by context, those that are at least likely, and in C++ the possible
/// ones. `reported`: by file, those whose calls are wanted; empty: all. Sorted by file and range; one for each range.
std::vector<OutsideCall> outside_calls(const inference::Analysis& analysis, const context::ContextTable& table,
                                       const context::Temperatures& temperatures, const Captures& captures,
                                       const std::vector<std::vector<FoundWait>>& waits,
                                       const std::vector<bool>& reported);

}  // namespace syncfree::engine
