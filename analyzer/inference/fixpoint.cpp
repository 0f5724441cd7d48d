#include "analyzer/inference/fixpoint.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/entry_points.h"
#include "analyzer/inference/handed_on.h"
#include "analyzer/inference/liveness.h"
#include "analyzer/inference/rounds.h"
#include "analyzer/inference/stranger_calls.h"

namespace syncfree::inference {

namespace {

class Fixpoint {
 public:
  /// As of Rounds.
  Fixpoint(const Project& project, unsigned jobs, const InferenceOptions& options, Analysis* before = nullptr,
           const Redone& redone = {})
      : opens_public_(options.opens_public),
        plain_calls_(options.plain_calls),
        publicly_named_(options.opens_public ? project.publicly_named() : std::vector<std::uint32_t>()),
        analysis_{.known = std::make_unique<const Known>(project.catalog(), project.symbols()),
                  .uses = {},
                  .parameters = std::make_unique<ParameterTable>(project),
                  .world = {.project = project,
                            .stored_names = before == nullptr
                                                ? StoredNames(project)
                                                : StoredNames(project, before->world.stored_names, redone.modules),
                            .keep_variables = options.keep_variables,
                            .is_asked = !options.plain_calls.empty(),
                            .notes_all = options.is_logged},
                  .arenas = {},
                  .live = {},
                  .live_contexts = {},
                  .judged = {},
                  .most_work = options.most_work,
                  .cut = {}},
        entry_points_(project, *analysis_.known,
                      analysis_.names = mentioned_names(project, before == nullptr ? nullptr : &before->names,
                                                        redone.modules, std::max(1U, jobs))) {
    jobs = std::max(1U, jobs);
    analysis_.uses = before == nullptr ? std::make_unique<const UseTable>(project, *analysis_.known)
                                       : std::make_unique<const UseTable>(project, *analysis_.known, *before->uses,
                                                                          redone.modules, true);
    for (unsigned i = 0; i <= jobs; ++i) analysis_.arenas.push_back(std::make_unique<values::ValueArena>());
    if (before != nullptr) {
      analysis_.parameters->take_classes(*before->parameters);
      analysis_.parameters->take_what_is_alike(*before->parameters, redone.modules, redone.signatures);
    }
    rounds_.emplace(analysis_, jobs, options.is_logged, before, redone.modules);
  }

  /// Nothing if the result cannot be had from the analysis before.
  std::optional<Analysis> run() {
    const std::span<const Layer> layers = analysis_.world.project.layers().all();
    for (layer_ = 0; layer_ < layers.size(); ++layer_) {
      if (layers[layer_].offered_by == Layer::kNone) {
        settle_layer();
      } else {
        settle_strangers(layers[layer_].offered_by);
      }
    }
    if (!rounds_->finish()) return std::nullopt;
    analysis_.parameters->close();
    Reached reached = reached_contexts(analysis_.world, rounds_->users(), open_);
    analysis_.live = std::move(reached.live);
    analysis_.judged = std::move(reached.judged);
    analysis_.live_contexts = {analysis_.world, analysis_.live};
    analysis_.mentioned = entry_points_.take_mentioned();
    rounds_->hand_over();
    return std::move(analysis_);
  }

 private:
  using When = EntryPoints::Step;

  void settle_layer() {
    rounds_->begin(layer_);
    rounds_->settle();
    for (const auto when : {When::kUnnamedConstructors, When::kUnnamed, When::kConstructors, When::kAll}) {
      add_entry_points(when);
      rounds_->settle();
    }
    open_what_was_never_stored();
    rounds_->settle();
    // What lost its last caller meanwhile.
    while (add_entry_points(When::kAll)) rounds_->settle();
    add_open_functions();
    rounds_->settle();
    if (opens_public_) open(entry_points_.shown(layer_, publicly_named_));
    rounds_->settle();
    if (analysis_.world.project.layers().all()[layer_].is_test) call_plainly(layer_);
    abandon_what_is_left();
  }

  /// The layer of the strangers who call what the layer `below` offers.
  void settle_strangers(std::uint32_t below) {
    rounds_->begin(layer_);
    open_what_was_never_stored();
    // Who asks about calls wants to know nothing of others, which would only blur what theirs are given.
    if (call_plainly(below)) {
      abandon_what_is_left();
      return;
    }
    // What strangers call is live in their own layers alone.
    if (!own_calls_) own_calls_.emplace(analysis_.world, rounds_->users(), open_);
    const Declared declared(analysis_.world.project, *analysis_.known, *analysis_.uses, *analysis_.parameters,
                            rounds_->shared_arena());
    for (ContextKey& key :
         entry_points_.offered(analysis_.world, own_calls_->of(below), declared, rounds_->shared_arena()))
      open_.push_back(rounds_->add_root(std::move(key)));
    rounds_->settle();
    abandon_what_is_left();
  }

