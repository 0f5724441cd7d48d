#include "analyzer/inference/recall.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/values/hash.h"

namespace syncfree::inference {

using values::mixed;

namespace {

std::uint64_t hash_of_value(const Value& value) { return value.is_bottom() ? 0 : values::hash_of(value); }

bool is_same(const Read& a, const Read& b) { return a == b; }

bool is_same(const CallEdge& a, const CallEdge& b) {
  return a.context == b.context && a.range == b.range && a.loop_depth == b.loop_depth && a.guarded == b.guarded &&
         a.elsewhere == b.elsewhere;
}
bool is_same(std::uint32_t a, std::uint32_t b) { return a == b; }

template <class Item>
bool are_same(std::span<const Item> a, std::span<const Item> b) {
  return std::ranges::equal(a, b, [](const Item& one, const Item& other) { return is_same(one, other); });
}

/// A memo's steps, beside what is not in it yet.
class StepComparison {
 public:
  explicit StepComparison(const Memo& memo) : memo_(memo) {}

  /// Whatever they read, and however they were asked.
  bool is_same(const Step& a, const StepContent& b) const {
    return memo_.value(a.result) == b.result && a.has_grown == b.has_grown && a.has_calls == b.has_calls &&
           a.met_nothing == b.met_nothing && a.takes_tensor == b.takes_tensor && are_same(a.reads(), b.reads) &&
           have_same_values(a.variables(), b.variables) && have_same_values(a.grown(), b.grown) &&
           are_same(a.calls(), b.calls) && have_same_values(a.stores(), b.stores) &&
           have_same_values(a.globals(), b.globals) && are_same(a.objects(), b.objects) &&
           a.has_reached == b.has_reached && std::ranges::equal(a.reached(), b.reached);
  }

  /// Those of `stores` that no step up to `before` has: to join them once more changes nothing.
  template <class Store, class Stores>
  std::vector<Store> new_stores(const Step* before, Stores of_step, const std::vector<Store>& all) const {
    std::vector<Store> found;
    for (const Store& store : all) {
      bool is_known = false;
      for (const Step* step = before; step != nullptr && !is_known; step = step->before)
        is_known = std::ranges::any_of((step->*of_step)(), [&](const auto& other) { return has(other, store); });
      if (!is_known) found.push_back(store);
    }
    return found;
  }

  /// The variables that are not what they were in the evaluation before.
  std::vector<SlotValue> new_variables(const Step* before, const std::vector<Value>& variables) const {
    std::vector<const Value*> latest(variables.size(), nullptr);
    for (const Step* step = before; step != nullptr && !variables.empty(); step = step->before) {
      for (const NumberedSlot& each : step->variables()) {
        if (each.slot < latest.size() && latest[each.slot] == nullptr) latest[each.slot] = &memo_.value(each.value);
      }
    }
    std::vector<SlotValue> found;
    for (std::uint32_t slot = 0; slot < variables.size(); ++slot) {
      if (latest[slot] == nullptr || !(*latest[slot] == variables[slot])) found.push_back({slot, variables[slot]});
    }
    return found;
  }

 private:
  bool has(const NumberedStore& a, const AttributeStore& b) const {
    return a.object == b.object && a.name == b.name && memo_.value(a.value) == b.value;
  }
  bool has(const NumberedGlobal& a, const GlobalStore& b) const {
    return a.module == b.module && a.slot == b.slot && memo_.value(a.value) == b.value;
  }
  bool has(const NumberedSlot& a, const SlotValue& b) const {
    return a.slot == b.slot && memo_.value(a.value) == b.value;
  }
  template <class Numbered, class Item>
  bool have_same_values(std::span<const Numbered> a, std::span<const Item> b) const {
    return std::ranges::equal(a, b, [this](const Numbered& one, const Item& other) { return has(one, other); });
  }

