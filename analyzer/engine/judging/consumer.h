// The use of a value that the host waits for: does the program need it on the host.
#pragma once

#include <memory>

#include "analyzer/context/context_table.h"
#include "analyzer/engine/event.h"
#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/rule.h"

namespace syncfree::engine {

/// Of the expression at the event's range, followed through the function's variables, into the functions that it is
/// given to, and to those who call the function. `waits_for`: of the rule that a call waits by. kUnknown for events
/// that read nothing back.
Consumer consumer_of(const FunctionView& view, const Event& event, WaitsFor waits_for,
                     const context::ContextTable& contexts);

/// What is done after the waits of one function. The view must outlive it.
class Afterwards {
 public:
  explicit Afterwards(const FunctionView& view);
  ~Afterwards();
  Afterwards(const Afterwards&) = delete;
  Afterwards& operator=(const Afterwards&) = delete;

  /// Is a wait for nothing but the GPU there for what follows: a clock, a copy that the host reads, another process,
  /// the end.
  bool ask_for(const Event& wait) const;

  /// The function reads clocks, or how much memory was in use.
  bool measures() const;

  /// Does the program need such a wait in C++, where the host's memory and what other functions queue are not
  /// followed: for a copy to the host before it; not where the GPU is given more work next.
  Dependency need_of(const Event& wait) const;

 private:
  class Code;

  const FunctionView& view_;
  std::unique_ptr<const Code> code_;
};

/// Does the shape of the tensor at `range`, which the data decide, vanish in a reduction or a masked store: then a mask
/// over the full shape would do as well.
bool shape_vanishes(const FunctionView& view, source::TextRange range);

}  // namespace syncfree::engine
