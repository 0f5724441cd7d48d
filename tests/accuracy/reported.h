// The report about a text, as tables of snippets compare it.
#pragma once

#include <string>

namespace syncfree::test {

/// Code and text of each finding that is at least likely: "SF501 x[mask]; …"; `with_heat`: "hot SF501 x[mask]; …".
std::string reported(const std::string& text, const std::string& module_name = "snippet", bool with_heat = false);

}  // namespace syncfree::test
