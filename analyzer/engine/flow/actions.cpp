// The actions of a function, step by step, from the values that its expressions have.
#include <algorithm>
#include <memory>
#include <set>
#include <tuple>
#include <unordered_set>

#include "analyzer/engine/flow/call_values.h"
#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/flow/locations.h"
#include "analyzer/engine/flow/stream_actions.h"
#include "analyzer/model/dotted_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::engine {

namespace {

using catalog::Role;
using flow::Step;
using flow::StepKind;
using model::Expression;
using model::ExpressionKind;
using values::Kind;
using values::Value;

bool may_be_device_tensor(const Value* value) { return value != nullptr && values::known(value->is_device_tensor()); }

/// The expression behind which a wait comes. The fields of a text are made into text one after another: in
/// `f"{x.mean()} {time.time() - start}"`, before the clock is read.
const Expression* waiting_at(const FunctionView& view, source::TextRange range) {
  const Expression* expression = view.expression_at(range);
  const auto* text = expression == nullptr ? nullptr : expression->get_if<model::Formatted>();
  if (text == nullptr) return expression;
  const auto field = std::ranges::find(text->fields, range, &model::FormattedField::range);
  return field == text->fields.end() ? expression : field->value;
}

class Builder {
 public:
  explicit Builder(const FunctionView& view)
      : view_(view), graph_(view.graph()), symbols_(view.analysis().world.project.symbols()) {
    for (const Wait& wait : view.waits()) {
      if (const Expression* expression = waiting_at(view, wait.event->range)) waits_.emplace(expression, &wait);
    }
    for (const flow::Branch& branch : graph_.branches) joins_.insert(branch.join);
    streams_ = stream_actions(view, locations_);
  }

  std::vector<std::vector<Action>> run() {
    actions_.resize(graph_.blocks.size());
    if (streams_) streams_->take_parameters(actions_[flow::Graph::kEntry]);
    for (std::uint32_t block = 0; block < graph_.blocks.size(); ++block) {
      const auto& steps = graph_.blocks[block].steps;
      for (std::uint32_t i = 0; i < steps.size(); ++i) {
        at_ = {block, i};
        if (streams_) streams_->take(steps[i], at_, actions_[block]);
        take(steps[i]);
      }
    }
    assume_guarded_waits();
    return std::move(actions_);
  }

 private:
  const Value* value_of(const Expression& expression) const { return view_.observation().value_of(expression); }

  Action& act(ActionKind kind, source::TextRange range, Storage subject = 0, Storage other = 0) {
    Action action{.kind = kind, .range = range, .at = at_, .subject = subject, .other = other};
    return actions_[at_.block].emplace_back(action);
  }

  /// `into` stands for what `from` does, or holds it.
  void flows(const Expression& into, const Expression* from, bool same = false, bool replaces = false) {
    const Storage source = from == nullptr ? 0 : locations_.of(*from);
    if (source == 0 && !replaces) return;
    Action& action = act(ActionKind::kFlow, into.range, locations_.of(into), source);
    action.same = same && source != 0;
    action.replaces = replaces;
  }

  void reads(const Expression& expression, source::TextRange range) {
    const Value* value = value_of(expression);
    if (value != nullptr && !value->may_be(kMayHoldTensor)) return;
    if (value != nullptr && value->only(Kind::kTensor) && !may_be_cpu_tensor(value)) return;
    if (const Storage location = locations_.of(expression)) act(ActionKind::kRead, range, location);
  }

  void take(const Step& step) {
    switch (step.kind) {
      case StepKind::kEvaluate:
        evaluate(*step.expression);
        return;
      case StepKind::kTest:
        if (may_be_cpu_tensor(value_of(*step.expression))) reads(*step.expression, step.expression->range);
        return;
      case StepKind::kBind:
        bind(*step.expression, step.value, step.partial);
        return;
      case StepKind::kUpdate: {
        const Expression& target = *step.expression;
        const auto* element = target.get_if<model::Subscript>();
        const Expression& memory = element == nullptr ? target : *element->object;
        const Value* value = value_of(memory);
        if (value == nullptr || !value->may_be(Kind::kTensor)) return;
        reads(*step.value, target.range);
        act(ActionKind::kWrite, target.range, locations_.of(memory));
        return;
      }
      case StepKind::kEnter:
      case StepKind::kLeave:
        enter_or_leave(step);
        return;
    }
  }

  void enter_or_leave(const Step& step) {
    const auto* call = step.expression->get_if<model::Call>();
    if (call == nullptr) return;
    for (const catalog::Operator* operation : operators_of(view_, *call)) {
      if (operation->role != Role::kCapture) continue;
      act(step.kind == StepKind::kEnter ? ActionKind::kCaptureBegin : ActionKind::kCaptureEnd, call->range);
    }
  }

