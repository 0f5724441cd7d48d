#include "analyzer/summary/inner_waits.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/flow/step_calls.h"
#include "analyzer/summary/operands.h"

namespace syncfree::summary {

namespace {

using inference::CallEdge;
using inference::Event;
using inference::FunctionInfo;
using source::TextRange;

/// Calls on the way to a wait; beyond, conditions that nobody follows decide more than what is seen.
constexpr std::size_t kMostCalls = 8;
constexpr std::size_t kMostContexts = 400;
/// Of one function.
constexpr std::size_t kMostWaits = 4;
constexpr std::size_t kMostGuards = 3;
/// Of more parameters all are asked.
constexpr std::size_t kMostOperands = 4;

/// A wait that programs have at their start or end, or every N steps.
bool is_seldom(const Event& event) { return event.guarded || (event.block != nullptr && event.block->rare); }

/// The outermost one there.
const model::Expression* expression_at(const model::Function& function, TextRange range) {
  const model::Expression* found = nullptr;
  flow::for_each_own_expression(function.body, [&](const model::Expression& part) {
    if (found == nullptr && part.range == range) found = &part;
  });
  return found;
}

const model::Call* call_at(const model::Function& function, TextRange range) {
  const model::Expression* found = expression_at(function, range);
  return found == nullptr ? nullptr : found->get_if<model::Call>();
}

}  // namespace

const GuardedParts* InnerWaits::parts_of(std::uint32_t context) {
  const std::uint32_t code = analysis_.world.contexts[context].key.code;
  if ((code & inference::kModuleBody) != 0) return nullptr;
  const inference::Project& project = analysis_.world.project;
  auto& parts = parts_[code];
  if (!parts) parts = std::make_unique<const GuardedParts>(project, *analysis_.known, project.functions()[code]);
  return parts.get();
}

const Event* InnerWaits::event_at(std::uint32_t context, TextRange range) const {
  const std::vector<Event>& events = analysis_.world.contexts[context].outcome.events;
  const auto found = std::ranges::find_if(events, [&](const Event& event) { return event.range == range; });
  return found == events.end() ? nullptr : &*found;
}

/// Is a parameter what is asked, in every call on this way; nothing: nobody knows, or the caller decides.
std::optional<bool> InnerWaits::answer(const Way& way, const Guard& guard) const {
  using enum GivenKind;
  const GivenKind kind = way.given[guard.parameter].kind;
  if (kind != kUnknown && kind != kParameter) {
    if (guard.asked == Asked::kTensor) return false;
    return guard.asked == Asked::kNone ? kind == kNone : kind == kTrue;
  }
  const auto& arguments = analysis_.world.contexts[way.context].key.arguments;
  if (kind == kParameter || guard.parameter >= arguments.size()) return std::nullopt;
  const values::Value& value = arguments[guard.parameter];
  if (value.is_bottom() || value.is_anything()) return std::nullopt;
  const values::Kind asked = guard.asked == Asked::kNone ? values::Kind::kNone : values::Kind::kTensor;
  if (guard.asked == Asked::kTrue) return value.known_bool();
  if (value.only(asked)) return true;
  return value.may_be(asked) ? std::nullopt : std::optional(false);
}

/// See GuardedParts::device_of.
std::optional<std::uint32_t> InnerWaits::device_given(std::uint32_t context, TextRange range) {
  const std::uint32_t code = analysis_.world.contexts[context].key.code;
  if ((code & inference::kModuleBody) != 0) return std::nullopt;
  const model::Call* call = call_at(*analysis_.world.project.functions()[code].function, range);
  return call == nullptr ? std::nullopt : parts_of(context)->device_of(*call);
}

/// What must hold of the parameters of the function that was asked about; nothing: it does not, or nobody knows.
std::optional<Guards> InnerWaits::guards_on(const Way& way, TextRange range, bool is_wait) {
  const GuardedParts* parts = parts_of(way.context);
  auto own = parts == nullptr ? std::nullopt : parts->guards_of(range);
  if (!own) return std::nullopt;
  if (const auto device = is_wait ? device_given(way.context, range) : std::nullopt)
    own->push_back({.parameter = *device, .asked = Asked::kNone, .is_negated = true});
  Guards all = way.guards;
  for (const Guard& guard : *own) {
    const Given& given = way.given[guard.parameter];
    const std::optional<bool> holds = answer(way, guard);
    if (!holds && given.kind != GivenKind::kParameter) return std::nullopt;
    if (!holds) {
      all.push_back({given.parameter, guard.asked, guard.is_negated});
    } else if (*holds == guard.is_negated) {
      return std::nullopt;
    }
  }
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all.size() > kMostGuards ? std::nullopt : std::optional(std::move(all));
}

InnerWaits::Given InnerWaits::value_of(const Way& way, const model::Expression& expression) {
  using enum GivenKind;
  if (const auto* constant = expression.get_if<model::Constant>()) {
    switch (constant->constant) {
      case model::ConstantKind::kNone:
        return {kNone};
      case model::ConstantKind::kFalse:
        return {kFalse};
      case model::ConstantKind::kInteger:
      case model::ConstantKind::kFloat:
        return {constant->number == 0 ? kFalse : kTrue};
      case model::ConstantKind::kString:
        return {constant->text.empty() ? kFalse : kTrue};
      default:
        return {kTrue};
    }
  }
  const GuardedParts* parts = parts_of(way.context);
  const auto parameter = parts == nullptr ? std::nullopt : parts->parameter(expression);
  return parameter ? way.given[*parameter] : Given{};
}

std::vector<InnerWaits::Given> InnerWaits::given_to(const Way& way, const CallEdge& edge) {
  const inference::Project& project = analysis_.world.project;
  const std::uint32_t code = analysis_.world.contexts[edge.context].key.code;
  if ((code & inference::kModuleBody) != 0) return {};
  const FunctionInfo& callee = project.functions()[code];
  const auto parameters = callee.function->parameters;
  std::vector<Given> given(parameters.size());
  const std::uint32_t own = analysis_.world.contexts[way.context].key.code;
  const model::Call* call =
      (own & inference::kModuleBody) != 0 ? nullptr : call_at(*project.functions()[own].function, edge.range);
  if (call == nullptr ||
      std::ranges::any_of(call->arguments, [](const model::Argument& each) { return each.stars > 0; }))
    return given;
  const std::size_t first = callee.owner != inference::kNowhere && !callee.is_static ? 1 : 0;
  std::size_t next = first;
  std::vector<bool> is_set(parameters.size(), false);
  for (const model::Argument& argument : call->arguments) {
    const auto place = argument.keyword
                           ? std::ranges::find(parameters, argument.keyword, &model::Parameter::name)
                           : parameters.begin() + static_cast<std::ptrdiff_t>(std::min(next++, parameters.size()));
    if (place == parameters.end()) continue;
    const auto index = static_cast<std::size_t>(place - parameters.begin());
    given[index] = value_of(way, *argument.value);
    is_set[index] = true;
  }
  for (std::size_t i = first; i < parameters.size(); ++i) {
    const bool is_left = !is_set[i] && parameters[i].default_value != nullptr;
    if (is_left && parameters[i].default_value->kind == model::ExpressionKind::kConstant)
      given[i] = value_of(way, *parameters[i].default_value);
  }
  return given;
}

/// Of a wait in the function itself that was asked about. What an object keeps is taken to be where the other operands
/// are.
std::set<std::uint32_t> InnerWaits::operands_of(const Way& way, TextRange range) const {
  if (way.calls > 0) return {};
  const std::uint32_t code = analysis_.world.contexts[way.context].key.code;
  const FunctionInfo& info = analysis_.world.project.functions()[code];
  const model::Expression* at = expression_at(*info.function, range);
  const auto found = at == nullptr ? std::nullopt : parameters_behind(*at, *info.function);
  const bool is_of_object = found && info.owner != inference::kNowhere && !info.is_static && found->contains(0);
  const bool is_short = found && found->size() <= kMostOperands;
  return is_short && !is_of_object ? *found : std::set<std::uint32_t>();
}

std::vector<InnerWait> InnerWaits::of(std::uint32_t context) {
  const std::uint32_t code = analysis_.world.contexts[context].key.code;
  if ((code & inference::kModuleBody) != 0) return {};
  std::vector<Given> given;
  for (std::uint32_t i = 0; i < analysis_.world.project.functions()[code].function->parameters.size(); ++i)
    given.push_back({GivenKind::kParameter, i});
  std::vector<Way> ways = {{context, 0, false, std::move(given), {}}};
  std::set<std::pair<std::uint32_t, Guards>> seen = {{context, {}}};
  std::vector<InnerWait> found;
  for (std::size_t i = 0; i < ways.size() && i < kMostContexts; ++i) {
    const Way way = ways[i];
    for (const engine::FoundWait& wait : waits_[way.context]) {
      const Event* event = event_at(way.context, wait.range);
      if (event == nullptr || is_seldom(*event)) continue;
      auto guards = guards_on(way, wait.range, true);
      if (!guards) continue;
      InnerWait inner{.context = way.context,
                      .range = wait.range,
                      .needs_operands = event->places.has(values::Place::kCaller),
                      .operands = operands_of(way, wait.range),
                      .is_repeated = way.is_repeated || event->loop_depth > 0,
                      .guards = std::move(*guards)};
      // It waits in each call, or whatever the operands are.
      if (inner.guards.empty() && inner.operands.empty()) return {std::move(inner)};
      const bool is_known = std::ranges::any_of(found, [&](const InnerWait& other) {
        return std::ranges::includes(inner.guards, other.guards) && other.operands == inner.operands;
      });
      if (!is_known && found.size() < kMostWaits) found.push_back(std::move(inner));
    }
    if (way.calls == kMostCalls) continue;
    for (const CallEdge& edge : analysis_.world.contexts[way.context].outcome.calls) {
      auto guards = edge.guarded ? std::nullopt : guards_on(way, edge.range, false);
      if (!guards || !seen.emplace(edge.context, *guards).second) continue;
      ways.push_back({edge.context, way.calls + 1, way.is_repeated || edge.loop_depth > 0, given_to(way, edge),
                      std::move(*guards)});
    }
  }
  return found;
}

}  // namespace syncfree::summary
