#include "analyzer/inference/fixpoint.h"

#include <algorithm>
#include <unordered_map>

#include "analyzer/inference/context_counts.h"
#include "analyzer/inference/declared.h"
#include "analyzer/inference/entry_points.h"
#include "analyzer/inference/liveness.h"
#include "analyzer/inference/outcome_effect.h"
#include "analyzer/inference/readers.h"
#include "analyzer/inference/round_evaluation.h"

namespace syncfree::inference {

namespace {

/// Of one context; then it keeps what it has. No real code gets there: values that grow come to an end before.
constexpr std::uint32_t kMostEvaluations = 60;

class Fixpoint {
 public:
  Fixpoint(const Project& project, unsigned jobs, const InferenceOptions& options)
      : log_(options.is_logged ? std::make_unique<RoundLog>() : nullptr),
        opens_public_(options.opens_public),
        publicly_named_(options.opens_public ? project.publicly_named() : std::vector<std::uint32_t>()),
        jobs_(std::max(1u, jobs)),
        analysis_{.known = std::make_unique<const Known>(project.catalog(), project.symbols()),
                  .uses = {},
                  .parameters = std::make_unique<ParameterTable>(project),
                  .world = {.project = project,
                            .stored_names = StoredNames(project),
                            .keep_variables = options.keep_variables},
                  .arenas = {},
                  .live = {},
                  .live_contexts = {},
                  .judged = {},
                  .most_work = options.most_work,
                  .cut = {}},
        counts_(analysis_.world),
        entry_points_(project, *analysis_.known, jobs_),
        evaluation_(analysis_, jobs_) {
    analysis_.uses = std::make_unique<const UseTable>(project, *analysis_.known);
    for (unsigned i = 0; i <= jobs_; ++i) analysis_.arenas.push_back(std::make_unique<values::ValueArena>());
    evaluation_.begin();
  }

  Analysis run() {
    add_classes();
    add_module_bodies();
    const auto layers = analysis_.world.project.layers().all();
    for (layer_ = 0; layer_ < layers.size(); ++layer_) settle(layers[layer_]);
    analysis_.parameters->close();
    Reached reached = reached_contexts(analysis_.world, counts_.users(), open_);
    analysis_.live = std::move(reached.live);
    analysis_.judged = std::move(reached.judged);
    analysis_.live_contexts = {analysis_.world, analysis_.live};
    analysis_.mentioned = entry_points_.take_mentioned();
    if (log_ && analysis_.cut.empty()) analysis_.log = std::move(log_);
    return std::move(analysis_);
  }

 private:
  using Step = EntryPoints::Step;

  void settle(const Layer& layer) {
    counts_.begin(layer_);
    for (const std::uint32_t klass : counted_classes_) analysis_.world.objects_of_class[klass] = 0;
    counted_classes_.clear();
    busy_classes_.clear();
    contexts_of_layer_.clear();
    for (const std::uint32_t module : layer.modules) contexts_of_layer_.push_back(module);
    for (const std::uint32_t module : layer.modules) add_user(module);
    settle();
    for (const auto step : {Step::kUnnamedConstructors, Step::kUnnamed, Step::kConstructors, Step::kAll}) {
      add_entry_points(step);
      settle();
    }
    open_what_was_never_stored();
    settle();
    // What lost its last caller meanwhile.
    while (add_entry_points(Step::kAll)) settle();
    add_open_functions();
    settle();
    if (opens_public_) open(entry_points_.shown(layer_, publicly_named_));
    settle();
    // Nobody will look again at what was left behind half evaluated.
    World& world = analysis_.world;
    for (const std::uint32_t context : contexts_of_layer_) {
      if (!world.pending[context]) continue;
      world.contexts[context].is_abandoned = true;
      log({.kind = ChangeKind::kAbandoned, .subject = context});
    }
  }

  void log(const WorldChange& change) {
    if (log_) log_->add(change);
  }

  values::ValueArena& shared_arena() { return *analysis_.arenas.back(); }

