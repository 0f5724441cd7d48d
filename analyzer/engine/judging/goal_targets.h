// Which functions of a project a question about a goal means, and how they are called.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/engine/goal.h"
#include "analyzer/inference/plain_calls.h"
#include "analyzer/inference/project.h"

namespace syncfree::engine {

struct NamedCall {
  inference::PlainCall call = {.function = inference::kNowhere};  ///< `function` kNowhere: there is none of the name
  std::string fault = {};                                         ///< it cannot be called so: one line
};

/// In a module: a function, a method that the class may inherit, or what a call of an object of a class runs.
NamedCall call_named(const inference::Project& project, std::uint32_t module, const GoalTarget& target);

/// The module in which the call was named: the class's, which may inherit the function from elsewhere.
std::uint32_t home_of(const inference::Project& project, const inference::PlainCall& call);

/// The target as it is named where it is defined.
std::string name_at_home(const inference::Project& project, std::uint32_t module, const GoalTarget& target,
                         const inference::PlainCall& call);

/// What the question is about, as far as it is there.
std::vector<inference::PlainCall> calls_asked_about(const inference::Project& project, const GoalQuestion& question);

}  // namespace syncfree::engine
