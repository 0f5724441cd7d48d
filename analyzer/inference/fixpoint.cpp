#include "analyzer/inference/fixpoint.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <thread>
#include <unordered_map>

#include "analyzer/inference/batch.h"
#include "analyzer/inference/entry_points.h"
#include "analyzer/inference/liveness.h"
#include "analyzer/inference/watchers.h"

namespace syncfree::inference {

namespace {

constexpr std::uint32_t kPreciseRounds = 4;    ///< evaluations of one context before its results may only grow
constexpr std::uint32_t kMostEvaluations = 6;  ///< of one context; then it keeps what it has
constexpr std::size_t kRoundContexts = 512;    ///< of one round: later ones see what it found
constexpr std::size_t kBatchObjects = 256;     ///< made by one batch
constexpr std::size_t kBatchContexts = 64;     ///< of one batch
constexpr std::uint32_t kDeepestLevel = 200;   ///< deeper calls are looked at together

class Fixpoint {
 public:
  Fixpoint(const Project& project, unsigned jobs, bool keep_variables)
      : known_(project.catalog(), project.symbols()),
        entry_points_(project, known_),
        jobs_(std::max(1u, jobs)),
        analysis_{.world = {.project = project,
                            .keep_variables = keep_variables,
                            .contexts = {},
                            .context_index = {},
                            .pending = {},
                            .contexts_of_code = {},
                            .merged = {},
                            .object_places = {},
                            .objects = {},
                            .of_subclasses = {},
                            .parents = {},
                            .object_index = {},
                            .objects_of_class = {}},
                  .arenas = {},
                  .live = {}} {
    for (unsigned i = 0; i <= jobs_; ++i) analysis_.arenas.push_back(std::make_unique<values::ValueArena>());
    for (unsigned i = 0; i < jobs_; ++i) benches_.emplace_back(analysis_.world, known_, *analysis_.arenas[i]);
  }

  Analysis run() {
    World& world = analysis_.world;
    world.contexts_of_code.assign(world.project.functions().size(), 0);
    contexts_by_code_.resize(world.project.functions().size());
    world.merged.assign(world.project.functions().size(), false);
    world.objects_of_class.resize(world.project.classes().size());
    world.of_subclasses.resize(world.project.classes().size());
    world.parents.resize(world.project.classes().size());
    for (std::uint32_t klass = 0; klass < world.project.classes().size(); ++klass) {
      add_object(klass, {.klass = klass});
      for (const std::uint32_t child : world.project.classes()[klass].children) world.parents[child].push_back(klass);
    }
    for (std::uint32_t module = 0; module < world.project.modules().size(); ++module) {
      ContextKey key;
      key.code = kModuleBody | module;
      add_root(std::move(key));
    }
    settle();
    for (const auto step : {Step::kUnnamedConstructors, Step::kUnnamed, Step::kConstructors, Step::kAll}) {
      add_entry_points(step);
      settle();
    }
    // What lost its last caller meanwhile.
    while (add_entry_points(Step::kAll)) settle();
    const std::vector<std::uint32_t> open = add_open_functions();
    settle();
    analysis_.live = live_contexts(world, users_, open);
    return std::move(analysis_);
  }

 private:
  using Step = EntryPoints::Step;

  values::ValueArena& shared_arena() { return *analysis_.arenas.back(); }

  std::uint32_t add_context(ContextKey key, std::uint32_t level) {
    World& world = analysis_.world;
    key.seal();
    if (const std::uint32_t found = world.find(key); found != model::HashIndex::kAbsent) return found;
    const auto number = static_cast<std::uint32_t>(world.contexts.size());
    world.context_index.add(key.hash, number);
    if ((key.code & kModuleBody) == 0) contexts_by_code_[key.code].push_back(number);
    world.contexts.push_back({.key = std::move(key), .outcome = {}, .level = std::min(level, kDeepestLevel)});
    world.pending.push_back(true);
    readers_of_context_.emplace_back();
    waits_.push_back(false);
    context_changed_.push_back(0);
    context_taken_.push_back(0);
    users_.push_back(0);
    return number;
  }

