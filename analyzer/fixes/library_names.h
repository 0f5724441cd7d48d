// Names of a library that edits use.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/fixes/edit.h"

namespace syncfree::fixes {

/// Full names ("torch.full") of the functions that new code names, and its members as those of a tensor
/// ("torch.Tensor.clone"), whatever they are members of. In no order, with repetitions.
std::vector<std::string> library_names(std::span<const Edit> edits);

}  // namespace syncfree::fixes
