// Numbers that a loop only adds up or collects are read once, behind it.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// `total += loss.item()` becomes `total += loss.detach()`, and behind the loop `total = float(total)`;
/// `losses.append(loss.item())` becomes `losses.append(loss.detach())`, and behind the loop the list is read with one
/// wait. Nothing where the loop does anything else with the sum or list, or leaves before its end. `read` is the call
/// that reads `tensor`, of which `value` is known.
std::optional<fixes::Proposal> read_behind_loop(const model::Call& read, const model::Expression& tensor,
                                                const values::Value& value, const engine::FixContext& context);

/// The same for a wait that a look at the flow found.
std::optional<fixes::Proposal> kept_on_device(const engine::FlowMatch& match, const engine::FixContext& context);

}  // namespace syncfree::rules