  void bind(const Expression& target, const Expression* value, bool partial) {
    if (const auto* element = target.get_if<model::Subscript>()) {
      const Value* object = value_of(*element->object);
      const auto* key = element->index->get_if<model::Constant>();
      const bool is_entry = key != nullptr && key->constant == model::ConstantKind::kString;  // `batch["image"] = …`
      if (object != nullptr && object->may_be(Kind::kTensor) && !is_entry) {
        act(ActionKind::kWrite, target.range, locations_.of(*element->object));
      } else if (value != nullptr) {
        flows(*element->object, value);
      }
      return;
    }
    flows(target, value, !partial, true);
  }

  void wait_at(const Expression& expression) {
    const auto found = waits_.find(&expression);
    if (found == waits_.end()) return;
    Action& action = act(ActionKind::kWait, found->second->event->range);
    action.wait = found->second;
    const catalog::Operator* operation = found->second->event->operation;
    const auto* call = expression.get_if<model::Call>();
    if (operation == nullptr || call == nullptr || !operation->name.ends_with("Event.synchronize")) return;
    if (const auto* method = call->callee->get_if<model::Attribute>()) action.subject = locations_.of(*method->object);
  }

  void evaluate(const Expression& expression) {
    switch (expression.kind) {
      case ExpressionKind::kCall:
        call(expression.as<model::Call>());
        return;
      case ExpressionKind::kFormatted:
        for (const model::FormattedField& field : expression.as<model::Formatted>().fields) {
          if (!expression.as<model::Formatted>().is_template) reads(*field.value, field.range);
        }
        break;
      case ExpressionKind::kSubscript:
        subscript(expression.as<model::Subscript>());
        break;
      case ExpressionKind::kAttribute:
        attribute(expression.as<model::Attribute>());
        break;
      case ExpressionKind::kSequence:
        for (const Expression* element : expression.as<model::Sequence>().elements) flows(expression, element);
        break;
      case ExpressionKind::kDictionary:
        for (const model::DictionaryItem& item : expression.as<model::Dictionary>().items)
          flows(expression, item.value);
        break;
      case ExpressionKind::kComprehension:
        flows(expression, expression.as<model::Comprehension>().element);
        break;
      case ExpressionKind::kConditional:
        flows(expression, expression.as<model::Conditional>().then_value);
        flows(expression, expression.as<model::Conditional>().else_value);
        break;
      case ExpressionKind::kBoolean:
        for (const Expression* operand : expression.as<model::Boolean>().operands) flows(expression, operand);
        break;
      case ExpressionKind::kBinary:
      case ExpressionKind::kComparison:
      case ExpressionKind::kUnary:
        compute(expression);
        break;
      default:
        break;
    }
    wait_at(expression);
  }

  void subscript(const model::Subscript& subscript) {
    const Value* object = value_of(*subscript.object);
    flows(subscript, subscript.object, object != nullptr && object->only(Kind::kTensor));
  }

  void attribute(const model::Attribute& attribute) {
    const Value* object = value_of(*attribute.object);
    const std::string_view name = symbols_.text(attribute.name);
    const bool view = name == "data" || name == "T" || name == "mT" || name == "real" || name == "values";
    if (view && object != nullptr && object->may_be(Kind::kTensor)) flows(attribute, attribute.object, true);
  }

  void compute(const Expression& expression) {
    model::for_each_child(expression, [&](const Expression* operand) {
      if (may_be_cpu_tensor(value_of(*operand))) reads(*operand, expression.range);
    });
    if (const auto* binary = expression.get_if<model::Binary>();
        binary != nullptr && binary->operation == model::BinaryOperator::kSubtract && !is_compared(expression)) {
      act(ActionKind::kSubtract, expression.range, locations_.of(*binary->left), locations_.of(*binary->right));
    }
    if (may_be_device_tensor(value_of(expression))) act(ActionKind::kLaunch, expression.range);
  }

  /// `now - start > limit` bounds the time, it does not measure.
  bool is_compared(const Expression& expression) const {
    const Expression* parent = view_.code().parents().of(expression).parent;
    return parent != nullptr && parent->kind == ExpressionKind::kComparison;
  }

