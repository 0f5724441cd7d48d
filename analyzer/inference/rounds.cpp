#include "analyzer/inference/rounds.h"

#include <algorithm>
#include <iterator>

#include "analyzer/inference/call_heights.h"
#include "analyzer/inference/outcome_effect.h"
#include "analyzer/parallel/for_each_index.h"

namespace syncfree::inference {

using values::Kind;

namespace {

/// Of one context; then it keeps what it has. No real code gets there: values that grow come to an end before.
constexpr std::uint32_t kMostEvaluations = 60;

constexpr std::size_t kWorthLookingUp = 512;  ///< contexts, by one thread

ContextKey body_of(std::uint32_t module) {
  ContextKey key;
  key.code = kModuleBody | module;
  key.seal();
  return key;
}

std::uint32_t take_last(std::vector<std::uint32_t>& numbers) {
  const std::uint32_t last = numbers.back();
  numbers.pop_back();
  return last;
}

bool call_alike(std::span<const CallEdge> before, std::span<const CallEdge> now) {
  return std::ranges::equal(before, now, [](const CallEdge& a, const CallEdge& b) {
    return a.context == b.context && a.range == b.range && a.loop_depth == b.loop_depth && a.guarded == b.guarded &&
           a.elsewhere == b.elsewhere;
  });
}

}  // namespace

Rounds::Rounds(Analysis& analysis, unsigned jobs, bool is_logged, Analysis* before,
               std::span<const std::uint32_t> changed)
    : analysis_(analysis),
      jobs_(jobs),
      before_(before),
      log_(is_logged ? std::make_unique<RoundLog>() : nullptr),
      counts_(analysis_.world),
      evaluation_(analysis_, jobs),
      heights_(call_heights(analysis_.world.project)),
      turns_(heights_.empty() ? 1 : std::ranges::max(heights_) + 1) {
  evaluation_.begin();
  if (before_ != nullptr) begin_with(*before_);
  if (log_) {
    if (before_ == nullptr) memo_ = std::make_shared<Memo>();
    std::vector<bool> is_changed(analysis_.world.project.modules().size(), before_ == nullptr);
    for (const std::uint32_t module : changed) is_changed[module] = true;
    recall_.emplace(analysis_.world, memo(), before_ == nullptr ? nullptr : &before_->world, std::move(is_changed));
  }
  add_classes();
  add_module_bodies();
}

void Rounds::begin(std::uint32_t layer) {
  World& world = analysis_.world;
  layer_ = layer;
  counts_.begin(layer_);
  if (recall_) recall_->begin_layer(layer_);
  for (const std::uint32_t klass : counted_classes_) world.objects_of_class[klass] = 0;
  counted_classes_.clear();
  busy_classes_.clear();
  const auto& modules = world.project.layers().all()[layer].modules;
  contexts_of_layer_.assign(modules.begin(), modules.end());
  for (const std::uint32_t module : modules) add_user(module);
}

bool Rounds::finish() {
  return before_ == nullptr || (!has_met_limit_ && analysis_.cut.empty() && take_what_was_remembered());
}

void Rounds::hand_over() {
  if (before_ != nullptr) {
    analysis_.touched = touched_modules();
    std::ranges::move(before_->arenas, std::back_inserter(analysis_.arenas));
  }
  if (!log_ || !analysis_.cut.empty()) return;
  recall_->finish();
  analysis_.log = std::move(log_);
  analysis_.memo = before_ == nullptr ? std::move(memo_) : std::move(before_->memo);
}

void Rounds::settle() {
  for (;;) {
    std::vector<std::uint32_t> work = next_contexts();
    if (work.empty()) {
      if (!merge_what_has_too_many(true)) return;
      continue;
    }
    ++analysis_.rounds;
    std::vector<Evaluated> round = what_is_known_of(work);
    std::erase_if(work, [&, i = std::size_t{0}](std::uint32_t) mutable { return round[i++].step != nullptr; });
    analysis_.evaluations += work.size();
    std::vector<Outcome> outcomes = evaluation_.run(work);
    log_effects(work, outcomes, round);
    const std::vector<std::uint32_t> given_up = evaluation_.take_out_what_is_cut(work, outcomes);
    add_outcomes(work, outcomes, round);
    take(round);
    for (const std::uint32_t context : given_up) give_up(context);
    merge_what_has_too_many(false);
  }
}

/// Its numbers are ours.
void Rounds::begin_with(Analysis& before) {
  World& world = analysis_.world;
  unused_ = UnusedNumbers(before.world);
  free_.emplace(before.world, world);
  world.pending.assign(world.contexts.size(), true);
  waits_.assign(world.contexts.size(), false);
  for (std::size_t i = 0; i < world.contexts.size(); ++i) counts_.add_context();
}

void Rounds::add_classes() {
  World& world = analysis_.world;
  const auto classes = world.project.classes();
  world.of_subclasses.resize(classes.size());
  world.parents.resize(classes.size());
  world.objects_of_class.resize(classes.size());
  world.crowded.resize(classes.size());
  for (std::uint32_t klass = 0; klass < classes.size(); ++klass) {
    const std::uint32_t layer = world.project.layers().of_module(classes[klass].module);
    if (before_ == nullptr)
      world.objects.push_back({.layer = 0, .key = {.klass = klass, .arguments = {}}, .attributes = {}});
    world.objects[klass].is_made = true;
    world.objects[klass].layer = layer;  // it may have been the number of another class
    for (const std::uint32_t child : classes[klass].children) world.parents[child].push_back(klass);
  }
}

void Rounds::add_module_bodies() {
  World& world = analysis_.world;
  world.contexts_of_code.assign(world.project.functions().size(), 0);
  contexts_by_code_.resize(world.project.functions().size());
  world.merged.resize(world.project.functions().size());
  world.is_open.resize(world.project.layers().all().size());
  const auto modules = world.project.modules();
  for (std::uint32_t module = 0; module < modules.size() && before_ == nullptr; ++module) add_number(body_of(module));
  for (const std::uint32_t module : world.project.order()) {
    layer_ = world.project.layers().of_module(module);
    world.contexts[module].layer = layer_;
    make_context(module);
  }
}

/// Of a context that is not made so far.
std::uint32_t Rounds::add_number(ContextKey key) {
  World& world = analysis_.world;
  if (!unused_.contexts.empty()) {
    const std::uint32_t number = take_last(unused_.contexts);
    world.contexts[number] = {.key = std::move(key), .outcome = {}, .layer = layer_, .is_made = false};
    return number;
  }
  world.contexts.push_back({.key = std::move(key), .outcome = {}, .layer = layer_, .is_made = false});
  world.pending.push_back(true);
  waits_.push_back(false);
  counts_.add_context();
  return static_cast<std::uint32_t>(world.contexts.size() - 1);
}

std::uint32_t Rounds::add_context(ContextKey key) {
  World& world = analysis_.world;
  key.seal();
  if (const std::uint32_t found = world.find(key, layer_); found != model::HashIndex::kAbsent) return found;
  std::uint32_t number = free_ ? free_->find(key, layer_) : model::HashIndex::kAbsent;
  if (number == model::HashIndex::kAbsent) number = add_number(std::move(key));
  make_context(number);
  return number;
}

void Rounds::make_context(std::uint32_t number) {
  World& world = analysis_.world;
  world.contexts[number].is_made = true;
  const ContextKey& key = world.contexts[number].key;
  world.contexts[number].place = static_cast<std::uint32_t>(world.in_order.size());
  world.in_order.push_back(number);
  if (recall_) recall_->make_context(number);
  world.context_index.add(key.hash, number);
  if ((key.code & kModuleBody) == 0) contexts_by_code_[key.code].push_back(number);
  contexts_of_layer_.push_back(number);
}

void Rounds::mark_pending(std::uint32_t context) {
  World& world = analysis_.world;
  if (world.contexts[context].layer != layer_) return;  // has settled
  if (waits_[context] || world.contexts[context].evaluations >= kMostEvaluations) return;
  world.pending[context] = true;
  if (!counts_.is_used(context)) return;
  waits_[context] = true;
  turn_of(context).waiting.push_back(context);
}

/// Where the last thing that a context gave came from the memo, its outcome is the former one, in the world that is
/// there now. If it took less than all, the evaluation is made up for. False if that cannot be done.
bool Rounds::take_what_was_remembered() {
  World& world = analysis_.world;
  std::vector<std::uint32_t> parts;
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    if (!recall_->is_remembered(context) || !recall_->is_part(context) || !counts_.is_used(context)) continue;
    // What it read may have changed since.
    if (world.contexts[context].evaluations >= kMostEvaluations) return false;
    parts.push_back(context);
  }
  std::vector<Outcome> outcomes = evaluation_.run(parts);
  const auto take_last = [&](std::uint32_t context, Outcome& last) {
    take_joined(world.contexts[context].outcome, last);
    world.contexts[context].outcome = std::move(last);
  };
  for (std::size_t i = 0; i < parts.size(); ++i) take_last(parts[i], outcomes[i]);
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    if (recall_->is_remembered(context) && !recall_->is_part(context))
      take_last(context, before_->world.contexts[context].outcome);
  }
  free_->keep();
  return true;
}

