// Which of several methods waits that a call may mean.
#include <algorithm>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

/// A method of a library that may wait for what it is given.
bool Calls::may_wait(const Entity& method, std::span<const ArgumentValue> arguments) {
  const auto* operation = method.kind == EntityKind::kMethod ? catalog().row(method.index).operation : nullptr;
  return operation != nullptr && !operation->blocks.empty() &&
         catalog::blocking(*operation, bound(*operation, method.self, arguments)).has_value();
}

/// `optimizer.step()`, where the configuration chooses among Adam, SGD and others, of which one waits.
bool Calls::is_mostly_quiet(std::span<const Entity> methods, std::span<const ArgumentValue> arguments) {
  if (methods.size() < 2) return false;
  const bool are_methods = std::ranges::all_of(methods, [&](const Entity& method) {
    return method.kind == EntityKind::kMethod && catalog().row(method.index).operation != nullptr;
  });
  if (!are_methods) return false;
  const auto loud = std::ranges::count_if(methods, [&](const Entity& method) { return may_wait(method, arguments); });
  return loud * 2 < std::ssize(methods);
}

}  // namespace syncfree::inference
