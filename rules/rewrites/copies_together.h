// Reads of the host that stand below each other become copies that are queued together, with one wait for all.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// The edits that queue the copies of what the read at the context's place, and others in its block, ask for:
/// `a.cpu()`, `b.tolist()`, `int(c)`, `if d.any()`. Nothing where it is the only one, or where a later one asks for
/// what is not there yet at the first.
std::optional<fixes::Proposal> copies_together(const engine::FixContext& context);

}  // namespace syncfree::rules