/// See Analysis::touched.
std::vector<std::uint32_t> Rounds::touched_modules() const {
  const World& world = analysis_.world;
  std::vector<bool> is_touched(world.project.modules().size(), false);
  const auto touch_callees = [&](const Outcome& outcome) {
    for (const CallEdge& edge : outcome.calls) is_touched[world.module_of(edge.context)] = true;
  };
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    const bool was_there = context < before_->live.size();
    const bool was_live = was_there && before_->live[context];
    if (!analysis_.live[context] && !was_live) continue;
    const bool is_as_before = recall_->is_remembered(context) && !recall_->is_part(context);
    const bool counts_as_before =
        was_there && was_live == analysis_.live[context] && before_->judged[context] == analysis_.judged[context];
    if (is_as_before && counts_as_before) continue;
    is_touched[world.module_of(context)] = true;
    // Others have the callers that they had.
    if (counts_as_before &&
        call_alike(before_->world.contexts[context].outcome.calls, world.contexts[context].outcome.calls))
      continue;
    touch_callees(world.contexts[context].outcome);
    if (was_there) touch_callees(before_->world.contexts[context].outcome);
  }
  std::vector<std::uint32_t> touched;
  for (std::uint32_t module = 0; module < is_touched.size(); ++module) {
    if (is_touched[module]) touched.push_back(module);
  }
  return touched;
}

