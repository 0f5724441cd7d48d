#include "analyzer/inference/guards.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "analyzer/flow/seldom.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::inference {

using model::ComparisonOperator;

namespace {

// What torch.device.type says besides "cuda" and "cpu".
constexpr std::array<std::string_view, 10> kOtherDevices = {"mps", "npu", "xpu", "hpu",  "mlu",
                                                            "xla", "tpu", "dml", "meta", "privateuseone"};

/// Where the code behind a test runs, as far as the test says.
enum class Elsewhere : std::uint8_t {
  kNo,
  kOnCpu,    ///< or on another device
  kInHalf,   ///< in float16
  kOnOther,  ///< where CUDA is not
};

bool is_among_others(std::string_view name) { return std::ranges::find(kOtherDevices, name) != kOtherDevices.end(); }

/// `device`, `x.device`, `x.device.type`, `str(device)`
bool is_device(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* call = expression.get_if<model::Call>())
    return call->arguments.size() == 1 && is_device(*call->arguments.front().value, symbols);
  const std::string_view name = flow::last_name(expression, symbols);
  const auto* attribute = expression.get_if<model::Attribute>();
  if (name == "type" && attribute != nullptr) return is_device(*attribute->object, symbols);
  return name.ends_with("device") || name.ends_with("device_type");
}

/// Of `"mps"`, `("cpu", "mps")`.
Elsewhere device_named(const model::Expression& expression) {
  if (const auto* text = expression.get_if<model::Constant>()) {
    if (text->constant != model::ConstantKind::kString) return Elsewhere::kNo;
    return text->text == "cpu" ? Elsewhere::kOnCpu : is_among_others(text->text) ? Elsewhere::kOnOther : Elsewhere::kNo;
  }
  const auto* several = expression.get_if<model::Sequence>();
  if (several == nullptr || several->elements.empty()) return Elsewhere::kNo;
  Elsewhere all = Elsewhere::kOnOther;
  for (const model::Expression* part : several->elements) all = std::min(all, device_named(*part));
  return all;
}

/// `is_mps`, `use_npu`, `is_torch_xla_available()`, `torch.backends.mps.is_available()`: named after a device that is
/// neither the CPU nor CUDA.
bool names_other_device(const model::Expression& expression, const model::SymbolTable& symbols) {
  const std::string_view name = flow::last_name(expression, symbols);
  const bool named = std::ranges::any_of(std::views::split(name, '_'), [](const auto& word) {
    const std::string_view text(word);
    return text != "meta" && is_among_others(text);
  });
  if (named) return true;
  const auto* call = expression.get_if<model::Call>();
  const auto* asked = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  return asked != nullptr && name == "is_available" && names_other_device(*asked->object, symbols);
}

/// `x.dtype == torch.float16`: what overflows there is seldom computed in it today. `device.type == "mps"`,
/// `device.type != "cuda"`, `"mps" in device.type`, `device in ("cpu", "mps")`: what follows does not run on CUDA.
Elsewhere elsewhere(const model::Comparison& comparison, bool positive, const model::SymbolTable& symbols) {
  if (comparison.operators.size() != 1) return Elsewhere::kNo;
  const ComparisonOperator operation = comparison.operators[0];
  const model::Expression& asked = *comparison.operands[0];
  const model::Expression& wanted = *comparison.operands[1];
  if (operation == ComparisonOperator::kIn || operation == ComparisonOperator::kNotIn) {
    if (positive != (operation == ComparisonOperator::kIn)) return Elsewhere::kNo;
    if (is_device(wanted, symbols)) return device_named(asked);
    return is_device(asked, symbols) ? device_named(wanted) : Elsewhere::kNo;
  }
  if (operation != ComparisonOperator::kEqual && operation != ComparisonOperator::kNotEqual) return Elsewhere::kNo;
  const bool equal = positive == (operation == ComparisonOperator::kEqual);
  if (const auto* type = wanted.get_if<model::Attribute>()) {
    const std::string_view name = symbols.text(type->name);
    return equal && (name == "float16" || name == "half") ? Elsewhere::kInHalf : Elsewhere::kNo;
  }
  if (!is_device(asked, symbols)) return Elsewhere::kNo;
  if (equal) return device_named(wanted);
  const auto* text = wanted.get_if<model::Constant>();
  const bool not_cuda = text != nullptr && text->constant == model::ConstantKind::kString && text->text == "cuda";
  return not_cuda ? Elsewhere::kOnCpu : Elsewhere::kNo;
}

}  // namespace