  /// What the context depends on has changed. If nothing calls it (any more), it waits until something does.
  void mark_pending(std::uint32_t context) {
    World& world = analysis_.world;
    if (waits_[context] || world.contexts[context].evaluations >= kMostEvaluations) return;
    world.pending[context] = true;
    if (users_[context] == 0) return;
    waits_[context] = true;
    const std::uint32_t level = world.contexts[context].level;
    if (waiting_.size() <= level) waiting_.resize(level + 1);
    waiting_[level].push_back(context);
  }

  /// One more call that is in use leads to the context. What it calls itself is in use as long as it is.
  void add_user(std::uint32_t context) {
    std::vector<std::uint32_t> todo = {context};
    while (!todo.empty()) {
      const std::uint32_t number = todo.back();
      todo.pop_back();
      if (users_[number]++ != 0) continue;
      const Context& used = analysis_.world.contexts[number];
      if ((used.key.code & kModuleBody) == 0) ++analysis_.world.contexts_of_code[used.key.code];
      if (analysis_.world.pending[number]) mark_pending(number);
      for (const CallEdge& edge : used.outcome.calls) todo.push_back(edge.context);
    }
  }

  void drop_user(std::uint32_t context) {
    std::vector<std::uint32_t> todo = {context};
    while (!todo.empty()) {
      const std::uint32_t number = todo.back();
      todo.pop_back();
      if (--users_[number] != 0) continue;
      const Context& unused = analysis_.world.contexts[number];
      if ((unused.key.code & kModuleBody) == 0) --analysis_.world.contexts_of_code[unused.key.code];
      for (const CallEdge& edge : unused.outcome.calls) todo.push_back(edge.context);
    }
  }

  std::uint32_t add_root(ContextKey key) {
    const std::uint32_t context = add_context(std::move(key), 0);
    add_user(context);
    return context;
  }

  /// Contexts farthest from the entry points go first: a caller is looked at again only when all that it calls has come
  /// to rest. Every context is evaluated at most kMostEvaluations times, so this ends.
  void settle() {
    for (;;) {
      const std::vector<std::uint32_t> work = next_contexts();
      if (work.empty()) {
        if (!merge_what_has_many()) return;
        finish_merges();
        continue;
      }
      ++analysis_.rounds;
      round_begin_ = batches_ + 1;
      std::deque<Batch> batches;
      evaluate(work, batches);
      for (Batch& batch : batches) take(batch);
      finish_merges();
    }
  }

  std::vector<std::uint32_t> next_contexts() {
    std::vector<std::uint32_t> work;
    while (!waiting_.empty() && work.size() < kRoundContexts) {
      std::vector<std::uint32_t>& deepest = waiting_.back();
      for (; !deepest.empty() && work.size() < kRoundContexts; deepest.pop_back()) {
        const std::uint32_t context = deepest.back();
        if (waits_[context]) work.push_back(context);
        waits_[context] = false;
      }
      if (deepest.empty()) waiting_.pop_back();
    }
    std::ranges::sort(work);
    return work;
  }

  void evaluate(std::span<const std::uint32_t> work, std::deque<Batch>& batches) {
    const std::size_t count = (work.size() + kBatchContexts - 1) / kBatchContexts;
    std::vector<ObjectPlace>& places = analysis_.world.object_places;
    const auto first = static_cast<std::uint32_t>(places.size());
    const auto stride = static_cast<std::uint32_t>(count);
    places.resize(first + count * kBatchObjects);
    for (std::uint32_t i = 0; i < stride; ++i) batches.emplace_back(Batch::Slots{places, first + i, stride});
    std::atomic<std::size_t> next{0};
    const auto worker = [&](unsigned index) {
      for (std::size_t batch = next++; batch < count; batch = next++) {
        const std::size_t begin = batch * kBatchContexts;
        batches[batch].evaluate(benches_[index], work.subspan(begin, std::min(kBatchContexts, work.size() - begin)));
      }
    };
    {
      const auto threads = static_cast<unsigned>(std::min<std::size_t>(jobs_, count));
      std::vector<std::jthread> pool;
      for (unsigned i = 1; i < threads; ++i) pool.emplace_back(worker, i);
      worker(0);
    }
    std::uint32_t end = first;
    for (Batch& batch : batches) {
      if (!batch.made().empty()) end = std::max(end, batch.made().back().number + 1);
    }
    places.resize(end);
  }

