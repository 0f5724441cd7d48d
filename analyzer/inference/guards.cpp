// Tests whose outcome says that the code behind them seldom runs, or does not run on a GPU as far as anyone knows.
#include <algorithm>
#include <array>

#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

using model::ComparisonOperator;

namespace {

// Names that say "only when asked for": debugging, logging, the first step.
constexpr std::array<std::string_view, 8> kRareNames = {"debug",   "verbose",   "DEBUG",        "_debug",
                                                        "profile", "profiling", "sanity_check", "is_debug"};
// What torch.device.type says besides "cuda".
constexpr std::array<std::string_view, 9> kOtherDevices = {"cpu", "mps", "npu", "xpu", "hpu",
                                                           "mlu", "xla", "tpu", "meta"};

std::string_view text_of_name(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* name = expression.get_if<model::Name>()) return symbols.text(name->name);
  if (const auto* attribute = expression.get_if<model::Attribute>()) return symbols.text(attribute->name);
  if (const auto* call = expression.get_if<model::Call>()) return text_of_name(*call->callee, symbols);
  return {};
}

/// `step % 100 == 0`, `self.verbose`
bool seldom_holds(const model::Expression& condition, const model::SymbolTable& symbols) {
  if (const auto* comparison = condition.get_if<model::Comparison>()) {
    const auto* remainder = comparison->operands[0]->get_if<model::Binary>();
    return remainder != nullptr && remainder->operation == model::BinaryOperator::kModulo &&
           comparison->operators.size() == 1 && comparison->operators[0] == ComparisonOperator::kEqual;
  }
  const std::string_view name = text_of_name(condition, symbols);
  return std::ranges::find(kRareNames, name) != kRareNames.end() || name == "isEnabledFor";
}

/// `device`, `x.device`, `x.device.type`, `str(device)`
bool is_device(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* call = expression.get_if<model::Call>())
    return call->arguments.size() == 1 && is_device(*call->arguments.front().value, symbols);
  const std::string_view name = text_of_name(expression, symbols);
  const auto* attribute = expression.get_if<model::Attribute>();
  if (name == "type" && attribute != nullptr) return is_device(*attribute->object, symbols);
  return name.ends_with("device") || name.ends_with("device_type");
}

/// `x.dtype == torch.float16`: what overflows there is seldom computed in it today. `device.type == "mps"`,
/// `device.type != "cuda"`: what follows does not run on CUDA.
bool is_elsewhere(const model::Comparison& comparison, bool positive, const model::SymbolTable& symbols) {
  if (comparison.operators.size() != 1) return false;
  const ComparisonOperator operation = comparison.operators[0];
  if (operation != ComparisonOperator::kEqual && operation != ComparisonOperator::kNotEqual) return false;
  const bool equal = positive == (operation == ComparisonOperator::kEqual);
  const model::Expression& wanted = *comparison.operands[1];
  if (const auto* type = wanted.get_if<model::Attribute>()) {
    const std::string_view name = symbols.text(type->name);
    return equal && (name == "float16" || name == "half");
  }
  const auto* text = wanted.get_if<model::Constant>();
  if (text == nullptr || text->constant != model::ConstantKind::kString) return false;
  if (!is_device(*comparison.operands[0], symbols)) return false;
  return equal ? std::ranges::find(kOtherDevices, text->text) != kOtherDevices.end() : text->text == "cuda";
}

/// Of a test that has this outcome: does that follow from one of its parts.
template <class Of>
bool follows(const model::Expression& condition, bool positive, const Of& of) {
  if (const auto* negation = condition.get_if<model::Unary>();
      negation != nullptr && negation->operation == model::UnaryOperator::kNot) {
    return follows(*negation->operand, !positive, of);
  }
  const auto* boolean = condition.get_if<model::Boolean>();
  if (boolean == nullptr) return of(condition, positive);
  const auto part = [&](const model::Expression* operand) { return follows(*operand, positive, of); };
  return boolean->is_and == positive ? std::ranges::any_of(boolean->operands, part)
                                     : std::ranges::all_of(boolean->operands, part);
}

}  // namespace

/// What follows is only reached where the test has this outcome.
void Interpreter::enter_guarded(const model::Expression& condition, bool positive) {
  const model::SymbolTable& symbols = project().symbols();
  const bool is_rare = follows(condition, positive, [&](const model::Expression& part, bool holds) {
    return holds && seldom_holds(part, symbols);
  });
  const bool is_other = follows(condition, positive, [&](const model::Expression& part, bool holds) {
    const auto* comparison = part.get_if<model::Comparison>();
    return comparison != nullptr && is_elsewhere(*comparison, holds, symbols);
  });
  guards_.rare += is_rare ? 1 : 0;
  guards_.doubt += is_other ? 1 : 0;
}

}  // namespace syncfree::inference