  void add_classes() {
    World& world = analysis_.world;
    const auto classes = world.project.classes();
    world.of_subclasses.resize(classes.size());
    world.parents.resize(classes.size());
    world.objects_of_class.resize(classes.size());
    world.crowded.resize(classes.size());
    for (std::uint32_t klass = 0; klass < classes.size(); ++klass) {
      const std::uint32_t layer = world.project.layers().of_module(classes[klass].module);
      world.objects.push_back({.layer = layer, .key = {.klass = klass, .arguments = {}}, .attributes = {}});
      for (const std::uint32_t child : classes[klass].children) world.parents[child].push_back(klass);
    }
  }

  void add_module_bodies() {
    World& world = analysis_.world;
    world.contexts_of_code.assign(world.project.functions().size(), 0);
    contexts_by_code_.resize(world.project.functions().size());
    world.merged.resize(world.project.functions().size());
    world.is_open.resize(world.project.layers().all().size());
    for (std::uint32_t module = 0; module < world.project.modules().size(); ++module) {
      layer_ = world.project.layers().of_module(module);
      ContextKey key;
      key.code = kModuleBody | module;
      add_context(std::move(key));
    }
  }

  std::uint32_t add_context(ContextKey key) {
    World& world = analysis_.world;
    key.seal();
    if (const std::uint32_t found = world.find(key, layer_); found != model::HashIndex::kAbsent) return found;
    const auto number = static_cast<std::uint32_t>(world.contexts.size());
    world.context_index.add(key.hash, number);
    if ((key.code & kModuleBody) == 0) contexts_by_code_[key.code].push_back(number);
    world.contexts.push_back({.key = std::move(key), .outcome = {}, .layer = layer_});
    contexts_of_layer_.push_back(number);
    world.pending.push_back(true);
    readers_of_context_.emplace_back();
    waits_.push_back(false);
    counts_.add_context();
    return number;
  }

  /// What the context depends on has changed. If nothing calls it (any more), it waits until something does.
  void mark_pending(std::uint32_t context) {
    World& world = analysis_.world;
    if (world.contexts[context].layer != layer_) return;  // has settled
    if (waits_[context] || world.contexts[context].evaluations >= kMostEvaluations) return;
    world.pending[context] = true;
    if (!counts_.is_used(context)) return;
    waits_[context] = true;
    waiting_.push_back(context);
  }

  void add_user(std::uint32_t context) {
    counts_.add_user(context, [this](std::uint32_t woken) { mark_pending(woken); });
  }

  std::uint32_t add_root(ContextKey key) {
    const std::uint32_t context = add_context(std::move(key));
    add_user(context);
    return context;
  }

  /// Rounds, until nothing waits and no function has too many contexts. Every context is evaluated at most
  /// kMostEvaluations times, so this ends.
  void settle() {
    for (;;) {
      std::vector<std::uint32_t> work = next_contexts();
      if (work.empty()) {
        if (!merge_what_has_more_than(kMostContexts)) return;
        continue;
      }
      ++analysis_.rounds;
      analysis_.evaluations += work.size();
      std::vector<Outcome> outcomes = evaluation_.run(work);
      log_effects(work, outcomes);
      const std::vector<std::uint32_t> given_up = evaluation_.take_out_what_is_cut(work, outcomes);
      take(work, outcomes);
      for (const std::uint32_t context : given_up) give_up(context);
      merge_what_has_more_than(kMostContextsMeanwhile);
    }
  }

  std::vector<std::uint32_t> next_contexts() {
    const World& world = analysis_.world;
    std::vector<std::uint32_t> work;
    // Who waits for what is given up comes behind it.
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      const std::uint32_t context = waiting_[i];
      if (evaluation_.is_cut(world.module_of(context))) {
        give_up(context);
        continue;
      }
      if (counts_.is_used(context) && !counts_.is_replaced(context)) work.push_back(context);
    }
    count_unread_changes();
    for (const std::uint32_t context : waiting_) waits_[context] = false;
    waiting_.clear();
    return work;
  }

  /// A change that a context does not look at counts as an evaluation all the same, so that kMostEvaluations ends the
  /// same contexts, whatever is looked at. Those that nobody calls are left behind as after any other change.
  void count_unread_changes() {
    std::ranges::sort(unread_);
    const auto repeated = std::ranges::unique(unread_);
    unread_.erase(repeated.begin(), repeated.end());
    for (const std::uint32_t context : unread_) {
      if (waits_[context]) continue;
      if (counts_.is_used(context) && !counts_.is_replaced(context)) {
        ++analysis_.world.contexts[context].evaluations;
      } else {
        mark_pending(context);
      }
    }
    unread_.clear();
  }

