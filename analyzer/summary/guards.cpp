#include "analyzer/summary/guards.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/returns.h"
#include "analyzer/model/walk.h"

namespace syncfree::summary {

namespace {

using source::TextRange;

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

/// `x.numel() > 0`, `len(x) > 0`: with nothing to do nobody waits, which is no question.
bool asks_for_something(const model::Expression& condition, const model::SymbolTable& symbols) {
  const auto* compared = condition.get_if<model::Comparison>();
  if (compared == nullptr || compared->operators.size() != 1) return false;
  const auto* zero = compared->operands[1]->get_if<model::Constant>();
  const auto* amount = compared->operands[0]->get_if<model::Call>();
  const bool is_more = compared->operators[0] == model::ComparisonOperator::kGreater ||
                       compared->operators[0] == model::ComparisonOperator::kNotEqual;
  if (!is_more || amount == nullptr || zero == nullptr || zero->constant != model::ConstantKind::kInteger ||
      zero->integer != 0)
    return false;
  const std::string_view name = flow::last_name(*amount->callee, symbols);
  return name == "numel" || name == "len" || name == "size";
}

bool is_none(const model::Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kNone;
}

TextRange range_of(model::Block block) { return {block.front()->range.begin, block.back()->range.end}; }

}  // namespace

GuardedParts::GuardedParts(const inference::Project& project, const inference::Known& known,
                           const inference::FunctionInfo& function)
    : project_(project),
      known_(known),
      module_(function.module),
      function_(*function.function),
      symbols_(project.symbols()),
      stored_(function_.parameters.size(), kNever) {
  const auto store = [&](const model::Expression& target) {
    model::walk(target, [&](const model::Expression& part) {
      const auto* name = part.get_if<model::Name>();
      if (name == nullptr) return;
      for (std::size_t i = 0; i < stored_.size(); ++i) {
        if (function_.parameters[i].name == name->name) stored_[i] = std::min(stored_[i], target.range.end);
      }
    });
  };
  const auto look = [&](auto&& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (const auto* assign = statement->get_if<model::Assign>()) {
        for (const model::Expression* target : assign->targets) store(*target);
      } else if (const auto* augmented = statement->get_if<model::AugmentedAssign>()) {
        store(*augmented->target);
      } else if (const auto* loop = statement->get_if<model::For>()) {
        store(*loop->target);
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  look(look, function_.body);
  add(function_.body);
}

/// `torch.jit.is_scripting()`: not where Python runs it.
bool GuardedParts::is_never_true(const model::Expression& condition) const {
  const auto* call = condition.get_if<model::Call>();
  if (call == nullptr) return false;
  const inference::Target called = project_.resolve(module_, *call->callee);
  if (called.kind != inference::TargetKind::kLibrary) return false;
  const inference::Special* special = known_.specials.find(called.index);
  return special != nullptr && *special == inference::Special::kFalseConstant;
}

std::optional<std::uint32_t> GuardedParts::parameter(const model::Expression& expression) const {
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr) return std::nullopt;
  for (std::uint32_t i = 0; i < stored_.size(); ++i) {
    const model::Parameter& each = function_.parameters[i];
    const bool is_one =
        each.kind != model::ParameterKind::kStar && each.kind != model::ParameterKind::kDoubleStar;  // it takes many
    if (is_one && each.name == name->name && expression.range.begin < stored_[i]) return i;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> GuardedParts::device_of(const model::Call& call) const {
  const auto* method = call.callee->get_if<model::Attribute>();
  const bool moves = method != nullptr && symbols_.text(method->name) == "to";
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const model::Argument& argument = call.arguments[i];
    if (argument.stars != 0) return std::nullopt;
    const bool is_device = argument.keyword ? symbols_.text(argument.keyword) == "device" : moves && i == 0;
    const auto found = is_device ? parameter(*argument.value) : std::nullopt;
    const model::Expression* otherwise = found ? function_.parameters[*found].default_value : nullptr;
    const auto* constant = otherwise == nullptr ? nullptr : otherwise->get_if<model::Constant>();
    if (constant != nullptr && constant->constant == model::ConstantKind::kNone) return found;
  }
  return std::nullopt;
}

/// `isinstance(x, Tensor)`; a tensor is no object of another class.
std::optional<Guard> GuardedParts::instance(const model::Call& call, bool is_negated) const {
  if (call.arguments.size() != 2 || flow::last_name(*call.callee, symbols_) != "isinstance") return std::nullopt;
  const auto asked = parameter(*call.arguments[0].value);
  const bool is_tensor = flow::last_name(*call.arguments[1].value, symbols_) == "Tensor";
  if (!asked || (!is_tensor && !is_negated)) return std::nullopt;
  return Guard{.parameter = *asked, .asked = Asked::kTensor, .is_negated = is_tensor && is_negated};
}

std::optional<Guard> GuardedParts::simple(const model::Expression& condition, bool is_negated) const {
  if (const auto* unary = condition.get_if<model::Unary>();
      unary != nullptr && unary->operation == model::UnaryOperator::kNot)
    return simple(*unary->operand, !is_negated);
  if (const auto* compared = condition.get_if<model::Comparison>();
      compared != nullptr && compared->operators.size() == 1 && is_none(*compared->operands[1])) {
    const bool is = compared->operators[0] == model::ComparisonOperator::kIs;
    const auto asked = parameter(*compared->operands[0]);
    if (!asked || (!is && compared->operators[0] != model::ComparisonOperator::kIsNot)) return std::nullopt;
    return Guard{.parameter = *asked, .asked = Asked::kNone, .is_negated = is == is_negated};
  }
  if (const auto* call = condition.get_if<model::Call>()) return instance(*call, is_negated);
  const auto asked = parameter(condition);
  if (!asked) return std::nullopt;
  return Guard{.parameter = *asked, .asked = Asked::kTrue, .is_negated = is_negated};
}

/// Empty: it always holds.
std::optional<Guards> GuardedParts::test(const model::Expression& condition, bool is_negated) const {
  if (is_never_true(condition)) return is_negated ? std::optional<Guards>(Guards()) : std::nullopt;
  if (asks_for_something(condition, symbols_)) return is_negated ? std::nullopt : std::optional<Guards>(Guards());
  if (const auto* unary = condition.get_if<model::Unary>();
      unary != nullptr && unary->operation == model::UnaryOperator::kNot)
    return test(*unary->operand, !is_negated);
  const auto* joined = condition.get_if<model::Boolean>();
  if (joined == nullptr) {
    const auto guard = simple(condition, is_negated);
    return guard ? std::optional(Guards{*guard}) : std::nullopt;
  }
  if (joined->is_and == is_negated) {  // one of them is enough
    for (const model::Expression* operand : joined->operands) {
      if (auto some = test(*operand, is_negated)) return some;
    }
    return std::nullopt;
  }
  Guards all;
  for (const model::Expression* operand : joined->operands) {
    const auto some = test(*operand, is_negated);
    if (!some) return std::nullopt;
    all.insert(all.end(), some->begin(), some->end());
  }
  return all;
}

void GuardedParts::take(model::Block block, std::optional<Guards> guards) {
  if (block.empty()) return;
  parts_.push_back({range_of(block), std::move(guards)});
  add(block);
}

/// `if size is None: return x`: what follows is for the other calls.
void GuardedParts::take_rest(model::Block block, std::size_t first, const model::If& branch) {
  const bool then = model::returns(branch.then);
  const bool otherwise = model::returns(branch.otherwise);
  if ((!then && !otherwise) || first >= block.size()) return;
  parts_.push_back({range_of(block.subspan(first)), then && otherwise ? std::nullopt : test(*branch.condition, then)});
}

void GuardedParts::add(model::Block block) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    add(*block[i]);
    if (const auto* branch = block[i]->get_if<model::If>()) take_rest(block, i + 1, *branch);
  }
}

void GuardedParts::add(const model::Statement& statement) {
  if (statement.kind == model::StatementKind::kFunction || statement.kind == model::StatementKind::kClass) return;
  model::for_each_part(statement, [this](const model::Expression* part) { add(*part); }, [](model::Block) {});
  if (const auto* branch = statement.get_if<model::If>()) {
    take(branch->then, test(*branch->condition, false));
    take(branch->otherwise, test(*branch->condition, true));
  } else if (const auto* attempt = statement.get_if<model::Try>()) {
    add(attempt->body);
    for (const model::ExceptHandler& handler : attempt->handlers) take(handler.body, std::nullopt);
    take(attempt->otherwise, std::nullopt);
    add(attempt->finally);
  } else if (const auto* match = statement.get_if<model::Match>()) {
    for (const model::MatchCase& choice : match->cases) take(choice.body, std::nullopt);
  } else {
    model::for_each_part(statement, [](const model::Expression*) {}, [this](model::Block inner) { add(inner); });
  }
}

void GuardedParts::add(const model::Expression& whole) {
  model::walk(whole, [this](const model::Expression& part) {
    if (const auto* choice = part.get_if<model::Conditional>()) {
      parts_.push_back({choice->then_value->range, test(*choice->condition, false)});
      parts_.push_back({choice->else_value->range, test(*choice->condition, true)});
    } else if (const auto* joined = part.get_if<model::Boolean>()) {
      for (std::size_t i = 1; i < joined->operands.size(); ++i)
        parts_.push_back({joined->operands[i]->range, test(*joined->operands[i - 1], !joined->is_and)});
    } else if (part.kind == model::ExpressionKind::kLambda) {
      parts_.push_back({part.range, std::nullopt});
    }
  });
}

std::optional<Guards> GuardedParts::guards_of(TextRange range) const {
  Guards all;
  for (const GuardedPart& part : parts_) {
    if (!part.range.contains(range)) continue;
    if (!part.guards) return std::nullopt;
    all.insert(all.end(), part.guards->begin(), part.guards->end());
  }
  return all;
}

}  // namespace syncfree::summary