  void call(const model::Call& node) {
    const std::vector<const catalog::Operator*> operations = operators_of(view_, node);
    const auto* method = node.callee->get_if<model::Attribute>();
    const Value* callee = value_of(*node.callee);
    const bool is_method = method != nullptr && callee != nullptr && callee->entities != nullptr &&
                           !callee->entities->items.empty() && callee->entities->items.front().self != nullptr;
    const Expression* first = is_method                ? method->object
                              : node.arguments.empty() ? nullptr
                                                       : node.arguments.front().value;
    if (operations.empty()) {
      unknown_call(node, method);
    } else {
      library_call(node, *operations.front(), first, is_method);
    }
    wait_at(node);
    const Role role = operations.empty() ? Role::kNone : operations.front()->role;
    const bool computes = role == Role::kNone || role == Role::kRandom || role == Role::kWaitsBack;
    const bool is_kernel = !operations.empty() && operations.front()->name == "cxx.launch";
    if (role == Role::kBackward || role == Role::kOptimizerStep || is_kernel ||
        (computes && holds_device_tensor(value_of(node))))
      act(ActionKind::kLaunch, node.range);
    if (role == Role::kBackward) act(ActionKind::kBackward, node.range);
    if (role == Role::kOptimizerStep) act(ActionKind::kOptimizerStep, node.range);
    for (const inference::CallEdge& edge : view_.outcome().calls) {
      if (edge.range == node.range && view_.waits_inside(edge.context)) {
        act(ActionKind::kWait, node.range);
        break;
      }
    }
  }

  bool is_adding(const model::Attribute& method) const {
    constexpr std::string_view kAdding[] = {"append", "extend",     "add",        "insert",
                                            "update", "setdefault", "appendleft", "put"};
    return std::ranges::find(kAdding, symbols_.text(method.name)) != std::end(kAdding);
  }

  /// `out.append(y)`: the container has what it is given.
  void unknown_call(const model::Call& node, const model::Attribute* method) {
    if (method == nullptr || !is_adding(*method)) return;
    for (const model::Argument& argument : node.arguments) flows(*method->object, argument.value);
  }

  void library_call(const model::Call& node, const catalog::Operator& operation, const Expression* first,
                    bool is_method) {
    const auto operand = [&](std::size_t i) -> const Expression* {
      if (is_method && i == 0) return first;
      const std::size_t at = is_method ? i - 1 : i;
      return at < node.arguments.size() ? node.arguments[at].value : nullptr;
    };
    const Storage subject = first == nullptr ? 0 : locations_.of(*first);
    switch (operation.role) {
      case Role::kClock:
        act(ActionKind::kClock, node.range, locations_.of(node));
        return;
      case Role::kRecord: {
        const bool by_stream = operation.name.ends_with("record_event");
        const Expression* event = by_stream ? operand(1) : first;
        act(ActionKind::kRecord, node.range, event == nullptr ? locations_.of(node) : locations_.of(*event));
        if (by_stream && event != nullptr) flows(node, event);
        return;
      }
      case Role::kQuery:
        act(ActionKind::kQuery, node.range, subject);
        return;
      case Role::kElapsed:
        if (const Expression* end = operand(1)) act(ActionKind::kElapsed, node.range, subject, locations_.of(*end));
        return;
      case Role::kCaptureBegin:
        act(ActionKind::kCaptureBegin, node.range);
        return;
      case Role::kCaptureEnd:
        act(ActionKind::kCaptureEnd, node.range);
        return;
      case Role::kView:
        if (is_method || first == nullptr) {
          flows(node, first, true);
        } else {
          for (const model::Argument& argument : node.arguments) flows(node, argument.value);
        }
        return;
      case Role::kCopy:
        copy(node, operation, *first, operand(1));
        return;
      case Role::kMetadata:
        break;
      default:
        if (is_method && is_container_method(operation)) {
          const auto& method = node.callee->as<model::Attribute>();
          is_adding(method) ? unknown_call(node, &method) : flows(node, first);
          return;
        }
        if (is_method) reads(*first, node.range);
        for (const model::Argument& argument : node.arguments) {
          if (argument.keyword && symbols_.text(argument.keyword) == "out") continue;
          reads(*argument.value, node.range);
        }
        break;
    }
    writes(node, operation, first);
  }

  static bool is_container_method(const catalog::Operator& operation) {
    constexpr std::string_view kContainers[] = {"builtins.list.", "builtins.dict.", "builtins.set.", "builtins.tuple.",
                                                "collections."};
    return std::ranges::any_of(kContainers,
                               [&](std::string_view container) { return operation.name.starts_with(container); });
  }

  void writes(const model::Call& node, const catalog::Operator& operation, const Expression* first) {
    const std::string_view name = model::last_part(operation.name);
    const bool in_place = operation.name.starts_with("torch.Tensor.") && name.ends_with('_') && !name.ends_with("__") &&
                          name != "requires_grad_";
    if (in_place && first != nullptr) {
      act(ActionKind::kWrite, node.range, locations_.of(*first));
      flows(node, first, true);
    }
    for (const model::Argument& argument : node.arguments) {
      if (argument.keyword && symbols_.text(argument.keyword) == "out")
        act(ActionKind::kWrite, node.range, locations_.of(*argument.value));
    }
  }

  bool is_asynchronous(const model::Call& node) const {
    return std::ranges::any_of(node.arguments, [&](const model::Argument& argument) {
      if (!argument.keyword || symbols_.text(argument.keyword) != "non_blocking") return false;
      const Value* value = value_of(*argument.value);
      return value != nullptr && value->known_bool() == true;
    });
  }

