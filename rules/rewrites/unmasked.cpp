#include "rules/rewrites/unmasked.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "rules/rewrites/fix_parts.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Code;
using model::BinaryOperator;
using model::Expression;
using values::Kind;
using values::Value;

namespace {

/// How the elements that are not selected are computed with.
enum class Others : std::uint8_t {
  kAsTheyAre,
  kAsOnes,  ///< so that no gradient is infinite there
};

/// What the ones have to stay, through sums and differences they would become something else.
enum class Needs : std::uint8_t { kAnything, kPositive };

/// What is selected by one mask in a value, and whether all of the value can be computed for what is not selected too.
class Unmasked {
 public:
  Unmasked(const model::Subscript& node, const Code& mask, Others others, const FixContext& context)
      : text_(text_of(*node.index, context)),
        mask_(mask),
        others_(others),
        context_(context),
        without_gradient_(is_without_gradient(context)) {}

  bool take(const Expression& value, Needs needs) {
    if (const auto* selected = value.get_if<model::Subscript>();
        selected != nullptr && text_of(*selected->index, context_) == text_) {
      const Code all = fixes::kept(*selected->object);
      selections.push_back({selected, others_ == Others::kAsOnes ? where(mask_, all, fixes::number("1")) : all});
      return true;
    }
    if (is_number(value)) return true;
    if (const auto* negated = value.get_if<model::Unary>())
      return negated->operation != model::UnaryOperator::kNot && needs == Needs::kAnything &&
             take(*negated->operand, needs);
    if (const auto* binary = value.get_if<model::Binary>()) return take_both(*binary, needs);
    if (const auto* call = value.get_if<model::Call>()) return take_call(*call, needs);
    return false;
  }

  std::vector<fixes::Substitution> selections;

 private:
  /// It means the same for each element.
  bool is_number(const Expression& value) const {
    if (is_python_number(value, context_.symbols)) return true;
    const Value* known = context_.view.observation().value_of(value);
    return known != nullptr && (known->only(values::kHostNumber) ||
                                (known->only(Kind::kTensor) && known->rank.is(0) == values::Truth::kYes));
  }

  /// The gradient of a product or quotient is NaN where the other side is infinite or zero, even if nothing of it is
  /// selected.
  bool take_both(const model::Binary& binary, Needs needs) {
    const bool sum = binary.operation == BinaryOperator::kAdd || binary.operation == BinaryOperator::kSubtract;
    const bool divides = binary.operation == BinaryOperator::kDivide;
    const bool product = binary.operation == BinaryOperator::kMultiply || divides;
    const bool scales =
        is_number(*binary.right) || (binary.operation == BinaryOperator::kMultiply && is_number(*binary.left));
    const bool harmless = scales || without_gradient_ || others_ == Others::kAsOnes;
    if (!(sum && needs == Needs::kAnything) && !(product && harmless)) return false;
    const bool guarded_divisor = divides && others_ == Others::kAsOnes;
    return take(*binary.left, needs) && take(*binary.right, guarded_divisor ? Needs::kPositive : needs);
  }

  /// `torch.max(a[mask], b[mask])`, `a[mask].sqrt()`
  bool take_call(const model::Call& call, Needs needs) {
    const std::string_view name = callee_name(call, context_.symbols);
    const bool is_function = calls_torch_function(call, context_);
    if (is_function && call.arguments.size() == 2 && positional_count(call) == 2) {
      constexpr std::string_view kOfTwo[] = {"max", "min", "maximum", "minimum"};
      return is_one_of(name, kOfTwo) && !is_number(*call.arguments[1].value) && take(*call.arguments[0].value, needs) &&
             take(*call.arguments[1].value, needs);
    }
    const Expression* operand = is_function ? nullptr : receiver_of(call);
    if (is_function && call.arguments.size() == 1 && positional_count(call) == 1) operand = call.arguments[0].value;
    if (operand == nullptr || (!is_function && !call.arguments.empty())) return false;
    constexpr std::string_view kSame[] = {"clone", "detach"};
    if (is_one_of(name, kSame)) return take(*operand, needs);
    // At a positive number they have a derivative, and are positive themselves.
    constexpr std::string_view kSmooth[] = {"sqrt", "rsqrt", "exp", "log1p", "abs", "square", "reciprocal", "sigmoid"};
    constexpr std::string_view kSmoothOrZero[] = {"log", "sign", "neg", "tanh", "log2", "expm1"};
    const bool smooth = is_one_of(name, kSmooth) || (needs == Needs::kAnything && is_one_of(name, kSmoothOrZero));
    return smooth && (without_gradient_ || others_ == Others::kAsOnes) &&
           take(*operand, others_ == Others::kAsOnes ? Needs::kPositive : needs);
  }

  std::string_view text_;
  const Code& mask_;
  Others others_;
  const FixContext& context_;
  bool without_gradient_;
};

std::optional<Code> computed_of_all(const Expression& value, const model::Subscript& node, const Code& mask,
                                    Others others, Needs needs, const FixContext& context) {
  Unmasked unmasked(node, mask, others, context);
  if (!unmasked.take(value, needs) || unmasked.selections.empty()) return std::nullopt;
  const bool is_all = unmasked.selections.size() == 1 && unmasked.selections.front().place == &value;
  return is_all ? std::move(unmasked.selections.front().code) : fixes::kept_with(value, std::move(unmasked.selections));
}

}  // namespace

Code where(Code mask, Code yes, Code no) {
  return fixes::call(fixes::library("torch.where"), {{{}, std::move(mask)}, {{}, std::move(yes)}, {{}, std::move(no)}});
}

bool is_without_gradient(const FixContext& context) {
  const auto says_so = [](std::string_view text) {
    return text.find("no_grad") != std::string_view::npos || text.find("inference_mode") != std::string_view::npos;
  };
  const model::Function* function = context.location.function;
  if (function != nullptr && std::ranges::any_of(function->decorators, [&](const Expression* decorator) {
        return says_so(text_of(*decorator, context));
      }))
    return true;
  return std::ranges::any_of(context.location.around, [&](const model::Statement* around) {
    const auto* with = around->get_if<model::With>();
    return with != nullptr &&
           std::ranges::any_of(with->items, [&](const auto& item) { return says_so(text_of(*item.context, context)); });
  });
}

std::optional<Code> without_mask(const Expression& value, const model::Subscript& node, const Code& mask,
                                 const FixContext& context) {
  auto all = computed_of_all(value, node, mask, Others::kAsTheyAre, Needs::kAnything, context);
  if (all || context.module.language != model::Language::kPython) return all;
  return computed_of_all(value, node, mask, Others::kAsOnes, Needs::kAnything, context);
}

bool is_fine_everywhere(const Expression& value, const model::Subscript& node, const FixContext& context) {
  return computed_of_all(value, node, fixes::name("mask"), Others::kAsTheyAre, Needs::kAnything, context).has_value();
}

std::optional<Code> divisor_without_mask(const Expression& value, const model::Subscript& node, const Code& mask,
                                         const FixContext& context) {
  if (context.module.language != model::Language::kPython) return std::nullopt;
  return computed_of_all(value, node, mask, Others::kAsOnes, Needs::kPositive, context);
}

}  // namespace syncfree::rules
