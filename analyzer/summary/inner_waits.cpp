#include "analyzer/summary/inner_waits.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/declared.h"
#include "analyzer/summary/alternatives.h"
#include "analyzer/summary/leads.h"
#include "analyzer/summary/operands.h"
#include "analyzer/summary/table_calls.h"

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
constexpr std::size_t kMostTold = 4;
/// Of one function, before those are left out that others imply.
constexpr std::size_t kMostFound = 60;
constexpr std::size_t kMostTogether = 5;
/// On the way, where some are about what nobody follows.
constexpr std::size_t kMostOpen = 6;
/// In Guard::call, for what an object keeps.
constexpr std::uint32_t kOfObject = 0xFFFFFFFF;
/// Of more parameters all are asked.
constexpr std::size_t kMostOperands = 4;

/// Nothing but modules.
bool is_module(const values::Value& value, const inference::Analysis& analysis) {
  const auto is_one = [&](const values::Entity& entity) {
    if (entity.kind == values::EntityKind::kObject)
      return analysis.world.project.classes()[analysis.world.class_of(entity.index)].is_module;
    return entity.kind == values::EntityKind::kLibraryObject &&
           analysis.world.project.catalog().derives(entity.index, analysis.known->module);
  };
  return value.only(values::Kinds(values::Kind::kInstance) | values::Kind::kLibraryObject) &&
         value.entities != nullptr && std::ranges::all_of(value.entities->items, is_one);
}

/// A wait that programs have at their start or end, or every N steps.
bool is_seldom(const Event& event) { return event.guarded || (event.block != nullptr && event.block->rare); }

/// `x.device`, `x.size(0)`: it is not None.
bool is_something(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (expression.kind == model::ExpressionKind::kSequence) return true;
  if (const auto* attribute = expression.get_if<model::Attribute>()) {
    const auto* object = attribute->object->get_if<model::Name>();
    const std::string_view name = symbols.text(attribute->name);
    const bool is_own = object != nullptr && symbols.text(object->name) == "self";
    return !is_own && (name == "device" || name == "dtype" || name == "shape" || name == "ndim");
  }
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr) return false;
  const std::string_view name = flow::last_name(*call->callee, symbols);
  return name == "size" || name == "dim" || name == "numel" || name == "len";
}

/// `def forward(self, *args, **kwargs)`
bool takes_anything(const FunctionInfo& function) {
  const auto parameters = function.function->parameters;
  return function.owner != inference::kNowhere && !function.is_static && parameters.size() == 3 &&
         parameters[1].kind == model::ParameterKind::kStar && parameters[2].kind == model::ParameterKind::kDoubleStar;
}

/// A method whose parameters a call of it on an object fills in order.
bool is_plain_method(const FunctionInfo& function) {
  return function.owner != inference::kNowhere && !function.is_static && !function.is_class_method &&
         !function.is_property && !function.is_overload;
}

/// `args` and `kwargs` are only ever handed on, so that they are what the caller gave.
bool hands_on_as_they_came(const FunctionInfo& function) {
  const auto is_one = [&](const model::Expression& part) {
    const auto* name = part.get_if<model::Name>();
    return name != nullptr &&
           (name->name == function.function->parameters[1].name || name->name == function.function->parameters[2].name);
  };
  std::size_t uses = 0;
  std::size_t handed = 0;
  flow::for_each_own_expression(function.function->body, [&](const model::Expression& part) {
    if (is_one(part)) ++uses;
    const auto* call = part.get_if<model::Call>();
    if (call == nullptr) return;
    handed += static_cast<std::size_t>(std::ranges::count_if(
        call->arguments, [&](const model::Argument& each) { return each.stars > 0 && is_one(*each.value); }));
  });
  return uses == handed;
}

/// `…(*args, **kwargs)` of a function that takes just that.
bool hands_on_anything(const model::Call& call, const FunctionInfo& function) {
  if (!takes_anything(function) || call.arguments.size() != 2) return false;
  const auto is_given = [&](std::size_t place) {
    const auto* name = call.arguments[place].value->get_if<model::Name>();
    return call.arguments[place].stars == place + 1 && name != nullptr &&
           name->name == function.function->parameters[place + 1].name;
  };
  return is_given(0) && is_given(1);
}

