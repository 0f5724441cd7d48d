// All rules of this build: generated from the pages in this folder.
#pragma once

#include <span>
#include <string_view>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Sorted by code; constant, lives as long as the program.
std::span<const engine::RuleInfo> rule_table();

/// Reports the calls of functions of which the configuration says that they block.
inline constexpr std::string_view kStatedBlock = "SF601";

}  // namespace syncfree::rules
