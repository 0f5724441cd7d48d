// All rules of this build: generated from the pages in this folder.
#pragma once

#include <span>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Sorted by code; constant, lives as long as the program.
std::span<const engine::RuleInfo> rule_table();

}  // namespace syncfree::rules
