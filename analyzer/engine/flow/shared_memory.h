// Names of a function that may stand for the same memory: `t = s`, `v = x.view(-1)`, `bag = [s]`, `for b in bag`.
#pragma once

#include <unordered_map>
#include <vector>

#include "analyzer/engine/flow/function_view.h"

namespace syncfree::engine {

/// Worked out without regard to order, for the whole function. An attribute counts as the name it hangs on; what
/// functions give back that the catalog does not know counts as new.
class SharedMemory {
 public:
  explicit SharedMemory(const FunctionView& view);

  /// Does the loop write memory of a name in `expression` through another name, or in a function of the project that it
  /// hands it to. `view` is the one that this was made of.
  bool is_written_in(std::uint32_t loop, const model::Expression& expression, const FunctionView& view);

  /// Is a name in it one of a parameter that an optimiser changes: handed to an optimiser, or bound to a module's
  /// `weight`, `parameters()` and the like.
  bool is_stepped(const model::Expression& expression);

 private:
  void find_stepped(const flow::Step& step, const FunctionView& view);
  void take(const flow::Step& step, const FunctionView& view);
  void share(model::Symbol name, const model::Expression& value, const FunctionView& view);
  const std::vector<model::Symbol>& handed_in(std::uint32_t loop, const FunctionView& view);
  model::Symbol group_of(model::Symbol name);

  std::unordered_map<model::Symbol, model::Symbol> parents_;  // of a union-find
  std::vector<model::Symbol> stepped_;
  std::unordered_map<std::uint32_t, std::vector<model::Symbol>> handed_;
};

}  // namespace syncfree::engine