  /// Puts what a batch found into the world; happens in the order of the batches.
  void take(Batch& batch) {
    for (const std::uint32_t code : batch.merged()) merge(code);
    ++batches_;
    take_objects(batch);
    for (const std::uint32_t draft : batch.done()) place(batch, batch.draft(draft));
  }

  /// Gives the draft its number. The first to evaluate a context in a round says what it gives.
  void place(Batch& batch, Draft& draft) {
    World& world = analysis_.world;
    if (draft.number == model::HashIndex::kAbsent) {
      const std::uint32_t code = draft.key.code;
      ContextKey key = draft.key;
      if (!key.declared && world.contexts_of_code[code] >= kMostContextsMeanwhile &&
          world.find(key) == model::HashIndex::kAbsent) {
        merge(code);
      }
      draft.is_other = world.merged[code] && !key.declared;
      if (draft.is_other) key.declare();
      draft.number = add_context(std::move(key), draft.level);
    }
    if (draft.state != Draft::State::kDone || draft.is_taken || draft.is_other || !world.pending[draft.number] ||
        context_taken_[draft.number] == analysis_.rounds)
      return;
    draft.is_taken = true;
    take(batch, draft);
  }

  void take(Batch& batch, Draft& draft) {
    World& world = analysis_.world;
    const std::uint32_t number = draft.number;
    Outcome& outcome = draft.outcome;
    context_taken_[number] = analysis_.rounds;
    const std::uint32_t evaluations = ++world.contexts[number].evaluations;
    for (const DraftUse& use : outcome.used_drafts) place(batch, batch.draft(use.draft));
    // Whether that concerns this evaluation is seen from what it has looked at.
    const bool has_changed = waits_[number];
    world.pending[number] = waits_[number] = false;
    bool is_stale = watch(batch, number, outcome, has_changed);
    is_stale |= take_calls(batch, number, outcome);
    is_stale |= outcome.lacks_objects;
    // After some rounds results only grow, so that what depends on itself comes to rest.
    const Outcome& old = world.contexts[number].outcome;
    if (evaluations > kPreciseRounds) {
      const Value result = values::join(shared_arena(), old.result, outcome.result);
      draft.is_other = !(result == outcome.result);
      outcome.result = result;
      for (std::size_t i = 0; i < outcome.variables.size() && i < old.variables.size(); ++i) {
        outcome.variables[i] = values::join(shared_arena(), old.variables[i], outcome.variables[i]);
      }
    }
    take_stores(outcome);
    take_variables(number, outcome);
    const bool changed = !(outcome.result == world.contexts[number].outcome.result);
    if (changed) mark_changed(number);
    std::swap(world.contexts[number].outcome, outcome);
    if (users_[number] > 0) {
      for (const CallEdge& edge : world.contexts[number].outcome.calls) add_user(edge.context);
      for (const CallEdge& edge : outcome.calls) drop_user(edge.context);
    }
    outcome = {};
    if (is_stale) mark_pending(number);
  }

