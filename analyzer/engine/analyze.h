// From a linked and settled project to findings.
#pragma once

#include <span>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/engine/rule.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::engine {

/// Every finding of every reported module, at all temperatures and confidences: selection comes later. Sorted by file
/// number, then position, then code; one for each blocking expression.
std::vector<Finding> analyze(const inference::Analysis& analysis, std::span<const RuleInfo> rules);

}  // namespace syncfree::engine