  void copy(const model::Call& node, const catalog::Operator& operation, const Expression& first,
            const Expression* second) {
    const bool into = operation.name.ends_with(".copy_");
    const Expression* source = into ? second : &first;
    const Expression& destination = into ? first : node;
    if (source == nullptr) return;
    const Value* from = value_of(*source);
    const Value* to = value_of(destination);
    const bool asynchronous = is_asynchronous(node);
    const bool out = may_be_device_tensor(from) && may_be_cpu_tensor(to);
    const bool in = may_be_cpu_tensor(from) && may_be_device_tensor(to);
    if (into && !asynchronous && may_be_cpu_tensor(from) && may_be_cpu_tensor(to)) reads(*source, node.range);
    if (into) {
      if (!(asynchronous && out)) act(ActionKind::kWrite, node.range, locations_.of(first));
      flows(node, &first, true);
    }
    if (out && asynchronous) {
      act(ActionKind::kCopyOut, node.range, locations_.of(destination));
    } else if (in && asynchronous && from->memories.within(values::Memory::kPinned)) {
      Action& action = act(ActionKind::kCopyIn, node.range, locations_.of(*source));
      action.persistent = source->kind == ExpressionKind::kAttribute;
    } else if (!into && may_be_cpu_tensor(from) && may_be_cpu_tensor(to)) {
      flows(node, &first, true);
    }
  }

  /// `if device.type == "cuda": torch.cuda.synchronize()`: where it is not run it is not needed. Where a branch ends as
  /// the one around it ends (`elif`), the outer one speaks for both; of many waits for one thing, the first speaks for
  /// all: so the actions stay as many as the waits, however branches are nested.
  void assume_guarded_waits() {
    const std::vector<Action> waits = unguarded_waits();
    for (const flow::Branch& branch : graph_.branches) {
      if (ends_with_outer_branch(branch)) continue;
      auto first = std::ranges::lower_bound(waits, branch.then_begin, {}, &block_of);
      std::set<std::tuple<ActionKind, Storage, Storage, Storage, Storage>> known;
      std::vector<Action> assumed;
      for (; first != waits.end() && block_of(*first) < branch.else_end; ++first) {
        if (!known.emplace(first->kind, first->subject, first->other, first->stream, first->awaited).second) continue;
        Action& copy = assumed.emplace_back(*first);
        copy.at = {branch.join, 0};
        copy.wait = nullptr;
      }
      auto& join = actions_[branch.join];
      join.insert(join.begin(), assumed.begin(), assumed.end());
    }
  }

  std::vector<Action> unguarded_waits() const {
    std::vector<Action> waits;
    for (const std::vector<Action>& actions : actions_) {
      for (const Action& action : actions) {
        const bool waits_for =
            action.kind == ActionKind::kWait || action.kind == ActionKind::kQuery || action.kind == ActionKind::kOrder;
        if (waits_for && (action.wait == nullptr || !action.wait->event->guarded)) waits.push_back(action);
      }
    }
    return waits;
  }

  static std::uint32_t block_of(const Action& action) { return action.at.block; }

  bool ends_with_outer_branch(const flow::Branch& branch) const {
    const flow::Block& join = graph_.blocks[branch.join];
    return join.steps.empty() && join.successors.size() == 1 && joins_.contains(join.successors.front());
  }

  const FunctionView& view_;
  const flow::Graph& graph_;
  const model::SymbolTable& symbols_;
  Locations locations_;
  std::unique_ptr<StreamActions> streams_;
  std::unordered_map<const Expression*, const Wait*> waits_;
  std::unordered_set<std::uint32_t> joins_;  ///< the blocks where branches end
  std::vector<std::vector<Action>> actions_;
  flow::Point at_ = {};
};

}  // namespace

std::vector<std::vector<Action>> actions_of(const FunctionView& view) { return Builder(view).run(); }

std::vector<const catalog::Operator*> operators_of(const FunctionView& view, const model::Call& call) {
  std::vector<const catalog::Operator*> operations;
  const Value* callee = view.observation().value_of(*call.callee);
  if (callee == nullptr || callee->entities == nullptr) return operations;
  const catalog::Catalog& catalog = view.analysis().world.project.catalog();
  for (const values::Entity& entity : callee->entities->items) {
    const catalog::Operator* operation = nullptr;
    switch (entity.kind) {
      case values::EntityKind::kLibraryName:
      case values::EntityKind::kMethod:
        operation = catalog.row(entity.index).operation;
        break;
      case values::EntityKind::kLibraryObject:
        operation = catalog.object_call(entity.index);
        break;
      default:
        break;
    }
    if (operation != nullptr) operations.push_back(operation);
  }
  return operations;
}

}  // namespace syncfree::engine