/// Sorted; nothing: they exclude each other, or are too many.
std::optional<Guards> tidy(Guards guards) {
  std::ranges::sort(guards);
  const auto repeated = std::ranges::unique(guards);
  guards.erase(repeated.begin(), repeated.end());
  const bool is_impossible = std::ranges::any_of(
      guards, [&](const Guard& guard) { return std::ranges::binary_search(guards, guard.negated()); });
  return is_impossible || guards.size() > kMostOpen ? std::nullopt : std::optional(std::move(guards));
}

}  // namespace

InnerWaits::InnerWaits(const inference::Analysis& analysis, const std::vector<std::vector<engine::FoundWait>>& waits)
    : analysis_(analysis), waits_(waits), settings_(analysis.world.project, *analysis.known) {
  for (std::uint32_t context = 0; context < analysis.world.contexts.size(); ++context) {
    const auto& each = analysis.world.contexts[context];
    if ((each.key.code & inference::kModuleBody) != 0 || !analysis.live[context] || each.is_abandoned) continue;
    const auto [place, is_new] = contexts_.emplace(each.key.code, context);
    if (!is_new && each.key.declared) place->second = context;
  }
  leads_ = leading_to_waits(analysis, waits, contexts_);
}

const FunctionInfo* InnerWaits::function_of(std::uint32_t context) const {
  const std::uint32_t code = analysis_.world.contexts[context].key.code;
  return (code & inference::kModuleBody) != 0 ? nullptr : &analysis_.world.project.functions()[code];
}

const GuardedParts* InnerWaits::parts_of(std::uint32_t context) {
  const FunctionInfo* function = function_of(context);
  if (function == nullptr) return nullptr;
  auto& parts = parts_[analysis_.world.contexts[context].key.code];
  if (!parts) parts = std::make_unique<const GuardedParts>(analysis_.world.project, *analysis_.known, *function);
  return parts.get();
}

const InnerWaits::Places& InnerWaits::places_of(std::uint32_t context) {
  const auto [place, is_new] = places_.try_emplace(analysis_.world.contexts[context].key.code);
  if (is_new) {
    flow::for_each_own_expression(function_of(context)->function->body, [&](const model::Expression& part) {
      place->second.by_range.emplace(number_of(part.range), &part);
      const auto* call = part.get_if<model::Call>();
      if (call != nullptr && call->callee->kind == model::ExpressionKind::kAttribute)
        place->second.calls.push_back(call);
    });
  }
  return place->second;
}

/// The outermost one there.
const model::Expression* InnerWaits::expression_at(std::uint32_t context, TextRange range) {
  if (function_of(context) == nullptr) return nullptr;
  const auto& places = places_of(context).by_range;
  const auto found = places.find(number_of(range));
  return found == places.end() ? nullptr : found->second;
}

const model::Call* InnerWaits::call_at(std::uint32_t context, TextRange range) {
  const model::Expression* found = expression_at(context, range);
  return found == nullptr ? nullptr : found->get_if<model::Call>();
}

const Event* InnerWaits::event_at(std::uint32_t context, TextRange range) const {
  const std::vector<Event>& events = analysis_.world.contexts[context].outcome.events;
  const auto found = std::ranges::find_if(events, [&](const Event& event) { return event.range == range; });
  return found == events.end() ? nullptr : &*found;
}

/// Is a parameter what is asked, in every call on this way; nothing: nobody knows, or the caller decides.
std::optional<bool> InnerWaits::answer(const Way& way, const Guard& guard) const {
  if (guard.asked == Asked::kAnything || guard.setting) return std::nullopt;
  const Given& given = way.given[guard.parameter];
  if (given.kind == GivenKind::kConstant) return is_so(*given.constant, guard);
  if (given.kind == GivenKind::kSomething && guard.asked == Asked::kNone) return false;
  const auto& arguments = analysis_.world.contexts[way.context].key.arguments;
  if (given.kind == GivenKind::kSubject || guard.parameter >= arguments.size()) return std::nullopt;
  if (guard.asked != Asked::kNone && guard.asked != Asked::kTrue && guard.asked != Asked::kTensor) return std::nullopt;
  const values::Value& value = arguments[guard.parameter];
  if (value.is_bottom() || value.is_anything()) return std::nullopt;
  const values::Kind asked = guard.asked == Asked::kNone ? values::Kind::kNone : values::Kind::kTensor;
  if (guard.asked == Asked::kTrue) return value.known_bool();
  if (value.only(asked)) return true;
  return value.may_be(asked) ? std::nullopt : std::optional(false);
}