  void take_variables(std::uint32_t number, Outcome& outcome) {
    World& world = analysis_.world;
    const ContextKey& key = world.contexts[number].key;
    const bool is_module = (key.code & kModuleBody) != 0;
    if (is_module) {
      const std::vector<Value>& stored = global_stores_[number];
      for (std::size_t slot = 0; slot < std::min(stored.size(), outcome.variables.size()); ++slot)
        outcome.variables[slot] = with_global_store(outcome.variables[slot], stored[slot]);
    }
    const Scope& scope = is_module ? world.project.modules()[number].scope : world.project.functions()[key.code].scope;
    const std::vector<Value>& old = world.contexts[number].outcome.variables;
    for (std::uint32_t slot = 0; slot < outcome.variables.size(); ++slot) {
      const Value before = slot < old.size() ? old[slot] : Value{};
      if (!(outcome.variables[slot] == before)) mark_changed({kVariables | number, scope.name(slot)});
    }
  }

  /// What a variable of a module may be, if functions assign it too.
  Value with_global_store(const Value& variable, const Value& stored) {
    if (stored.is_bottom()) return variable;
    return variable.only(Kind::kUnbound) ? stored : values::join(shared_arena(), variable, stored);
  }

  /// Replaces the called drafts by their numbers. True if one of them is not what the caller took it for.
  bool take_calls(Batch& batch, std::uint32_t number, Outcome& outcome) {
    World& world = analysis_.world;
    bool is_stale = false;
    for (const DraftUse& use : outcome.used_drafts) {
      const Draft& draft = batch.draft(use.draft);
      if (!use.final) {
        is_stale |= context_changed_[draft.number] == analysis_.rounds || draft.is_other;
      } else if (draft.is_taken) {
        is_stale |= draft.is_other;
      } else {
        const Context& callee = world.contexts[draft.number];
        is_stale |= callee.evaluations == 0 || !gives_same(draft.outcome, callee.outcome);
      }
    }
    const std::vector<std::uint32_t>& known = world.contexts[number].outcome.read_contexts;
    for (const DraftUse& use : outcome.used_drafts) {
      const std::uint32_t callee = batch.draft(use.draft).number;
      outcome.read_contexts.push_back(callee);
      if (!std::ranges::binary_search(known, callee)) readers_of_context_[callee].push_back(number);
    }
    std::ranges::sort(outcome.read_contexts);
    for (CallEdge& edge : outcome.calls) {
      if (edge.context >= kRequested) edge.context = batch.draft(edge.context - kRequested).number;
    }
    outcome.used_drafts.clear();
    return is_stale;
  }

  /// Another batch of the round may have made the same object; then there are two, of which later ones find the first.
  void take_objects(Batch& batch) {
    World& world = analysis_.world;
    for (Batch::Made& made : batch.made()) {
      if (world.find(made.key) == model::HashIndex::kAbsent) {
        world.objects_of_class[made.key.klass].push_back(made.number);
        world.object_index.add(made.key.hash, made.number);
      }
      add_object(made.number, std::move(made.key));
    }
  }

  void add_object(std::uint32_t number, ObjectKey key) {
    World& world = analysis_.world;
    if (world.object_places.size() <= number) world.object_places.resize(number + 1);
    world.object_places[number] = {key.klass, static_cast<std::uint32_t>(world.objects.size())};
    world.objects.push_back({std::move(key), {}});
  }

  /// From now on all calls of the function share its declared context.
  void merge(std::uint32_t code) {
    World& world = analysis_.world;
    if (world.merged[code]) return;
    world.merged[code] = true;
    merged_.push_back(code);
  }

  /// True if there was a function with too many contexts.
  bool merge_what_has_many() {
    const World& world = analysis_.world;
    for (std::uint32_t code = 0; code < world.contexts_of_code.size(); ++code) {
      if (world.contexts_of_code[code] > kMostContexts) merge(code);
    }
    return !merged_.empty();
  }

  /// Callers for whom the declared context gives the same as theirs go over to it; others are looked at again.
  void finish_merges() {
    World& world = analysis_.world;
    for (const std::uint32_t code : merged_) {
      ContextKey key;
      key.code = code;
      key.declare();
      key.seal();
      const std::uint32_t declared = world.find(key);
      const bool is_known = declared != model::HashIndex::kAbsent && world.contexts[declared].evaluations > 0;
      for (const std::uint32_t context : contexts_by_code_[code]) {
        if (context == declared || users_[context] == 0) continue;
        if (is_known && gives_same(world.contexts[context].outcome, world.contexts[declared].outcome)) {
          for (const std::uint32_t reader : readers_of_context_[context]) redirect(reader, context, declared);
        } else {
          mark_changed(context);
        }
      }
    }
    merged_.clear();
  }

