#include "analyzer/inference/replay.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/inference/growing_world.h"
#include "analyzer/inference/interpreter.h"
#include "analyzer/inference/memo.h"
#include "analyzer/inference/mentioned_names.h"
#include "analyzer/inference/outcome_effect.h"
#include "analyzer/inference/same_facts.h"
#include "analyzer/work/work.h"

namespace syncfree::inference {

namespace {

/// Parts of the world: what contexts gave, attributes of objects, and those of the direct subclasses of classes.
class PartsOfWorld {
 public:
  PartsOfWorld(const World& world, const RoundLog& log)
      : log_(&log),
        contexts_(world.contexts.size(), false),
        objects_(world.objects.size(), false),
        subclasses_(world.of_subclasses.size(), false) {}

  void add_context(std::uint32_t context) { contexts_[context] = true; }

  /// What the evaluation has read.
  void add_read(const Outcome& outcome) {
    for_each_read(outcome, [&](Marks PartsOfWorld::* kind, std::uint32_t number) { (this->*kind)[number] = true; });
  }
  bool have_read(const Outcome& outcome) const {
    bool have = true;
    for_each_read(outcome,
                  [&](Marks PartsOfWorld::* kind, std::uint32_t number) { have = have && (this->*kind)[number]; });
    return have;
  }
  /// Other contexts of the same functions, and other objects of the same classes: on the way to the end there were more
  /// of them.
  void add_alike(const Project& project) {
    Marks functions(project.functions().size(), false);
    Marks classes(project.classes().size(), false);
    const std::span<const std::uint32_t> codes = log_->codes();
    const std::span<const std::uint32_t> class_of = log_->classes();
    for (std::uint32_t context = 0; context < contexts_.size(); ++context) {
      if (contexts_[context] && (codes[context] & kModuleBody) == 0) functions[codes[context]] = true;
    }
    for (std::uint32_t context = 0; context < contexts_.size(); ++context) {
      if ((codes[context] & kModuleBody) == 0 && functions[codes[context]]) contexts_[context] = true;
    }
    for (std::uint32_t object = 0; object < objects_.size(); ++object) {
      if (objects_[object]) classes[class_of[object]] = true;
    }
    for (std::uint32_t object = 0; object < objects_.size(); ++object) {
      if (classes[class_of[object]]) objects_[object] = true;
    }
  }
  /// They begin with nothing.
  void hide_in(GrowingWorld& growing) const {
    for (std::uint32_t context = 0; context < contexts_.size(); ++context) {
      if (contexts_[context]) growing.hide_context(context);
    }
    for (std::uint32_t object = 0; object < objects_.size(); ++object) {
      if (objects_[object]) growing.hide_object(object);
    }
  }
  void add_all() {
    for (Marks PartsOfWorld::* kind : kKinds) (this->*kind).assign((this->*kind).size(), true);
  }
  /// The change is one of these parts.
  bool has(const ChangedPart& change) const {
    if (is_of_context(change.kind)) return contexts_[change.subject];
    if (change.kind == ChangeKind::kAttribute) return objects_[change.subject];
    return change.kind == ChangeKind::kOfSubclasses && subclasses_[change.subject];
  }

 private:
  using Marks = std::vector<bool>;

  template <class Visit>
  void for_each_read(const Outcome& outcome, const Visit& visit) const {
    const auto visit_known = [&](Marks PartsOfWorld::* kind, std::uint32_t number) {
      if (number < (this->*kind).size()) visit(kind, number);
    };
    for (const ContextRead& read : outcome.read_contexts) visit_known(&PartsOfWorld::contexts_, read.context);
    for (const Cell& cell : outcome.read_cells) {
      // Nothing of texts changes, nor is told of objects that calls of a constructor make.
      if (is_in_text(cell)) continue;
      if ((cell.owner & kVariables) != 0) {
        visit_known(&PartsOfWorld::contexts_, cell.owner & ~kVariables);
      } else if ((cell.owner & kSubclasses) != 0) {
        visit_known(&PartsOfWorld::subclasses_, cell.owner & ~kSubclasses);
      } else if ((cell.owner & kInstances) == 0) {
        visit_known(&PartsOfWorld::objects_, cell.owner);
      }
    }
  }

