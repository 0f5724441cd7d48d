// What a condition asks of a function's parameters.
#include <algorithm>
#include <string_view>
#include <utility>

#include "analyzer/flow/step_calls.h"
#include "analyzer/summary/guard_logic.h"

namespace syncfree::summary {

namespace {

/// Of a constant in a row.
constexpr std::size_t kLongestText = 24;
/// Of constants that one condition compares with.
constexpr std::size_t kMostConstants = 4;

bool is_none(const model::Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kNone;
}

/// `[f(each) for each in x]`: a list, set or mapping that is made here.
bool is_gathered(const model::Expression& expression) {
  return expression.kind == model::ExpressionKind::kComprehension;
}

}  // namespace

std::string constant_text(const model::Constant& constant) {
  if (constant.constant == model::ConstantKind::kInteger) {
    return constant.integer < 0 ? std::string() : std::to_string(constant.integer);
  }
  if (constant.constant == model::ConstantKind::kFloat) {
    const bool is_whole = constant.number >= 0 && constant.number < 1e6 &&
                          constant.number == static_cast<double>(static_cast<std::int64_t>(constant.number));
    return is_whole ? std::to_string(static_cast<std::int64_t>(constant.number)) : std::string();
  }
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const bool is_word = constant.constant == model::ConstantKind::kString && !constant.text.empty() &&
                       constant.text.size() <= kLongestText && std::ranges::all_of(constant.text, is_plain);
  return is_word ? std::string(constant.text) : std::string();
}

/// "mean" of `"mean"` and of a class's `MEAN = "mean"`; empty for anything else.
std::string GuardedParts::text_of(const model::Expression& expression) const {
  if (const auto* constant = expression.get_if<model::Constant>()) return constant_text(*constant);
  const auto* member = expression.get_if<model::Attribute>();
  const inference::Target owner = member == nullptr ? inference::Target() : project_.resolve(module_, *member->object);
  if (owner.kind != inference::TargetKind::kClass) return {};
  for (const model::Statement* statement : project_.classes()[owner.index].definition->body) {
    const auto* assign = statement->get_if<model::Assign>();
    if (assign == nullptr || assign->value == nullptr || assign->targets.size() != 1) continue;
    const auto* name = assign->targets[0]->get_if<model::Name>();
    const auto* constant = assign->value->get_if<model::Constant>();
    if (name != nullptr && name->name == member->name && constant != nullptr) return constant_text(*constant);
  }
  return {};
}

const model::Expression* GuardedParts::device_argument(const model::Call& call) const {
  const auto* method = call.callee->get_if<model::Attribute>();
  const bool moves = method != nullptr && symbols_.text(method->name) == "to";
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const model::Argument& argument = call.arguments[i];
    if (argument.stars != 0) return nullptr;
    if (argument.keyword ? symbols_.text(argument.keyword) == "device" : moves && i == 0) return argument.value;
  }
  return nullptr;
}

std::optional<std::uint32_t> GuardedParts::device_parameter(const model::Call& call) const {
  const model::Expression* device = device_argument(call);
  const auto found = device == nullptr ? std::nullopt : subject(*device);
  return found && !found->setting && found->guards.empty() ? std::optional(found->parameter) : std::nullopt;
}

std::optional<Guard> GuardedParts::device_of(const model::Call& call) const {
  if (const auto parameter = device_parameter(call)) {
    const model::Expression* otherwise = function_.parameters[*parameter].default_value;
    if (otherwise == nullptr || !is_none(*otherwise)) return std::nullopt;
    return Guard{.parameter = *parameter, .asked = Asked::kNone, .is_negated = true};
  }
  const auto* method = call.callee->get_if<model::Attribute>();
  const model::Expression* device = device_argument(call);
  if (device == nullptr || method == nullptr || symbols_.text(method->name) != "to") return std::nullopt;
  const auto found = subject(*device);
  return found && found->setting ? std::optional(Guard{.setting = found->setting, .asked = Asked::kAbsent})
                                 : std::nullopt;
}

const model::Expression* GuardedParts::goes_to(const model::Call& call) const {
  const model::Expression* device = device_argument(call);
  if (device == nullptr) return nullptr;
  if (const auto* name = device->get_if<model::Name>()) {
    const std::vector<Store>* stores = stores_.find(name->name);
    if (stores == nullptr || stores->size() != 1 || stores->front().value == nullptr) return nullptr;
    device = stores->front().value;
  }
  const auto* place = device->get_if<model::Attribute>();
  if (place == nullptr || symbols_.text(place->name) != "device" || is_own_object(*place->object)) return nullptr;
  return place->object;
}

