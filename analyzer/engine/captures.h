// Which code runs while a CUDA graph is captured: there a wait is an error.
#pragma once

#include <set>
#include <vector>

#include "analyzer/engine/function_view.h"

namespace syncfree::engine {

class Captures {
 public:
  /// Views are asked for those contexts only that start a capture.
  Captures(const inference::Analysis& analysis, FunctionViews& views);
  /// Is the event at `range` of the context inside a capture.
  bool holds(std::uint32_t context, source::TextRange range) const;

 private:
  void look_into(std::uint32_t context, const FunctionView& view);
  void take_callables(const FunctionView& view);
  void take_function(const inference::Analysis& analysis, std::uint32_t function);

  std::vector<bool> whole_;                                                   // by context: all of it
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> places_;  // context, begin, end
  std::vector<std::uint32_t> todo_;
};

}  // namespace syncfree::engine
