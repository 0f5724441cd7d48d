// Names with dots between their parts.
#pragma once

#include <string_view>

namespace syncfree::model {

/// "item" of "torch.Tensor.item"
constexpr std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }

}  // namespace syncfree::model
