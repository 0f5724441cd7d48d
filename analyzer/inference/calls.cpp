// Calls: arguments, followed functions, catalog operators. Binding and constructors have files of their own.
#include <algorithm>

#include "analyzer/catalog/operand.h"
#include "analyzer/catalog/result.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/arguments.h"
#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/way_back.h"
#include "analyzer/model/returns.h"

namespace syncfree::inference {

namespace {

/// A module that is given what lies on the GPU has been moved there.
bool any_on_device(std::span<const ArgumentValue> arguments) {
  return std::ranges::any_of(arguments, [](const ArgumentValue& argument) {
    return argument.value.only(Kind::kTensor) && argument.value.places.within(values::kOnDevice);
  });
}

/// `torch.Tensor.to(sample, device)`: a method that is called by its class is given a tensor.
std::span<const ArgumentValue> of_tensor(const catalog::NodeRow& row, std::span<const ArgumentValue> arguments,
                                         values::ValueArena& arena) {
  const bool is_unknown = !arguments.empty() && arguments[0].stars == 0 && arguments[0].keyword.empty() &&
                          arguments[0].value.only(Kind::kAnything);
  if (!is_unknown || row.operation == nullptr || !row.name.starts_with("torch.Tensor.")) return arguments;
  const std::span<ArgumentValue> given = arena.array<ArgumentValue>(arguments.size());
  std::ranges::copy(arguments, given.begin());
  given[0].value = Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared);
  return given;
}

/// `self.heads.values()`: the modules of a ModuleDict live where it lives.
Value with_modules_there(const Value& container, const ModuleContainers& modules, values::ValueArena& arena) {
  const values::Aggregate& held = *container.aggregate;
  if (held.exact || !held.elements.empty()) return container;
  std::vector<values::DictionaryEntry> entries(held.entries.begin(), held.entries.end());
  for (values::DictionaryEntry& entry : entries) entry.value = modules.moved_into(container, entry.value);
  Value placed = container;
  placed.aggregate = arena.dictionary(entries, modules.moved_into(container, held.rest)).aggregate;
  return placed;
}

}  // namespace

