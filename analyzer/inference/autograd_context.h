// The context of a torch.autograd.Function: what `forward` keeps in it, `backward` finds there.
#pragma once

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// `ctx` of `forward(ctx, x)` and `backward(ctx, gradient)`: a static method of a torch.autograd.Function whose first
/// parameter is the object that these share.
bool takes_context(const Project& project, const FunctionInfo& function);

}  // namespace syncfree::inference
