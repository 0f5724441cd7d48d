#include "analyzer/engine/judging/goal_answers.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/engine/judging/module_judge.h"
#include "analyzer/model/dotted_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::engine {
namespace {

using model::Expression;

/// What a function answers while a goal is pursued.
struct KnownAnswer {
  std::string_view name;
  std::optional<bool> in_capture;
  std::optional<bool> in_compile;
};

constexpr std::array<KnownAnswer, 10> kKnownAnswers = {{
    {"torch.cuda.is_current_stream_capturing", true, std::nullopt},
    {"torch.compiler.is_compiling", false, true},
    {"torch.compiler.is_dynamo_compiling", false, true},
    {"torch._dynamo.is_compiling", false, true},
    {"torch._utils.is_compiling", false, true},
    {"torch.compiler.is_exporting", false, false},
    {"torch.jit.is_scripting", false, false},
    {"torch.jit.is_tracing", false, false},
    {"torch.onnx.is_in_onnx_export", false, false},
    {"torch.are_deterministic_algorithms_enabled", false, false},
}};

/// What tensors are asked that hardly any is: a goal is about dense ones on the GPU.
constexpr std::array<std::string_view, 7> kRareProperties = {"is_sparse", "is_sparse_csr", "is_quantized", "is_nested",
                                                             "is_mkldnn", "is_meta",       "is_cpu"};
constexpr std::array<std::string_view, 5> kRareLayouts = {"torch.sparse_coo", "torch.sparse_csr", "torch.sparse_csc",
                                                          "torch.sparse_bsr", "torch.sparse_bsc"};

// A helper that asks a helper that asks.
constexpr int kMostHelpers = 4;

std::optional<bool> negated(std::optional<bool> answer) { return answer ? std::optional(!*answer) : std::nullopt; }

template <class Of>
std::optional<bool> of_operands(const model::Boolean& several, const Of& of) {
  const bool decides = !several.is_and;
  bool all = true;
  for (const Expression* operand : several.operands) {
    const std::optional<bool> answer = of(*operand);
    if (answer == decides) return decides;
    all = all && answer.has_value();
  }
  return all ? std::optional(!decides) : std::nullopt;
}

std::optional<bool> known_answer(std::string_view name, Goal goal) {
  const auto known = std::ranges::find(kKnownAnswers, name, &KnownAnswer::name);
  if (known == kKnownAnswers.end()) return std::nullopt;
  return goal == Goal::kCapture ? known->in_capture : known->in_compile;
}

/// `x.is_sparse`
std::optional<bool> answer_of_property(const model::Attribute& property, const model::SymbolTable& symbols) {
  const std::string_view name = symbols.text(property.name);
  if (name == "is_cuda") return true;
  return std::ranges::find(kRareProperties, name) != kRareProperties.end() ? std::optional(false) : std::nullopt;
}

/// `x.layout == torch.sparse_csr`, `x.layout in (torch.sparse_csr, torch.sparse_csc)`
std::optional<bool> answer_of_layout(const model::Comparison& comparison, const model::SymbolTable& symbols) {
  const auto* layout = comparison.operands[0]->get_if<model::Attribute>();
  if (comparison.operators.size() != 1 || layout == nullptr || symbols.text(layout->name) != "layout")
    return std::nullopt;
  const auto is_rare = [&](const Expression* each) {
    return std::ranges::find(kRareLayouts, model::dotted_name(*each, symbols)) != kRareLayouts.end();
  };
  const Expression* other = comparison.operands[1];
  const auto* several = other->get_if<model::Sequence>();
  if (several == nullptr ? !is_rare(other) : !std::ranges::all_of(several->elements, is_rare)) return std::nullopt;
  switch (comparison.operators[0]) {
    case model::ComparisonOperator::kEqual:
    case model::ComparisonOperator::kIs:
    case model::ComparisonOperator::kIn:
      return false;
    case model::ComparisonOperator::kNotEqual:
    case model::ComparisonOperator::kIsNot:
    case model::ComparisonOperator::kNotIn:
      return true;
    default:
      return std::nullopt;
  }
}

/// `all(x.is_sparse for x in several)`: the element, if the call's answer is false where the element's is.
const Expression* asked_of_each(const model::Call& call, const model::SymbolTable& symbols) {
  const std::string name = model::dotted_name(*call.callee, symbols);
  if ((name != "all" && name != "any") || call.arguments.size() != 1) return nullptr;
  const auto* each = call.arguments.front().value->get_if<model::Comprehension>();
  return each == nullptr ? nullptr : each->element;
}

/// `x.device.type == "mps"`: a goal is about what is on the GPU.
std::optional<bool> answer_of_device(const model::Comparison& comparison, const model::SymbolTable& symbols) {
  if (comparison.operators.size() != 1) return std::nullopt;
  const auto* type = comparison.operands[0]->get_if<model::Attribute>();
  const auto* device = type == nullptr ? nullptr : type->object->get_if<model::Attribute>();
  const auto* text = comparison.operands[1]->get_if<model::Constant>();
  if (device == nullptr || text == nullptr || text->constant != model::ConstantKind::kString ||
      symbols.text(type->name) != "type" || symbols.text(device->name) != "device")
    return std::nullopt;
  const model::ComparisonOperator asked = comparison.operators[0];
  if (asked == model::ComparisonOperator::kEqual) return text->text == "cuda";
  return asked == model::ComparisonOperator::kNotEqual ? std::optional(text->text != "cuda") : std::nullopt;
}

/// What a helper gives back, read off its text: `return torch.compiler.is_compiling() or is_jit_tracing()`. What it
/// does with an exception does not count.
class HelperAnswer {
 public:
  HelperAnswer(const inference::Project& project, std::uint32_t function, Goal goal, int depth)
      : project_(project), info_(project.functions()[function]), goal_(goal), depth_(depth) {}

