#include "rules/rewrites/asked_numbers.h"

#include <algorithm>

#include "analyzer/engine/flow/function_view.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/joined_truths.h"
#include "rules/rewrites/other_callers.h"
#include "rules/shared/subscript_cause.h"

namespace syncfree::rules {

using engine::Event;
using engine::EventKind;
using engine::FixContext;
using model::Call;
using model::ComparisonOperator;
using model::Expression;
using model::ExpressionKind;
using values::Value;

namespace {

/// Built-in functions that make numbers of numbers.
constexpr std::string_view kOfNumbers[] = {"int", "float", "bool", "abs", "round", "min", "max"};

class AskedNumbers {
 public:
  explicit AskedNumbers(const FixContext& context) : context_(context) {}

  bool read(const Event& event, const Expression& node) {
    switch (event.kind) {
      case EventKind::kTruth:
        return is_test(event, node, context_) && part(node);
      case EventKind::kCall:
        return call(event, node);
      case EventKind::kHostIndex:
        return node.kind == ExpressionKind::kSubscript && part(*node.as<model::Subscript>().index);
      case EventKind::kRepeat:
        return repeated(node);
      case EventKind::kSubscriptLoad:
      case EventKind::kSubscriptStore:
        return judge_subscript(event).cause == SubscriptCause::kDeviceScalar &&
               node.kind == ExpressionKind::kSubscript && index(*node.as<model::Subscript>().index);
      case EventKind::kFormat:
        return part(node);
      default:
        return false;
    }
  }

  std::vector<const Expression*> take() { return std::move(numbers_); }

 private:
  const Value* value_of(const Expression& expression) const { return context_.view.observation().value_of(expression); }

  bool is_on_host(const Expression& expression) const {
    if (expression.kind == ExpressionKind::kConstant) return true;
    const Value* value = value_of(expression);
    return is_python_number(expression, context_.symbols) ||
           (value != nullptr && value->only(values::kHostNumber | values::Kind::kString | values::Kind::kNone));
  }

  /// What is known to be one element on the GPU, or may be one.
  bool is_number(const Expression& expression) const {
    const bool named = expression.kind == ExpressionKind::kName || expression.kind == ExpressionKind::kAttribute ||
                       expression.kind == ExpressionKind::kSubscript;
    if (!named || !is_stable(expression)) return false;
    const Value* value = value_of(expression);
    // A number of Python, which some caller gives, has no `cpu`.
    const auto is_of_host = [](const Value& other) { return other.may_be(values::kHostNumber); };
    if (for_some_caller(expression, context_, is_of_host)) return false;
    return value != nullptr && value->only(values::Kind::kTensor) && value->evidence != values::Evidence::kGuessed &&
           value->is_device_tensor() != values::Truth::kNo && value->rank.is(0) != values::Truth::kNo;
  }

  bool part(const Expression& expression) {
    if (is_on_host(expression)) return true;
    if (is_number(expression)) {
      numbers_.push_back(&expression);
      return true;
    }
    switch (expression.kind) {
      case ExpressionKind::kUnary:
        return part(*expression.as<model::Unary>().operand);
      case ExpressionKind::kBinary:
        return expression.as<model::Binary>().operation != model::BinaryOperator::kMatrixMultiply &&
               part(*expression.as<model::Binary>().left) && part(*expression.as<model::Binary>().right);
      case ExpressionKind::kComparison:
        return std::ranges::all_of(expression.as<model::Comparison>().operators, orders) &&
               all(expression.as<model::Comparison>().operands);
      case ExpressionKind::kSequence:
        return all(expression.as<model::Sequence>().elements);
      case ExpressionKind::kCall:
        return made_of_numbers(expression.as<Call>());
      default:
        return false;
    }
  }

  static bool orders(ComparisonOperator operation) {
    return operation != ComparisonOperator::kIs && operation != ComparisonOperator::kIsNot &&
           operation != ComparisonOperator::kIn && operation != ComparisonOperator::kNotIn;
  }