  const RoundLog* log_;
  Marks contexts_;
  Marks objects_;
  Marks subclasses_;  ///< by class
  static constexpr std::array<Marks PartsOfWorld::*, 3> kKinds = {&PartsOfWorld::contexts_, &PartsOfWorld::objects_,
                                                                  &PartsOfWorld::subclasses_};
};

/// Is it a change of a part that PartsOfWorld knows.
constexpr bool is_of_part(ChangeKind kind) { return kind <= ChangeKind::kOfSubclasses; }

/// So that who noted it is evaluated again.
void tell(const NotedInText& different, Memo& memo) {
  // Of what nobody has asked for, nobody notices that it is different.
  for (const model::Symbol name : different.names) {
    if (memo.cells().find({kNamesInText, name})) memo.change_in_text({kNamesInText, name});
  }
  for (const std::uint32_t function : different.signatures) memo.change_in_text({kSignatures, model::Symbol{function}});
  for (const std::uint32_t klass : different.parents) memo.change_in_text({kChildren, model::Symbol{klass}});
}

class Replay {
 public:
  Replay(const Project& project, Analysis& before, std::span<const std::uint32_t> changed)
      : project_(project),
        before_(before),
        changed_modules_(changed),
        changed_(project.modules().size(), false),
        names_(project, before.world.stored_names, changed),
        uses_(std::make_unique<UseTable>(project, *before.known, *before.uses, changed, false)),
        parameters_(std::make_unique<ParameterTable>(project)),
        arena_(std::make_unique<values::ValueArena>()),
        declared_(project, *before.known, *uses_, *parameters_, *arena_) {
    for (const std::uint32_t module : changed) changed_[module] = true;
    parameters_->take_classes(*before.parameters);
  }

  bool is_seen_alike(std::span<const std::uint32_t> changed) {
    values::ValueArena scratch;
    const Declared old(before_.world.project, *before_.known, *before_.uses, *before_.parameters, scratch);
    if (!are_seen_alike({before_.world.project, *before_.uses, old}, {project_, *uses_, declared_}, changed,
                        different_))
      return false;
    std::ranges::copy(before_.world.stored_names.different(names_), std::back_inserter(different_.names));
    // Of what nobody has asked for, nobody notices that it is different.
    const CellNumbers& noted = before_.memo->cells();
    std::erase_if(different_.names, [&](model::Symbol name) { return !noted.find({kNamesInText, name}); });
    return true;
  }

  /// Besides, what decides between rounds, and what evaluations note by name.
  bool is_decided_alike(std::span<const std::uint32_t> changed) const {
    return different_.names.empty() && different_.signatures.empty() && different_.callers.empty() &&
           mention_alike(before_.world.project, project_, changed, before_.mentioned);
  }

  /// For infer_again.
  Redone tell_what_is_different() const {
    tell(different_, *before_.memo);
    Redone redone{.modules = {changed_modules_.begin(), changed_modules_.end()}, .signatures = different_.signatures};
    redone.modules.insert(redone.modules.end(), different_.callers.begin(), different_.callers.end());
    return redone;
  }

  /// Every evaluation says what it said before.
  bool run() {
    before_.log->index(before_.world);
    find_contexts();
    const RoundLog& log = *before_.log;
    PartsOfWorld shown = read_before();
    GrowingWorld growing(project_, names_, before_.world, log);
    shown.hide_in(growing);
    Interpreter interpreter(growing.world(), *before_.known, declared_, *arena_);
    const std::size_t evaluated = rounds_with_evaluations();
    grow_up_to(0, growing);
    for (std::size_t round = 0; round < evaluated; ++round) {
      for (const EffectOfContext& each : log.effects_of(round)) {
        if (is_evaluated_[each.context] && !evaluate(interpreter, growing, each, round, shown)) return false;
      }
      // What the round asked for is made before its changes, which may be about that.
      grow_up_to(round + 1, growing);
      make_changes(round, growing.world(),
                   [&](const ChangedPart& part) { return !is_of_part(part.kind) || shown.has(part); });
    }
    // Nobody looks at the world any more.
    for (std::size_t round = evaluated; round < log.size(); ++round) {
      make_changes(round, growing.world(), [&](const ChangedPart& part) {
        return is_of_context(part.kind) && is_evaluated_[part.subject] && outcomes_.contains(part.subject);
      });
    }
    for (auto& [context, outcome] : outcomes_) take_joined(growing.world().contexts[context].outcome, outcome);
    return true;
  }