/// See GuardedParts::device_of.
std::optional<Guard> InnerWaits::device_given(std::uint32_t context, TextRange range) {
  const model::Call* call = call_at(context, range);
  return call == nullptr ? std::nullopt : parts_of(context)->device_of(*call);
}

/// See GuardedParts::goes_to.
const model::Expression* InnerWaits::goes_to(std::uint32_t context, TextRange range) {
  const model::Call* call = call_at(context, range);
  return call == nullptr ? nullptr : parts_of(context)->goes_to(*call);
}

/// Of a copy to where an operand is, or to a device that is said by one: `make(device=x.device)`.
bool InnerWaits::is_for_operands(const Way& way, TextRange range) {
  if (goes_to(way.context, range) != nullptr) return true;
  const model::Call* call = call_at(way.context, range);
  const auto device = call == nullptr ? std::nullopt : parts_of(way.context)->device_parameter(*call);
  return device && way.given[*device].kind == GivenKind::kSomething;
}

/// What guards of a function on the way ask of the one that was asked about, with those on the way there; nothing: it
/// does not get there.
std::optional<Guards> InnerWaits::asked_of_start(const Way& way, const Guards& own) {
  Guards all = way.guards;
  for (Guard guard : own) {
    const auto holds = answer(way, guard);
    if (holds && *holds == guard.is_negated) return std::nullopt;
    // What is no tensor may be no object of the class that is asked for either.
    if (holds && guard.question == 0) continue;
    const Given* given = guard.asked == Asked::kAnything ? nullptr : &way.given[guard.parameter];
    const bool is_followed = given != nullptr && given->kind == GivenKind::kSubject &&
                             (!guard.setting || (given->parameter == 0 && !given->setting));
    if (is_followed) {
      guard.parameter = given->parameter;
      if (given->setting) guard.setting = given->setting;
      all.insert(all.end(), given->guards.begin(), given->guards.end());
      if (guard.setting && way.receiver != inference::kNowhere) {
        Settings::OfConstructor asked = settings_.of_constructor(guard, way.receiver);
        if (asked.is_known && !asked.guards) return std::nullopt;
        if (asked.is_known) {
          all.insert(all.end(), asked.guards->begin(), asked.guards->end());
          continue;
        }
      }
      // One question wherever it is asked.
      if (guard.setting) guard.call = kOfObject;
    } else {
      guard.call = way.number + 1;
    }
    all.push_back(std::move(guard));
  }
  return tidy(std::move(all));
}

/// What must hold of the parameters of the function that was asked about; none: it does not.
AnyGuards InnerWaits::guards_on(const Way& way, TextRange range, bool is_wait) {
  const GuardedParts* parts = parts_of(way.context);
  if (parts == nullptr) return {};
  AnyGuards all;
  const auto device = is_wait ? device_given(way.context, range) : std::nullopt;
  for (Guards own : parts->guards_of(range)) {
    if (device) own.push_back(*device);
    if (auto asked = asked_of_start(way, own)) all.push_back(std::move(*asked));
  }
  return all;
}

InnerWaits::Given InnerWaits::value_of(const Way& way, const model::Expression& expression) {
  if (const auto* constant = expression.get_if<model::Constant>())
    return {.kind = GivenKind::kConstant, .constant = constant};
  if (is_something(expression, analysis_.world.project.symbols())) return {.kind = GivenKind::kSomething};
  const GuardedParts* parts = parts_of(way.context);
  const auto subject = parts == nullptr ? std::nullopt : parts->subject(expression);
  if (!subject) return {};
  Given given = way.given[subject->parameter];
  if (!subject->guards.empty()) {
    Way alone = way;
    alone.guards = given.guards;
    auto guards = asked_of_start(alone, subject->guards);
    if (!guards || given.kind != GivenKind::kSubject) return {};
    given.guards = std::move(*guards);
  }
  if (!subject->setting) return given;
  if (given.kind != GivenKind::kSubject || given.parameter != 0 || given.setting) return {};
  given.setting = subject->setting;
  return given;
}