  static bool gives_same(const Outcome& a, const Outcome& b) { return a.result == b.result && a.grown == b.grown; }

  void redirect(std::uint32_t reader, std::uint32_t from, std::uint32_t to) {
    Outcome& outcome = analysis_.world.contexts[reader].outcome;
    bool calls = false;
    for (CallEdge& edge : outcome.calls) {
      if (edge.context != from) continue;
      edge.context = to;
      calls = true;
      if (users_[reader] == 0) continue;
      add_user(to);
      drop_user(from);
    }
    if (!calls) return;
    readers_of_context_[to].push_back(reader);
    outcome.read_contexts.push_back(to);
    std::ranges::sort(outcome.read_contexts);
  }

  /// True if that changed the attribute.
  bool keep(std::uint32_t owner, model::FlatMap<model::Symbol, Value>& attributes, const AttributeStore& store) {
    Value& kept = attributes[store.name];
    const Value joined = with_store(shared_arena(), kept, store.value);
    if (joined == kept) return false;
    kept = joined;
    mark_changed({owner, store.name});
    return true;
  }

  void take_stores(Outcome& outcome) {
    World& world = analysis_.world;
    for (const AttributeStore& store : outcome.stores) {
      const std::uint32_t klass = world.class_of(store.object);
      if (!keep(store.object, world.object(store.object).attributes, store)) continue;
      mark_changed({store.object, {}});
      // Who looks at any instance of the class looks at this one too.
      if (klass != store.object && !keep(klass, world.object(klass).attributes, store)) continue;
      for (const std::uint32_t parent : world.parents[klass])
        keep(kSubclasses | parent, world.of_subclasses[parent], store);
    }
    outcome.stores.clear();
    for (const GlobalStore& store : outcome.globals) {
      auto& variables = global_stores_[store.module];
      if (variables.size() <= store.slot) variables.resize(store.slot + 1);
      variables[store.slot] = values::join(shared_arena(), variables[store.slot], store.value);
      auto& exported = world.contexts[store.module].outcome.variables;
      if (store.slot >= exported.size()) continue;
      const Value joined = with_global_store(exported[store.slot], variables[store.slot]);
      if (joined == exported[store.slot]) continue;
      exported[store.slot] = joined;
      mark_changed({kVariables | store.module, world.project.modules()[store.module].scope.name(store.slot)});
    }
    outcome.globals.clear();
  }

  /// Registers what the outcome looked at and the last one had not. True if any of that changed earlier in this round,
  /// which is after the evaluation had looked at it.
  bool watch(const Batch& batch, std::uint32_t number, const Outcome& outcome, bool has_changed) {
    const Outcome& old = analysis_.world.contexts[number].outcome;
    const auto each = [&](const auto& now, const auto& before, auto&& act) {
      auto known = before.begin();
      for (const auto& read : now) {
        while (known != before.end() && cell_of(*known) < cell_of(read)) ++known;
        const bool is_new = known == before.end() || cell_of(read) < cell_of(*known);
        if (is_new || has_changed) act(read, is_new);
      }
    };
    bool is_stale = false;
    each(outcome.read_contexts, old.read_contexts, [&](std::uint32_t read, bool is_new) {
      if (is_new) readers_of_context_[read].push_back(number);
      is_stale |= context_changed_[read] == analysis_.rounds;
    });
    each(outcome.read_cells, old.read_cells, [&](const CellRead& read, bool is_new) {
      Watchers& watchers = watchers_of(read.cell);
      if (is_new) watchers.readers.push_back(number);
      // The batch has seen its own stores, if they came first; but not those to an object as a whole.
      const bool is_attribute = (read.cell.owner & kVariables) == 0 && read.cell.name;
      const std::uint32_t changed =
          is_attribute && watchers.changed == batches_ ? watchers.changed_before : watchers.changed;
      is_stale |= changed >= round_begin_ || (is_attribute && batch.changed(read.cell) > read.time);
    });
    return is_stale;
  }
  static std::uint32_t cell_of(std::uint32_t context) { return context; }
  static const Cell& cell_of(const CellRead& read) { return read.cell; }

