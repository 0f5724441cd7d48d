// `a and b` of tensors as one tensor, so that the host asks for one truth in place of several, or for none.
#pragma once

#include <optional>
#include <span>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// `set(a) == b` is a bool, whatever is in the sets.
bool compares_collections(const model::Expression& test, const engine::FixContext& context);

/// It is a tensor on the GPU by more than a guess: a bool is no argument for `torch._assert_async`.
bool is_surely_tensor(const model::Expression& test, const engine::FixContext& context);

/// `torch.logical_not(truth)`; what `truth` negates, where it does.
fixes::Code negated_on_device(fixes::Code truth);

/// Whoever takes the value, within `parents` (innermost first) and the statement around them, asks for nothing but its
/// truth.
bool is_only_asked_for_truth(const model::Expression& value, std::span<const model::Expression* const> parents,
                             const model::Statement& statement, const engine::FixContext& context);

/// The truth of `test`, with its `and`, `or` and `not`, as a tensor of one element. Nothing where a part of it is no
/// tensor on the GPU.
std::optional<fixes::Code> truth_on_device(const model::Expression& test, const engine::FixContext& context);

/// Operands of the `and` or `or` around the context's place that are tensors and stand side by side, joined on the GPU.
std::optional<fixes::Proposal> joined_truths(const engine::FixContext& context);

}  // namespace syncfree::rules
