#include "analyzer/inference/interpreter.h"

#include <algorithm>
#include <utility>

#include "analyzer/inference/observation.h"
#include "analyzer/values/keeper.h"
#include "analyzer/work/work.h"

namespace syncfree::inference {

Outcome Interpreter::run(std::uint32_t context) {
  work::count(work::Kind::kEvaluations);
  begin(context);
  run_body();
  keep_outcome(kept_);
  return taken_outcome();
}

Outcome Interpreter::observe(std::uint32_t context, Observation& seen) {
  begin(context);
  seen_ = &seen;
  run_body();
  keep_outcome(*seen.arena);
  return taken_outcome();
}

void Interpreter::begin(std::uint32_t context) {
  arena_.reset();  // of what an evaluation built that was broken off
  key_ = &world_.contexts[context].key;
  number_ = context;
  layer_ = world_.contexts[context].layer;
  depth_ = 0;
  seen_ = nullptr;
  last_called_ = nullptr;
  strange_calls_.clear();
  out_.clear();
  state_ = {};
  yielded_ = {};
  inner_names_.clear();
  break_states_.clear();
  continue_states_.clear();
  loop_depth_ = 0;
  guards_ = {};
  class_depth_ = 0;
  wanted_elements_ = 0;
  device_around_ = {};
  in_while_test_ = false;
}

void Interpreter::run_body() {
  const Value unbound = Value::of(Kind::kUnbound);

  if ((key_->code & kModuleBody) != 0) {
    function_ = nullptr;
    module_ = key_->code & ~kModuleBody;
    branches_.enter(nullptr, module_);
    const ModuleInfo& module = project().modules()[module_];
    scope_ = &module.scope;
    exported_.assign(scope_->size(), unbound);
    state_.slots = exported_;
    out_.variables.assign(scope_->size(), unbound);
    exports_ = true;
    execute(module.input.module->body);
  } else {
    function_ = &project().functions()[key_->code];
    module_ = function_->module;
    branches_.enter(function_, module_);
    scope_ = &function_->scope;
    exported_.assign(scope_->size(), unbound);
    state_.slots = exported_;
    const std::size_t parameters = function_->function->parameters.size();
    for (std::size_t i = 0; i < parameters; ++i) {
      const std::uint32_t slot = scope_->find(function_->function->parameters[i].name);
      state_.slots.set(slot, key_->declared ? declared_.parameter(*function_, i) : key_->arguments[i]);
      out_.takes_tensor |= values::known(state_.slots[slot].is_device_tensor());
    }
    exports_ = world_.keep_variables;
    if (exports_ || function_->has_inner_functions) out_.variables.assign(scope_->size(), unbound);
    if (exports_) export_variables();
    execute(function_->function->body);
    if (function_->function->is_generator) {
      out_.result = arena_.container(Kind::kIterator, yielded_);
    } else if (state_.reachable) {
      out_.result = join(out_.result, Value::none());
    }
  }
  const auto unique = [](auto& reads) {
    std::sort(reads.begin(), reads.end(), std::less<>{});
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  };
  unique(out_.read_contexts);
  unique(out_.read_cells);
}

/// The outcome, in no more memory than it needs: most contexts have theirs until the end.
Outcome Interpreter::taken_outcome() {
  std::vector<ContextKey> contexts = std::move(out_.new_contexts);
  std::vector<ObjectKey> objects = std::move(out_.new_objects);
  out_.new_contexts.clear();
  out_.new_objects.clear();
  Outcome taken = out_;
  taken.new_contexts = std::move(contexts);
  taken.new_objects = std::move(objects);
  return taken;
}

/// What an evaluation builds goes with it, except for what its outcome holds.
void Interpreter::keep_outcome(values::ValueArena& kept) {
  values::Keeper keeper(arena_, kept);
  keeper.keep(out_.result);
  for (Value& value : out_.variables) keeper.keep(value);
  for (Event& event : out_.events) {
    for (Value& operand : event.operands) keeper.keep(operand);
  }
  for (auto& [slot, content] : out_.grown) keeper.keep(content);
  for (AttributeStore& store : out_.stores) keeper.keep(store.value);
  for (GlobalStore& store : out_.globals) keeper.keep(store.value);
  for (ContextKey& key : out_.new_contexts) {
    for (Value& argument : key.arguments) keeper.keep(argument);
  }
  for (ObjectKey& key : out_.new_objects) {
    for (Value& argument : key.arguments) keeper.keep(argument);
  }
  if (seen_ != nullptr) {
    for (std::size_t i = 0; i < seen_->values.size(); ++i) keeper.keep(seen_->values.value(i));
  }
  arena_.reset();
}

void Interpreter::note_role(const catalog::Operator& operation, std::span<const ArgumentValue> arguments) {
  const bool asynchronous =
      operation.role == catalog::Role::kCopy && std::ranges::any_of(arguments, [](const ArgumentValue& argument) {
        return argument.keyword == "non_blocking" && argument.value.known_bool() != false;
      });
  if (asynchronous || catalog::is_notable(operation.role)) out_.roles |= role_bit(operation.role);
}

bool Interpreter::builds_module(const FunctionInfo& function) const {
  return function.owner != kNowhere && function.function->name == known_.init &&
         project().classes()[function.owner].is_module;
}

void Interpreter::emit(Event event) {
  if (event.blocks == Truth::kNo) return;
  event.loop_depth = loop_depth_;
  event.guarded = guards_.rare > 0;
  // In code of the host nobody passes what is on the GPU, and modules are built on the CPU from what is there.
  const bool is_host_code =
      guards_.on_host > 0 || (function_ != nullptr && (function_->is_on_host || builds_module(*function_)));
  const bool is_passed = is_host_code && event.places == values::Places(values::Place::kCaller);
  if (guards_.doubt > 0 || is_passed) event.evidence = values::Evidence::kGuessed;
  event.loop_test = in_while_test_;
  out_.events.push_back(std::move(event));
}

void Interpreter::emit_value(EventKind kind, source::TextRange range, const Value& value, TruthUse use) {
  if (!value.may_be(Kind::kTensor)) {
    // A container's text holds the text of its tensors.
    if (kind != EventKind::kFormat || value.aggregate == nullptr || value.aggregate->elements.size() > 16) return;
    for (const Value& element : value.aggregate->elements) {
      if (element.may_be(Kind::kTensor)) return emit_value(kind, range, element, use);
    }
    return;
  }
  Event event{.kind = kind, .range = range};
  event.blocks = value.is_device_tensor();
  event.evidence = value.evidence;
  event.places = value.places;
  event.operands[0] = value;
  event.truth_use = use;
  // Where a tensor is expected, None is not; but text is made of either, and `x or y` is written for what may be None.
  const bool takes_none = kind == EventKind::kFormat || use == TruthUse::kBooleanOperator;
  if (takes_none && value.may_be(Kind::kNone) && value.evidence != values::Evidence::kSeen) {
    event.blocks = event.blocks && Truth::kMaybe;
  }
  emit(std::move(event));
}

}  // namespace syncfree::inference
