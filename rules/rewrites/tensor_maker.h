// Constructors of tensors that take `device=`, and the moves that they make superfluous.
#pragma once

#include "analyzer/engine/rule.h"
#include "rules/rewrites/move_target.h"

namespace syncfree::rules {

/// Is it a constructor that takes `device=`.
bool makes_tensor(const model::Call& call, const engine::FixContext& context);

/// Makes what `makes_tensor` is asked about on the device; `torch.Tensor(3, n)` becomes `torch.empty(3, n, device=…)`.
void give_device(const model::Call& made, const fixes::Code& device, const engine::FixContext& context,
                 fixes::Proposal& proposal);

/// `torch.arange(n)` and the like, which say nothing of a device; null for anything else.
const model::Call* tensor_maker(const model::Expression& expression, const engine::FixContext& context);

/// The edits by which `move` goes, or only its conversion of the element type is left. False where that cannot be.
bool drop_move(const model::Call& move, const MoveTarget& target, const engine::FixContext& context,
               fixes::Proposal& proposal);

/// What `code` names is bound before the place, earlier in the function of the finding, and means the same there.
bool is_known_at(const fixes::Code& code, source::TextRange place, const engine::FixContext& context);

}  // namespace syncfree::rules
