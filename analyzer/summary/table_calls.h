// Functions that a table chooses: which code they run, no text says.
#pragma once

#include <optional>

#include "analyzer/inference/project.h"

namespace syncfree::summary {

/// `kernel_of_images(x)` of a function that begins with `if torch.jit.is_scripting(): return kernel_of_images(x)` and
/// ends in `return kernel(x)`, where a table decides which function that is: both do the same to a tensor. Null: it is
/// no such function.
const model::Call* scripted_call(const model::Function& function, const model::SymbolTable& symbols);

/// The function that this one calls so; kNowhere.
std::uint32_t scripted_callee(const inference::Project& project, const inference::FunctionInfo& function);

/// `call_kernel(affine, x)` where `call_kernel` ends in `return kernel(x)` of `kernel = find(function, type(x))`: what
/// it does is what the function does that it was handed. That function; kNowhere: the call is none of that kind.
/// `module`: where the call is.
std::uint32_t handed_callee(const inference::Project& project, std::uint32_t module, const model::Call& call,
                            const inference::FunctionInfo& callee);

/// The functions that a function hands to calls.
std::vector<std::uint32_t> handed_functions(const inference::Project& project, const inference::FunctionInfo& function);

}  // namespace syncfree::summary