  /// What the context gives may be anything, beside what is known of it; it is not evaluated any more.
  void give_up(std::uint32_t context) {
    World& world = analysis_.world;
    world.pending[context] = false;
    Context& cut = world.contexts[context];
    if (!cut.outcome.result.is_anything()) {
      cut.outcome.result = values::join(shared_arena(), cut.outcome.result, Value::anything());
      mark_readers(context, Given::kResult);
    }
    if ((cut.key.code & kModuleBody) == 0) return;
    const Scope& scope = world.project.modules()[cut.key.code & ~kModuleBody].scope;
    cut.outcome.variables.resize(scope.size());
    for (std::uint32_t slot = 0; slot < scope.size(); ++slot) {
      Value& variable = cut.outcome.variables[slot];
      if (!variable.is_bottom() && !variable.only(Kind::kUnbound)) continue;
      variable = Value::anything();
      mark_changed({kVariables | context, scope.name(slot)});
    }
  }

  void take(std::span<const std::uint32_t> work, std::span<Outcome> outcomes) {
    for (std::size_t i = 0; i < work.size(); ++i) make_what_is_new(work[i], outcomes[i]);
    // All of the round looked at the world as it was, so everyone who read something that changes now looks again.
    for (std::size_t i = 0; i < work.size(); ++i) {
      analysis_.world.pending[work[i]] = false;
      watch(work[i], outcomes[i]);
    }
    for (std::size_t i = 0; i < work.size(); ++i) take(work[i], outcomes[i]);
    find_crowded_classes();
  }

  /// Makes the contexts and objects that an evaluation asked for. Who asked for an object is evaluated again.
  void make_what_is_new(std::uint32_t number, Outcome& outcome) {
    World& world = analysis_.world;
    for (ObjectKey& key : outcome.new_objects) {
      again_.push_back(number);
      if (world.find(key, layer_) != model::HashIndex::kAbsent) continue;
      const std::uint32_t count = ++world.objects_of_class[key.klass];
      if (count == 1) counted_classes_.push_back(key.klass);
      if (count == kMostObjects + 1) busy_classes_.push_back(key.klass);
      world.object_index.add(key.hash, static_cast<std::uint32_t>(world.objects.size()));
      world.objects.push_back({.layer = layer_, .key = std::move(key), .attributes = {}});
    }
    outcome.new_objects.clear();
    std::vector<std::uint32_t> numbers;
    for (ContextKey& key : outcome.new_contexts) numbers.push_back(add_context(std::move(key)));
    if (numbers.empty()) return;
    outcome.new_contexts.clear();
    for (CallEdge& edge : outcome.calls) {
      if (edge.context >= kRequested) edge.context = numbers[edge.context - kRequested];
    }
    for (ContextRead& read : outcome.read_contexts) {
      if (read.context >= kRequested) read.context = numbers[read.context - kRequested];
    }
    std::ranges::sort(outcome.read_contexts, std::less<>{});
  }

  /// Registers what the outcome looked at and the last one had not.
  void watch(std::uint32_t number, const Outcome& outcome) {
    const Outcome& old = analysis_.world.contexts[number].outcome;
    for_each_new(old.read_contexts, outcome.read_contexts,
                 [&](const ContextRead& read) { readers_of_context_[read.context].push_back({number, read.parts}); });
    for_each_new(old.read_cells, outcome.read_cells, [&](const Cell& cell) { readers_.add(cell, number); });
  }

  void take(std::uint32_t number, Outcome& outcome) {
    Context& context = analysis_.world.contexts[number];
    const Outcome& old = context.outcome;
    ++context.evaluations;
    grow(outcome, old);
    take_stores(outcome);
    take_variables(number, outcome);
    if (!(outcome.result == old.result)) {
      log({.kind = ChangeKind::kResult, .subject = number, .value = outcome.result});
      mark_readers(number, Given::kResult);
    }
    if (outcome.grown != old.grown) {
      log({.kind = ChangeKind::kGrownNothing, .subject = number});
      for (const auto& [slot, content] : outcome.grown)
        log({.kind = ChangeKind::kGrown, .subject = number, .detail = slot, .value = content});
      mark_readers(number, Given::kGrown);
    }
    std::swap(context.outcome, outcome);
    if (counts_.is_used(number)) {
      for (const CallEdge& edge : context.outcome.calls) add_user(edge.context);
      for (const CallEdge& edge : outcome.calls) counts_.drop_user(edge.context);
    }
    outcome = {};
  }

