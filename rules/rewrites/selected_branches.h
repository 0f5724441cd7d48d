// Both ways of a branch computed, and one of them selected on the GPU. Only shown.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// The one assignment to a name that a block is; null otherwise.
const model::Assign* only_assigned(model::Block block);

/// No gradient of it is infinite or NaN at zero: one that is would make a NaN of the zero that flows back into the way
/// that was not selected.
bool has_finite_gradient(const model::Expression& value, const engine::FixContext& context);

/// Of one shape, so that selecting between them gives that shape; a number takes any.
bool can_stand_for_each_other(const model::Expression& yes, const model::Expression& no,
                              const engine::FixContext& context);

/// `torch.where(condition, yes, no)`
fixes::Code selected_by(fixes::Code condition, const model::Expression& yes, const model::Expression& no);

/// An `if` whose two ways return a tensor, or assign one to the same name, with `condition`, a bool on the GPU, in
/// place of its test.
std::optional<fixes::Proposal> branches_selected(const model::If& branch, fixes::Code condition,
                                                 const engine::FixContext& context);

}  // namespace syncfree::rules
