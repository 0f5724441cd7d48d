// Source text as messages quote it.
#pragma once

#include <string>
#include <string_view>

namespace syncfree::engine {

/// On one line, and of readable length.
std::string quote(std::string_view text);

}  // namespace syncfree::engine