/// `isinstance(n, (int, float))`, `x.is_floating_point()`
std::optional<Guard> GuardedParts::asked_of_type(const model::Call& call) const {
  const auto* method = call.callee->get_if<model::Attribute>();
  if (method != nullptr && symbols_.text(method->name) == "is_floating_point" && call.arguments.empty()) {
    const auto asked = subject(*method->object);
    if (asked && !asked->setting && asked->guards.empty())
      return Guard{.parameter = asked->parameter, .asked = Asked::kFloating};
  }
  if (call.arguments.size() != 2 || flow::last_name(*call.callee, symbols_) != "isinstance") return std::nullopt;
  const auto asked = subject(*call.arguments[0].value);
  if (!asked || asked->setting || !asked->guards.empty()) return std::nullopt;
  const model::Expression& type = *call.arguments[1].value;
  const auto is_number = [&](const model::Expression& one) {
    const auto* name = one.get_if<model::Name>();
    return name != nullptr && (symbols_.text(name->name) == "int" || symbols_.text(name->name) == "float");
  };
  const auto* several = type.get_if<model::Sequence>();
  const bool is_so =
      several == nullptr
          ? is_number(type)
          : std::ranges::all_of(several->elements, [&](const model::Expression* one) { return is_number(*one); });
  return is_so ? std::optional(Guard{.parameter = asked->parameter, .asked = Asked::kNumber}) : std::nullopt;
}

/// `isinstance(n, (tuple, list))` of `n: Optional[Union[int, Tuple[int, int]]] = None`: it is no tensor, and where it
/// is no object of these classes it is None or a number.
std::optional<std::uint32_t> GuardedParts::setting_asked(const model::Call& call) const {
  if (call.arguments.size() != 2 || flow::last_name(*call.callee, symbols_) != "isinstance" || asked_of_type(call))
    return std::nullopt;
  const auto asked = subject(*call.arguments[0].value);
  if (!asked || asked->setting || !asked->guards.empty()) return std::nullopt;
  const model::Parameter& parameter = function_.parameters[asked->parameter];
  if (parameter.annotation == nullptr || parameter.default_value == nullptr || !is_none(*parameter.default_value))
    return std::nullopt;
  const source::TextRange range = parameter.annotation->range;
  const std::string_view text = project_.modules()[module_].input.module->text.substr(range.begin, range.size());
  return text.contains("Tensor") ? std::nullopt : std::optional(asked->parameter);
}

/// `isinstance(x, Tensor)`; a tensor is no object of another class.
std::optional<Guards> GuardedParts::instance(const model::Call& call, bool is_negated) const {
  if (auto guard = asked_of_type(call)) {
    guard->is_negated = is_negated;
    return Guards{std::move(*guard)};
  }
  if (call.arguments.size() != 2 || flow::last_name(*call.callee, symbols_) != "isinstance") return std::nullopt;
  const auto asked = subject(*call.arguments[0].value);
  const bool is_tensor = flow::last_name(*call.arguments[1].value, symbols_) == "Tensor";
  if (!asked || asked->setting) return std::nullopt;
  Guard guard{.parameter = asked->parameter, .asked = Asked::kTensor, .is_negated = is_tensor == is_negated};
  if (!is_tensor && !is_negated) guard.question = number_of(call.range);
  Guards all = asked->guards;
  all.push_back(std::move(guard));
  return all;
}

/// `n is None`, `mode == "mean"`, `mode in ("sum", "mean")`
AnyGuards GuardedParts::test_comparison(const model::Comparison& compared, bool is_negated) const {
  using enum model::ComparisonOperator;
  const AnyGuards nobody_knows = {{unknown(compared.range, is_negated)}};
  const auto* attribute = compared.operands[0]->get_if<model::Attribute>();
  if (attribute != nullptr && symbols_.text(attribute->name) == "dtype" && compared.operators.size() == 1 &&
      (compared.operators[0] == kEqual || compared.operators[0] == kNotEqual) &&
      flow::last_name(*compared.operands[1], symbols_) == "bool") {
    const auto tensor = subject(*attribute->object);
    if (tensor && !tensor->setting && tensor->guards.empty())
      return {{Guard{.parameter = tensor->parameter,
                     .asked = Asked::kBoolean,
                     .is_negated = (compared.operators[0] == kEqual) == is_negated}}};
  }
  const auto asked = compared.operators.size() == 1 ? subject(*compared.operands[0]) : std::nullopt;
  if (!asked) return nobody_knows;
  const model::ComparisonOperator operation = compared.operators[0];
  const model::Expression& other = *compared.operands[1];
  const bool is_same = operation == kIs || operation == kEqual || operation == kIn;
  Guard guard{.parameter = asked->parameter, .setting = asked->setting, .is_negated = is_same == is_negated};
  const bool is_identity = operation == kIs || operation == kIsNot;
  if (is_identity && is_none(other)) return both({{guard}}, {asked->guards});
  guard.asked = Asked::kEquals;
  const auto* sequence = other.get_if<model::Sequence>();
  const bool is_one_of = (operation == kIn || operation == kNotIn) && sequence != nullptr;
  if (!is_one_of && operation != kEqual && operation != kNotEqual) return nobody_knows;
  AnyGuards all = guard.is_negated ? always() : AnyGuards();
  const std::size_t count = is_one_of ? sequence->elements.size() : 1;
  if (count > kMostConstants) return nobody_knows;
  for (std::size_t i = 0; i < count; ++i) {
    guard.value = text_of(is_one_of ? *sequence->elements[i] : other);
    if (guard.value.empty()) return nobody_knows;
    all = guard.is_negated ? both(all, {{guard}}) : either(std::move(all), {{guard}});
  }
  return both(all, {asked->guards});
}

