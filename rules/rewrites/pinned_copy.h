// Copies to the GPU for which the host does not wait, written so that they run wherever the code ran before.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// A copy that `non_blocking=True` makes asynchronous: of `tensor` as it is if it is small or pinned, and of its pinned
/// twin otherwise, but only where `to_gpu` holds: without a GPU there is no pinned memory. Nothing for what may be on
/// the GPU already, where pinning is an error.
std::optional<fixes::Code> asynchronous_source(const model::Expression& tensor, const values::Value& value,
                                               const fixes::Code& to_gpu, const engine::FixContext& context);

/// `tensor` on the device of `like`, without a wait.
std::optional<fixes::Code> copied_there(const model::Expression& tensor, const model::Expression& like,
                                        const engine::FixContext& context);

/// The same of host data, a list or an array: a tensor that is made of it. `of_positions`: of whole numbers, also where
/// there are none, for which torch would take floating point.
fixes::Code data_copied_there(const model::Expression& data, const model::Expression& like, bool of_positions = false);

/// What moves a tensor (`to`, `cuda`, `type_as`, `copy_`) or builds one from host data (`tensor`, `as_tensor`,
/// `new_tensor`). Words where the source is not surely on the host.
std::optional<fixes::Proposal> through_pinned_memory(const engine::Event& event, const engine::FixContext& context);

}  // namespace syncfree::rules
