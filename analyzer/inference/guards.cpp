// Tests whose outcome says that the code behind them seldom runs, or does not run on a GPU as far as anyone knows.
#include <algorithm>
#include <array>

#include "analyzer/flow/seldom.h"
#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

using model::ComparisonOperator;

namespace {

// What torch.device.type says besides "cuda".
constexpr std::array<std::string_view, 9> kOtherDevices = {"cpu", "mps", "npu", "xpu", "hpu",
                                                           "mlu", "xla", "tpu", "meta"};

std::string_view text_of_name(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* name = expression.get_if<model::Name>()) return symbols.text(name->name);
  if (const auto* attribute = expression.get_if<model::Attribute>()) return symbols.text(attribute->name);
  if (const auto* call = expression.get_if<model::Call>()) return text_of_name(*call->callee, symbols);
  return {};
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

}  // namespace

/// What follows is only reached where the test has this outcome; `block`, if it is one.
void Interpreter::enter_guarded(const model::Expression& condition, bool positive, const model::Block* block) {
  const model::SymbolTable& symbols = project().symbols();
  const bool is_other = flow::follows(condition, positive, [&](const model::Expression& part, bool holds) {
    const auto* comparison = part.get_if<model::Comparison>();
    return comparison != nullptr && is_elsewhere(*comparison, holds, symbols);
  });
  guards_.doubt += is_other ? 1 : 0;
  if (guards_.rare > 0) return;
  guards_.rare +=
      (block == nullptr ? seldom().has(condition, positive) : seldom().runs(*block, condition, positive)) ? 1 : 0;
}

const flow::Seldom& Interpreter::seldom() {
  if (!seldom_) {
    const model::Block body =
        function_ == nullptr ? project().modules()[module_].input.module->body : function_->function->body;
    seldom_.emplace(body, project().symbols(),
                    [this](const model::Expression& callee) { return written_callee(callee); });
  }
  return *seldom_;
}

/// A function of the module, what it imports, or a method or property of `self`, by its name.
const model::Function* Interpreter::written_callee(const model::Expression& expression) const {
  const auto* call = expression.get_if<model::Call>();
  const model::Expression& callee = call == nullptr ? expression : *call->callee;
  if (const auto* method = callee.get_if<model::Attribute>()) {
    if (function_ == nullptr || function_->owner == kNowhere || function_->function->parameters.empty()) return nullptr;
    const auto* self = method->object->get_if<model::Name>();
    if (self == nullptr || self->name != function_->function->parameters[0].name) return nullptr;
    const std::uint32_t found = project().find_method(function_->owner, method->name);
    if (found == kNowhere || project().functions()[found].is_property != (call == nullptr)) return nullptr;
    return project().functions()[found].function;
  }
  if (call == nullptr || callee.kind != model::ExpressionKind::kName) return nullptr;
  const Target target = project().resolve(module_, callee);
  return target.kind == Target::Kind::kFunction ? project().functions()[target.index].function : nullptr;
}

}  // namespace syncfree::inference
