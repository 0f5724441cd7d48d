#include "analyzer/inference/batch.h"

#include <algorithm>

#include "analyzer/values/keeper.h"

namespace syncfree::inference {

namespace {

constexpr std::uint32_t kMostDrafts = 16;    ///< new contexts of one function: not each of them will stay
constexpr std::size_t kDeepestNesting = 24;  ///< calls evaluated inside each other
constexpr int kDeepestCall = 150;            ///< expressions evaluated inside each other, over all those calls

std::uint64_t number_of(const Cell& cell) { return std::uint64_t{cell.owner} << 32 | cell.name.id; }

}  // namespace

Interpreter& Workbench::interpreter(std::size_t depth) {
  while (interpreters_.size() <= depth) {
    interpreters_.push_back(std::make_unique<Interpreter>(world_, known_, declared_, kept_));
  }
  return *interpreters_[depth];
}

std::uint32_t Batch::find(const ContextKey& key) const {
  return index_.find(key.hash, [&](std::uint32_t draft) { return drafts_[draft].key == key; });
}

std::uint32_t Batch::add(ContextKey key, std::uint32_t number, std::uint32_t level) {
  const auto index = static_cast<std::uint32_t>(drafts_.size());
  index_.add(key.hash, index);
  drafts_.push_back({.key = std::move(key), .number = number, .level = level, .outcome = {}});
  return index;
}

/// May the function have one more context.
bool Batch::admit(std::uint32_t code) {
  const World& world = bench_->world();
  std::uint32_t& count = new_of_code_[code];
  if (world.contexts_of_code[code] >= kMostContextsMeanwhile || count >= kMostDrafts) {
    merged_.push_back(code);
    return false;
  }
  ++count;
  return true;
}

void Batch::evaluate(Workbench& bench, std::span<const std::uint32_t> contexts) {
  bench_ = &bench;
  for (const std::uint32_t context : contexts) {
    const Context& waiting = bench.world().contexts[context];
    std::uint32_t index = find(waiting.key);
    if (index == model::HashIndex::kAbsent) index = add(waiting.key, context, waiting.level);
    if (drafts_[index].state == Draft::State::kNew) run(index, 0);
  }
}

Batch::Callee Batch::call(ContextKey key, const values::ValueArena& scratch, int depth, std::vector<DraftUse>& used) {
  const World& world = bench_->world();
  if (world.merged[key.code] || std::ranges::find(merged_, key.code) != merged_.end()) key.declare();
  key.seal();
  std::uint32_t number = world.find(key);
  std::uint32_t index = find(key);
  if (number == model::HashIndex::kAbsent && index == model::HashIndex::kAbsent && !key.declared && !admit(key.code)) {
    key.declare();
    key.seal();
    number = world.find(key);
    index = find(key);
  }
  if (number != model::HashIndex::kAbsent && !world.pending[number])
    return {number, &world.contexts[number].outcome, true};
  if (index == model::HashIndex::kAbsent) {
    values::Keeper keeper(scratch, bench_->kept());
    for (Value& argument : key.arguments) keeper.keep(argument);
    index = add(std::move(key), number, drafts_[stack_.back().draft].level + 1);
  }
  Draft& draft = drafts_[index];
  if (draft.state == Draft::State::kNew && may_run(draft, depth)) run(index, depth);
  used.push_back({index, draft.state == Draft::State::kDone});
  Callee callee{number != model::HashIndex::kAbsent ? number : kRequested + index, nullptr};
  if (draft.state == Draft::State::kRunning || draft.state == Draft::State::kProvisional)
    stack_.back().lowest = std::min(stack_.back().lowest, draft.lowest);
  if (draft.state == Draft::State::kProvisional || draft.state == Draft::State::kDone) {
    callee.outcome = &draft.outcome;
  } else if (number != model::HashIndex::kAbsent) {
    callee.outcome = &world.contexts[number].outcome;  // as it was
  }
  return callee;
}

/// Inner functions know the world's number of what encloses them.
bool Batch::may_run(const Draft& draft, int depth) const {
  if (stack_.size() >= kDeepestNesting || depth > kDeepestCall) return false;
  if ((draft.key.code & kModuleBody) != 0 || draft.key.environment != 0) return false;
  return draft.number != model::HashIndex::kAbsent ||
         !bench_->world().project.functions()[draft.key.code].has_inner_functions;
}

void Batch::run(std::uint32_t index, int depth) {
  Draft& draft = drafts_[index];
  draft.state = Draft::State::kRunning;
  draft.lowest = static_cast<std::uint32_t>(stack_.size());
  const std::uint32_t own = draft.lowest;
  stack_.push_back({.draft = index, .lowest = own, .provisional_before = provisional_.size()});
  draft.outcome = bench_->interpreter(own).run(draft.key, draft.number, *this, depth);
  const Frame frame = stack_.back();
  stack_.pop_back();
  const auto inside = std::span(provisional_).subspan(frame.provisional_before);
  if (frame.lowest < own) {
    for (const std::uint32_t other : inside) drafts_[other].lowest = std::min(drafts_[other].lowest, frame.lowest);
    draft.state = Draft::State::kProvisional;
    draft.lowest = frame.lowest;
    stack_.back().lowest = std::min(stack_.back().lowest, frame.lowest);
    provisional_.push_back(index);
    return;
  }
  // What was evaluated as a part of the cycle knew only half of it.
  for (const std::uint32_t other : inside) {
    drafts_[other].state = Draft::State::kNew;
    drafts_[other].outcome = {};
  }
  provisional_.resize(frame.provisional_before);
  draft.state = Draft::State::kDone;
  done_.push_back(index);
  store(draft.outcome.stores);
}

std::uint32_t Batch::object(ObjectKey key, const values::ValueArena& scratch) {
  const World& world = bench_->world();
  if (const std::uint32_t found = world.find(key); found != model::HashIndex::kAbsent) return found;
  std::size_t of_class = world.objects_of_class[key.klass].size();
  for (const Made& made : made_) {
    if (made.key == key) return made.number;
    of_class += made.key.klass == key.klass;
  }
  if (of_class >= kMostObjects) return key.klass;
  const std::size_t next = slots_.first + made_.size() * slots_.stride;
  if (next >= slots_.places.size()) return model::HashIndex::kAbsent;
  values::Keeper keeper(scratch, bench_->kept());
  for (Value& argument : key.arguments) keeper.keep(argument);
  slots_.places[next].klass = key.klass;
  made_.push_back({static_cast<std::uint32_t>(next), std::move(key)});
  return made_.back().number;
}

const Value* Batch::stored(const Cell& cell) const {
  const Stored* stored = stored_.find(number_of(cell));
  return stored == nullptr ? nullptr : &stored->value;
}

std::uint32_t Batch::changed(const Cell& cell) const {
  const Stored* stored = stored_.find(number_of(cell));
  return stored == nullptr ? 0 : stored->time;
}

void Batch::store(std::span<const AttributeStore> stores) {
  const World& world = bench_->world();
  for (const AttributeStore& each : stores) {
    if (!store(each.object, world.object(each.object).attributes, each)) continue;
    stored_[number_of({each.object, {}})].time = clock_;
    const std::uint32_t klass = world.class_of(each.object);
    if (klass != each.object && !store(klass, world.object(klass).attributes, each)) continue;
    for (const std::uint32_t parent : world.parents[klass])
      store(kSubclasses | parent, world.of_subclasses[parent], each);
  }
}

bool Batch::store(std::uint32_t owner, const model::FlatMap<model::Symbol, Value>& before,
                  const AttributeStore& store) {
  const Value* known = stored({owner, store.name});
  if (known == nullptr) known = before.find(store.name);
  const Value joined = known == nullptr ? store.value : with_store(bench_->kept(), *known, store.value);
  if (known != nullptr && joined == *known) return false;
  stored_[number_of({owner, store.name})] = {joined, ++clock_};
  return true;
}

}  // namespace syncfree::inference