  /// Nobody will look again at what was left behind half evaluated.
  void abandon_what_is_left() {
    World& world = analysis_.world;
    for (const std::uint32_t context : rounds_->contexts_of_layer()) {
      if (!world.pending[context]) continue;
      world.contexts[context].is_abandoned = true;
      rounds_->log({.kind = ChangeKind::kAbandoned, .subject = context});
    }
  }

  /// Functions that nothing has called so far are looked at as their signature declares them. True if there are any.
  bool add_entry_points(When when) {
    const Project& project = analysis_.world.project;
    const std::vector<std::uint32_t> functions = entry_points_.of(when, analysis_.world, layer_);
    for (const std::uint32_t function : functions) {
      const FunctionInfo& info = project.functions()[function];
      ContextKey key = called_by_strangers(function);
      if (info.function->enclosing == nullptr) {
        rounds_->add_root(std::move(key));
        continue;
      }
      // A nested function sees its enclosing function's variables, in each of its contexts.
      const std::uint32_t outer = project.modules()[info.module].first_function + info.function->enclosing->id;
      const auto contexts = rounds_->contexts_of(outer);
      for (const std::uint32_t context : std::vector(contexts.begin(), contexts.end())) {
        if (!rounds_->is_used(context) || analysis_.world.contexts[context].layer != layer_) continue;
        key.environment = context + 1;
        rounds_->add_root(key);
      }
      if (key.environment == 0) rounds_->add_root(std::move(key));
    }
    return !functions.empty();
  }

  /// Code that nobody sees may store it.
  void open_what_was_never_stored() {
    World& world = analysis_.world;
    world.is_open[layer_] = true;
    rounds_->log({.kind = ChangeKind::kOpen, .subject = layer_});
    for (const std::uint32_t context : rounds_->contexts_of_layer()) {
      if (world.contexts[context].outcome.met_nothing) rounds_->mark_pending(context);
    }
  }

  /// The contexts that strangers call.
  void add_open_functions() {
    const Declared declared(analysis_.world.project, *analysis_.known, *analysis_.uses, *analysis_.parameters,
                            rounds_->shared_arena());
    open(entry_points_.open(analysis_.world, layer_, rounds_->users(), open_, declared));
    for (OtherCall& each :
         entry_points_.with_unused_options(analysis_.world, layer_, rounds_->users(), open_,
                                           rounds_->contexts_of_layer(), declared, rounds_->shared_arena())) {
      ContextKey key;
      key.code = each.function;
      key.arguments = std::move(each.arguments);
      open_.push_back(rounds_->add_root(std::move(key)));
    }
  }

  /// The calls that somebody asks about of the code of a layer. True if there are any.
  bool call_plainly(std::uint32_t layer) {
    bool is_any = false;
    for (const PlainCall& call : plain_calls_) {
      if (layer_of(call) != layer) continue;
      call_plainly(call);
      is_any = true;
    }
    return is_any;
  }

  /// That of the class, which may inherit the function from elsewhere.
  std::uint32_t layer_of(const PlainCall& call) const {
    const Project& project = analysis_.world.project;
    const std::uint32_t module =
        call.klass == kNowhere ? project.functions()[call.function].module : project.classes()[call.klass].module;
    return project.layers().of_module(module);
  }

  /// One more context must not cost the others what is known of their arguments.
  bool has_room(std::uint32_t function) const {
    return analysis_.world.detail(function, layer_) == Detail::kFull &&
           analysis_.world.contexts_of_code[function] < analysis_.world.most_contexts();
  }

  std::uint32_t call(std::uint32_t function, std::vector<Value> arguments) {
    ContextKey key;
    key.code = function;
    key.arguments = std::move(arguments);
    open_.push_back(rounds_->add_root(std::move(key)));
    rounds_->settle();
    return open_.back();
  }

  void call_plainly(const PlainCall& asked) {
    const FunctionInfo& info = analysis_.world.project.functions()[asked.function];
    if (info.function->enclosing != nullptr || info.is_class_method || !has_room(asked.function)) return;
    const Declared declared(analysis_.world.project, *analysis_.known, *analysis_.uses, *analysis_.parameters,
                            rounds_->shared_arena());
    Value self;
    if (asked.klass != kNowhere) self = made_plainly(asked, declared);
    const Value* receiver = asked.klass == kNowhere ? nullptr : &self;
    const std::vector<GivenArgument> given = given_by(info, asked);
    std::vector<Value> arguments =
        plain_arguments(info, receiver, given, declared, analysis_.world.project.symbols(), rounds_->shared_arena());
    leave_out_options(info, given, arguments);
    analysis_.plain.push_back({asked, call(asked.function, std::move(arguments))});
  }

