#include "analyzer/inference/fixpoint.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <unordered_set>

#include "analyzer/inference/interpreter.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

constexpr std::uint32_t kMostContexts = 4;     ///< of one function, before all its calls share the declared one
constexpr std::uint32_t kPreciseRounds = 4;    ///< evaluations of one context before its results may only grow
constexpr std::uint32_t kMostEvaluations = 6;  ///< of one context; then it keeps what it has
constexpr std::size_t kFewContexts = 24;       ///< are evaluated sooner than threads are started
constexpr std::uint32_t kDeepestLevel = 200;   ///< deeper calls are looked at together

class Fixpoint {
 public:
  Fixpoint(const Project& project, unsigned jobs, bool keep_variables)
      : known_(project.catalog(), project.symbols()),
        mentioned_(mentioned_names(project)),
        jobs_(std::max(1u, jobs)),
        analysis_{.world = {.project = project,
                            .keep_variables = keep_variables,
                            .contexts = {},
                            .context_index = {},
                            .contexts_of_code = {},
                            .merged = {},
                            .objects = {},
                            .object_index = {},
                            .objects_of_class = {}},
                  .arenas = {},
                  .live = {}} {
    for (unsigned i = 0; i <= jobs_; ++i) analysis_.arenas.push_back(std::make_unique<values::ValueArena>());
    for (unsigned i = 0; i < jobs_; ++i)
      interpreters_.push_back(std::make_unique<Interpreter>(analysis_.world, known_, *analysis_.arenas[i]));
  }

  Analysis run() {
    World& world = analysis_.world;
    world.contexts_of_code.assign(world.project.functions().size(), 0);
    contexts_by_code_.resize(world.project.functions().size());
    world.merged.assign(world.project.functions().size(), false);
    world.objects_of_class.resize(world.project.classes().size());
    for (std::uint32_t klass = 0; klass < world.project.classes().size(); ++klass)
      world.objects.push_back({{.klass = klass}, {}});
    for (std::uint32_t module = 0; module < world.project.modules().size(); ++module) {
      ContextKey key;
      key.code = kModuleBody | module;
      add_root(std::move(key));
    }
    settle();
    // First what nobody seems to call, then what indeed nobody called; in each case constructors go before the methods
    // that look at what they store.
    for (const bool unnamed : {true, false}) {
      for (const bool constructors : {true, false}) {
        add_entry_points(unnamed, constructors);
        settle();
      }
    }
    mark_live();
    return std::move(analysis_);
  }

 private:
  /// Contexts that looked an attribute up, and the round in which it last changed.
  struct Watchers {
    std::vector<std::uint32_t> readers;
    std::uint32_t changed = 0;
  };

  values::ValueArena& shared_arena() { return *analysis_.arenas.back(); }

  std::uint32_t add_context(ContextKey key, std::uint32_t level) {
    World& world = analysis_.world;
    key.seal();
    if (const std::uint32_t found = world.find(key); found != model::HashIndex::kAbsent) return found;
    const auto number = static_cast<std::uint32_t>(world.contexts.size());
    world.context_index.add(key.hash, number);
    if ((key.code & kModuleBody) == 0) contexts_by_code_[key.code].push_back(number);
    world.contexts.push_back({std::move(key), {}, 0});
    readers_of_context_.emplace_back();
    dirty_flag_.push_back(false);
    context_changed_.push_back(0);
    stale_.push_back(true);
    users_.push_back(0);
    levels_.push_back(level);
    return number;
  }

  /// A context that nothing calls (any more) waits until something does.
  void mark_dirty(std::uint32_t context) {
    if (dirty_flag_[context] || analysis_.world.contexts[context].evaluations >= kMostEvaluations) return;
    if (users_[context] == 0) {
      stale_[context] = true;
      return;
    }
    stale_[context] = false;
    dirty_flag_[context] = true;
    const std::uint32_t level = levels_[context];
    if (dirty_.size() <= level) dirty_.resize(level + 1);
    dirty_[level].push_back(context);
  }

  void add_user(std::uint32_t context) {
    const std::uint32_t code = analysis_.world.contexts[context].key.code;
    if (users_[context]++ != 0) return;
    if ((code & kModuleBody) == 0) ++analysis_.world.contexts_of_code[code];
    if (stale_[context]) mark_dirty(context);
  }

  void drop_user(std::uint32_t context) {
    const std::uint32_t code = analysis_.world.contexts[context].key.code;
    if (--users_[context] == 0 && (code & kModuleBody) == 0) --analysis_.world.contexts_of_code[code];
  }

