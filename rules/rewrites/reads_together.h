// Reads of the host that stand below each other: can what they read be asked for before the first of them.
#pragma once

#include <span>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/rule.h"

namespace syncfree::rules {

struct HostRead {
  const model::Expression* call;    ///< the read: a call, or what is tested
  const model::Expression* tensor;  ///< that is read
  const model::Statement* statement;
};

/// What is read is computed without effects, and nothing in `statements`, which hold the reads, changes it before.
bool all_are_there_at_the_first(const engine::FunctionView& view, std::span<const model::Statement* const> statements,
                                std::span<const HostRead> reads, const engine::FixContext& context);

}  // namespace syncfree::rules
