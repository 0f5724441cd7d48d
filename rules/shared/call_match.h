// Calls that the catalog knows to block: which rule speaks of them, and the words that they share.
#pragma once

#include <optional>
#include <string_view>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Is it a call that the catalog files under `code`.
bool is_call_of(std::string_view code, const engine::Event& event);

/// The last part of the called name, "item" of `torch.Tensor.item`; empty if the event is no call.
std::string_view called_name(const engine::Event& event);

/// "`x.item()`" followed by `does`. The hint is what the catalog suggests for this call, or `otherwise` if it says
/// nothing.
engine::Match call_match(const engine::Event& event, const engine::MatchContext& context, std::string_view does,
                         std::string_view otherwise);

/// Does the host need what it reads: no value if the event does not show it.
std::optional<engine::Dependency> dependency_of(engine::Consumer consumer);

/// A read in the test of a `while`: the loop waits once in each iteration, which is a rule of its own.
bool is_loop_test(const engine::Event& event);

}  // namespace syncfree::rules
