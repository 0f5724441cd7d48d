// The common part of the rules' messages: quoting the source.
#pragma once

#include <string>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// The event's source text between backticks.
inline std::string quoted(const engine::MatchContext& context) { return "`" + std::string(context.text) + "`"; }

/// Has the text been cut: then it cannot be part of a hint that shows code.
inline bool is_cut(const engine::MatchContext& context) { return context.text.ends_with("..."); }

}  // namespace syncfree::rules