  /// Where its text asks nothing, its name answers: a library wraps `is_compiling` for the versions that lack it, where
  /// it is false.
  std::optional<bool> get() const {
    std::vector<const Expression*> returned;
    collect_returned(info_.function->body, returned);
    const auto is_constant = [](const Expression* value) {
      return value != nullptr && value->get_if<model::Constant>();
    };
    const std::optional<bool> answer = of_each(returned);
    if (!info_.function->parameters.empty() || (answer && !std::ranges::all_of(returned, is_constant))) return answer;
    const std::optional<bool> named = named_answer();
    return named ? named : answer;
  }

 private:
  std::optional<bool> named_answer() const {
    const std::string_view name = project_.symbols().text(info_.function->name);
    const auto is_like = [name](const KnownAnswer& known) { return model::last_part(known.name) == name; };
    const auto known = std::ranges::find_if(kKnownAnswers, is_like);
    return known == kKnownAnswers.end() ? std::nullopt : known_answer(known->name, goal_);
  }

  std::optional<bool> of_each(std::span<const Expression* const> returned) const {
    if (returned.empty() || returned.front() == nullptr) return std::nullopt;
    const std::optional<bool> answer = of(*returned.front());
    const auto is_same = [&](const Expression* value) { return value != nullptr && of(*value) == answer; };
    return std::ranges::all_of(returned, is_same) ? answer : std::nullopt;
  }

  /// What the block may give back, by the tests that have an answer. True if it always leaves.
  bool collect_returned(model::Block block, std::vector<const Expression*>& returned) const {
    for (const model::Statement* statement : block) {
      if (const auto* leaves = statement->get_if<model::Return>()) {
        returned.push_back(leaves->value);
        return true;
      }
      const auto* test = statement->get_if<model::If>();
      if (test == nullptr) {
        const model::Statement* const one[] = {statement};
        collect(model::Block(one), [&](const model::Statement& inner) {
          if (const auto* leaves = inner.get_if<model::Return>()) returned.push_back(leaves->value);
        });
        continue;
      }
      const std::optional<bool> answer = of(*test->condition);
      const bool leaves_then = answer != false && collect_returned(test->then, returned);
      const bool leaves_otherwise = answer != true && collect_returned(test->otherwise, returned);
      if ((answer == false || leaves_then) && (answer == true || leaves_otherwise)) return true;
    }
    return false;
  }

  /// The statements of the block and of what stands in it, but for handlers.
  template <class Visit>
  static void collect(model::Block block, const Visit& visit) {
    for (const model::Statement* statement : block) {
      visit(*statement);
      if (const auto* attempt = statement->get_if<model::Try>()) {
        collect(attempt->body, visit);
        collect(attempt->otherwise, visit);
        collect(attempt->finally, visit);
      } else if (statement->kind != model::StatementKind::kFunction &&
                 statement->kind != model::StatementKind::kClass) {
        model::for_each_part(*statement, [](const Expression*) {}, [&](model::Block inner) { collect(inner, visit); });
      }
    }
  }

  std::optional<bool> of(const Expression& expression) const {
    if (const auto* negation = expression.get_if<model::Unary>()) {
      return negation->operation == model::UnaryOperator::kNot ? negated(of(*negation->operand)) : std::nullopt;
    }
    if (const auto* several = expression.get_if<model::Boolean>())
      return of_operands(*several, [this](const Expression& operand) { return of(operand); });
    if (const auto* name = expression.get_if<model::Name>()) return of_variable(name->name);
    if (const auto* constant = expression.get_if<model::Constant>())
      return constant->constant == model::ConstantKind::kTrue    ? std::optional(true)
             : constant->constant == model::ConstantKind::kFalse ? std::optional(false)
                                                                 : std::nullopt;
    if (const auto* comparison = expression.get_if<model::Comparison>())
      return answer_of_layout(*comparison, project_.symbols());
    if (const auto* property = expression.get_if<model::Attribute>())
      return answer_of_property(*property, project_.symbols());
    const auto* call = expression.get_if<model::Call>();
    if (call == nullptr) return std::nullopt;
    if (const Expression* each = asked_of_each(*call, project_.symbols()); each != nullptr && of(*each) == false)
      return false;
    // Imported in the function itself, a module has no meaning in the file around it.
    if (const auto known = known_answer(model::dotted_name(*call->callee, project_.symbols()), goal_)) return known;
    const inference::Target target = project_.resolve(info_.module, *call->callee);
    if (target.kind == inference::TargetKind::kLibrary)
      return known_answer(project_.catalog().row(target.index).name, goal_);
    if (target.kind != inference::TargetKind::kFunction || depth_ == kMostHelpers) return std::nullopt;
    return HelperAnswer(project_, target.index, goal_, depth_ + 1).get();
  }

