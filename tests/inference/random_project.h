// Projects made by chance, to see that the inference comes to an end and always to the same one.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace syncfree::test {

/// Dotted names and sources. They call each other in circles, import each other, and inherit from each other and from
/// themselves; few of them would run. The same seed gives the same project on every machine.
std::vector<std::pair<std::string, std::string>> random_project(std::uint32_t seed, std::uint32_t modules);

}  // namespace syncfree::test