  void mark_changed(std::uint32_t context) {
    context_changed_[context] = analysis_.rounds;
    mark_all(readers_of_context_[context]);
  }

  void mark_changed(const Cell& cell) {
    Watchers& watchers = watchers_of(cell);
    watchers.note_change(batches_);
    mark_all(watchers.readers);
  }

  Watchers& watchers_of(const Cell& cell) {
    if ((cell.owner & (kVariables | kSubclasses)) != 0) return watchers_[cell];
    return watchers_[{analysis_.world.object_places[cell.owner].place, cell.name}];
  }

  void mark_all(const std::vector<std::uint32_t>& contexts) {
    for (const std::uint32_t context : contexts) mark_pending(context);
  }

  /// Functions that nothing has called so far are looked at as their signature declares them. True if there are any.
  bool add_entry_points(EntryPoints::Step step) {
    const Project& project = analysis_.world.project;
    const std::vector<std::uint32_t> functions = entry_points_.of(step, analysis_.world);
    for (const std::uint32_t function : functions) {
      const FunctionInfo& info = project.functions()[function];
      ContextKey key;
      key.code = function;
      key.declared = true;
      if (info.function->enclosing != nullptr) {
        // A nested function sees its enclosing function's variables, in any of its contexts: the first stands for them.
        const std::uint32_t outer = project.modules()[info.module].first_function + info.function->enclosing->id;
        key.environment = contexts_by_code_[outer].empty() ? 0 : contexts_by_code_[outer].front() + 1;
      }
      add_root(std::move(key));
    }
    return !functions.empty();
  }

  /// The contexts that strangers call.
  std::vector<std::uint32_t> add_open_functions() {
    const Declared declared(analysis_.world, known_, shared_arena());
    std::vector<std::uint32_t> contexts;
    for (const std::uint32_t function : entry_points_.called_on_cpu_only(analysis_.world, users_, declared)) {
      ContextKey key;
      key.code = function;
      key.declared = true;
      contexts.push_back(add_root(std::move(key)));
    }
    return contexts;
  }

  std::vector<std::uint32_t> merged_;  ///< in this round
  std::uint32_t batches_ = 0;          ///< taken so far
  std::uint32_t round_begin_ = 0;      ///< the first batch of this round
  Known known_;
  EntryPoints entry_points_;
  unsigned jobs_;
  Analysis analysis_;
  std::deque<Workbench> benches_;  ///< one for each thread
  std::vector<std::vector<std::uint32_t>> readers_of_context_;
  std::vector<std::uint32_t> context_changed_;  ///< by context: the round in which its result last changed
  WatcherTable watchers_;
  std::vector<std::vector<std::uint32_t>> contexts_by_code_;  ///< by function, in the order in which they came
  std::unordered_map<std::uint32_t, std::vector<Value>> global_stores_;
  std::vector<std::vector<std::uint32_t>> waiting_;  ///< contexts to evaluate, by level
  std::vector<bool> waits_;                          ///< by context: it is in `waiting_`
  std::vector<std::uint32_t> context_taken_;         ///< by context: the round of its last evaluation
  std::vector<std::uint32_t> users_;                 ///< by context: call edges that lead to it, and one for a root
};

}  // namespace

Analysis infer(const Project& project, unsigned jobs, bool keep_variables) {
  return Fixpoint(project, jobs, keep_variables).run();
}

}  // namespace syncfree::inference