  bool all(model::Expressions parts) {
    return std::ranges::all_of(parts, [&](const Expression* one) { return part(*one); });
  }

  bool made_of_numbers(const Call& made) {
    if (has_stars(made)) return false;
    const std::string_view name = callee_name(made, context_.symbols);
    if (const Expression* tensor = receiver_of(made)) return name == "item" && made.arguments.empty() && part(*tensor);
    const bool plain =
        is_one_of(name, kOfNumbers) && positional_count(made) == made.arguments.size() && !made.arguments.empty();
    return plain &&
           std::ranges::all_of(made.arguments, [&](const model::Argument& argument) { return part(*argument.value); });
  }

  bool call(const Event& event, const Expression& node) {
    const auto* called = node.get_if<Call>();
    if (called == nullptr || has_stars(*called)) return false;
    if (event.read_back == 0 || receiver_of(*called) == nullptr) {
      if (made_of_numbers(*called)) return true;
      numbers_.clear();
    }
    // Of other rules' calls whole tensors are read back, such as the mask of `masked_select`.
    constexpr std::string_view kOfSizes[] = {"SF203", "SF306", "SF403"};
    if (event.read_back == 0 || event.block == nullptr || !is_one_of(event.block->rule, kOfSizes)) return false;
    for (std::size_t i = 0; i < called->arguments.size() && i < 16; ++i) {
      if ((event.read_back >> i & 1U) != 0 && !part(*called->arguments[i].value)) return false;
    }
    return true;
  }

  bool repeated(const Expression& node) {
    const auto* product = node.get_if<model::Binary>();
    if (product == nullptr) return false;
    const bool list_first = product->left->kind == ExpressionKind::kSequence;
    return (list_first || product->right->kind == ExpressionKind::kSequence) &&
           part(list_first ? *product->right : *product->left);
  }

  /// `x[n]`, `x[:, n:m]`: what is no number in it stays as it is.
  bool index(const Expression& whole) {
    const auto* several = whole.get_if<model::Sequence>();
    if (several == nullptr || several->sequence != model::SequenceKind::kTuple) return index_part(whole);
    return std::ranges::all_of(several->elements, [&](const Expression* one) { return index_part(*one); });
  }

  bool index_part(const Expression& one) {
    if (const auto* slice = one.get_if<model::Slice>()) {
      return (slice->start == nullptr || part(*slice->start)) && (slice->stop == nullptr || part(*slice->stop)) &&
             (slice->step == nullptr || part(*slice->step));
    }
    const Value* value = value_of(one);
    if (value == nullptr || one.kind == ExpressionKind::kConstant) return one.kind == ExpressionKind::kConstant;
    // A copy of more elements on the host would be an index that is copied to the GPU.
    if (value->is_tensor() == values::Truth::kYes && value->rank.is(0) == values::Truth::kNo)
      return value->is_device_tensor() == values::Truth::kYes;
    return (value->rank.is(0) == values::Truth::kYes || is_on_host(one)) && part(one);
  }

  const FixContext& context_;
  std::vector<const Expression*> numbers_;
};

}  // namespace

std::optional<std::vector<const Expression*>> asked_numbers(const Event& event, const Expression& node,
                                                            const FixContext& context) {
  AskedNumbers asked(context);
  if (!asked.read(event, node)) return std::nullopt;
  std::vector<const Expression*> numbers = asked.take();
  return numbers.empty() ? std::nullopt : std::optional(std::move(numbers));
}

bool is_test(const Event& event, const Expression& node, const FixContext& context) {
  const bool once = event.truth_use != engine::TruthUse::kReduction &&
                    event.truth_use != engine::TruthUse::kComprehension && !event.loop_test;
  if (!once) return false;
  const model::Location place = context.locator.locate(node.range);
  return place.node == &node && is_only_asked_for_truth(node, place.parents, *place.statement, context);
}

}  // namespace syncfree::rules