AnyGuards GuardedParts::test_part(const model::Expression& condition, bool is_negated) const {
  if (const auto* compared = condition.get_if<model::Comparison>()) return test_comparison(*compared, is_negated);
  if (const auto* call = condition.get_if<model::Call>()) {
    if (const auto setting = is_negated ? setting_asked(*call) : std::nullopt) {
      return {{Guard{.parameter = *setting, .asked = Asked::kNone}},
              {Guard{.parameter = *setting, .asked = Asked::kNumber}}};
    }
    const auto guards = instance(*call, is_negated);
    return {guards ? *guards : Guards{unknown(condition.range, is_negated)}};
  }
  const auto asked = subject(condition);
  if (!asked) return {{unknown(condition.range, is_negated)}};
  const Guard guard{
      .parameter = asked->parameter, .setting = asked->setting, .asked = Asked::kTrue, .is_negated = is_negated};
  return both({{guard}}, {asked->guards});
}

/// `x.is_cuda`, `x.is_cpu`, `x.device.type == "cuda"`
std::optional<Guard> GuardedParts::place(const model::Expression& condition) const {
  const auto* asked = condition.get_if<model::Attribute>();
  bool is_cuda = asked != nullptr && symbols_.text(asked->name) == "is_cuda";
  bool is_cpu = asked != nullptr && symbols_.text(asked->name) == "is_cpu";
  const model::Expression* tensor = asked == nullptr ? nullptr : asked->object;
  if (const auto* compared = condition.get_if<model::Comparison>();
      compared != nullptr && compared->operators.size() == 1 &&
      compared->operators[0] == model::ComparisonOperator::kEqual) {
    const auto* type = compared->operands[0]->get_if<model::Attribute>();
    const auto* device = type == nullptr ? nullptr : type->object->get_if<model::Attribute>();
    const std::string name = text_of(*compared->operands[1]);
    if (device == nullptr || symbols_.text(type->name) != "type" || symbols_.text(device->name) != "device")
      return std::nullopt;
    is_cuda = name == "cuda";
    is_cpu = name == "cpu";
    tensor = device->object;
  }
  const auto found = is_cuda || is_cpu ? subject(*tensor) : std::nullopt;
  if (!found || found->setting || !found->guards.empty()) return std::nullopt;
  return Guard{.parameter = found->parameter, .asked = Asked::kDevice, .is_negated = is_cpu};
}

/// `count == 0` of `count = x.shape[0]`, `if found:` of `found = [each for each in x]`
std::optional<bool> GuardedParts::amount(const model::Expression& condition) const {
  if (const auto* gathered = condition.get_if<model::Name>()) {
    const std::vector<Store>* stores = stores_.find(gathered->name);
    const model::Expression* value = stores == nullptr || stores->size() != 1 ? nullptr : stores->front().value;
    return value != nullptr && is_gathered(*value) ? std::optional(true) : std::nullopt;
  }
  const auto* compared = condition.get_if<model::Comparison>();
  const auto* name = compared == nullptr ? nullptr : compared->operands[0]->get_if<model::Name>();
  const std::vector<Store>* stores = name == nullptr ? nullptr : stores_.find(name->name);
  const bool is_amount = stores != nullptr && stores->size() == 1 && stores->front().value != nullptr &&
                         ordinary_.is_amount(*stores->front().value);
  return is_amount ? ordinary_.amount(*compared) : std::nullopt;
}

AnyGuards GuardedParts::test(const model::Expression& condition, bool is_negated) const {
  if (auto on = place(condition)) return {{is_negated ? on->negated() : *on}};
  if (const auto answer = amount(condition)) return *answer != is_negated ? always() : AnyGuards();
  if (const auto answer = ordinary_.answer(module_, condition)) return *answer != is_negated ? always() : AnyGuards();
  if (const auto* unary = condition.get_if<model::Unary>();
      unary != nullptr && unary->operation == model::UnaryOperator::kNot)
    return test(*unary->operand, !is_negated);
  const auto* joined = condition.get_if<model::Boolean>();
  if (joined == nullptr) return test_part(condition, is_negated);
  const bool is_any = joined->is_and == is_negated;  // one of them is enough
  AnyGuards all = is_any ? AnyGuards() : always();
  for (const model::Expression* operand : joined->operands) {
    AnyGuards one = test(*operand, is_negated);
    all = is_any ? either(std::move(all), one) : both(all, one);
  }
  return all;
}

}  // namespace syncfree::summary
