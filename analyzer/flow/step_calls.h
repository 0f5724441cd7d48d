// Calls that say by themselves that a step is done: a backward pass, an optimiser's step, the replay of a graph.
#pragma once

#include <cstdint>
#include <string_view>

#include "analyzer/model/symbol.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

enum class StepCall : std::uint8_t {
  kNothing,
  kPart,    ///< `env.step(action)`: what repeats it steps, if nothing within it does
  kUpdate,  ///< `loss.backward()`, `optimizer.step()`
  kReplay,  ///< `graph.replay()`: a step, be it of training or not
};

StepCall step_call(const model::Expression& expression, const model::SymbolTable& symbols);
/// Of an update: `loss.backward()`, `torch.autograd.grad(…)`, which change no parameter.
bool only_computes_gradients(const model::Expression& update, const model::SymbolTable& symbols);
/// `net.eval()`: what follows evaluates. A copy that is kept beside what is trained, `copy.deepcopy(net).eval()`, says
/// nothing of it.
bool starts_evaluation(const model::Call& call, const model::SymbolTable& symbols);

/// Calls `visit(const Expression&)` for every expression of the block; functions and classes that are only defined
/// there do not run there.
template <class Visit>
void for_each_own_expression(model::Block block, Visit&& visit) {
  work::count(work::Counted::kVisited, block.size());
  for (const model::Statement* statement : block) {
    if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass) continue;
    model::for_each_part(
        *statement, [&](const model::Expression* part) { model::walk(*part, visit); },
        [&](model::Block inner) { for_each_own_expression(inner, visit); });
  }
}

/// The last part of a dotted name, of what is called: "step" of `a.step(x)`; empty for anything else.
std::string_view last_name(const model::Expression& expression, const model::SymbolTable& symbols);
/// The name at the left of attributes, subscripts and calls: `batch` of `batch["x"].to(device)`; null if there is none.
const model::Name* root_name(const model::Expression& expression);

}  // namespace syncfree::flow