std::vector<InnerWaits::Given> InnerWaits::given_to(const Way& way, const Step& step) {
  const FunctionInfo* callee = function_of(step.context);
  if (callee == nullptr) return {};
  const auto parameters = callee->function->parameters;
  std::vector<Given> given(parameters.size());
  const model::Call* call = call_at(way.context, step.range);
  if (call == nullptr || step.is_handed) return given;
  const std::size_t first = callee->owner != inference::kNowhere && !callee->is_static ? 1 : 0;
  const auto* method = call->callee->get_if<model::Attribute>();
  if (first == 1 && method != nullptr && !given.empty()) {
    const auto* base = method->object->get_if<model::Call>();
    const bool is_super =
        base != nullptr && flow::last_name(*base->callee, analysis_.world.project.symbols()) == "super";
    given[0] = is_super && !way.given.empty() ? way.given[0] : value_of(way, *method->object);
  }
  if (hands_on_anything(*call, *function_of(way.context))) {
    hand_on_all(way, analysis_.world.contexts[step.context].key.code, given);
    return given;
  }
  if (std::ranges::any_of(call->arguments, [](const model::Argument& each) { return each.stars > 0; })) return given;
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
    const model::Expression* otherwise = is_set[i] ? nullptr : parameters[i].default_value;
    if (const auto* constant = otherwise == nullptr ? nullptr : otherwise->get_if<model::Constant>())
      given[i] = {.kind = GivenKind::kConstant, .constant = constant};
  }
  return given;
}

/// To the method that takes them, or to one that hands them on.
void InnerWaits::hand_on_all(const Way& way, std::uint32_t callee, std::vector<Given>& given) const {
  if (way.given.size() != 3 || way.given[1].kind != GivenKind::kAll) return;
  const bool is_taker = callee == way.taker;
  if (!is_taker && !takes_anything(analysis_.world.project.functions()[callee])) return;
  for (std::uint32_t i = 1; i < given.size(); ++i)
    given[i] = {.kind = is_taker ? GivenKind::kSubject : GivenKind::kAll, .parameter = i};
}

std::uint32_t InnerWaits::taker_of(std::uint32_t function, std::uint32_t receiver) const {
  constexpr std::size_t kMostMethods = 8;
  const inference::Project& project = analysis_.world.project;
  std::vector<std::uint32_t> todo = {function};
  for (std::size_t i = 0; i < todo.size() && i < kMostMethods && receiver != inference::kNowhere; ++i) {
    const FunctionInfo& info = project.functions()[todo[i]];
    if (!takes_anything(info)) {
      if (is_plain_method(info)) return todo[i];
      continue;
    }
    if (!hands_on_as_they_came(info)) continue;
    flow::for_each_own_expression(info.function->body, [&](const model::Expression& part) {
      const auto* call = part.get_if<model::Call>();
      const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
      const auto* object = method == nullptr ? nullptr : method->object->get_if<model::Name>();
      const bool is_own = object != nullptr && object->name == info.function->parameters.front().name;
      if (!is_own || !hands_on_anything(*call, info)) return;
      const std::uint32_t meant = project.find_method(receiver, method->name);
      if (meant != inference::kNowhere && std::ranges::find(todo, meant) == todo.end()) todo.push_back(meant);
    });
  }
  return function;
}

/// What it calls. Which method of the object it is says the object's class.
std::vector<InnerWaits::Step> InnerWaits::steps_from(const Way& way) {
  std::vector<Step> steps;
  for (const CallEdge& edge : analysis_.world.contexts[way.context].outcome.calls) {
    if (!edge.guarded) steps.push_back({edge.range, edge.context, edge.loop_depth > 0});
  }
  add_steps_of_object(way, steps);
  add_steps_of_tables(way, steps);
  return steps;
}

