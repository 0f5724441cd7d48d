// Where something that several statements of a block ask for may be asked for once.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "analyzer/engine/rule.h"
#include "rules/rewrites/meaning.h"

namespace syncfree::rules {

/// Looks through the blocks in which the event lies, from the outermost inwards. In each, it takes the statements
/// around the event in which what is asked for means the same, as `meanings` say: from the first that `asks`, at or
/// above the event, to the last before whose end nothing may change it. The result is what `propose` makes of them
/// first.
std::optional<fixes::Proposal> asked_once(const engine::FixContext& context, std::span<const Meaning> meanings,
                                          const std::function<bool(const model::Statement&)>& asks,
                                          const std::function<std::optional<fixes::Proposal>(model::Block)>& propose);

}  // namespace syncfree::rules
