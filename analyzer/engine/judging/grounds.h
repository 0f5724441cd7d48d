// What speaks for a finding that is no more than possible.
#pragma once

#include "analyzer/engine/rule.h"
#include "analyzer/values/lattice.h"

namespace syncfree::engine {

/// Python hands numbers, lists and tensors of the host to the same code as tensors of the GPU, so that a doubt alone is
/// no finding: of such places about one of twenty waits. `sure`: of the rule's own condition. For events of which it,
/// or whether they wait at all, is not known, or that are guessed.
bool has_grounds(const Event& event, const RuleInfo& rule, values::Truth sure);

}  // namespace syncfree::engine