void InnerWaits::add_steps_of_object(const Way& way, std::vector<Step>& steps) {
  const FunctionInfo* function = function_of(way.context);
  const bool has_object = way.receiver != inference::kNowhere && function != nullptr && !way.given.empty() &&
                          way.given[0].kind == GivenKind::kSubject && way.given[0].parameter == 0 &&
                          !way.given[0].setting && function->owner != inference::kNowhere && !function->is_static;
  if (!has_object) return;
  for (const model::Call* call : places_of(way.context).calls) {
    const auto& method = call->callee->as<model::Attribute>();
    const auto* object = method.object->get_if<model::Name>();
    if (object == nullptr || object->name != function->function->parameters.front().name) continue;
    const std::uint32_t meant = analysis_.world.project.find_method(way.receiver, method.name);
    const auto found = meant == inference::kNowhere ? contexts_.end() : contexts_.find(meant);
    if (found == contexts_.end()) continue;
    const auto is_there = [&](const Step& step) { return step.range == call->range; };
    const bool is_repeated =
        std::ranges::any_of(steps, [&](const Step& step) { return is_there(step) && step.is_repeated; });
    std::erase_if(steps, is_there);
    steps.push_back({call->range, found->second, is_repeated});
  }
}

/// See table_calls.h.
void InnerWaits::add_steps_of_tables(const Way& way, std::vector<Step>& steps) {
  const FunctionInfo* function = function_of(way.context);
  if (function == nullptr) return;
  const inference::Project& project = analysis_.world.project;
  const auto scripted = contexts_.find(scripted_callee(project, *function));
  if (scripted != contexts_.end())
    steps.push_back({scripted_call(*function->function, project.symbols())->range, scripted->second, false});
  for (std::size_t i = 0, count = steps.size(); i < count; ++i) {
    const Step step = steps[i];
    const FunctionInfo* callee = function_of(step.context);
    const model::Call* call = callee == nullptr ? nullptr : call_at(way.context, step.range);
    if (call == nullptr) continue;
    const auto handed = contexts_.find(handed_callee(project, function->module, *call, *callee));
    if (handed != contexts_.end()) steps.push_back({step.range, handed->second, step.is_repeated, true});
  }
}

bool InnerWaits::depends_on(std::uint32_t context, std::uint32_t receiver) {
  const FunctionInfo* function = function_of(context);
  if (function == nullptr || function->owner == inference::kNowhere || function->function->parameters.empty())
    return false;
  const inference::Project& project = analysis_.world.project;
  const model::Symbol self = function->function->parameters.front().name;
  const std::uint32_t code = analysis_.world.contexts[context].key.code;
  bool depends = settings_.constructor_of(receiver) != settings_.constructor_of(function->owner) ||
                 taker_of(code, receiver) != taker_of(code, function->owner);
  bool asks = false;
  for (const auto& [range, part] : places_of(context).by_range) {
    const auto* attribute = part->get_if<model::Attribute>();
    const auto* object = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
    if (object == nullptr || object->name != self) continue;
    asks = true;
    depends = depends ||
              project.find_method(receiver, attribute->name) != project.find_method(function->owner, attribute->name);
  }
  return asks && depends;
}

/// Of a wait in the function itself that was asked about. What an object keeps is taken to be where the other operands
/// are.
std::set<std::uint32_t> InnerWaits::operands_of(const Way& way, TextRange range) {
  if (way.calls > 0 || way.taker != analysis_.world.contexts[way.context].key.code) return {};
  const FunctionInfo& info = *function_of(way.context);
  const model::Expression* place = goes_to(way.context, range);
  const model::Expression* at = place != nullptr ? place : expression_at(way.context, range);
  const auto found = at == nullptr ? std::nullopt : parameters_behind(*at, *info.function);
  const bool is_of_object = found && info.owner != inference::kNowhere && !info.is_static && found->contains(0);
  const bool is_short = found && found->size() <= kMostOperands;
  return is_short && !is_of_object ? *found : std::set<std::uint32_t>();
}