  /// Results only grow, so that what depends on itself comes to rest.
  void grow(Outcome& outcome, const Outcome& old) {
    outcome.result = values::join(shared_arena(), old.result, outcome.result);
    for (std::size_t i = 0; i < outcome.variables.size() && i < old.variables.size(); ++i) {
      // That it was not bound as long as less was known says nothing.
      if (old.variables[i].only(Kind::kUnbound)) continue;
      outcome.variables[i] = values::join(shared_arena(), old.variables[i], outcome.variables[i]);
    }
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
    const Scope& scope = world.scope_of(number);
    const std::vector<Value>& old = world.contexts[number].outcome.variables;
    for (std::uint32_t slot = 0; slot < outcome.variables.size(); ++slot) {
      const Value before = slot < old.size() ? old[slot] : Value{};
      if (!(outcome.variables[slot] == before)) change_variable(number, scope.name(slot), outcome.variables[slot]);
    }
  }

  void change_variable(std::uint32_t context, model::Symbol name, const Value& value) {
    log({.kind = ChangeKind::kVariable, .subject = context, .detail = name.id, .value = value});
    mark_changed({kVariables | context, name});
  }

  /// What a variable of a module may be, if functions assign it too.
  Value with_global_store(const Value& variable, const Value& stored) {
    if (stored.is_bottom()) return variable;
    return variable.only(Kind::kUnbound) ? stored : values::join(shared_arena(), variable, stored);
  }

  /// From the next round on all constructor calls of a class with too many objects make the generic one.
  void find_crowded_classes() {
    World& world = analysis_.world;
    std::ranges::sort(busy_classes_);
    for (const std::uint32_t klass : busy_classes_) {
      world.crowded[klass].push_back(layer_);
      log({.kind = ChangeKind::kCrowded, .subject = klass, .detail = layer_});
      mark_changed({kInstances | klass, {}});
    }
    busy_classes_.clear();
    for (const std::uint32_t context : again_) mark_pending(context);
    again_.clear();
  }

  /// From the next round on the calls of a function with too many contexts share those that keep less of the arguments.
  /// True if there was such a function.
  bool merge_what_has_more_than(std::uint32_t most) {
    const std::vector<std::uint32_t> codes = counts_.codes_with_more_than(most);
    for (const std::uint32_t code : codes) keep_less_of(code);
    return !codes.empty();
  }

  void keep_less_of(std::uint32_t code) {
    analysis_.world.keep_less_of(code, layer_);
    log({.kind = ChangeKind::kLessOfArguments, .subject = code, .detail = layer_});
    for (const std::uint32_t context : contexts_by_code_[code]) {
      if (!counts_.is_replaced(context)) continue;
      counts_.uncount(context);
      for (const ContextRead& caller : readers_of_context_[context]) mark_pending(caller.context);
    }
  }

  void log_effects(std::span<const std::uint32_t> work, std::span<const Outcome> outcomes) {
    if (!log_) return;
    log_->begin_round(analysis_.world);
    for (std::size_t i = 0; i < work.size(); ++i)
      log_->add({work[i], effect_of(outcomes[i], analysis_.world.scope_of(work[i]))});
  }

  /// True if that changed the attribute.
  bool keep(std::uint32_t owner, model::FlatMap<model::Symbol, Value>& attributes, const AttributeStore& store) {
    Value& kept = attributes[store.name];
    const Value joined = with_store(shared_arena(), kept, store.value);
    if (joined == kept) return false;
    kept = joined;
    if (log_) {
      using enum ChangeKind;
      const bool is_of_subclasses = (owner & kSubclasses) != 0;
      log({is_of_subclasses ? kOfSubclasses : kAttribute, owner & ~kSubclasses, store.name.id, joined});
    }
    mark_changed({owner, store.name});
    mark_changed({owner, {}});
    return true;
  }