  /// `**options`, of which the call gives none.
  void leave_out_options(const FunctionInfo& info, std::span<const GivenArgument> given,
                         std::vector<Value>& arguments) {
    const auto parameters = info.function->parameters;
    if (parameters.empty() || parameters.back().kind != model::ParameterKind::kDoubleStar) return;
    if (std::ranges::find(given, parameters.back().name, &GivenArgument::name) != given.end()) return;
    arguments.back() = rounds_->shared_arena().dictionary({}, Value{});
  }

  /// An object of which the constructor was given what it has to be; any one, if that cannot be said.
  Value made_plainly(const PlainCall& asked, const Declared& declared) {
    const World& world = analysis_.world;
    const std::uint32_t klass = asked.klass;
    const std::uint32_t init = world.project.constructor(klass, analysis_.known->init);
    Value object = declared.generic_object(klass);
    if (!can_be_made_plainly(world.project, klass, init) || world.is_crowded(klass, layer_) ||
        world.objects_of_class[klass] >= kMostObjects || !has_room(init))
      return object;
    std::vector<Value> arguments = plain_arguments(world.project.functions()[init], &object, asked.made_with, declared,
                                                   world.project.symbols(), rounds_->shared_arena());
    leave_out_options(world.project.functions()[init], asked.made_with, arguments);
    ObjectKey key{.klass = klass, .arguments = {arguments.begin() + 1, arguments.end()}};
    key.seal();
    std::uint32_t number = world.find(key, layer_);
    if (number == model::HashIndex::kAbsent) number = rounds_->add_object(std::move(key));
    values::Entity entity{.kind = values::EntityKind::kObject};
    entity.index = number;
    object.entities = rounds_->shared_arena().entity(values::Kind::kInstance, entity).entities;
    arguments.front() = object;
    call(init, std::move(arguments));
    return object;
  }

  void open(std::span<const std::uint32_t> functions) {
    for (const std::uint32_t function : functions) open_.push_back(rounds_->add_root(called_by_strangers(function)));
  }

  /// Of a function that its layer hands on and never calls with another one: the device that is the CPU by default, by
  /// its place among the parameters.
  std::optional<std::size_t> left_on_cpu(const FunctionInfo& info) {
    const Project& project = analysis_.world.project;
    const std::optional<std::size_t> device = cpu_by_default(info, project.symbols());
    if (!device) return device;
    const std::uint32_t layer = project.layers().of_module(info.module);
    const auto [names, is_new] = handed_on_.try_emplace(layer);
    if (is_new) names->second.emplace(project, project.layers().all()[layer].modules);
    const HandedOn found = names->second->of(info, *device);
    return found.is_value && !found.gives_device ? device : std::nullopt;
  }

  /// As the signature declares it. Who is handed a function leaves its device on the CPU, where its tensors are then.
  ContextKey called_by_strangers(std::uint32_t function) {
    const FunctionInfo& info = analysis_.world.project.functions()[function];
    ContextKey key;
    key.code = function;
    const std::optional<std::size_t> device = left_on_cpu(info);
    key.declared = !device;
    if (!device) return key;
    const Declared declared(analysis_.world.project, *analysis_.known, *analysis_.uses, *analysis_.parameters,
                            rounds_->shared_arena());
    for (std::size_t i = 0; i < info.function->parameters.size(); ++i) {
      Value argument = declared.parameter(info, i);
      if (argument.may_be(Kind::kTensor)) argument.places = values::Place::kUnknown;
      if (i == *device) argument = Value::device(values::Place::kCpu);
      key.arguments.push_back(argument);
    }
    return key;
  }

  bool opens_public_;
  std::vector<PlainCall> plain_calls_;
  std::vector<std::uint32_t> publicly_named_;  ///< if these are opened
  Analysis analysis_;
  EntryPoints entry_points_;
  std::unordered_map<std::uint32_t, std::optional<HandedOnNames>> handed_on_;  ///< by layer; read when asked
  std::optional<Rounds> rounds_;
  std::vector<std::uint32_t> open_;    ///< contexts that strangers call
  std::optional<OwnCalls> own_calls_;  ///< once all layers with modules have settled
  std::uint32_t layer_ = 0;            ///< that settles now
};

}  // namespace

Analysis infer(const Project& project, unsigned jobs, const InferenceOptions& options) {
  return *Fixpoint(project, jobs, options).run();
}

std::unique_ptr<Analysis> infer_again(const Project& project, Analysis& before, const Redone& redone, unsigned jobs) {
  if (!before.log || !before.memo || before.world.keep_variables) return nullptr;
  const InferenceOptions options{.most_work = before.most_work, .is_logged = true};
  std::optional<Analysis> again = Fixpoint(project, jobs, options, &before, redone).run();
  return again ? std::make_unique<Analysis>(std::move(*again)) : nullptr;
}

}  // namespace syncfree::inference