  Analysis take() {
    uses_->take_what_is_followed(*before_.uses, changed_modules_);
    parameters_->take_what_is_alike(*before_.parameters, changed_modules_, {});
    before_.parameters.reset();
    before_.uses.reset();
    World& old = before_.world;
    World world{.project = project_,
                .stored_names = std::move(names_),
                .is_open = std::move(old.is_open),
                .keep_variables = old.keep_variables,
                .notes_all = old.notes_all,
                .contexts = std::move(old.contexts),
                .in_order = std::move(old.in_order),
                .context_index = std::move(old.context_index),
                .pending = std::move(old.pending),
                .contexts_of_code = std::move(old.contexts_of_code),
                .merged = std::move(old.merged),
                .objects = std::move(old.objects),
                .of_subclasses = std::move(old.of_subclasses),
                .parents = std::move(old.parents),
                .object_index = std::move(old.object_index),
                .objects_of_class = std::move(old.objects_of_class),
                .crowded = std::move(old.crowded)};
    for (auto& [context, outcome] : outcomes_) {
      world.contexts[context].outcome = std::move(outcome);
      before_.memo->forget(context);
      for (const Cell& cell : world.contexts[context].outcome.read_cells) {
        if (is_in_text(cell)) before_.memo->cells().add(cell);
      }
    }
    parameters_->close();
    before_.arenas.push_back(std::move(arena_));
    return {.known = std::move(before_.known),
            .uses = std::move(uses_),
            .parameters = std::move(parameters_),
            .world = std::move(world),
            .arenas = std::move(before_.arenas),
            .live = std::move(before_.live),
            .live_contexts = std::move(before_.live_contexts),
            .judged = std::move(before_.judged),
            .rounds = before_.rounds,
            .evaluations = before_.evaluations,
            .most_work = before_.most_work,
            .cut = {},
            .log = std::move(before_.log),
            .memo = std::move(before_.memo),
            .mentioned = std::move(before_.mentioned),
            .names = mentioned_names(project_, &before_.names, changed_modules_, 1)};
  }

 private:
  /// Those of changed modules.
  void find_contexts() {
    std::vector<bool> functions(project_.functions().size(), false);
    for (const std::uint32_t number : changed_modules_) {
      const ModuleInfo& module = project_.modules()[number];
      for (std::size_t i = 0; i < module.input.module->functions.size(); ++i)
        functions[module.first_function + i] = true;
    }
    const std::span<const std::uint32_t> codes = before_.log->codes();
    for (std::size_t context = 0; context < codes.size(); ++context) {
      const bool is_body = (codes[context] & kModuleBody) != 0;
      is_evaluated_.push_back(is_body ? changed_[codes[context] & ~kModuleBody] : functions[codes[context]]);
    }
  }

  /// The contexts of changed modules, whose outcomes go on from the ones before, and what these read in the end.
  PartsOfWorld read_before() const {
    const World& old = before_.world;
    PartsOfWorld parts(old, *before_.log);
    for (std::uint32_t context = 0; context < is_evaluated_.size(); ++context) {
      if (!is_evaluated_[context] || !old.contexts[context].is_made) continue;
      parts.add_context(context);
      parts.add_read(old.contexts[context].outcome);
    }
    parts.add_alike(old.project);
    return parts;
  }

  /// Those of the round that are wanted.
  template <class IsWanted>
  void make_changes(std::size_t round, World& world, const IsWanted& is_wanted) const {
    const std::span<const ChangedPart> parts = before_.log->parts_of(round);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (is_wanted(parts[i])) apply(before_.log->change(round, i), world);
    }
  }

  /// Makes what has changed so far, when the round begins, of the parts `more` but for `shown`.
  void catch_up(std::size_t round, const PartsOfWorld& shown, const PartsOfWorld& more, World& world) const {
    for (std::size_t earlier = 0; earlier < round; ++earlier)
      make_changes(earlier, world, [&](const ChangedPart& part) { return more.has(part) && !shown.has(part); });
  }

  /// Up to the last one that evaluates something of a changed module.
  std::size_t rounds_with_evaluations() const {
    const RoundLog& log = *before_.log;
    std::size_t rounds = log.size();
    const auto is_changed = [&](const EffectOfContext& each) { return is_evaluated_[each.context]; };
    while (rounds > 0 && std::ranges::none_of(log.effects_of(rounds - 1), is_changed)) --rounds;
    return rounds;
  }

  /// To what there was when the round began; behind the last one, to what there is at the end.
  void grow_up_to(std::size_t round, GrowingWorld& growing) {
    growing.grow(round);
    number_calls(growing.world());
  }

  /// False if that says something else, or costs more than a file may. `shown`: what of the world is as it is in the
  /// round; more of it from now on, if the evaluation reads more.
  bool evaluate(Interpreter& interpreter, GrowingWorld& growing, const EffectOfContext& before, std::size_t round,
                PartsOfWorld& shown) {
    constexpr int kMostOfAFew = 3;
    World& world = growing.world();
    std::uint64_t& taken = work_[world.module_of(before.context)];
    for (;;) {
      Outcome outcome;
      const std::uint64_t done = work::total();
      const bool is_whole = work::within(before_.most_work - taken, [&] { outcome = interpreter.run(before.context); });
      if (!shown.have_read(outcome)) {
        PartsOfWorld more = shown;
        more.add_read(outcome);
        // To go through all changes again and again takes longer than to make them all.
        if (++caught_up_ > kMostOfAFew) more.add_all();
        more.hide_in(growing);
        catch_up(round, shown, more, world);
        shown = std::move(more);
        continue;
      }
      taken += work::total() - done;
      if (!is_whole || taken > before_.most_work) return false;
      if (effect_of(world, before.context, outcome) != before.effect) return false;
      outcome.new_objects.clear();
      if (!outcome.new_contexts.empty()) asking_.push_back(before.context);
      outcomes_[before.context] = std::move(outcome);
      return true;
    }
  }