Calls::Calls(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      frame_(all.frame),
      out_(all.record.out),
      guards_(all.record.guards),
      state_(all.variables.state),
      record_(all.record),
      binding_(all.binding),
      variables_(all.variables),
      members_(all.members),
      module_containers_(all.module_containers),
      module_moves_(all.module_moves),
      strangers_(all.strangers),
      attributes_(all.attributes),
      subscripts_(all.subscripts),
      containers_(all.containers),
      instantiation_(all.instantiation),
      expressions_(all.expressions),
      statements_(all.statements),
      all_(all) {}

std::span<const ArgumentValue> Calls::evaluate_arguments(const model::Call& node) {
  const std::span<ArgumentValue> arguments = arena_.array<ArgumentValue>(node.arguments.size());
  std::size_t next = 0;
  for (const model::Argument& argument : node.arguments) {
    ArgumentValue& given = arguments[next++];
    if (argument.keyword) given.keyword = project().symbols().text(argument.keyword);
    given.name = argument.keyword;
    given.stars = argument.stars;
    given.value = expressions_.evaluate(*argument.value);
    if (given.keyword == "pin_memory" && asks_for_gpu(*argument.value)) given.value = Value::boolean(true);
    if (argument.stars == 1 && !(given.value.aggregate != nullptr && given.value.aggregate->exact)) {
      const Value element = expressions_.iterate(given.value, argument.range);
      given.value = arena_.container(Kind::kTuple, element);
    }
  }
  return arguments;
}

/// What the frontend for C++ writes for what is no call gives the same whatever it is given: `cxx.number(a, b)`. Null
/// for another call.
const Value* Calls::cxx_result(const model::Call& node) const {
  const auto* function = node.callee->get_if<model::Attribute>();
  if (function == nullptr || !frame_.writes_cxx || record_.seen != nullptr) return nullptr;
  const auto* package = function->object->get_if<model::Name>();
  if (package == nullptr || package->name != known_.cxx) return nullptr;
  const auto is_starred = [](const model::Argument& argument) { return argument.stars != 0; };
  return std::ranges::any_of(node.arguments, is_starred) ? nullptr : known_.cxx_results.find(function->name);
}

/// False if nothing is known of one of them so far.
bool Calls::evaluate_parts(const model::Call& node) {
  bool all_known = true;
  for (const model::Argument& argument : node.arguments)
    all_known &= !expressions_.evaluate(*argument.value).is_bottom();
  return all_known;
}

Value Calls::call(const model::Call& node) {
  const auto* method = node.callee->get_if<model::Attribute>();
  if (const Value* fixed = cxx_result(node)) return evaluate_parts(node) ? *fixed : Value{};
  std::span<const ArgumentValue> arguments;
  // What `to` is given says whether anything is copied, so it is asked first.
  const bool may_cast = method != nullptr && method->name == known_.to;
  if (may_cast) strangers_.note_move(node, *method->object, arguments = evaluate_arguments(node));
  const Value callee = expressions_.evaluate(*node.callee);
  arguments = may_cast ? strangers_.what_moves(*method->object, callee, arguments) : evaluate_arguments(node);
  if (callee.is_bottom()) return {};
  for (const ArgumentValue& argument : arguments) {
    if (argument.value.is_bottom()) return {};
  }
  if (std::optional<Value> cast_value = cast(node, callee, arguments)) return *cast_value;
  if (std::optional<Value> named = attributes_.attribute_by_beginning(node, callee, arguments)) return *named;
  attributes_.store_by_beginning(node, callee, arguments);
  const bool fills_weight =
      method != nullptr && method->name == known_.copy_into &&
      (attributes_.is_weight(*method->object) || attributes_.is_made_on_given_device(*method->object));
  guards_.doubt += fills_weight ? 1 : 0;
  Value result = made_around(call_value(callee, arguments, node.range, wanted_of(node)));
  guards_.doubt -= fills_weight ? 1 : 0;
  strangers_.note_stranger(node, callee, result, arguments);
  const auto is_unknown = [](const Value& value) { return value.only(Kind::kAnything) && value.places.empty(); };
  if (is_unknown(result)) result = by_name(*node.callee, arguments);
  if (is_unknown(result)) result = taken_from(node, result);
  if (is_unknown(result)) result = loaded_by_map(node, callee, arguments);
  containers_.grow_arguments(node, arguments, callee);
  subscripts_.forget_changed_parts(node, callee);
  const Special special = special_of(callee);
  if ((special == Special::kSetAttr || special == Special::kStoreAttribute) && !node.arguments.empty())
    attributes_.forget_attributes_of(*node.arguments[0].value);
  const Value receiver = method == nullptr ? Value{} : receiver_of(callee);
  if (receiver.is_bottom()) return result;
  if (std::optional<Value> moved = module_moves_.moved_module(receiver, method->name, arguments, node.range)) {
    // `model.cuda()` moves the module itself and gives it back.
    const model::Expression& itself = module_itself(*method->object, project().symbols());
    if (const std::uint32_t slot = variables_.slot_of(itself); slot != Scope::kAbsent) state_.slots.set(slot, *moved);
    const auto* attribute = itself.get_if<model::Attribute>();
    if (attribute != nullptr && method->name != known_.cpu && statements_.is_statement(node))
      attributes_.store_attribute(*attribute, *moved);
    return *moved;
  }
  containers_.apply_mutation(node, receiver, arguments);
  containers_.keep_arguments(node, callee, arguments);
  return result;
}

/// The value of a statement is nobody's, and what an argument has become is only told to variables (grow_arguments).
GivenParts Calls::wanted_of(const model::Call& node) const {
  GivenParts wanted;
  if (!statements_.is_statement(node)) wanted |= Given::kResult;
  const bool names_any = std::ranges::any_of(node.arguments, [](const model::Argument& argument) {
    return argument.value->kind == model::ExpressionKind::kName ||
           argument.value->kind == model::ExpressionKind::kAttribute;
  });
  if (names_any) wanted |= Given::kGrown;
  return wanted;
}

/// `with torch.device(d): net = load(path)`: what the function makes lies there; what it only hands on may lie
/// elsewhere.
Value Calls::made_around(Value result) const {
  const bool is_on_host = result.places == values::Places(values::Place::kCpu);
  if (!device_around_.empty() && is_on_host && module_containers_.is_module(result)) result.places |= device_around_;
  return result;
}

/// What the methods that are called are bound to; bottom if none is.
Value Calls::receiver_of(const Value& callee) {
  Value receiver;
  if (callee.entities == nullptr) return receiver;
  for (const Entity& entity : callee.entities->items) {
    if (entity.self != nullptr) receiver = join(receiver, *entity.self);
  }
  return receiver;
}

/// Nothing of it is code that the analysis reads; of an object, what its class gets from elsewhere is called.
bool Calls::is_of_catalog(const Value& callee) const {
  return std::ranges::all_of(callee.entities->items, [&](const Entity& entity) {
    if (entity.kind != EntityKind::kObject) {
      return entity.kind == EntityKind::kLibraryObject || entity.kind == EntityKind::kLibraryName ||
             entity.kind == EntityKind::kMethod;
    }
    return project().find_method(world_.class_of(entity.index), known_.call) == kNowhere;
  });
}

Value Calls::call_value(const Value& callee, std::span<const ArgumentValue> arguments, source::TextRange range,
                        GivenParts wanted) {
  if (callee.is_bottom()) return {};
  if (callee.entities == nullptr) return asked_tensors(arguments).value_or(Value::anything());
  const auto entities = callee.entities->items;
  const bool is_seldom_loud = is_mostly_quiet(entities, arguments);
  const bool is_own = entities.size() > 1 && std::ranges::any_of(entities, [](const Entity& entity) {
                        return entity.kind == EntityKind::kFunction && entity.self != nullptr;
                      });
  Value result;
  for (const Entity& entity : entities) {
    const Guards outer = guards_;
    // `Tensor | LinearOperator`: a method that the project's objects have too was written for them.
    const bool is_others = is_own && entity.kind == EntityKind::kMethod && entity.self != nullptr &&
                           entity.self->evidence != values::Evidence::kSeen;
    guards_.doubt += is_others || (is_seldom_loud && may_wait(entity, arguments)) ? 1 : 0;
    result = join(result, call_entity(callee, entity, arguments, range, wanted));
    guards_ = outer;
  }
  if (callee.is_anything()) result = join(result, Value::anything());
  const bool is_of_library = strangers_.is_of_library(callee);
  if (std::optional<Value> asked = asked_tensors(arguments); asked && (is_of_library || is_of_catalog(callee)))
    return *asked;
  return is_of_library && strangers_.says_too_little(result) ? Value::anything() : result;
}

Value Calls::call_entity(const Value& callee, const Entity& entity, std::span<const ArgumentValue> arguments,
                         source::TextRange range, GivenParts wanted) {
  switch (entity.kind) {
    case EntityKind::kFunction:
      return call_function(entity.index, entity.environment, entity.self, arguments, range, wanted);
    case EntityKind::kClass:
      return instantiation_.instantiate(entity.index, arguments, range, wanted);
    case EntityKind::kLibraryName:
      return call_library(entity.index, nullptr, of_tensor(catalog().row(entity.index), arguments, arena_), range);
    case EntityKind::kMethod:
      return call_library(entity.index, entity.self, arguments, range);
    case EntityKind::kLibraryObject:
      return call_library_object(callee, entity.index, arguments, range);
    case EntityKind::kObject:
      return call_object(callee, entity, arguments, range, wanted);
    case EntityKind::kPartial:
      return call_partial(entity, arguments, range);
    case EntityKind::kRecordType:
      return containers_.call_record_type(entity, arguments).value_or(Value::anything());
    case EntityKind::kModule:
    case EntityKind::kFolder:
    case EntityKind::kSuper:
      return Value::anything();
  }
  return Value::anything();
}

/// `model(x)`: the object's own `__call__`, or a module's `forward`.
Value Calls::call_object(const Value& callee, const Entity& entity, std::span<const ArgumentValue> arguments,
                         source::TextRange range, GivenParts wanted) {
  Value self = callee;
  self.kinds = Kind::kInstance;
  const Entity one[] = {entity};
  self.entities = arena_.entities(one);
  const std::uint32_t klass = world_.class_of(entity.index);
  const ClassInfo& info = project().classes()[klass];
  if (info.is_module && self.places == values::Places(values::Place::kCpu) && any_on_device(arguments))
    self.places = values::Place::kCaller;
  const std::uint32_t own = project().find_method(klass, known_.call);
  const std::uint32_t method = own != kNowhere  ? own
                               : info.is_module ? project().find_method(klass, known_.forward)
                                                : kNowhere;
  const auto is_library = [this](std::uint32_t module) { return project().modules()[module].input.is_library; };
  if (method != kNowhere && is_library(project().functions()[method].module) && !is_library(frame_.module)) {
    // What was measured counts, whatever the library does on the way to it.
    for (const std::uint32_t base : info.library_bases) {
      const catalog::Operator* measured = catalog().object_call(base);
      if (measured != nullptr && !measured->blocks.empty()) return call_operator(*measured, &self, arguments, range);
    }
  }
  if (method != kNowhere) {
    const bool may_hand_on = own != kNowhere && info.is_module;
    if (may_hand_on) wanted |= Given::kResult;
    Value result = call_function(method, 0, &self, arguments, range, wanted);
    // A `__call__` that hands on to forward in ways not followed (hooks): forward is what runs.
    if (may_hand_on && result.is_anything()) {
      const std::uint32_t forward = project().find_method(klass, known_.forward);
      if (forward != kNowhere) result = call_function(forward, 0, &self, arguments, range, wanted);
    }
    return result;
  }
  if (std::optional<Value> measured = call_metric(klass, self, arguments, range, wanted)) return *measured;
  for (const std::uint32_t base : info.library_bases) {
    const catalog::NodeRow& row = catalog().row(base);
    if (row.object_call != nullptr) return call_operator(*row.object_call, &self, arguments, range);
  }
  return Value::anything();
}

/// `accuracy(logits, target)` of a class derived from `Metric`, of torchmetrics or Lightning: updates it, and computes
/// what the update gives.
std::optional<Value> Calls::call_metric(std::uint32_t klass, const Value& self,
                                        std::span<const ArgumentValue> arguments, source::TextRange range,
                                        GivenParts wanted) {
  const auto is_metric = [&](std::uint32_t ancestor) {
    const auto bases = project().classes()[ancestor].definition->bases;
    return std::ranges::any_of(bases, [&](const model::Argument& base) {
      return flow::last_name(*base.value, project().symbols()) == "Metric";
    });
  };
  const std::uint32_t update = project().find_method(klass, known_.update);
  const std::uint32_t compute = project().find_method(klass, known_.compute);
  if (update == kNowhere || compute == kNowhere ||
      !std::ranges::any_of(project().classes()[klass].ancestors, is_metric))
    return std::nullopt;
  call_function(update, 0, &self, arguments, range, wanted);
  return call_function(compute, 0, &self, {}, range, wanted);
}

Value Calls::call_partial(const Entity& entity, std::span<const ArgumentValue> arguments, source::TextRange range) {
  std::vector<ArgumentValue> all;
  if (entity.bound != nullptr && entity.bound->aggregate != nullptr) {
    const auto& parts = entity.bound->aggregate->elements;
    if (parts.size() == 2) {
      // One by one where they are known: a row counts the arguments that it hands on.
      const values::Aggregate* positional = parts[0].aggregate;
      const bool is_exact = positional != nullptr && positional->exact;
      if (!is_exact) all.push_back({{}, 1, parts[0]});
      for (const Value& value : is_exact ? positional->elements : std::span<const Value>())
        all.push_back({{}, 0, value});
      all.insert(all.end(), arguments.begin(), arguments.end());
      all.push_back({{}, 2, parts[1]});
    }
  }
  return entity.self == nullptr ? Value::anything() : call_value(*entity.self, all, range);
}

Value Calls::call_method(const Value& object, model::Symbol name, std::span<const ArgumentValue> arguments,
                         source::TextRange range, bool& found) {
  if (!name || object.entities == nullptr) return {};
  Value result;
  for (const Entity& entity : object.entities->items) {
    if (entity.kind == EntityKind::kObject) {
      const std::uint32_t method = project().find_method(world_.class_of(entity.index), name);
      if (method == kNowhere) continue;
      Value self = object;
      self.kinds = Kind::kInstance;
      const Entity one[] = {entity};
      self.entities = arena_.entities(one);
      found = true;
      result = join(result, call_function(method, 0, &self, arguments, range));
    } else if (entity.kind == EntityKind::kLibraryObject) {
      const std::uint32_t member = catalog().child(entity.index, name);
      if (member == catalog::Catalog::kNowhere || catalog().row(member).operation == nullptr) continue;
      found = true;
      result = join(result, call_operator(*catalog().row(member).operation, &object, arguments, range));
    }
  }
  return result;
}

Value Calls::call_library(std::uint32_t node, const Value* self, std::span<const ArgumentValue> arguments,
                          source::TextRange range) {
  if (const Special* special = known_.specials.find(node)) {
    if (*special == Special::kFormat && self != nullptr)
      return call_operator(*catalog().row(node).operation, self, formatted(self->known_string(), arguments), range);
    const bool takes_self = self != nullptr && (*special == Special::kSortLike || *special == Special::kLowerCase ||
                                                *special == Special::kUpperCase);
    const std::optional<Value> result = self != nullptr && *special == Special::kLookUp
                                            ? containers_.look_up(*self, arguments)
                                        : takes_self ? call_special(*special, node, with_self(*self, arguments), range)
                                                     : call_special(*special, node, arguments, range);
    if (result) return *result;
  }
  const catalog::NodeRow& row = catalog().row(node);
  if (row.operation == nullptr) {
    return row.kind == catalog::NodeKind::kClass ? declared_.library_object(node) : Value::anything();
  }
  Value placed;
  if (self != nullptr && self->aggregate != nullptr && module_containers_.is_module_container(*self)) {
    if (row.name == "torch.nn.Module.children" && self->aggregate->entries.empty()) {
      const Value child = expressions_.iterate(*self, range);
      if (child.only(Kinds(Kind::kInstance) | Kind::kLibraryObject) && !child.is_bottom())
        return arena_.container(Kind::kIterator, child);
    }
    placed = with_modules_there(*self, module_containers_, arena_);
    self = &placed;
  }
  Value result = call_operator(*row.operation, self, arguments, range);
  const bool is_class = row.kind == catalog::NodeKind::kClass;
  if (is_class && (catalog().derives(node, known_.parameter) || catalog().derives(node, known_.buffer)))
    result.registered = true;
  if (is_class && module_containers_.is_module_container(node) && !result.is_bottom()) {
    return module_containers_.module_container(node, result, arguments, range);
  }
  return result;
}

/// Where torch makes what names no device: what the code around the call says, or what the project has told torch;
/// nothing: on the CPU.
std::optional<Value> Calls::default_device() const {
  if (!device_around_.empty()) return Value::device(device_around_);
  const values::Places set = project().modules()[frame_.module].default_device;
  if (set.empty()) return std::nullopt;
  Value device = Value::device(set);
  device.evidence = values::Evidence::kDeclared;
  return device;
}

/// Distributions check what they are given, unless the package has told them not to. Whether the user of the package
/// decides that.
bool Calls::use_default_validation(const catalog::Operator& operation, catalog::BoundArguments& bound) const {
  static constexpr std::string_view kValidation = "validate_args";
  static const Value kUnchecked = Value::boolean(false);
  static const Value kPerhapsChecked = Value::anything();
  const Validation validation = project().modules()[frame_.module].validation;
  if (validation == Validation::kOn) return false;
  const bool is_off = validation == Validation::kOff;
  return catalog::use_default(operation, kValidation, is_off ? kUnchecked : kPerhapsChecked, bound) && !is_off;
}

catalog::BoundArguments Calls::bound(const catalog::Operator& operation, const Value* self,
                                     std::span<const ArgumentValue> arguments) {
  catalog::BoundArguments bound = catalog::bind(operation, self, arguments, arena_);
  bound.default_is_cpu = !project().modules()[frame_.module].sets_default_device;
  const std::optional<Value> device = default_device();
  if (device) {
    catalog::use_default_device(operation, *arena_.keep(*device), bound);
    bound.made_at = device->places;
  }
  bound.default_places = device_around_;
  bound.tests_gradients = tests_gradients_.value_or(project().modules()[frame_.module].tests_gradients);
  return bound;
}

Value Calls::call_operator(const catalog::Operator& operation, const Value* self,
                           std::span<const ArgumentValue> arguments, source::TextRange range) {
  const std::vector<ArgumentValue> begun_arguments = begun(operation, arguments, range);
  if (!begun_arguments.empty()) arguments = begun_arguments;
  catalog::BoundArguments bound = this->bound(operation, self, arguments);
  const bool user_decides = use_default_validation(operation, bound);
  if (operation.role != catalog::Role::kNone) record_.note_role(operation, arguments);
  if (!operation.blocks.empty()) {
    std::optional<catalog::Verdict> verdict = catalog::blocking(operation, bound);
    if (verdict && verdict->block->eager && frame_.function != nullptr && frame_.function->is_traced) verdict.reset();
    if (verdict && guards_.chosen_cpu > 0 && !catalog::holds_on_cpu(operation, *verdict->block, bound)) verdict.reset();
    if (verdict) {
      Event event{.kind = EventKind::kCall, .range = range, .evidence = verdict->evidence};
      event.blocks = user_decides ? values::Truth::kMaybe : verdict->truth;
      event.of_unknown = verdict->unknown;
      event.places = verdict->places;
      event.block = verdict->block;
      event.operation = &operation;
      std::size_t operands = 0;
      if (self != nullptr) event.operands[operands++] = *self;
      for (const ArgumentValue& argument : arguments) {
        if (operands < event.operands.size()) event.operands[operands++] = argument.value;
      }
      event.read_back = catalog::decisive_arguments(operation, *verdict->block, bound, arguments);
      event.origin = event.operands[0].origin;
      record_.emit(std::move(event));
    }
  }
  Value called;
  if (!operation.calls.empty()) {
    called = call_back(operation, self, arguments, bound, range);
    bound.called = &called;
  }
  Value result = catalog::result_of(operation, bound, arena_);
  // Behind a test for the CPU nothing is copied: where other ways lead to the same code, it is where it was.
  const bool stays = guards_.on_host > 0 && self != nullptr && operation.name == "torch.Tensor.cpu";
  if (stays && self->only(Kind::kTensor) && result.only(Kind::kTensor)) result.places = self->places;
  if (carries_gradient(operation, result)) {
    note_way_back(self, arguments, result);
    result.waits_back |= operation.role == catalog::Role::kWaitsBack && values::known(result.is_device_tensor());
  }
  return result;
}

Value Calls::call_function(std::uint32_t number, std::uint32_t environment, const Value* self,
                           std::span<const ArgumentValue> arguments, source::TextRange range, GivenParts wanted) {
  const FunctionInfo& info = project().functions()[number];
  if (info.is_device_code) return Value::none();
  if (info.wrapper != kNowhere) call_operator(*catalog().row(info.wrapper).operation, self, arguments, range);
  Value klass;
  const bool by_class = info.is_class_method && self == nullptr && info.owner != kNowhere;
  if (by_class) klass = declared_.target({TargetKind::kClass, info.owner, {}});
  const std::span<const Value> bound = binding_.bind_parameters(number, by_class ? &klass : self, arguments);
  if (self != nullptr) instantiation_.apply_setter(number, *self, bound);
  ContextKey key;
  key.code = number;
  key.environment = environment;
  key.arguments.reserve(bound.size());
  for (std::size_t i = 0; i < bound.size(); ++i) {
    Value value = bound[i];
    if (value.is_bottom()) return {};
    if (binding_.is_vague(value, 0)) value = binding_.refined(value, declared_.parameter(info, i), 0);
    if (info.function->parameters[i].annotation != nullptr &&
        binding_.contradicts_annotation(value, declared_.parameter(info, i)))
      value = declared_.parameter(info, i);
    value.registered = false;
    key.arguments.push_back(binding_.generalize(value, 0));
  }
  // To a library, the code that it calls back is what its signature says: who calls it is a stranger.
  const bool is_library = project().modules()[info.module].input.is_library;
  if (!is_library && project().modules()[frame_.module].input.is_library) key.declare();
  if (is_library) wanted |= Given::kResult;
  Value result = record_.context_result(std::move(key), range, wanted);
  // What overrides it gives something, and runs where this is called.
  if (info.is_abstract) return declared_.returned(info).value_or(Value::anything());
  // What a library does in ways that are not followed comes back in the end. So does a function of C++ that returns: a
  // call may mean the function itself, where it means another of its name.
  const bool is_cxx = project().modules()[info.module].input.module->language == model::Language::kCxx;
  if (result.is_bottom() && (is_library || (is_cxx && model::returns(info.function->body)))) {
    out_.met_nothing = true;
    if (world_.is_open[frame_.layer]) result = Value::anything();
  }
  if (binding_.is_vague(result, 0)) {
    if (std::optional<Value> returned = declared_.returned(info)) {
      if (info.is_context_manager) returned = arena_.container(Kind::kIterator, values::any_element(arena_, *returned));
      result = binding_.refined(result, *returned, 0);
    }
  }
  if (may_carry_gradient(result)) note_way_back(self, arguments, result);
  return self == nullptr ? result : as_called_on(info, *self, result);
}

}  // namespace syncfree::inference
