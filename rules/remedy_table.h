// The remedy for the waits of each rule: generated from the pages in this folder (key `remedy`).
#pragma once

#include <span>

#include "analyzer/engine/remedy_kind.h"

namespace syncfree::rules {

/// Sorted by code, one entry for each rule of the rule table; constant, lives as long as the program.
std::span<const engine::RuleRemedy> remedy_table();

/// In order: the first phrase that an advice holds goes before the rule's own kind (advice_kinds.toml).
std::span<const engine::AdviceKind> advice_table();

}  // namespace syncfree::rules
