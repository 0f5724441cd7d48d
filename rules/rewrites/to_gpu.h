// Whether a copy goes to the GPU, as code asks it: pinned memory is of use there alone.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Is there a GPU in the machine: `torch.cuda.is_available()`.
fixes::Code there_is_a_gpu();

/// The module may be compiled by TorchScript, which knows neither `torch.cuda.is_available` nor `torch.tensor(…,
/// pin_memory=…)`.
bool may_be_scripted(const engine::FixContext& context);

/// The statement runs only where there is a GPU: `if torch.cuda.is_available():`, `if x.is_cuda:`.
bool is_guarded(const engine::FixContext& context);

/// Is the copy to `device` one to the GPU: where that is sure, and where it is asked of the tensor whose device it is;
/// nothing where only the machine can say.
std::optional<fixes::Code> known_to_go_to_gpu(const model::Expression& device, const engine::FixContext& context);

/// The same of what a call moves to; nothing where only the machine can say.
std::optional<fixes::Code> known_to_move_to_gpu(const model::Call& move, const engine::FixContext& context);

/// Whether the copy goes there as any code can ask it; nothing where TorchScript could not.
std::optional<fixes::Code> asked_whether_to_gpu(std::optional<fixes::Code> known, const engine::FixContext& context);

}  // namespace syncfree::rules
