// A tensor of one element for whose value the host waits in several places is copied to the host once, before all of
// them.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// The edits that copy what the wait at the context's place asks for, for it and for all that ask for the same behind
/// it: sizes, bounds, positions, tests, numbers. Nothing where it is the only one, or where another value may be asked
/// for in between.
std::optional<fixes::Proposal> copied_once(const engine::Event& event, const engine::FixContext& context);

/// `proposal` if it shows a line, otherwise the lines that copy once, or those that queue the copy with others;
/// `proposal` again where there are none.
std::optional<fixes::Proposal> or_copied_once(std::optional<fixes::Proposal> proposal, const engine::Event& event,
                                              const engine::FixContext& context);

}  // namespace syncfree::rules
