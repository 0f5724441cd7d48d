// Runs the inference over a snippet and tells what a top-level name is in the end.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace syncfree::test {

/// Source of each module by dotted name ("pkg.sub", "pkg.__init__").
using Sources = std::vector<std::pair<std::string, std::string>>;

/// `values::describe` of a top-level variable of the first module after the whole project has settled.
std::string value_of(const Sources& sources, std::string_view name);
inline std::string value_of(std::string source, std::string_view name) {
  return value_of(Sources{{"main", std::move(source)}}, name);
}

}  // namespace syncfree::test
