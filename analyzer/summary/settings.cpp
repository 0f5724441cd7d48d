#include "analyzer/summary/settings.h"

#include <algorithm>
#include <utility>

#include "analyzer/model/walk.h"
#include "analyzer/summary/construction.h"

namespace syncfree::summary {

namespace {

bool is_true(const model::Constant& constant) {
  switch (constant.constant) {
    case model::ConstantKind::kNone:
    case model::ConstantKind::kFalse:
      return false;
    case model::ConstantKind::kInteger:
    case model::ConstantKind::kFloat:
      return constant.number != 0;
    case model::ConstantKind::kString:
      return !constant.text.empty();
    default:
      return true;
  }
}

/// A guard that only the default of a parameter meets; nothing: it has none that a row can name.
std::optional<Guard> is_default(const model::Parameter& parameter, const model::SymbolTable& symbols) {
  const auto* constant =
      parameter.default_value == nullptr ? nullptr : parameter.default_value->get_if<model::Constant>();
  if (constant == nullptr) return std::nullopt;
  Guard guard{.setting = {parameter.name, symbols.text(parameter.name)}};
  if (constant->constant == model::ConstantKind::kNone) return guard;
  guard.asked = Asked::kTrue;
  guard.is_negated = constant->constant == model::ConstantKind::kFalse;
  if (guard.is_negated || constant->constant == model::ConstantKind::kTrue) return guard;
  guard.asked = Asked::kEquals;
  guard.value = constant_text(*constant);
  return guard.value.empty() ? std::nullopt : std::optional(guard);
}

template <class Visit>
void for_each_store(model::Block block, Visit&& visit) {
  for (const model::Statement* statement : block) {
    if (const auto* assign = statement->get_if<model::Assign>()) {
      for (const model::Expression* target : assign->targets) {
        if (target->kind != model::ExpressionKind::kSequence) visit(*target, assign->value);
        if (const auto* several = target->get_if<model::Sequence>()) {
          for (const model::Expression* one : several->elements) visit(*one, nullptr);
        }
      }
    } else if (const auto* augmented = statement->get_if<model::AugmentedAssign>()) {
      visit(*augmented->target, nullptr);
    }
    model::for_each_part(
        *statement, [](const model::Expression*) {}, [&](model::Block inner) { for_each_store(inner, visit); });
  }
}

}  // namespace

std::optional<bool> is_so(const model::Constant& constant, const Guard& guard) {
  switch (guard.asked) {
    case Asked::kNone:
      return constant.constant == model::ConstantKind::kNone;
    case Asked::kTrue:
      return is_true(constant);
    case Asked::kTensor:
    case Asked::kDevice:
    case Asked::kBoolean:
    case Asked::kFloating:
      return false;
    case Asked::kNumber:
      return constant.constant == model::ConstantKind::kInteger || constant.constant == model::ConstantKind::kFloat;
    case Asked::kEquals:
      return constant_text(constant) == guard.value;
    case Asked::kAbsent:
    case Asked::kAnything:
      return std::nullopt;
  }
  return std::nullopt;
}

Settings::Settings(const inference::Project& project, const inference::Known& known)
    : project_(project), known_(known), init_(project.symbols().find("__init__")) {}

std::uint32_t Settings::constructor_of(std::uint32_t klass) const {
  return init_ ? project_.find_method(klass, init_) : inference::kNowhere;
}

const SettingsOfClass& Settings::of(std::uint32_t klass) {
  const auto [place, is_new] = classes_.try_emplace(klass);
  if (!is_new || !init_) return place->second;
  place->second = constructed(project_, klass, init_);
  drop_changed(klass, place->second);
  return place->second;
}

/// A store that leaves an object built with the defaults as it is: of the same constant, or behind another setting.
bool Settings::keeps(const inference::FunctionInfo& function, const GuardedParts& parts,
                     const model::Expression& target, const model::Expression* value, const SettingsOfClass& settings,
                     Setting& setting) const {
  const auto* constant = value == nullptr ? nullptr : value->get_if<model::Constant>();
  if (constant != nullptr && setting.value != nullptr && constant->constant == setting.value->constant &&
      constant_text(*constant) == constant_text(*setting.value))
    return true;
  if (function.is_static || function.is_class_method) return false;
  for (const Guards& guards : parts.guards_of(target.range)) {
    const auto is_off = [&](const Guard& guard) {
      const auto found = guard.setting ? settings.find(guard.setting.symbol.id) : settings.end();
      if (found == settings.end() || found->second.value == nullptr) return false;
      const auto answer = is_so(*found->second.value, guard);
      if (!answer || *answer != guard.is_negated) return false;
      setting.parameters.insert(found->second.parameters.begin(), found->second.parameters.end());
      setting.is_given = false;
      return true;
    };
    if (std::ranges::none_of(guards, is_off)) return false;
  }
  return true;
}

/// What other methods store is no setting.
void Settings::drop_changed(std::uint32_t klass, SettingsOfClass& settings) {
  for (const std::uint32_t ancestor : project_.classes()[klass].ancestors) {
    const auto& methods = project_.classes()[ancestor].methods;
    for (std::size_t i = 0; i < methods.size(); ++i) {
      if (methods.key(i) == init_) continue;
      const inference::FunctionInfo& function = project_.functions()[methods.value(i)];
      if (function.function->parameters.empty()) continue;
      std::unique_ptr<const GuardedParts> parts;
      for_each_store(function.function->body, [&](const model::Expression& target, const model::Expression* value) {
        const auto* attribute = target.get_if<model::Attribute>();
        const auto* object = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
        if (object == nullptr || object->name != function.function->parameters.front().name) return;
        const auto found = settings.find(attribute->name.id);
        if (found == settings.end() || found->second.value == nullptr) return;
        if (!parts) parts = std::make_unique<const GuardedParts>(project_, known_, function);
        if (!keeps(function, *parts, target, value, settings, found->second)) found->second = {};
      });
    }
  }
}

Settings::OfConstructor Settings::of_constructor(const Guard& guard, std::uint32_t klass) {
  const SettingsOfClass& settings = of(klass);
  const auto found = settings.find(guard.setting.symbol.id);
  if (found == settings.end() || (found->second.value == nullptr && !found->second.is_given)) return {};
  const Setting& setting = found->second;
  if (setting.is_given && setting.parameters.size() == 1) {
    Guard same = guard;
    const model::Symbol name{*setting.parameters.begin()};
    same.setting = {name, project_.symbols().text(name)};
    return {.is_known = true, .guards = Guards{std::move(same)}};
  }
  const auto answer = setting.value == nullptr ? std::nullopt : is_so(*setting.value, guard);
  if (!answer) return {};
  if (*answer == guard.is_negated) return {.is_known = true};
  Guards all;
  for (const std::uint32_t parameter : setting.parameters) {
    const auto parameters = project_.functions()[constructor_of(klass)].function->parameters;
    const auto place = std::ranges::find(parameters, model::Symbol{parameter}, &model::Parameter::name);
    auto otherwise = place == parameters.end() ? std::nullopt : is_default(*place, project_.symbols());
    if (!otherwise) return {};
    all.push_back(std::move(*otherwise));
  }
  return {.is_known = true, .guards = std::move(all)};
}

}  // namespace syncfree::summary
