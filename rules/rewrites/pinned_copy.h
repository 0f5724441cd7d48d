// Copies to the GPU for which the host does not wait, written so that they run wherever the code ran before.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// `tensor` on the device of `like`, without a wait.
std::optional<fixes::Code> copied_there(const model::Expression& tensor, const model::Expression& like,
                                        const engine::FixContext& context);

/// The same of host data, a list or an array: a tensor that is made of it. `of_positions`: of whole numbers, also where
/// there are none, for which torch would take floating point.
fixes::Code data_copied_there(const model::Expression& data, const model::Expression& like,
                              const engine::FixContext& context, bool of_positions = false);

/// What moves a tensor (`to`, `cuda`, `type_as`, `copy_`) or builds one from host data (`tensor`, `as_tensor`,
/// `new_tensor`). Words where the source is not surely on the host.
std::optional<fixes::Proposal> through_pinned_memory(const engine::Event& event, const engine::FixContext& context);

}  // namespace syncfree::rules
