// Does an expression give the same in each iteration of a loop.
#pragma once

#include <optional>
#include <unordered_set>

#include "analyzer/flow/graph.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

/// The name that a place in memory hangs on: `x` of `x.scale[0]` and of `x.view(-1)`; none for other expressions.
model::Symbol root_of(const model::Expression& expression);

/// What a loop changes: names and attributes that it binds, names whose objects it writes, and objects whose methods
/// run.
class LoopEffects {
 public:
  LoopEffects(const Graph& graph, std::uint32_t loop, const model::SymbolTable& symbols);

  /// Nothing in `expression` is bound or written in the loop. `judge(part)` knows the values: true, the part is always
  /// the same (a module, a function); false, it may differ each time; nothing, it depends on its own parts only.
  template <class Judge>
  bool keeps(const model::Expression& expression, Judge&& judge) const;

  /// The names whose objects it writes.
  const std::unordered_set<model::Symbol>& written() const { return written_; }

 private:
  void bind(const model::Expression& target);
  void write(const model::Expression& object);
  bool keeps_node(const model::Expression& expression) const;

  std::unordered_set<model::Symbol> bound_;
  std::unordered_set<model::Symbol> written_;      // by root name
  std::unordered_set<model::Symbol> attributes_;   // assigned, on whatever object
  std::unordered_set<model::Symbol> handed_over_;  // names whose methods are called: they may assign attributes
};

template <class Judge>
bool LoopEffects::keeps(const model::Expression& expression, Judge&& judge) const {
  if (const std::optional<bool> verdict = judge(expression)) return *verdict;
  if (!keeps_node(expression)) return false;
  bool kept = true;
  if (const auto* call = expression.get_if<model::Call>()) {
    // The method itself is fixed; what it is called on need not be.
    const auto* method = call->callee->get_if<model::Attribute>();
    kept = keeps(method == nullptr ? *call->callee : *method->object, judge);
    for (const model::Argument& argument : call->arguments) kept = kept && keeps(*argument.value, judge);
    return kept;
  }
  model::for_each_child(expression, [&](const model::Expression* child) { kept = kept && keeps(*child, judge); });
  return kept;
}

}  // namespace syncfree::flow
