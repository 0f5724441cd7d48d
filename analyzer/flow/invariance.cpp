#include "analyzer/flow/invariance.h"

namespace syncfree::flow {

using model::Expression;
using model::ExpressionKind;

model::Symbol root_of(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kName:
      return expression.as<model::Name>().name;
    case ExpressionKind::kAttribute:
      return root_of(*expression.as<model::Attribute>().object);
    case ExpressionKind::kSubscript:
      return root_of(*expression.as<model::Subscript>().object);
    case ExpressionKind::kCall:
      // A view of it: `mask.view(-1).fill_(0)`.
      return expression.as<model::Call>().callee->kind == ExpressionKind::kAttribute
                 ? root_of(*expression.as<model::Call>().callee)
                 : model::Symbol{};
    default:
      return {};
  }
}

void LoopEffects::write(const Expression& object) {
  if (const model::Symbol root = root_of(object)) written_.insert(root);
}

void LoopEffects::bind(const Expression& target) {
  if (const auto* name = target.get_if<model::Name>()) {
    bound_.insert(name->name);
  } else if (const auto* attribute = target.get_if<model::Attribute>()) {
    attributes_.insert(attribute->name);
  } else if (const auto* subscript = target.get_if<model::Subscript>()) {
    write(*subscript->object);
  }
}

LoopEffects::LoopEffects(const Graph& graph, std::uint32_t loop, const model::SymbolTable& symbols) {
  for (std::uint32_t block = graph.loops[loop].head; block < graph.loops[loop].blocks_end; ++block) {
    if (!graph.inside(block, loop)) continue;
    for (const Step& step : graph.blocks[block].steps) {
      if (step.kind == StepKind::kBind) bind(*step.expression);
      if (step.kind == StepKind::kUpdate) {
        bind(*step.expression);
        write(*step.expression);
      }
      const auto* call = step.kind == StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
      if (call == nullptr) continue;
      for (const model::Argument& argument : call->arguments) {
        if (argument.keyword && symbols.text(argument.keyword) == "out") write(*argument.value);
      }
      const auto* method = call->callee->get_if<model::Attribute>();
      if (method == nullptr) continue;
      const std::string_view name = symbols.text(method->name);
      if (name.ends_with('_') && !name.starts_with("__")) write(*method->object);
      if (const auto* object = method->object->get_if<model::Name>()) handed_over_.insert(object->name);
    }
  }
}

bool LoopEffects::keeps_node(const Expression& expression) const {
  switch (expression.kind) {
    case ExpressionKind::kName:
      return !bound_.contains(expression.as<model::Name>().name) &&
             !written_.contains(expression.as<model::Name>().name);
    case ExpressionKind::kAttribute: {
      // `self.scale` may change wherever a method of `self` runs.
      const auto& attribute = expression.as<model::Attribute>();
      return !attributes_.contains(attribute.name) && !handed_over_.contains(root_of(expression));
    }
    case ExpressionKind::kComprehension:
    case ExpressionKind::kLambda:
    case ExpressionKind::kAwait:
    case ExpressionKind::kYield:
    case ExpressionKind::kNamed:
    case ExpressionKind::kUnknown:
      return false;
    default:
      return true;
  }
}

}  // namespace syncfree::flow
