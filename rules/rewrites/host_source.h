// What a copy to the GPU takes from the host: whether it can be pinned, and how.
#pragma once

#include <optional>
#include <string_view>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

inline constexpr std::string_view kSmallCopy = "do not wait for the copy, which is small";

bool is_small(const values::Value* value);
bool is_pinned(const values::Value& value);

/// What is made of an array of NumPy cannot be pinned where it is made.
bool may_be_array(const values::Value& value);
bool may_be_tensor(const values::Value& value);

/// What can be pinned: a tensor that is on the host whoever runs this, because this function builds it there or takes
/// it from what a loop goes through. An attribute, a parameter or what a function gives may have been moved before.
bool is_built_on_host(const model::Expression& tensor, const values::Value& value, const engine::FixContext& context);

/// A copy that `non_blocking=True` makes asynchronous: of `tensor` as it is if it is small or pinned, and of its pinned
/// twin otherwise, but only where `to_gpu` holds: without a GPU there is no pinned memory. Nothing for what may be on
/// the GPU already, where pinning is an error.
std::optional<fixes::Code> asynchronous_source(const model::Expression& tensor, const values::Value& value,
                                               const fixes::Code& to_gpu, const engine::FixContext& context);

/// `made` in pinned memory where `to_gpu` holds, written so that TorchScript takes it: `made` is evaluated again.
/// `has_gaps`: see views.h; they are closed first.
fixes::Code pinned_if(const fixes::Code& made, const fixes::Code& to_gpu, bool has_gaps = false);

}  // namespace syncfree::rules
