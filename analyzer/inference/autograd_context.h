// The context of a torch.autograd.Function: what `forward` keeps in it, `backward` finds there.
#pragma once

#include <vector>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// `ctx` of `forward(ctx, x)` and `backward(ctx, gradient)`: a static method of a torch.autograd.Function whose first
/// parameter is the object that these share.
bool takes_context(const Project& project, const FunctionInfo& function);

/// For each tensor that the context of `function` keeps, whether it is made there of host data, and so lies on the CPU:
/// `ctx.save_for_backward(x, torch.tensor(dim))`. Empty where no single call says what it keeps.
std::vector<bool> kept_host_data(const Project& project, const FunctionInfo& function);

}  // namespace syncfree::inference
