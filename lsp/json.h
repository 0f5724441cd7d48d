// JSON as the protocol's messages hold it.
#pragma once

#include <nlohmann/json.hpp>

namespace syncfree::lsp {

using Json = nlohmann::json;

}  // namespace syncfree::lsp