  void take_stores(Outcome& outcome) {
    World& world = analysis_.world;
    for (const AttributeStore& store : outcome.stores) {
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
    outcome.stores.clear();
    for (const GlobalStore& store : outcome.globals) {
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
    outcome.globals.clear();
  }

  void mark_readers(std::uint32_t context, Given changed) {
    for (const ContextRead& reader : readers_of_context_[context]) {
      if (reader.parts.has(changed)) {
        mark_pending(reader.context);
      } else {
        unread_.push_back(reader.context);
      }
    }
  }
  void mark_changed(const Cell& cell) {
    for (const std::uint32_t reader : readers_.of(cell)) mark_pending(reader);
  }

  /// Functions that nothing has called so far are looked at as their signature declares them. True if there are any.
  bool add_entry_points(Step step) {
    const Project& project = analysis_.world.project;
    const std::vector<std::uint32_t> functions = entry_points_.of(step, analysis_.world, layer_);
    for (const std::uint32_t function : functions) {
      const FunctionInfo& info = project.functions()[function];
      ContextKey key;
      key.code = function;
      key.declared = true;
      if (info.function->enclosing == nullptr) {
        add_root(std::move(key));
        continue;
      }
      // A nested function sees its enclosing function's variables, in each of its contexts.
      const std::uint32_t outer = project.modules()[info.module].first_function + info.function->enclosing->id;
      for (const std::uint32_t context : std::vector(contexts_by_code_[outer])) {
        if (!counts_.is_used(context) || analysis_.world.contexts[context].layer != layer_) continue;
        key.environment = context + 1;
        add_root(key);
      }
      if (key.environment == 0) add_root(std::move(key));
    }
    return !functions.empty();
  }

  /// Code that nobody sees may store it.
  void open_what_was_never_stored() {
    World& world = analysis_.world;
    world.is_open[layer_] = true;
    log({.kind = ChangeKind::kOpen, .subject = layer_});
    for (const std::uint32_t context : contexts_of_layer_) {
      if (world.contexts[context].outcome.met_nothing) mark_pending(context);
    }
  }

  /// The contexts that strangers call.
  void add_open_functions() {
    const Declared declared(analysis_.world.project, *analysis_.known, *analysis_.uses, *analysis_.parameters,
                            shared_arena());
    open(entry_points_.open(analysis_.world, layer_, counts_.users(), open_, declared));
  }

  void open(std::span<const std::uint32_t> functions) {
    for (const std::uint32_t function : functions) {
      ContextKey key;
      key.code = function;
      key.declared = true;
      open_.push_back(add_root(std::move(key)));
    }
  }

  std::unique_ptr<RoundLog> log_;  ///< null: nobody asked for it
  bool opens_public_;
  std::vector<std::uint32_t> publicly_named_;  ///< if these are opened
  unsigned jobs_;
  Analysis analysis_;
  ContextCounts counts_;
  EntryPoints entry_points_;
  RoundEvaluation evaluation_;
  std::vector<std::vector<ContextRead>> readers_of_context_;  ///< by context: who calls it, and what counts there
  ReaderTable readers_;
  std::vector<std::vector<std::uint32_t>> contexts_by_code_;  ///< by function
  std::unordered_map<std::uint32_t, std::vector<Value>> global_stores_;
  std::vector<std::uint32_t> waiting_;            ///< contexts of the next round
  std::vector<bool> waits_;                       ///< by context: it is in `waiting_`
  std::vector<std::uint32_t> unread_;             ///< contexts that called what has changed, and do not look at that
  std::vector<std::uint32_t> open_;               ///< contexts that strangers call
  std::uint32_t layer_ = 0;                       ///< that settles now
  std::vector<std::uint32_t> contexts_of_layer_;  ///< those of the layer that settles now
  // Of the layer that settles now: what has been counted, and what had too many at some time since it was looked at.
  std::vector<std::uint32_t> counted_classes_, busy_classes_;
  std::vector<std::uint32_t> again_;  ///< asked for an object in this round
};

}  // namespace

Analysis infer(const Project& project, unsigned jobs, const InferenceOptions& options) {
  return Fixpoint(project, jobs, options).run();
}

}  // namespace syncfree::inference