  void add_root(ContextKey key) { add_user(add_context(std::move(key), 0)); }

  /// Contexts farthest from the entry points go first: a caller is looked at again only when all that it calls has come
  /// to rest. Every context is evaluated at most kMostEvaluations times, so this ends.
  void settle() {
    for (;;) {
      while (!dirty_.empty() && dirty_.back().empty()) dirty_.pop_back();
      if (dirty_.empty()) return;
      ++analysis_.rounds;
      // Few contexts are not worth a round of their own: those of the levels above come along.
      std::vector<std::uint32_t> work;
      while (!dirty_.empty() && work.size() < kFewContexts) {
        work.insert(work.end(), dirty_.back().begin(), dirty_.back().end());
        dirty_.pop_back();
      }
      std::ranges::sort(work);
      for (const std::uint32_t context : work) dirty_flag_[context] = false;
      std::vector<Outcome> outcomes(work.size());
      evaluate(work, outcomes);
      for (std::size_t i = 0; i < work.size(); ++i) take(work[i], std::move(outcomes[i]));
    }
  }

  void evaluate(std::span<const std::uint32_t> work, std::span<Outcome> outcomes) {
    std::atomic<std::size_t> next{0};
    const auto worker = [&](unsigned index) {
      Interpreter& interpreter = *interpreters_[index];
      constexpr std::size_t kChunk = 8;
      for (;;) {
        const std::size_t begin = next.fetch_add(kChunk);
        if (begin >= work.size()) return;
        for (std::size_t i = begin; i < std::min(begin + kChunk, work.size()); ++i)
          outcomes[i] = interpreter.run(work[i]);
      }
    };
    const unsigned threads = work.size() < kFewContexts ? 1 : jobs_;
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < threads; ++i) pool.emplace_back(worker, i);
    worker(0);
  }

  /// Puts one outcome into the world; happens in context order, one at a time.
  void take(std::uint32_t number, Outcome outcome) {
    World& world = analysis_.world;
    const std::uint32_t evaluations = ++world.contexts[number].evaluations;
    watch(number, outcome);
    take_requests(number, outcome);
    // After some rounds results only grow, so that what depends on itself comes to rest.
    const Outcome& old = world.contexts[number].outcome;
    if (evaluations > kPreciseRounds) {
      outcome.result = values::join(shared_arena(), old.result, outcome.result);
      for (std::size_t i = 0; i < outcome.variables.size() && i < old.variables.size(); ++i) {
        outcome.variables[i] = values::join(shared_arena(), old.variables[i], outcome.variables[i]);
      }
    }
    for (const CallEdge& edge : outcome.calls) add_user(edge.context);
    for (const CallEdge& edge : old.calls) drop_user(edge.context);
    const bool changed = !(outcome.result == old.result) || outcome.variables != old.variables;
    take_stores(outcome);
    if (changed) mark_changed(number);
    world.contexts[number].outcome = std::move(outcome);
  }

  void take_requests(std::uint32_t number, Outcome& outcome) {
    World& world = analysis_.world;
    std::vector<std::uint32_t> numbers;
    for (ContextKey& request : outcome.requests) {
      const std::uint32_t code = request.code;
      if (!request.declared && !world.merged[code] && world.contexts_of_code[code] >= kMostContexts &&
          world.find(request) == model::HashIndex::kAbsent) {
        merge(code);
      }
      if (world.merged[code]) {
        request.declared = true;
        request.arguments.clear();
      }
      const std::uint32_t context = add_context(std::move(request), std::min(levels_[number] + 1, kDeepestLevel));
      numbers.push_back(context);
      readers_of_context_[context].push_back(number);
      // It may have been evaluated meanwhile, for another caller of this round.
      if (!world.contexts[context].outcome.result.is_bottom()) mark_dirty(number);
    }
    outcome.requests.clear();
    for (CallEdge& edge : outcome.calls) {
      if (edge.context >= kRequested) edge.context = numbers[edge.context - kRequested];
    }
    for (ObjectKey& request : outcome.object_requests) {
      if (world.objects_of_class[request.klass].size() < kMostObjects &&
          world.find(request) == model::HashIndex::kAbsent) {
        const auto object = static_cast<std::uint32_t>(world.objects.size());
        world.objects_of_class[request.klass].push_back(object);
        world.object_index.add(request.hash, object);
        world.objects.push_back({std::move(request), {}});
      }
      mark_dirty(number);
    }
    outcome.object_requests.clear();
  }

  /// From now on all calls of the function share its declared context.
  void merge(std::uint32_t code) {
    World& world = analysis_.world;
    world.merged[code] = true;
    for (const std::uint32_t context : contexts_by_code_[code]) mark_all(readers_of_context_[context]);
  }

  void take_stores(Outcome& outcome) {
    World& world = analysis_.world;
    for (const AttributeStore& store : outcome.stores) {
      Value& kept = world.objects[store.object].attributes[store.name];
      Value joined = kept.is_bottom() ? store.value : values::join(shared_arena(), kept, store.value);
      // Whatever is assigned to the name of a buffer is that buffer from then on.
      joined.registered = kept.registered || store.value.registered;
      if (joined == kept) continue;
      kept = joined;
      mark_changed(store.object, store.name);
      mark_changed(store.object, {});
      // Who looks at any instance of the class looks at this one too.
      const std::uint32_t klass = world.class_of(store.object);
      if (klass != store.object) mark_changed(klass, store.name);
    }
    outcome.stores.clear();
    for (const GlobalStore& store : outcome.globals) {
      auto& variables = global_stores_[store.module];
      if (variables.size() <= store.slot) variables.resize(store.slot + 1);
      variables[store.slot] = values::join(shared_arena(), variables[store.slot], store.value);
      auto& exported = world.contexts[store.module].outcome.variables;
      if (store.slot >= exported.size()) continue;
      const Value& old = exported[store.slot];
      const Value joined =
          old.only(Kind::kUnbound) ? variables[store.slot] : values::join(shared_arena(), old, variables[store.slot]);
      if (joined == old) continue;
      exported[store.slot] = joined;
      mark_changed(store.module);
    }
    outcome.globals.clear();
  }

  /// Registers what the outcome looked at and the last one had not.
  void watch(std::uint32_t number, const Outcome& outcome) {
    const Outcome& old = analysis_.world.contexts[number].outcome;
    const auto each_new = [](const auto& now, const auto& before, auto&& act) {
      auto known = before.begin();
      for (const auto& read : now) {
        while (known != before.end() && *known < read) ++known;
        if (known == before.end() || *known != read) act(read);
      }
    };
    // What changed earlier in this round changed after the evaluation had looked at it.
    each_new(outcome.read_contexts, old.read_contexts, [&](std::uint32_t read) {
      readers_of_context_[read].push_back(number);
      if (context_changed_[read] == analysis_.rounds) mark_dirty(number);
    });
    each_new(outcome.read_attributes, old.read_attributes, [&](const AttributeCell& read) {
      Watchers& watchers = watchers_of(read.object, read.name);
      watchers.readers.push_back(number);
      if (watchers.changed == analysis_.rounds) mark_dirty(number);
    });
  }

  void mark_changed(std::uint32_t context) {
    context_changed_[context] = analysis_.rounds;
    mark_all(readers_of_context_[context]);
  }

  void mark_changed(std::uint32_t object, model::Symbol attribute) {
    Watchers& watchers = watchers_of(object, attribute);
    watchers.changed = analysis_.rounds;
    mark_all(watchers.readers);
  }

  Watchers& watchers_of(std::uint32_t object, model::Symbol attribute) {
    if (watchers_.size() <= object) watchers_.resize(analysis_.world.objects.size());
    return watchers_[object][attribute];
  }

  void mark_all(const std::vector<std::uint32_t>& contexts) {
    for (const std::uint32_t context : contexts) mark_dirty(context);
  }

  /// Functions that nothing has called so far are looked at as their signature declares them. `unnamed`: only those
  /// whose name no expression of the project mentions; `constructors`: only `__init__`.
  void add_entry_points(bool unnamed, bool constructors) {
    World& world = analysis_.world;
    for (std::uint32_t function = 0; function < world.project.functions().size(); ++function) {
      const FunctionInfo& info = world.project.functions()[function];
      if (world.contexts_of_code[function] > 0 || info.is_device_code || info.is_overload) continue;
      if (constructors && (info.owner == kNowhere || info.function->name != known_.init)) continue;
      if (unnamed && is_mentioned(info, mentioned_)) continue;
      ContextKey key;
      key.code = function;
      key.declared = true;
      if (info.function->enclosing != nullptr) {
        // A nested function sees its enclosing function's variables, in any of its contexts: the first stands for them.
        const std::uint32_t outer = world.project.modules()[info.module].first_function + info.function->enclosing->id;
        key.environment = contexts_by_code_[outer].empty() ? 0 : contexts_by_code_[outer].front() + 1;
      }
      add_root(std::move(key));
    }
  }

  static std::unordered_set<model::Symbol> mentioned_names(const Project& project) {
    std::unordered_set<model::Symbol> names;
    for (const ModuleInfo& module : project.modules()) {
      model::walk_expressions(module.input.module->body, [&](const model::Expression& expression) {
        if (const auto* name = expression.get_if<model::Name>()) names.insert(name->name);
        if (const auto* attribute = expression.get_if<model::Attribute>()) names.insert(attribute->name);
      });
    }
    return names;
  }

  /// Of a class that nobody names, the public methods are entry points; of one that is named, those who have its
  /// objects call them.
  bool is_mentioned(const FunctionInfo& info, const std::unordered_set<model::Symbol>& mentioned) const {
    const Project& project = analysis_.world.project;
    if (!info.function->name || info.function->enclosing != nullptr) return true;  // mentioned where it stands
    if (info.owner == kNowhere) return mentioned.contains(info.function->name);
    const std::string_view name = project.symbols().text(info.function->name);
    return mentioned.contains(project.classes()[info.owner].definition->name) ||
           (name.starts_with('_') && !name.starts_with("__"));
  }

  void reach(std::uint32_t start) {
    std::vector<std::uint32_t> todo = {start};
    while (!todo.empty()) {
      const std::uint32_t context = todo.back();
      todo.pop_back();
      if (analysis_.live[context]) continue;
      analysis_.live[context] = true;
      const std::uint32_t code = analysis_.world.contexts[context].key.code;
      if ((code & kModuleBody) == 0) live_function_[code] = true;
      for (const CallEdge& edge : analysis_.world.contexts[context].outcome.calls) todo.push_back(edge.context);
    }
  }

  void mark_live() {
    World& world = analysis_.world;
    const std::size_t functions = world.project.functions().size();
    analysis_.live.assign(world.contexts.size(), false);
    live_function_.assign(functions, false);
    for (std::uint32_t module = 0; module < world.project.modules().size(); ++module) reach(module);
    // Of the rest, those that no other one calls are entry points; then, in order, what is left in cycles.
    std::vector<bool> has_caller(functions, false);
    for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
      const std::uint32_t caller = world.contexts[context].key.code;
      if ((caller & kModuleBody) != 0 || live_function_[caller]) continue;
      for (const CallEdge& edge : world.contexts[context].outcome.calls) {
        const std::uint32_t callee = world.contexts[edge.context].key.code;
        if (callee != caller) has_caller[callee] = true;
      }
    }
    for (const bool wanted : {false, true}) {
      for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
        const ContextKey& key = world.contexts[context].key;
        if ((key.code & kModuleBody) != 0 || !key.declared || live_function_[key.code]) continue;
        if (!wanted && has_caller[key.code]) continue;
        reach(context);
      }
    }
  }

  Known known_;
  std::unordered_set<model::Symbol> mentioned_;  ///< names that expressions of the project use
  unsigned jobs_;
  Analysis analysis_;
  std::vector<std::unique_ptr<Interpreter>> interpreters_;  ///< one for each thread
  std::vector<std::vector<std::uint32_t>> readers_of_context_;
  std::vector<std::uint32_t> context_changed_;  ///< by context: the round in which its result last changed
  std::vector<model::FlatMap<model::Symbol, Watchers>> watchers_;  ///< by object; of all its attributes under no name
  std::vector<std::vector<std::uint32_t>> contexts_by_code_;       ///< by function, in the order in which they came
  std::unordered_map<std::uint32_t, std::vector<Value>> global_stores_;
  std::vector<std::vector<std::uint32_t>> dirty_;  ///< by level
  std::vector<bool> dirty_flag_;
  std::vector<std::uint32_t> levels_;  ///< by context: calls between it and an entry point, as first met
  std::vector<bool> stale_;            ///< by context: its inputs changed while nothing called it
  std::vector<std::uint32_t> users_;   ///< by context: call edges that lead to it, and one for a root
  std::vector<bool> live_function_;
};

}  // namespace

Analysis infer(const Project& project, unsigned jobs, bool keep_variables) {
  return Fixpoint(project, jobs, keep_variables).run();
}

}  // namespace syncfree::inference
