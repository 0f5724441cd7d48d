#include "analyzer/engine/judging/dead_parts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/model/walk.h"

namespace syncfree::engine {

std::optional<bool> observed_truth(const FunctionView& view, const model::Expression& condition) {
  if (const auto* negation = condition.get_if<model::Unary>();
      negation != nullptr && negation->operation == model::UnaryOperator::kNot) {
    const std::optional<bool> answer = observed_truth(view, *negation->operand);
    return answer ? std::optional(!*answer) : std::nullopt;
  }
  if (const auto* several = condition.get_if<model::Boolean>()) {
    bool all = true;
    for (const model::Expression* operand : several->operands) {
      const std::optional<bool> answer = observed_truth(view, *operand);
      if (answer == !several->is_and) return answer;
      all = all && answer.has_value();
    }
    return all ? std::optional(several->is_and) : std::nullopt;
  }
  const values::Value* value = view.observation().value_of(condition);
  if (value == nullptr || value->is_bottom()) return std::nullopt;
  if (value->only(values::Kind::kNone)) return false;
  return value->only(values::Kind::kBoolean) ? value->known_bool() : std::nullopt;
}

DeadParts::DeadParts(const FunctionView& view, Goal goal) : view_(view) {
  const inference::Project& project = view.analysis().world.project;
  const std::uint32_t code = view.analysis().world.contexts[view.context()].key.code;
  const model::Module& module = *project.modules()[view.module()].input.module;
  const model::Function* function = (code & inference::kModuleBody) != 0 ? nullptr : project.functions()[code].function;
  const ConditionAnswers answers(view, goal, module, function);
  model::walk_expressions(function == nullptr ? module.body : function->body,
                          [&](const model::Expression& expression) { add_operands(answers, expression); });
  const flow::Graph& graph = view_.graph();
  std::vector<bool> closed(graph.blocks.size(), false);
  bool any = false;
  for (const flow::Branch& branch : graph.branches) {
    const std::optional<bool> known = answers.of(*branch.condition);
    const std::optional<bool> answer = known ? known : observed_truth(view, *branch.condition);
    if (!answer) continue;
    const auto [begin, end] =
        *answer ? std::pair(branch.else_begin, branch.else_end) : std::pair(branch.then_begin, branch.then_end);
    for (std::uint32_t block = begin; block < end; ++block) closed[block] = any = true;
  }
  if (!any) return;
  // What follows an `if` that always leaves is dead, too.
  dead_.assign(graph.blocks.size(), true);
  std::vector<std::uint32_t> todo = {flow::Graph::kEntry};
  dead_[flow::Graph::kEntry] = false;
  while (!todo.empty()) {
    const std::uint32_t block = todo.back();
    todo.pop_back();
    for (const std::uint32_t next : graph.blocks[block].successors) {
      if (closed[next] || !dead_[next]) continue;
      dead_[next] = false;
      todo.push_back(next);
    }
  }
}

/// `not is_compiling() and mask.all()`: the second is not asked for where the first is false.
void DeadParts::add_operands(const ConditionAnswers& answers, const model::Expression& expression) {
  if (const auto* choice = expression.get_if<model::Conditional>()) {
    if (const std::optional<bool> answer = answers.of(*choice->condition))
      operands_.push_back(*answer ? choice->else_value->range : choice->then_value->range);
  }
  const auto* several = expression.get_if<model::Boolean>();
  if (several == nullptr) return;
  bool is_decided = false;
  for (const model::Expression* operand : several->operands) {
    if (is_decided) operands_.push_back(operand->range);
    is_decided = is_decided || answers.of(*operand) == !several->is_and;
  }
}

bool DeadParts::hold(source::TextRange range) const {
  if (std::ranges::any_of(operands_, [range](source::TextRange dead) { return dead.contains(range); })) return true;
  if (dead_.empty()) return false;
  const std::optional<flow::Point> at = view_.point_of(range);
  return at && dead_[at->block];
}

}  // namespace syncfree::engine