/// In order.
std::vector<Evaluated> Rounds::what_is_known_of(std::span<const std::uint32_t> work) {
  std::vector<Evaluated> round(work.size());
  for (std::size_t i = 0; i < work.size(); ++i) round[i].context = work[i];
  if (before_ == nullptr) return round;
  const std::size_t parts = (work.size() + kWorthLookingUp - 1) / kWorthLookingUp;
  parallel::for_each_index(parts, jobs_, [&](std::size_t part) {
    const std::size_t end = std::min(work.size(), (part + 1) * kWorthLookingUp);
    for (std::size_t i = part * kWorthLookingUp; i < end; ++i) round[i].step = recall_->find(work[i]);
  });
  for (const Evaluated& each : round) {
    if (each.step != nullptr)
      has_met_limit_ |= !evaluation_.leave_out(analysis_.world.module_of(each.context), each.step->work);
  }
  return round;
}

/// Those of contexts that were cut off are left out.
void Rounds::add_outcomes(std::span<const std::uint32_t> work, std::span<Outcome> outcomes,
                          std::vector<Evaluated>& round) {
  std::size_t next = 0;
  for (Evaluated& each : round) {
    if (each.step == nullptr && next < work.size() && work[next] == each.context) each.outcome = &outcomes[next++];
  }
  std::erase_if(round, [](const Evaluated& each) { return each.step == nullptr && each.outcome == nullptr; });
}

/// Those of the lowest functions that wait: what they call has come to rest, unless it calls them.
std::vector<std::uint32_t> Rounds::next_contexts() {
  std::vector<std::uint32_t> work;
  for (std::size_t turn = 0; turn < turns_.size() && work.empty(); ++turn) work = next_contexts(turns_[turn]);
  return work;
}

std::vector<std::uint32_t> Rounds::next_contexts(Turn& turn) {
  const World& world = analysis_.world;
  std::vector<std::uint32_t> work;
  // Who waits for what is given up comes behind it.
  for (std::size_t i = 0; i < turn.waiting.size(); ++i) {
    const std::uint32_t context = turn.waiting[i];
    if (evaluation_.is_cut(world.module_of(context))) {
      give_up(context);
      continue;
    }
    if (counts_.is_used(context) && !counts_.is_replaced(context)) work.push_back(context);
  }
  count_unread_changes(turn.unread);
  for (const std::uint32_t context : turn.waiting) waits_[context] = false;
  turn.waiting.clear();
  return work;
}

/// A change that a context does not look at counts as an evaluation all the same, so that kMostEvaluations ends the
/// same contexts, whatever is looked at. Those that nobody calls are left behind as after any other change.
void Rounds::count_unread_changes(std::vector<std::uint32_t>& unread) {
  std::ranges::sort(unread);
  const auto repeated = std::ranges::unique(unread);
  unread.erase(repeated.begin(), repeated.end());
  for (const std::uint32_t context : unread) {
    if (waits_[context]) continue;
    if (counts_.is_used(context) && !counts_.is_replaced(context)) {
      ++analysis_.world.contexts[context].evaluations;
    } else {
      mark_pending(context);
    }
  }
  unread.clear();
}

/// What the context gives may be anything, beside what is known of it; it is not evaluated any more.
void Rounds::give_up(std::uint32_t context) {
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
    mark_changed({kVariables | context, scope.name(slot)}, {}, variable);
  }
}

