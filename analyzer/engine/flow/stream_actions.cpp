#include "analyzer/engine/flow/stream_actions.h"

#include <algorithm>
#include <unordered_set>

#include "analyzer/engine/flow/call_values.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/dotted_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::engine {

namespace {

using catalog::Role;
using flow::StepKind;
using model::Expression;
using model::ExpressionKind;
using values::Kind;
using values::Value;

constexpr std::size_t kMostContexts = 256;  // that are looked at for one call

bool is_on_host(const Value& value) { return value.only(Kind::kTensor) && value.places.within(values::Place::kCpu); }

bool writes_in_place(const catalog::Operator& operation) {
  const std::string_view name = operation.name;
  return (name.starts_with("torch.Tensor.") || name.starts_with("torch.nn.init.")) && name.ends_with('_') &&
         !name.ends_with("__") && !name.ends_with(".requires_grad_");
}

/// `torch.empty`, `x.new_empty`: memory that nobody has written.
bool is_unwritten(const catalog::Operator& operation) {
  return model::last_part(operation.name).find("empty") != std::string_view::npos;
}

/// What a wait is called that nobody can look into.
bool sounds_like_a_wait(std::string_view name) {
  constexpr std::string_view kWords[] = {"wait", "sync", "join", "result", "barrier", "ready", "finish", "flush"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

}  // namespace

std::unique_ptr<StreamActions> stream_actions(const FunctionView& view, Locations& locations) {
  if (!view.calls(Role::kStream)) return nullptr;
  return std::make_unique<StreamActions>(view, locations);
}

StreamActions::StreamActions(const FunctionView& view, Locations& locations)
    : view_(view), locations_(locations), blocks_(view, locations) {
  for (const Wait& wait : view.waits()) waits_.emplace(wait.event->range.begin, wait.event->range.end);
}

void StreamActions::take_parameters(std::vector<Action>& actions) {
  const inference::World& world = view_.analysis().world;
  const std::uint32_t code = world.contexts[view_.context()].key.code;
  if ((code & inference::kModuleBody) != 0) return;
  for (const model::Parameter& parameter : world.project.functions()[code].function->parameters) {
    actions.push_back({.kind = ActionKind::kMake,
                       .range = parameter.range,
                       .at = {flow::Graph::kEntry, 0},
                       .subject = locations_.of_name(parameter.name),
                       .stream = kCallersStream});
  }
}

void StreamActions::take(const flow::Step& step, flow::Point at, std::vector<Action>& actions) {
  at_ = at;
  actions_ = &actions;
  switch (step.kind) {
    case StepKind::kEvaluate:
      evaluate(*step.expression);
      return;
    case StepKind::kUpdate:
    case StepKind::kBind: {
      // `x[0] = y`, `x += y`
      const auto* element = step.expression->get_if<model::Subscript>();
      if (step.kind == StepKind::kBind && element == nullptr) return;
      const Expression& memory = element == nullptr ? *step.expression : *element->object;
      const Value* value = view_.observation().value_of(memory);
      if (value == nullptr || !is_device_tensor(*value)) return;
      if (step.value != nullptr) use(*step.value, step.expression->range);
      act(ActionKind::kChange, step.expression->range, memory);
      return;
    }
    default:
      return;
  }
}

void StreamActions::act(ActionKind kind, source::TextRange range, const Expression& memory) {
  const Storage stream = blocks_.at(range);
  const Storage subject = locations_.of(memory);
  if (stream == kUnknownStream || subject == 0) return;
  actions_->push_back({.kind = kind, .range = range, .at = at_, .subject = subject, .stream = stream});
}

void StreamActions::order(source::TextRange range, Storage waiting, Storage awaited) {
  actions_->push_back({.kind = ActionKind::kOrder, .range = range, .at = at_, .stream = waiting, .awaited = awaited});
}

/// Anything that may be a tensor: only what is known to have been made on a stream counts.
void StreamActions::use(const Expression& operand, source::TextRange range) {
  const Value* value = view_.observation().value_of(operand);
  if (value != nullptr && (!value->may_be(kMayHoldTensor) || is_on_host(*value))) return;
  act(ActionKind::kUse, range, operand);
}

void StreamActions::evaluate(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kCall:
      call(expression.as<model::Call>());
      return;
    case ExpressionKind::kBinary:
    case ExpressionKind::kComparison:
    case ExpressionKind::kUnary:
      if (!holds_device_tensor(view_.observation().value_of(expression))) return;
      model::for_each_child(expression, [&](const Expression* operand) { use(*operand, expression.range); });
      act(ActionKind::kMake, expression.range, expression);
      return;
    default:
      return;
  }
}

void StreamActions::call(const model::Call& node) {
  const std::vector<const catalog::Operator*> operations = operators_of(view_, node);
  if (operations.empty()) return other_call(node);
  library_call(node, *operations.front());
}

/// A function of the project, or one of which nothing is known.
void StreamActions::other_call(const model::Call& node) {
  bool is_followed = false;
  for (const inference::CallEdge& edge : view_.outcome().calls) {
    if (edge.range != node.range) continue;
    is_followed = true;
    if (orders_streams(edge.context)) return order(node.range, kUnknownStream, kEveryStream);
  }
  const std::string_view name = flow::last_name(node, view_.analysis().world.project.symbols());
  if (!is_followed && sounds_like_a_wait(name)) return order(node.range, kUnknownStream, kEveryStream);
  const Value* callee = view_.observation().value_of(*node.callee);
  const Value* result = view_.observation().value_of(node);
  if (!holds_device_tensor(result) || (callee != nullptr && callee->may_be(Kind::kClass))) return;
  use_operands(node);
  act(ActionKind::kMake, node.range, node);
}

/// Does the function, or one that it calls, know of streams.
bool StreamActions::orders_streams(std::uint32_t context) const {
  constexpr std::uint32_t kKnows = inference::role_bit(Role::kStream) | inference::role_bit(Role::kStreamWait);
  const inference::World& world = view_.analysis().world;
  std::unordered_set<std::uint32_t> seen = {context};
  std::vector<std::uint32_t> todo = {context};
  while (!todo.empty()) {
    const std::uint32_t at = todo.back();
    todo.pop_back();
    if (at >= world.contexts.size()) continue;
    view_.look_at(world.contexts[at].key.code);
    const inference::Outcome& outcome = world.contexts[at].outcome;
    if ((outcome.roles & kKnows) != 0 || seen.size() > kMostContexts) return true;
    for (const inference::CallEdge& edge : outcome.calls) {
      if (seen.insert(edge.context).second) todo.push_back(edge.context);
    }
  }
  return false;
}

void StreamActions::library_call(const model::Call& node, const catalog::Operator& operation) {
  const std::string_view name = operation.name;
  switch (operation.role) {
    case Role::kStreamWait:
      return wait(node, name);
    case Role::kCopy:
      return copy(node, operation);
    case Role::kNone:
    case Role::kRandom:
    case Role::kWaitsBack:
    case Role::kMetadata:
      break;
    default:
      return;
  }
  if (!name.starts_with("torch.") || name.starts_with("torch.cuda.")) return;
  const auto* method = node.callee->get_if<model::Attribute>();
  if (name.ends_with(".record_stream") && method != nullptr) return flow(node, *method->object, false);
  if (writes_in_place(operation)) {
    const bool is_method = name.starts_with("torch.Tensor.");
    const Expression* memory = is_method                ? (method == nullptr ? nullptr : method->object)
                               : node.arguments.empty() ? nullptr
                                                        : node.arguments.front().value;
    if (memory == nullptr || !holds_device_tensor(view_.observation().value_of(*memory))) return;
    for (const model::Argument& argument : node.arguments) use(*argument.value, node.range);
    act(ActionKind::kChange, node.range, *memory);
    return;
  }
  const Value* result = view_.observation().value_of(node);
  // `y.tolist()`: the host waits for the stream that is current, and reads what another one writes.
  if (waits_.contains({node.range.begin, node.range.end})) use_operands(node);
  if (!holds_device_tensor(result) || is_unwritten(operation)) return;
  if (operation.role != Role::kMetadata) use_operands(node);
  act(ActionKind::kMake, node.range, node);
}

void StreamActions::use_operands(const model::Call& node) {
  const auto* method = node.callee->get_if<model::Attribute>();
  const Value* receiver = method == nullptr ? nullptr : view_.observation().value_of(*method->object);
  if (receiver != nullptr && receiver->may_be(Kind::kTensor)) use(*method->object, node.range);
  const model::SymbolTable& symbols = view_.analysis().world.project.symbols();
  for (const model::Argument& argument : node.arguments) {
    const bool is_result = argument.keyword && symbols.text(argument.keyword) == "out";
    is_result ? act(ActionKind::kChange, node.range, *argument.value) : use(*argument.value, node.range);
  }
}

void StreamActions::copy(const model::Call& node, const catalog::Operator& operation) {
  const auto* method = node.callee->get_if<model::Attribute>();
  if (method == nullptr) return;
  const Value* receiver = view_.observation().value_of(*method->object);
  if (receiver == nullptr) return;
  if (operation.name.ends_with(".copy_")) {
    if (!node.arguments.empty()) use(*node.arguments.front().value, node.range);
    if (is_device_tensor(*receiver)) act(ActionKind::kChange, node.range, *method->object);
    return;
  }
  const Value* result = view_.observation().value_of(node);
  if (result == nullptr) return;
  const bool is_asked_to = std::ranges::any_of(node.arguments, [&](const model::Argument& argument) {
    return argument.keyword && view_.analysis().world.project.symbols().text(argument.keyword) == "non_blocking";
  });
  if (!is_device_tensor(*result)) {
    if (is_device_tensor(*receiver)) act(ActionKind::kUse, node.range, *method->object);
    return;
  }
  if (may_be_cpu_tensor(receiver) || is_asked_to) return act(ActionKind::kMake, node.range, node);
  // On the same device it may be the same memory.
  flow(node, *method->object, true);
}

/// The result stands for the memory, or keeps it.
void StreamActions::flow(const model::Call& result, const Expression& memory, bool same) {
  const Storage from = locations_.of(memory);
  if (from == 0) return;
  actions_->push_back({.kind = ActionKind::kFlow,
                       .range = result.range,
                       .at = at_,
                       .subject = locations_.of(result),
                       .other = from,
                       .same = same});
}

void StreamActions::wait(const model::Call& node, std::string_view name) {
  const auto* method = node.callee->get_if<model::Attribute>();
  const Expression* other = node.arguments.empty() ? nullptr : node.arguments.front().value;
  if (method == nullptr) return order(node.range, kUnknownStream, kEveryStream);
  if (name.ends_with(".wait_stream")) {
    const Storage awaited = other == nullptr ? kUnknownStream : blocks_.stream_of(*other);
    const bool is_known = awaited != kUnknownStream;
    return order(node.range, is_known ? blocks_.stream_of(*method->object) : kUnknownStream,
                 is_known ? awaited : kEveryStream);
  }
  // Which stream the event was recorded in is not followed: all but the one that waits.
  const bool by_event = !name.ends_with(".wait_event");
  const Storage waiting = !by_event          ? blocks_.stream_of(*method->object)
                          : other == nullptr ? blocks_.at(node.range)
                                             : blocks_.stream_of(*other);
  order(node.range, waiting, kEveryStream);
}

}  // namespace syncfree::engine