  const Memo& memo_;
};

}  // namespace

Recall::Recall(const World& world, Memo& memo, const World* before, std::vector<bool> changed)
    : world_(world),
      memo_(memo),
      before_(before),
      changed_(std::move(changed)),
      cells_(memo.cells().size(), 0),
      all_of_subclasses_(world.project.classes().size(), 0),
      details_(world.project.functions().size(), 0) {
  memo.begin();
  for (const auto& [cell, hash] : memo.versions()) cells_[cell] = hash;
  add_contexts();
}

void Recall::add_contexts() {
  const std::size_t count = world_.contexts.size();
  results_.resize(count, 0);
  grown_.resize(count, 0);
  last_.resize(count, nullptr);
  is_new_.resize(count, false);
  is_evaluated_.resize(count, false);
}

void Recall::begin_layer(std::uint32_t layer) {
  layer_ = layer;
  for (const std::uint32_t code : less_of_) details_[code] = 0;
  for (const std::uint32_t cell : crowded_) cells_[cell] = 0;
  less_of_.clear();
  crowded_.clear();
}

/// What has the same key, in any layer.
template <class Keyed, class Visit>
void Recall::for_each_double(const std::vector<Keyed>& all, model::HashIndex World::* index, std::uint32_t number,
                             const Visit& visit) const {
  if (world_.project.layers().all().size() < 2) return;
  const auto& key = all[number].key;
  const auto look = [&](std::uint32_t other) {
    if (other != number && all[other].key == key) visit(other);
    return false;
  };
  (world_.*index).find(key.hash, look);
  if (before_ != nullptr) (before_->*index).find(key.hash, look);
}

void Recall::make_context(std::uint32_t context) {
  if (context >= last_.size()) add_contexts();
  for_each_double(world_.contexts, &World::context_index, context, [&](std::uint32_t other) {
    memo_.doubt(context);
    memo_.doubt(other);
  });
}

void Recall::make_object(std::uint32_t object) {
  for_each_double(world_.objects, &World::object_index, object, [&](std::uint32_t other) {
    cells_[number({object, kIsThere})] = memo_.fresh();
    cells_[number({other, kIsThere})] = memo_.fresh();
  });
  const Cell cell{object, kIsThere};
  if (const auto number = memo_.cells().find(cell); number && *number < cells_.size() && cells_[*number] == 0)
    cells_[*number] = 1;
}

void Recall::set_result(std::uint32_t context, const Value& result) { results_[context] = hash_of_value(result); }

void Recall::set_grown(std::uint32_t context, std::span<const std::pair<std::uint32_t, Value>> grown) {
  std::uint64_t hash = 1;
  for (const auto& [slot, content] : grown) hash = mixed(mixed(hash, slot), values::hash_of(content));
  grown_[context] = hash;
}

void Recall::set(const Cell& cell, const Value& before, const Value& value) {
  const std::uint64_t hash = hash_of_value(value);
  const auto known = memo_.cells().find(cell);
  const bool is_variable = (cell.owner & kVariables) != 0;
  // What a cell with a number held has a hash already.
  const std::uint64_t former = known ? std::exchange(cells_[*known], hash) : is_variable ? 0 : hash_of_value(before);
  if (is_variable) return;
  std::uint64_t& all = all_of(cell.owner);
  if (former == 0) all = mixed(all, cell.name.id);
  all += mixed(cell.name.id, hash) - mixed(cell.name.id, former);
  if (const auto number = memo_.cells().find({cell.owner, {}})) cells_[*number] = all;
}

void Recall::set_crowded(std::uint32_t klass) {
  crowded_.push_back(number({kInstances | klass, {}}));
  cells_[crowded_.back()] = 1;
}

void Recall::set_detail(std::uint32_t code, Detail detail) {
  details_[code] = static_cast<std::uint8_t>(detail);
  less_of_.push_back(code);
}

std::uint32_t Recall::number(const Cell& cell) {
  const std::uint32_t number = memo_.cells().add(cell);
  if (number == cells_.size()) cells_.push_back(hash_of(cell));
  return number;
}

/// Of an object that has just been asked for.
std::uint32_t Recall::number_of_absent(std::uint32_t object) {
  const std::uint32_t number = memo_.cells().add({object, kIsThere});
  if (number == cells_.size()) cells_.push_back(0);
  return number;
}

/// By the world, of a cell that has no number so far.
std::uint64_t Recall::hash_of(const Cell& cell) const {
  const auto hash_in = [&](const model::FlatMap<model::Symbol, Value>& attributes) {
    const Value* value = attributes.find(cell.name);
    return value == nullptr ? 0 : hash_of_value(*value);
  };
  if ((cell.owner & kVariables) != 0) {
    const std::uint32_t context = cell.owner & ~kVariables;
    const std::vector<Value>& variables = world_.contexts[context].outcome.variables;
    const std::uint32_t slot = world_.scope_of(context).find(cell.name);
    return slot < variables.size() ? hash_of_value(variables[slot]) : 0;
  }
  const std::uint32_t owner = cell.owner & ~kSubclasses;
  const bool is_of_subclasses = (cell.owner & kSubclasses) != 0;
  if (is_in_text(cell)) return 0;                               // see Memo::versions
  if ((cell.owner & ~kSubclasses & kInstances) != 0) return 0;  // set_crowded asks for the number before it sets it
  if (cell.name == kIsThere) return world_.objects[owner].is_made ? 1 : 0;
  if (is_of_subclasses) return cell.name ? hash_in(world_.of_subclasses[owner]) : all_of_subclasses_[owner];
  if (cell.name) return hash_in(world_.objects[owner].attributes);
  return owner < all_of_objects_.size() ? all_of_objects_[owner] : 0;
}

std::uint64_t& Recall::all_of(std::uint32_t owner) {
  if ((owner & kSubclasses) != 0) return all_of_subclasses_[owner & ~kSubclasses];
  if (owner >= all_of_objects_.size()) all_of_objects_.resize(std::size_t{owner} * 2 + 1, 0);
  return all_of_objects_[owner];
}

std::uint32_t Recall::detail_of(std::uint32_t context) const {
  const std::uint32_t code = world_.contexts[context].key.code;
  return (code & kModuleBody) != 0 ? 0 : details_[code];
}

std::uint64_t Recall::hash_of_read(const Read& read) const {
  if (!read.is_context()) return cells_[read.subject()];
  std::uint64_t hash = detail_of(read.subject());
  if (read.parts().has(Given::kResult)) hash = mixed(hash, results_[read.subject()]);
  if (read.parts().has(Given::kGrown)) hash = mixed(hash, grown_[read.subject()]);
  return hash;
}

/// A step that reads this, and those before it.
std::uint64_t Recall::seen(std::span<const Read> reads, const Step* before) const {
  std::uint64_t hash = world_.is_open[layer_] ? 1 : 0;
  for (const Read& read : reads) hash = mixed(hash, hash_of_read(read));
  for (const Step* step = before; step != nullptr; step = step->before) {
    for (const Read& read : step->reads()) hash = mixed(hash, hash_of_read(read));
  }
  return hash;
}

/// In the memo, of a context that gave nothing else so far.
Step* Recall::next_of(std::uint32_t context) const {
  return last_[context] == nullptr ? memo_.first(context) : last_[context]->next;
}

/// An earlier layer made it the last time, and now it has settled without it, or left it behind half evaluated: it is
/// asked for in this layer.
bool Recall::calls_what_was_settled(const Step& step) const {
  return std::ranges::any_of(step.reads(), [&](const Read& read) {
    if (!read.is_context()) return false;
    const Context& context = world_.contexts[read.subject()];
    return context.layer != layer_ && (!context.is_made || context.is_abandoned);
  });
}

/// Who asks for its key in this layer gets this context, and not one of another layer.
bool Recall::is_meant(std::uint32_t context) const {
  const Context& asked_for = world_.contexts[context];
  const std::uint32_t found = world_.find(asked_for.key, layer_);
  return found == context || (found == model::HashIndex::kAbsent && asked_for.layer == layer_);
}

Step* Recall::find(std::uint32_t context) const {
  if (is_new_[context]) return nullptr;
  Step* step = next_of(context);
  if (step == nullptr || changed_[world_.module_of(context)] || calls_what_was_settled(*step)) return nullptr;
  if (seen(step->reads(), step->before) != step->seen) return nullptr;
  for (const Step* each = memo_.has_doubts() ? step : nullptr; each != nullptr; each = each->before) {
    const auto is_doubtful = [&](const Read& read) {
      return read.is_context() && memo_.is_doubtful(read.subject()) && !is_meant(read.subject());
    };
    if (std::ranges::any_of(each->reads(), is_doubtful)) return nullptr;
  }
  return step;
}

std::vector<Read> Recall::new_reads(const Step* before, const Outcome& outcome,
                                    std::span<const std::uint32_t> objects) {
  std::vector<Read> known;
  for (const Step* step = before; step != nullptr; step = step->before)
    known.insert(known.end(), step->reads().begin(), step->reads().end());
  std::ranges::sort(known);
  std::vector<Read> found;
  const auto add = [&](const Read& read) {
    if (!std::ranges::binary_search(known, read)) found.push_back(read);
  };
  for (const ContextRead& read : outcome.read_contexts) add(Read::of_context(read.context, read.parts));
  for (const Cell& cell : outcome.read_cells) add(Read::of_cell(number(cell)));
  for (const std::uint32_t object : objects) add(Read::of_cell(number_of_absent(object)));
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

const Step& Recall::record(std::uint32_t context, const Outcome& outcome, std::span<const std::uint32_t> objects,
                           std::uint64_t effect, std::uint64_t work) {
  Step* before = last_[context];
  const Outcome& old = world_.contexts[context].outcome;
  std::vector<SlotValue> grown;
  for (const auto& [slot, content] : outcome.grown) grown.push_back({slot, content});
  const std::vector<Read> reads = new_reads(before, outcome, objects);
  const StepComparison comparison(memo_);
  const std::vector<SlotValue> variables = comparison.new_variables(before, outcome.variables);
  const std::vector<AttributeStore> stores = comparison.new_stores(before, &Step::stores, outcome.stores);
  const std::vector<GlobalStore> globals = comparison.new_stores(before, &Step::globals, outcome.globals);
  StepContent step{
      .effect = effect,
      .work = work,
      .result = outcome.result,
      .reads = reads,
      .variables = variables,
      .stores = stores,
      .globals = globals,
      .objects = objects,
      .has_grown = outcome.grown != old.grown,
      .has_calls = !are_same(std::span<const CallEdge>(outcome.calls), std::span<const CallEdge>(old.calls)),
      .has_reached = outcome.reached != old.reached,
      .met_nothing = outcome.met_nothing,
      .takes_tensor = outcome.takes_tensor};
  if (step.has_grown) step.grown = grown;
  if (step.has_calls) step.calls = outcome.calls;
  if (step.has_reached) step.reached = outcome.reached;
  step.seen = seen(reads, before);
  is_evaluated_[context] = true;
  if (Step* known = is_new_[context] ? nullptr : next_of(context);
      known != nullptr && comparison.is_same(*known, step)) {
    renewed_.push_back({known, step.seen, effect, work});
    last_[context] = known;
    return *known;
  }
  is_new_[context] = true;
  last_[context] = memo_.add(step, before);
  return *last_[context];
}

void Recall::finish() {
  for (const Renewed& each : renewed_) {
    each.step->seen = each.seen;
    each.step->effect = each.effect;
    each.step->work = each.work;
  }
  for (std::uint32_t context = 0; context < last_.size(); ++context) {
    Step* last = last_[context];
    if (last == nullptr || is_new_[context]) {
      memo_.set_last(context, last);
    } else if (last->next != nullptr) {
      memo_.set_last(context, last);
    }
  }
  memo_.end();
}

}  // namespace syncfree::inference