/// Makes the objects that an evaluation asked for. Who asked for one is evaluated again.
void Rounds::make_objects(std::uint32_t number, Outcome& outcome, std::vector<std::uint32_t>* numbers) {
  for (ObjectKey& key : outcome.new_objects) {
    again_.push_back(number);
    std::uint32_t object = analysis_.world.find(key, layer_);
    if (object == model::HashIndex::kAbsent) object = add_object(std::move(key));
    if (numbers != nullptr) numbers->push_back(object);
  }
  outcome.new_objects.clear();
}

std::uint32_t Rounds::add_object(ObjectKey key) {
  World& world = analysis_.world;
  std::uint32_t number = free_ ? free_->find(key, layer_) : model::HashIndex::kAbsent;
  if (number == model::HashIndex::kAbsent) {
    if (unused_.objects.empty()) world.objects.emplace_back();
    number =
        unused_.objects.empty() ? static_cast<std::uint32_t>(world.objects.size() - 1) : take_last(unused_.objects);
    world.objects[number] = {.layer = layer_, .key = std::move(key), .attributes = {}};
  }
  make_object(number);
  return number;
}

void Rounds::make_object(std::uint32_t number) {
  World& world = analysis_.world;
  world.objects[number].is_made = true;
  const ObjectKey& key = world.objects[number].key;
  const std::uint32_t count = ++world.objects_of_class[key.klass];
  if (count == 1) counted_classes_.push_back(key.klass);
  if (count == kMostObjects + 1) busy_classes_.push_back(key.klass);
  world.object_index.add(key.hash, number);
  if (!recall_) return;
  log_->make_object(number);
  new_objects_.push_back(number);
}

/// Makes the contexts that an evaluation asked for.
void Rounds::make_contexts(Outcome& outcome) {
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

/// What an evaluation would have asked for.
void Rounds::make_what_is_new(std::uint32_t number, const Step& step) {
  World& world = analysis_.world;
  for (const std::uint32_t object : step.objects()) {
    again_.push_back(number);
    if (!world.objects[object].is_made) make_object(object);
  }
  // In the order of the text; what is called and does not count as a call comes behind.
  for (const CallEdge& edge : step.calls()) {
    if (!world.contexts[edge.context].is_made) make_context(edge.context);
  }
  for (const Read& read : step.reads()) {
    if (read.is_context() && !world.contexts[read.subject()].is_made) make_context(read.subject());
  }
}

/// From the next round on all constructor calls of a class with too many objects make the generic one.
void Rounds::find_crowded_classes() {
  World& world = analysis_.world;
  std::ranges::sort(busy_classes_);
  for (const std::uint32_t klass : busy_classes_) {
    world.crowded[klass].push_back(layer_);
    log({.kind = ChangeKind::kCrowded, .subject = klass, .detail = layer_});
    if (recall_) recall_->set_crowded(klass);
    mark_changed({kInstances | klass, {}});
  }
  busy_classes_.clear();
  for (const std::uint32_t context : again_) mark_pending(context);
  again_.clear();
}

/// From the next round on the calls of a function with too many contexts share those that keep less of the arguments.
/// True if there was such a function.
bool Rounds::merge_what_has_too_many(bool at_rest) {
  const std::vector<std::uint32_t> codes = counts_.codes_with_too_many(at_rest);
  for (const std::uint32_t code : codes) keep_less_of(code);
  return !codes.empty();
}

void Rounds::keep_less_of(std::uint32_t code) {
  analysis_.world.keep_less_of(code, layer_);
  if (recall_) recall_->set_detail(code, analysis_.world.detail(code, layer_));
  log({.kind = ChangeKind::kLessOfArguments, .subject = code, .detail = layer_});
  for (const std::uint32_t context : contexts_by_code_[code]) {
    if (!counts_.is_replaced(context)) continue;
    counts_.uncount(context);
    readers_of_context_.for_each(context, [&](const ContextRead& caller) { mark_pending(caller.context); });
  }
}

void Rounds::log_effects(std::span<const std::uint32_t> work, std::span<const Outcome> outcomes,
                         std::span<Evaluated> round) {
  if (!log_) return;
  log_->begin_round(analysis_.world);
  std::size_t next = 0;
  for (Evaluated& each : round) {
    if (each.step != nullptr) {
      each.effect = each.step->effect;
    } else {
      each.effect = effect_of(analysis_.world, work[next], outcomes[next]);
      each.work = evaluation_.cost(next++);
    }
    log_->add({each.context, each.effect});
  }
}

}  // namespace syncfree::inference
