#include "analyzer/engine/flow/takes_tensor.h"

#include <algorithm>
#include <array>

#include "analyzer/engine/flow/number_needed.h"
#include "analyzer/model/dotted_name.h"

namespace syncfree::engine {
namespace {

using model::ComparisonOperator;
using model::Expression;
using model::ExpressionKind;
using model::Statement;
using model::StatementKind;

constexpr int kMostLookSteps = 40;

/// Functions of torch that take a tensor of no dimensions wherever they take a number.
constexpr std::array<std::string_view, 16> kTensorOrNumber = {
    "where", "maximum", "minimum", "add", "sub", "mul",        "div",         "true_divide",
    "pow",   "fmax",    "fmin",    "eq",  "ne",  "logical_or", "logical_and", "logical_xor"};

class Acceptance {
 public:
  /// `otherwise` is the answer for uses of which nothing is known.
  Acceptance(const FunctionView& view, bool otherwise) : view_(view), otherwise_(otherwise) {}

  bool of(const Expression& expression) {
    if (++steps_ > kMostLookSteps) return otherwise_;
    const flow::Parents::Holder place = view_.code().parents().of(expression);
    if (place.parent != nullptr) return as_part(expression, *place.parent);
    return place.statement == nullptr ? otherwise_ : in_statement(expression, *place.statement);
  }

  /// What said no asks the host for the value.
  bool is_asked() const { return asked_; }

 private:
  bool asks() {
    asked_ = true;
    return false;
  }

  bool is_device(const Expression& expression) const { return gives_device_tensor(view_, expression); }

  bool in_statement(const Expression& expression, const Statement& statement) {
    if (const auto* assign = statement.get_if<model::Assign>()) {
      return assign->value == &expression && assign->annotation == nullptr &&
             std::ranges::all_of(assign->targets, [&](const Expression* target) { return bound_to(*target); });
    }
    const auto* update = statement.get_if<model::AugmentedAssign>();
    if (update != nullptr) return update->value == &expression && (otherwise_ || is_device(*update->target));
    constexpr std::array<StatementKind, 5> kReading = {
        StatementKind::kIf, StatementKind::kWhile, StatementKind::kAssert, StatementKind::kFor, StatementKind::kMatch};
    return std::ranges::find(kReading, statement.kind) == kReading.end() ? otherwise_ : asks();
  }

  bool bound_to(const Expression& target) {
    const auto* stored = target.get_if<model::Subscript>();
    if (stored != nullptr) return is_device(*stored->object);
    const auto* name = target.get_if<model::Name>();
    // A variable of C++ has a type of its own.
    if (name == nullptr || view_.code().is_module() || !is_python()) return otherwise_;
    const auto bound = view_.graph().bound.find(&target);
    if (bound == view_.graph().bound.end()) return false;
    const flow::Point at = bound->second;
    return all_reads({at.block, at.step + 1}, name->name, target);
  }

  bool all_reads(flow::Point from, model::Symbol name, const Expression& target) {
    if (std::ranges::find(followed_, &target) != followed_.end()) return true;
    followed_.push_back(&target);
    const std::vector<const Expression*> reads = flow::reads_after(view_.graph(), from, name);
    return (otherwise_ || !reads.empty()) &&
           std::ranges::all_of(reads, [&](const Expression* read) { return of(*read); });
  }

  bool is_python() const {
    return view_.analysis().world.project.modules()[view_.module()].input.module->language == model::Language::kPython;
  }

  bool as_part(const Expression& part, const Expression& whole) {
    switch (whole.kind) {
      case ExpressionKind::kBinary: {
        const auto& binary = whole.as<model::Binary>();
        const Expression& other = binary.left == &part ? *binary.right : *binary.left;
        return is_repeated(other) ? asks() : computes_with(other, whole);
      }
      case ExpressionKind::kComparison:
        return compares(part, whole.as<model::Comparison>());
      case ExpressionKind::kUnary:
        return whole.as<model::Unary>().operation == model::UnaryOperator::kNot ? asks() : of(whole);
      case ExpressionKind::kBoolean:
        return whole.as<model::Boolean>().operands.back() == &part ? of(whole) : asks();
      case ExpressionKind::kConditional:
        return whole.as<model::Conditional>().condition == &part ? asks() : of(whole);
      case ExpressionKind::kCall:
        if (is_elementwise(part, whole.as<model::Call>())) return true;
        return otherwise_ && (!needs_number(part, whole.as<model::Call>()) || asks());
      case ExpressionKind::kSequence: {
        const Expression* holder = view_.code().parents().of(whole).parent;
        const auto* call = holder == nullptr ? nullptr : holder->get_if<model::Call>();
        return otherwise_ && (call == nullptr || !needs_host_number(view_, *call, whole) || asks());
      }
      case ExpressionKind::kSlice:
        return asks();
      case ExpressionKind::kAttribute:
      case ExpressionKind::kComprehension:
      case ExpressionKind::kFormatted:
      case ExpressionKind::kDictionary:
      case ExpressionKind::kStarred:
        return otherwise_;
      default:
        return false;
    }
  }

