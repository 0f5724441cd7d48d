// What speaks for a finding that is no more than possible.
#pragma once

#include "analyzer/engine/rule.h"
#include "analyzer/values/lattice.h"

namespace syncfree::engine {

/// Python hands numbers, lists and tensors of the host to the same code as tensors of the GPU, so that a doubt alone is
/// no finding: of the places that this leaves out about one of twelve waits (bench/results/packages.md). Called only
/// for events that are no more than possible. `sure`: of the rule's own condition.
bool has_grounds(const Event& event, const RuleInfo& rule, values::Truth sure);

}  // namespace syncfree::engine