void BranchGuards::enter(const FunctionInfo* function, std::uint32_t module) {
  function_ = function;
  module_ = module;
  seldom_.reset();
}

Guards BranchGuards::behind(const model::Expression& condition, bool positive, const model::Block* block) {
  auto& known = behind_[(positive ? 1 : 0) + (block == nullptr ? 0 : 2)];
  if (const Guards* before = known.find(&condition)) return *before;
  const model::SymbolTable& symbols = project_.symbols();
  const auto where = [&](const model::Expression& test, bool holds) {
    if (const auto* comparison = test.get_if<model::Comparison>()) return elsewhere(*comparison, holds, symbols);
    return holds && names_other_device(test, symbols) ? Elsewhere::kOnOther : Elsewhere::kNo;
  };
  const auto follows = [&](Elsewhere wanted) {
    const auto is_wanted = [&](const model::Expression& part, bool holds) { return where(part, holds) >= wanted; };
    return flow::follows(condition, positive, [&](const model::Expression& part, bool holds) {
      if (is_wanted(part, holds)) return true;
      if (const auto* name = part.get_if<model::Name>()) {
        return seldom().is_only(name->name, [&](const model::Expression& value) { return is_wanted(value, holds); });
      }
      // `self.uses_mps(x)`, which gives the answer to such a test.
      const bool may_call = part.kind == model::ExpressionKind::kCall || part.kind == model::ExpressionKind::kAttribute;
      const model::Function* called = may_call ? written_callee(part) : nullptr;
      const model::Expression* answer = called == nullptr ? nullptr : flow::short_answer(*called);
      return answer != nullptr && flow::follows(*answer, holds, is_wanted);
    });
  };
  Guards guards;
  if (follows(Elsewhere::kInHalf)) {
    guards.doubt = 1;
    guards.elsewhere = follows(Elsewhere::kOnOther);
  } else if (follows(Elsewhere::kOnCpu)) {
    guards.on_host = 1;
  }
  const bool is_rare =
      block == nullptr ? seldom().has(condition, positive) : seldom().runs(*block, condition, positive);
  guards.rare = is_rare ? 1 : 0;
  if (!seldom().has_met_itself()) known.insert(&condition, guards);
  return guards;
}

bool BranchGuards::seldom_runs_rest(model::Block block, std::size_t passed) {
  if (const std::uint8_t* before = seldom_runs_rest_.find(block[passed])) return *before != 0;
  const bool is_seldom = seldom().runs_rest(block, passed);
  if (!seldom().has_met_itself()) seldom_runs_rest_.insert(block[passed], is_seldom ? 1 : 0);
  return is_seldom;
}

const flow::Seldom& BranchGuards::seldom() {
  if (!seldom_) {
    const model::Function* function = function_ == nullptr ? nullptr : function_->function;
    const model::Block body = function == nullptr ? project_.modules()[module_].input.module->body : function->body;
    seldom_.emplace(body, function, project_.symbols(),
                    [this](const model::Expression& callee) { return written_callee(callee); });
  }
  return *seldom_;
}

const model::Function* BranchGuards::written_callee(const model::Expression& expression) const {
  const auto* call = expression.get_if<model::Call>();
  const model::Expression& callee = call == nullptr ? expression : *call->callee;
  if (const auto* method = callee.get_if<model::Attribute>()) {
    const auto* object = method->object->get_if<model::Name>();
    const bool is_self = object != nullptr && function_ != nullptr && function_->owner != kNowhere &&
                         !function_->function->parameters.empty() &&
                         object->name == function_->function->parameters[0].name;
    const std::uint32_t found =
        is_self ? project_.find_method(function_->owner, method->name) : project_.only_method(method->name);
    if (found == kNowhere || project_.functions()[found].is_property != (call == nullptr)) return nullptr;
    return project_.functions()[found].function;
  }
  if (call == nullptr || callee.kind != model::ExpressionKind::kName) return nullptr;
  const Target target = project_.resolve(module_, callee);
  return target.kind == TargetKind::kFunction ? project_.functions()[target.index].function : nullptr;
}

}  // namespace syncfree::inference
