// Which rule speaks of a copy to the GPU: that depends on how the copied value was made.
#pragma once

#include <string_view>

#include "analyzer/engine/event.h"

namespace syncfree::rules {

/// The code of the rule for a call that copies from the host to the GPU; empty if the event is none.
std::string_view rule_of_copy(const engine::Event& event);

/// Is it a module that a call moves, with all its parameters and buffers.
bool moves_module(const engine::Event& event);

}  // namespace syncfree::rules