  /// With a tensor the result is one today; with a number it becomes one. `[x] * n` and `"%s" % n` are neither.
  bool computes_with(const Expression& other, const Expression& whole) {
    if (is_device(other)) return true;
    return (otherwise_ || gives_tensor_or_number(view_, other)) && of(whole);
  }

  /// `[x] * n`
  bool is_repeated(const Expression& other) const {
    const values::Value* value = view_.observation().value_of(other);
    return value != nullptr && !value->is_bottom() &&
           value->only(values::Kinds(values::Kind::kList) | values::Kind::kTuple | values::Kind::kString);
  }

  bool compares(const Expression& part, const model::Comparison& comparison) {
    if (comparison.operands.size() != 2) return false;
    const ComparisonOperator operation = comparison.operators.front();
    if (operation == ComparisonOperator::kIs || operation == ComparisonOperator::kIsNot ||
        operation == ComparisonOperator::kIn || operation == ComparisonOperator::kNotIn)
      return false;
    return computes_with(*comparison.operands[comparison.operands[0] == &part ? 1 : 0], comparison);
  }

  /// The built-in functions read a tensor, options of torch's functions such as `alpha=` are numbers, and sizes are
  /// what the measured rows say.
  bool needs_number(const Expression& part, const model::Call& call) const {
    constexpr std::array<std::string_view, 10> kReading = {"max", "min",   "int", "float",  "bool",
                                                           "any", "range", "all", "sorted", "round"};
    const bool is_option = std::ranges::any_of(
        call.arguments, [&](const model::Argument& argument) { return argument.value == &part && argument.keyword; });
    const bool reads_by_name = std::ranges::any_of(operators_of(view_, call), [&](const catalog::Operator* operation) {
      const std::string_view name = model::last_part(operation->name);
      const bool reads = std::ranges::find(kReading, name) != kReading.end();
      return operation->name.starts_with("builtins.") ? reads : is_option && operation->name.starts_with("torch.");
    });
    return reads_by_name || needs_host_number(view_, call, part);
  }

  bool is_elementwise(const Expression& part, const model::Call& call) {
    const bool is_argument = std::ranges::any_of(
        call.arguments, [&](const model::Argument& argument) { return argument.value == &part && !argument.keyword; });
    if (!is_argument || !is_device(call)) return false;
    return std::ranges::any_of(operators_of(view_, call), [](const catalog::Operator* operation) {
      const std::string_view name = model::last_part(operation->name);
      return operation->name.starts_with("torch.") && std::ranges::find(kTensorOrNumber, name) != kTensorOrNumber.end();
    });
  }

  const FunctionView& view_;
  bool otherwise_;
  std::vector<const Expression*> followed_;
  int steps_ = 0;
  bool asked_ = false;
};

}  // namespace

bool takes_tensor(const FunctionView& view, const model::Expression& expression) {
  return Acceptance(view, false).of(expression);
}

bool may_take_tensor(const FunctionView& view, const model::Expression& expression) {
  return Acceptance(view, true).of(expression);
}

bool is_read_on_host(const FunctionView& view, const model::Expression& expression) {
  Acceptance acceptance(view, true);
  return !acceptance.of(expression) && acceptance.is_asked();
}

bool gives_device_tensor(const FunctionView& view, const model::Expression& expression) {
  const values::Value* value = view.observation().value_of(expression);
  return value != nullptr && value->only(values::Kind::kTensor) && values::known(value->is_device_tensor());
}

bool gives_tensor_or_number(const FunctionView& view, const model::Expression& expression) {
  if (gives_device_tensor(view, expression)) return true;
  const values::Value* value = view.observation().value_of(expression);
  return value != nullptr && value->only(values::kHostNumber);
}

}  // namespace syncfree::engine
