// Whether each iteration of a loop needs a result of its own.
#pragma once

#include "analyzer/engine/flow/function_view.h"

namespace syncfree::rules {

/// What it gives is a number or a bool, which nobody can change.
bool gives_plain_number(const engine::Wait& wait);

/// The loop keeps what the wait gives, or writes to it: put into a list, bound to a name that is written or kept,
/// handed to a collective. If all iterations shared one tensor, each would see what the others wrote. Numbers are
/// shared without harm.
bool needs_its_own(const engine::FunctionView& view, const engine::Wait& wait, std::uint32_t loop);

}  // namespace syncfree::rules
