// Helpers of the rules that look at the flow of a function.
#pragma once

#include <string>

#include "analyzer/engine/flow/function_view.h"

namespace syncfree::rules {

/// A match at the place of a wait, as sure as the wait is.
engine::FlowMatch match_at(const engine::FunctionView& view, const engine::Wait& wait);
/// The source text between backticks, cut to a readable length.
std::string shown(const engine::FunctionView& view, source::TextRange range);
inline std::string shown(const engine::FunctionView& view, const engine::Wait& wait) {
  return shown(view, wait.event->range);
}

/// A wait that the same iteration's backward pass or optimiser step has to wait for, though it does not need the
/// answer: where that call is.
std::optional<source::TextRange> holds_back(const engine::FunctionView& view, const engine::Wait& wait);

/// Is the function's source C++.
bool is_cxx(const engine::FunctionView& view);

/// Nothing happens when it is evaluated a little earlier: names, and calls that only compute.
bool only_computes(const engine::FunctionView& view, const model::Expression& expression);

/// Does the loop train: it queues a backward pass or an optimiser step in each iteration.
bool trains(const engine::FunctionView& view, std::uint32_t loop);

}  // namespace syncfree::rules
