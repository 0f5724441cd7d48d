#include "analyzer/summary/condition_text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace syncfree::summary {

namespace {

/// Of one condition, with what joins them; see RowReader.
constexpr std::size_t kMostConditionParts = 16;

class ConditionText {
 public:
  ConditionText(const inference::FunctionInfo& function, const model::Function* constructor,
                const model::SymbolTable& symbols)
      : function_(*function.function),
        constructor_(constructor),
        has_self_(function.owner != inference::kNowhere && !function.is_static && !function.is_class_method),
        symbols_(symbols) {}

  std::optional<std::string> run(const InnerWait& wait) {
    std::string text = wait.needs_operands ? operands(wait) : one("always");
    for (const Guard& guard : wait.guards) {
      text += " and " + of(guard);
      ++parts_;
    }
    return parts_ > kMostConditionParts ? std::nullopt : std::optional(std::move(text));
  }

 private:
  std::string one(std::string text) {
    ++parts_;
    return text;
  }
  std::string name_of(std::uint32_t parameter) const {
    return std::string(symbols_.text(function_.parameters[parameter].name));
  }

  /// Where any of the operands may be on the GPU; of all of them where it is not known which count.
  std::string operands(const InnerWait& wait) {
    std::vector<std::string> all;
    if (wait.operands.empty()) {
      if (has_self_) all.emplace_back("on_device(self)");
      for (const std::uint32_t module : wait.modules) all.push_back("on_device(" + name_of(module) + ")");
      all.emplace_back("any_device()");
    }
    for (const std::uint32_t operand : wait.operands)
      all.push_back((wait.modules.contains(operand) ? "on_device(" : "device(") + name_of(operand) + ")");
    parts_ += 2 * all.size() - 1;
    std::string any;
    for (const std::string& each : all) any += (any.empty() ? "" : " or ") + each;
    return all.size() == 1 ? any : "(" + any + ")";
  }

  static const char* predicate(Asked asked) {
    switch (asked) {
      case Asked::kNone:
        return "none";
      case Asked::kTrue:
        return "true";
      case Asked::kTensor:
        return "tensor";
      case Asked::kDevice:
        return "device";
      case Asked::kNumber:
        return "host_number";
      case Asked::kBoolean:
        return "boolean";
      case Asked::kFloating:
        return "floating";
      case Asked::kAbsent:
        return "absent";
      case Asked::kEquals:
      case Asked::kAnything:
        return "perhaps";  // not alone
    }
    return "perhaps";
  }

  /// "not none(size)"
  std::string of(const Guard& guard) {
    const std::string name = guard.setting ? "self." + std::string(guard.setting.text) : name_of(guard.parameter);
    if (guard.asked == Asked::kEquals) return equals(guard, name);
    return (guard.is_negated ? one("not ") : "") + one(predicate(guard.asked) + ("(" + name + ")"));
  }

  const model::Expression* default_of(const Guard& guard) const {
    if (!guard.setting) return function_.parameters[guard.parameter].default_value;
    if (constructor_ == nullptr) return nullptr;
    const auto place = std::ranges::find(constructor_->parameters, guard.setting.symbol, &model::Parameter::name);
    return place == constructor_->parameters.end() ? nullptr : place->default_value;
  }

  /// Of one that is not given the default counts, which rows do not have.
  std::string equals(const Guard& guard, const std::string& name) {
    const std::string asked = one("equals(" + name + ", " + guard.value + ")");
    const model::Expression* otherwise = default_of(guard);
    if (otherwise == nullptr) return (guard.is_negated ? one("not ") : "") + asked;
    const auto* constant = otherwise->get_if<model::Constant>();
    const bool is_default = constant != nullptr && constant_text(*constant) == guard.value;
    const std::string absent = one("absent(" + name + ")") + one(" or ");
    if (!guard.is_negated) {
      parts_ -= is_default ? 0 : 2;
      return is_default ? "(" + absent + asked + ")" : asked;
    }
    one("not ");
    return constant != nullptr && !is_default ? "(" + absent + "not " + asked + ")" : "not (" + absent + asked + ")";
  }

  const model::Function& function_;
  const model::Function* constructor_;
  bool has_self_;
  const model::SymbolTable& symbols_;
  std::size_t parts_ = 0;
};

}  // namespace

std::optional<std::string> guards_text(const Guards& guards, const inference::FunctionInfo& function,
                                       const model::SymbolTable& symbols) {
  if (std::ranges::any_of(guards, [](const Guard& guard) { return !guard.is_told() || guard.setting; }))
    return std::nullopt;
  InnerWait wait{.guards = guards};
  return ConditionText(function, nullptr, symbols).run(wait);
}

std::optional<std::string> condition_text(const InnerWait& wait, const inference::FunctionInfo& function,
                                          const model::Function* constructor, const model::SymbolTable& symbols) {
  return ConditionText(function, constructor, symbols).run(wait);
}

}  // namespace syncfree::summary
