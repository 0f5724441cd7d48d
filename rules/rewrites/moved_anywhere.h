// Copies to the GPU of what may be anywhere: what is on the host goes through pinned memory, and nothing is waited for;
// what is on the GPU is copied as before.
#pragma once

#include <functional>
#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Makes the copy of its source, with the argument `non_blocking`.
using MakeMove = std::function<fixes::Code(fixes::Code source, fixes::CodeArgument waits)>;
/// What is done to the copy when all that stood before it has been.
using Convert = std::function<fixes::Code(fixes::Code copy)>;

/// `replaced` moves `source`; `known` says whether that goes to the GPU, as in to_gpu.h.
std::optional<fixes::Proposal> moved_from_anywhere(const model::Expression& source, const values::Value& value,
                                                   const model::Call& replaced, const std::optional<fixes::Code>& known,
                                                   const engine::FixContext& context, const MakeMove& move,
                                                   const Convert& converted);

/// `call` makes a tensor of what may be an array, a list or a tensor, on `device`: `made`, the same without a device,
/// gets a name on a line before.
std::optional<fixes::Proposal> made_and_moved(const model::Call& call, fixes::Code made,
                                              const model::Expression& device, const std::optional<fixes::Code>& known,
                                              const engine::FixContext& context);

/// `tensor`, which is named and no more, on the device of `like`, without a wait.
std::optional<fixes::Code> named_copied_there(const model::Expression& tensor, const model::Expression& like,
                                              const engine::FixContext& context);

}  // namespace syncfree::rules