  /// Of one that is bound once, and then perhaps by `|=`.
  std::optional<bool> of_variable(model::Symbol variable) const {
    std::optional<bool> answer;
    bool is_bound = false;
    bool is_clear = true;
    const auto is_it = [&](const Expression* target) {
      const auto* name = target->get_if<model::Name>();
      return name != nullptr && name->name == variable;
    };
    collect(info_.function->body, [&](const model::Statement& statement) {
      if (const auto* assign = statement.get_if<model::Assign>()) {
        if (std::ranges::none_of(assign->targets, is_it)) return;
        is_clear =
            is_clear && !is_bound && assign->value != nullptr && assign->value->kind != model::ExpressionKind::kName;
        is_bound = true;
        if (is_clear) answer = of(*assign->value);
      } else if (const auto* update = statement.get_if<model::AugmentedAssign>()) {
        if (!is_it(update->target)) return;
        is_clear = is_clear && is_bound && update->operation == model::BinaryOperator::kBitOr;
        if (answer != true) answer = of(*update->value) == true ? std::optional(true) : std::nullopt;
      }
    });
    return is_clear ? answer : std::nullopt;
  }

  const inference::Project& project_;
  const inference::FunctionInfo& info_;
  Goal goal_;
  int depth_;
};

}  // namespace

ConditionAnswers::ConditionAnswers(const FunctionView& view, Goal goal, const model::Module& module,
                                   const model::Function* function)
    : view_(view),
      goal_(goal),
      module_(module),
      function_(function),
      bindings_(module, view.analysis().world.project.symbols()) {}

std::optional<bool> ConditionAnswers::of(const Expression& condition) const {
  if (const auto* negation = condition.get_if<model::Unary>()) {
    return negation->operation == model::UnaryOperator::kNot ? negated(of(*negation->operand)) : std::nullopt;
  }
  if (const auto* several = condition.get_if<model::Boolean>())
    return of_operands(*several, [this](const Expression& operand) { return of(operand); });
  if (const auto* name = condition.get_if<model::Name>()) return of_variable(name->name);
  const model::SymbolTable& symbols = view_.analysis().world.project.symbols();
  if (const auto* comparison = condition.get_if<model::Comparison>()) {
    const std::optional<bool> answer = answer_of_device(*comparison, symbols);
    return answer ? answer : answer_of_layout(*comparison, symbols);
  }
  if (const auto* property = condition.get_if<model::Attribute>()) return answer_of_property(*property, symbols);
  const auto* call = condition.get_if<model::Call>();
  if (call == nullptr) return std::nullopt;
  if (const Expression* each = asked_of_each(*call, symbols); each != nullptr && of(*each) == false) return false;
  return of_call(*call);
}

std::optional<bool> ConditionAnswers::of_call(const model::Call& call) const {
  for (const catalog::Operator* operation : operators_of(view_, call)) {
    if (std::ranges::find(kKnownAnswers, operation->name, &KnownAnswer::name) != kKnownAnswers.end())
      return known_answer(operation->name, goal_);
  }
  const inference::World& world = view_.analysis().world;
  std::optional<bool> answer;
  bool is_first = true;
  for (const inference::CallEdge& edge : view_.outcome().calls) {
    if (edge.range.begin != call.range.begin || edge.range.end != call.range.end) continue;
    const std::uint32_t code = world.contexts[edge.context].key.code;
    if ((code & inference::kModuleBody) != 0) return std::nullopt;
    const std::optional<bool> one = HelperAnswer(world.project, code, goal_, 0).get();
    if (!one || (!is_first && one != answer)) return std::nullopt;
    answer = one;
    is_first = false;
  }
  return answer;
}

/// `capturing = torch.cuda.is_current_stream_capturing()`, if nothing else binds it.
std::optional<bool> ConditionAnswers::of_variable(model::Symbol variable) const {
  const auto is_given = [variable](const model::Parameter& parameter) { return parameter.name == variable; };
  if (function_ != nullptr && std::ranges::any_of(function_->parameters, is_given)) return std::nullopt;
  const model::Binding* bound = bindings_.only(function_ == nullptr ? module_.body : function_->body, variable);
  const auto* assign = bound == nullptr ? nullptr : bound->statement->get_if<model::Assign>();
  const bool is_whole = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr &&
                        assign->targets.front()->kind == model::ExpressionKind::kName &&
                        assign->value->kind != model::ExpressionKind::kName;
  return is_whole ? of(*assign->value) : std::nullopt;
}

bool asks_for_a_goal(const model::Module& module) {
  return std::ranges::any_of(
      kKnownAnswers, [&](const KnownAnswer& known) { return module.text.contains(model::last_part(known.name)); });
}

}  // namespace syncfree::engine