  /// The contexts that were asked for exist now.
  void number_calls(const World& world) {
    for (const std::uint32_t context : asking_) {
      Outcome& outcome = outcomes_[context];
      std::vector<std::uint32_t> numbers;
      for (const ContextKey& key : outcome.new_contexts)
        numbers.push_back(world.find(key, world.contexts[context].layer));
      for (CallEdge& edge : outcome.calls) {
        if (edge.context >= kRequested) edge.context = numbers[edge.context - kRequested];
      }
      for (ContextRead& read : outcome.read_contexts) {
        if (read.context >= kRequested) read.context = numbers[read.context - kRequested];
      }
      std::ranges::sort(outcome.read_contexts, std::less<>{});
      outcome.new_contexts.clear();
    }
    asking_.clear();
  }

  const Project& project_;
  Analysis& before_;
  std::span<const std::uint32_t> changed_modules_;
  std::vector<bool> changed_;       ///< by module
  std::vector<bool> is_evaluated_;  ///< by context: of a changed module
  StoredNames names_;
  std::unique_ptr<UseTable> uses_;
  std::unique_ptr<ParameterTable> parameters_;
  std::unique_ptr<values::ValueArena> arena_;  ///< of what evaluations give
  Declared declared_;
  std::unordered_map<std::uint32_t, Outcome> outcomes_;    ///< by context: of the last evaluation
  std::unordered_map<std::uint32_t, std::uint64_t> work_;  ///< by module
  std::vector<std::uint32_t> asking_;                      ///< contexts whose calls have no numbers yet
  int caught_up_ = 0;                                      ///< how often
  NotedInText different_;                                  ///< of names, only those that somebody has asked for
};

/// So much is done again that an inference from nothing takes no longer: it evaluates the same, and looks nothing up.
bool is_most(const Project& project, std::span<const std::uint32_t> redone) {
  constexpr std::uint64_t kOfHundred = 70;
  constexpr std::uint64_t kSmall = 10'000;  // expressions; nobody waits for either
  std::uint64_t all = 0;
  for (const std::uint32_t module : project.order()) all += project.modules()[module].input.module->expression_count;
  std::uint64_t again = 0;
  for (const std::uint32_t module : redone) again += project.modules()[module].input.module->expression_count;
  return all > kSmall && again * 100 > all * kOfHundred;
}

/// Of a project that was numbered after the one before.
Replayed noticed(const Project& project, Analysis& before) {
  const Project& old = before.world.project;
  const LinkChanges changes = link_changes(old, project);
  if (is_most(project, changes.redone)) return {};
  const StoredNames names(project, before.world.stored_names, changes.redone);
  const UseTable uses(project, *before.known, *before.uses, changes.redone, false);
  ParameterTable parameters(project);
  values::ValueArena arena;
  const Declared declared_before(old, *before.known, *before.uses, *before.parameters, arena);
  const Declared declared(project, *before.known, uses, parameters, arena);
  NotedInText different;
  if (!are_noted_alike({old, *before.uses, declared_before}, {project, uses, declared}, changes, different)) return {};
  std::ranges::copy(before.world.stored_names.different(names), std::back_inserter(different.names));
  Replayed result{.analysis = nullptr,
                  .has_same_texts = true,
                  .redone = {.modules = changes.redone, .signatures = different.signatures}};
  result.redone.modules.insert(result.redone.modules.end(), different.callers.begin(), different.callers.end());
  if (is_most(project, result.redone.modules)) return {};
  tell(different, *before.memo);
  return result;
}

}  // namespace

Replayed replay(const Project& project, Analysis& before, std::span<const std::uint32_t> changed) {
  Replayed result;
  if (!before.log || before.world.keep_variables) return result;
  if (project.is_after(before.world.project)) return before.memo ? noticed(project, before) : Replayed();
  // Otherwise classes may have other numbers.
  if (!project.links_as(before.world.project)) return result;
  Replay replay(project, before, changed);
  result.has_same_texts = replay.is_seen_alike(changed);
  if (result.has_same_texts && replay.is_decided_alike(changed) && replay.run())
    result.analysis = std::make_unique<Analysis>(replay.take());
  if (!result.analysis && result.has_same_texts) result.redone = replay.tell_what_is_different();
  return result;
}

}  // namespace syncfree::inference
