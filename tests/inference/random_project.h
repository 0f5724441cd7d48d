// Projects made by chance, to see that the inference comes to an end and always to the same one.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace syncfree::test {

struct RandomProject {
  std::uint32_t seed = 1;
  std::uint32_t modules = 2;  ///< at most 10
  std::string package = "p";
  std::vector<std::uint32_t> numbers = {};  ///< in the modules' names; without them, in order
};

/// Dotted names and sources. They call each other in circles, import each other, and inherit from each other and from
/// themselves; few of them would run. The same seed gives the same project on every machine; `package` and `numbers`
/// change its names alone.
std::vector<std::pair<std::string, std::string>> random_project(const RandomProject& wanted);

}  // namespace syncfree::test
