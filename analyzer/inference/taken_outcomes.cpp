// How what the contexts of a round gave gets into the world.
#include <algorithm>

#include "analyzer/inference/rounds.h"

namespace syncfree::inference {

using values::Kind;

void Rounds::take(std::span<Evaluated> round) {
  for (Evaluated& each : round) {
    if (each.step != nullptr) {
      make_what_is_new(each.context, *each.step);
    } else {
      make_objects(each.context, *each.outcome, log_ ? &each.objects : nullptr);
      make_contexts(*each.outcome);
    }
  }
  // All of the round looked at the world as it was, so everyone who read something that changes now looks again.
  for (Evaluated& each : round) {
    analysis_.world.pending[each.context] = false;
    if (each.step != nullptr) {
      recall_->take(each.context, each.step);
      watch(each.context, *each.step);
    } else if (recall_) {
      watch(each.context, recall_->record(each.context, *each.outcome, each.objects, each.effect, each.work));
    } else {
      watch(each.context, *each.outcome);
    }
  }
  for (const std::uint32_t object : new_objects_) recall_->make_object(object);
  new_objects_.clear();
  for (Evaluated& each : round) {
    if (each.step != nullptr) {
      take(each.context, *each.step);
    } else {
      take(each.context, *each.outcome);
    }
  }
  find_crowded_classes();
}

void Rounds::take(std::uint32_t number, Outcome& outcome) {
  Context& context = analysis_.world.contexts[number];
  const Outcome& old = context.outcome;
  ++context.evaluations;
  grow(outcome, old);
  take_stores(outcome.stores, outcome.globals);
  outcome.stores = {};
  outcome.globals = {};
  take_variables(number, outcome);
  if (!(outcome.result == old.result)) change_result(number, outcome.result);
  if (outcome.grown != old.grown) change_grown(number, outcome.grown);
  std::swap(context.outcome, outcome);
  if (counts_.is_used(number)) use_calls(context.outcome.calls, outcome.calls);
  outcome = {};
}

/// The same, of an evaluation that was not done.
void Rounds::take(std::uint32_t number, const Step& step) {
  Context& context = analysis_.world.contexts[number];
  Outcome& outcome = context.outcome;
  ++context.evaluations;
  const auto value = [this](std::uint32_t value_number) { return memo().value(value_number); };
  std::vector<AttributeStore> stores;
  for (const NumberedStore& each : step.stores()) stores.push_back({each.object, each.name, value(each.value)});
  std::vector<GlobalStore> globals;
  for (const NumberedGlobal& each : step.globals()) globals.push_back({each.module, each.slot, value(each.value)});
  take_stores(stores, globals);
  for (const NumberedSlot& each : step.variables()) take_variable(number, {each.slot, value(each.value)});
  const Value result = values::join(shared_arena(), outcome.result, value(step.result));
  if (!(result == outcome.result)) {
    outcome.result = result;
    change_result(number, result);
  }
  if (step.has_grown) {
    outcome.grown.clear();
    for (const NumberedSlot& each : step.grown()) outcome.grown.emplace_back(each.slot, value(each.value));
    change_grown(number, outcome.grown);
  }
  outcome.met_nothing = step.met_nothing;
  outcome.takes_tensor = step.takes_tensor;
  if (step.has_reached) outcome.reached.assign(step.reached().begin(), step.reached().end());
  if (!step.has_calls) return;
  const std::vector<CallEdge> calls = std::exchange(outcome.calls, {step.calls().begin(), step.calls().end()});
  if (counts_.is_used(number)) use_calls(outcome.calls, calls);
}

/// Registers what the outcome looked at and the last one had not.
void Rounds::watch(std::uint32_t number, const Outcome& outcome) {
  const Outcome& old = analysis_.world.contexts[number].outcome;
  for_each_new(old.read_contexts, outcome.read_contexts,
               [&](const ContextRead& read) { readers_of_context_.add(read.context, {number, read.parts}); });
  for_each_new(old.read_cells, outcome.read_cells,
               [&](const Cell& cell) { readers_.add(numbers().add(cell), number); });
}

void Rounds::watch(std::uint32_t number, const Step& step) {
  for (const Read& read : step.reads()) {
    if (read.is_context()) {
      readers_of_context_.add(read.subject(), {number, read.parts()});
    } else {
      readers_.add(read.subject(), number);
    }
  }
}

void Rounds::use_calls(std::span<const CallEdge> now, std::span<const CallEdge> before) {
  for (const CallEdge& edge : now) add_user(edge.context);
  for (const CallEdge& edge : before) counts_.drop_user(edge.context);
}

void Rounds::change_result(std::uint32_t context, const Value& result) {
  if (recall_) recall_->set_result(context, result);
  log({.kind = ChangeKind::kResult, .subject = context, .value = result});
  mark_readers(context, Given::kResult);
}

void Rounds::change_grown(std::uint32_t context, std::span<const std::pair<std::uint32_t, Value>> grown) {
  if (recall_) recall_->set_grown(context, grown);
  log({.kind = ChangeKind::kGrownNothing, .subject = context});
  for (const auto& [slot, content] : grown)
    log({.kind = ChangeKind::kGrown, .subject = context, .detail = slot, .value = content});
  mark_readers(context, Given::kGrown);
}

/// Results only grow, so that what depends on itself comes to rest.
void Rounds::grow(Outcome& outcome, const Outcome& old) {
  outcome.result = values::join(shared_arena(), old.result, outcome.result);
  for (std::size_t i = 0; i < outcome.variables.size() && i < old.variables.size(); ++i) {
    // That it was not bound as long as less was known says nothing.
    if (old.variables[i].only(Kind::kUnbound)) continue;
    outcome.variables[i] = values::join(shared_arena(), old.variables[i], outcome.variables[i]);
  }
}

void Rounds::take_variables(std::uint32_t number, Outcome& outcome) {
  World& world = analysis_.world;
  const ContextKey& key = world.contexts[number].key;
  const bool is_module = (key.code & kModuleBody) != 0;
  if (is_module) {
    const std::vector<Value>& stored = global_stores_[number];
    for (std::size_t slot = 0; slot < std::min(stored.size(), outcome.variables.size()); ++slot)
      outcome.variables[slot] = with_global_store(outcome.variables[slot], stored[slot]);
  }
  const Scope& scope = world.scope_of(number);
  const std::vector<Value>& old = world.contexts[number].outcome.variables;
  for (std::uint32_t slot = 0; slot < outcome.variables.size(); ++slot) {
    const Value before = slot < old.size() ? old[slot] : Value{};
    if (!(outcome.variables[slot] == before)) change_variable(number, scope.name(slot), outcome.variables[slot]);
  }
}

/// One that an evaluation gave otherwise than the one before.
void Rounds::take_variable(std::uint32_t number, const SlotValue& variable) {
  const Scope& scope = analysis_.world.scope_of(number);
  std::vector<Value>& variables = analysis_.world.contexts[number].outcome.variables;
  if (variables.empty()) variables.resize(scope.size());
  Value& kept = variables[variable.slot];
  const Value before = kept;
  const bool is_first = kept.only(Kind::kUnbound);  // bottom as well
  kept = is_first ? variable.value : values::join(shared_arena(), kept, variable.value);
  const auto stored = global_stores_.find(number);
  if (stored != global_stores_.end() && variable.slot < stored->second.size())
    kept = with_global_store(kept, stored->second[variable.slot]);
  if (!(kept == before)) change_variable(number, scope.name(variable.slot), kept);
}

void Rounds::change_variable(std::uint32_t context, model::Symbol name, const Value& value) {
  log({.kind = ChangeKind::kVariable, .subject = context, .detail = name.id, .value = value});
  mark_changed({kVariables | context, name}, {}, value);
}

/// What a variable of a module may be, if functions assign it too.
Value Rounds::with_global_store(const Value& variable, const Value& stored) {
  if (stored.is_bottom()) return variable;
  return variable.only(Kind::kUnbound) ? stored : values::join(shared_arena(), variable, stored);
}

/// True if that changed the attribute.
bool Rounds::keep(std::uint32_t owner, model::FlatMap<model::Symbol, Value>& attributes, const AttributeStore& store) {
  Value& kept = attributes[store.name];
  if (kept == store.value) return false;
  const Value joined = with_store(shared_arena(), kept, store.value);
  if (joined == kept) return false;
  const Value before = std::exchange(kept, joined);
  if (log_) {
    using enum ChangeKind;
    const bool is_of_subclasses = (owner & kSubclasses) != 0;
    log({is_of_subclasses ? kOfSubclasses : kAttribute, owner & ~kSubclasses, store.name.id, joined});
  }
  mark_changed({owner, store.name}, before, joined);
  mark_changed({owner, {}});
  return true;
}

void Rounds::take_stores(std::span<const AttributeStore> stores, std::span<const GlobalStore> globals) {
  World& world = analysis_.world;
  for (const AttributeStore& store : stores) {
    const std::uint32_t klass = world.class_of(store.object);
    if (world.object(store.object).layer != layer_) continue;  // has settled
    if (!keep(store.object, world.object(store.object).attributes, store)) continue;
    // Who looks at any instance of the class looks at this one too, if it may be met there.
    if (world.object(klass).layer != layer_) continue;
    if (klass != store.object && !keep(klass, world.object(klass).attributes, store)) continue;
    for (const std::uint32_t parent : world.parents[klass]) {
      if (world.object(parent).layer == layer_) keep(kSubclasses | parent, world.of_subclasses[parent], store);
    }
  }
  for (const GlobalStore& store : globals) {
    if (world.contexts[store.module].layer != layer_) continue;
    auto& variables = global_stores_[store.module];
    if (variables.size() <= store.slot) variables.resize(store.slot + 1);
    variables[store.slot] = values::join(shared_arena(), variables[store.slot], store.value);
    auto& exported = world.contexts[store.module].outcome.variables;
    if (store.slot >= exported.size()) continue;
    const Value joined = with_global_store(exported[store.slot], variables[store.slot]);
    if (joined == exported[store.slot]) continue;
    exported[store.slot] = joined;
    change_variable(store.module, world.project.modules()[store.module].scope.name(store.slot), joined);
  }
}

void Rounds::mark_readers(std::uint32_t context, Given changed) {
  readers_of_context_.for_each(context, [&](const ContextRead& reader) {
    if (reader.parts.has(changed)) {
      mark_pending(reader.context);
    } else {
      turn_of(reader.context).unread.push_back(reader.context);
    }
  });
}

void Rounds::mark_changed(const Cell& cell, const Value& before, const Value& value) {
  if (recall_) recall_->set(cell, before, value);
  mark_changed(cell);
}

void Rounds::mark_changed(const Cell& cell) {
  const std::optional<std::uint32_t> number = numbers().find(cell);
  if (!number) return;
  readers_.for_each(*number, [&](std::uint32_t reader) { mark_pending(reader); });
}

}  // namespace syncfree::inference