/// Of one function on the way. True: one of them is in each call, whatever the operands are.
bool InnerWaits::add_waits(const Way& way, std::vector<InnerWait>& found) {
  for (const engine::FoundWait& wait : waits_[way.context]) {
    const Event* event = event_at(way.context, wait.range);
    if (event == nullptr || is_seldom(*event)) continue;
    for (Guards& guards : guards_on(way, wait.range, true)) {
      InnerWait inner{.context = way.context,
                      .range = wait.range,
                      .needs_operands = event->places.has(values::Place::kCaller) || is_for_operands(way, wait.range),
                      .operands = operands_of(way, wait.range),
                      .is_repeated = way.is_repeated || event->loop_depth > 0,
                      .guards = std::move(guards)};
      if (inner.guards.empty() && inner.operands.empty()) {
        found = {std::move(inner)};
        return true;
      }
      const bool is_known = std::ranges::any_of(found, [&](const InnerWait& other) {
        return std::ranges::includes(inner.guards, other.guards) && other.operands == inner.operands;
      });
      if (!is_known && found.size() < kMostFound) found.push_back(std::move(inner));
    }
  }
  return false;
}

std::vector<InnerWait> InnerWaits::collected(std::uint32_t context, std::uint32_t receiver) {
  const FunctionInfo* start = function_of(context);
  if (start == nullptr || !leads_[context]) return {};
  const std::uint32_t taker = taker_of(analysis_.world.contexts[context].key.code, receiver);
  const bool is_handed_on = taker != analysis_.world.contexts[context].key.code;
  std::vector<Given> given;
  for (std::uint32_t i = 0; i < start->function->parameters.size(); ++i)
    given.push_back({.kind = is_handed_on && i > 0 ? GivenKind::kAll : GivenKind::kSubject, .parameter = i});
  std::vector<Way> ways = {{context, 0, false, std::move(given), {}, 0, receiver, taker}};
  std::set<std::pair<std::uint32_t, Guards>> seen = {{context, {}}};
  std::vector<InnerWait> found;
  for (std::size_t i = 0; i < ways.size() && i < kMostContexts; ++i) {
    const Way way = ways[i];
    if (add_waits(way, found)) return found;
    if (way.calls == kMostCalls) continue;
    for (const Step& step : steps_from(way)) {
      if (ways.size() >= kMostContexts) break;
      if (!leads_[step.context]) continue;
      for (Guards& guards : guards_on(way, step.range, false)) {
        if (!seen.emplace(step.context, guards).second) continue;
        ways.push_back({step.context, way.calls + 1, way.is_repeated || step.is_repeated, given_to(way, step),
                        std::move(guards), static_cast<std::uint32_t>(ways.size()), receiver, taker});
      }
    }
  }
  return found;
}

std::set<std::uint32_t> InnerWaits::modules_of(std::uint32_t context) const {
  std::set<std::uint32_t> modules;
  const FunctionInfo* function = function_of(context);
  if (function == nullptr) return modules;
  values::ValueArena arena;
  const inference::Declared declared(analysis_.world.project, *analysis_.known, *analysis_.uses, *analysis_.parameters,
                                     arena);
  const auto parameters = function->function->parameters;
  for (std::size_t i = function->owner != inference::kNowhere && !function->is_static ? 1 : 0; i < parameters.size();
       ++i) {
    const model::ParameterKind kind = parameters[i].kind;
    if (kind == model::ParameterKind::kStar || kind == model::ParameterKind::kDoubleStar) continue;
    if (is_module(declared.parameter(*function, i), analysis_)) modules.insert(static_cast<std::uint32_t>(i));
  }
  return modules;
}

std::vector<InnerWait> InnerWaits::of(std::uint32_t context, std::uint32_t receiver) {
  std::vector<InnerWait> found = decided(collected(context, receiver));
  std::erase_if(found, [](const InnerWait& wait) { return wait.guards.size() > kMostTogether; });
  if (found.size() > kMostTold) found.resize(kMostTold);
  const std::set<std::uint32_t> modules = found.empty() ? std::set<std::uint32_t>() : modules_of(context);
  for (InnerWait& wait : found) wait.modules = modules;
  return found;
}

}  // namespace syncfree::summary
