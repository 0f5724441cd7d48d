// Calls: arguments, binding, followed functions, catalog operators, constructors.
#include <algorithm>

#include "analyzer/inference/arguments.h"
#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

namespace {

constexpr int kDeepestArgument = 3;       ///< containers below this depth are joined to one element
constexpr std::size_t kLongestKept = 8;   ///< longer exact containers too
constexpr std::size_t kLongestText = 24;  ///< longer strings are no mode switches

/// A module that is given what lies on the GPU has been moved there.
bool any_on_device(std::span<const ArgumentValue> arguments) {
  return std::ranges::any_of(arguments, [](const ArgumentValue& argument) {
    return argument.value.only(Kind::kTensor) && argument.value.places.within(values::kOnDevice);
  });
}

/// Is it, or does it hold, a tensor that was selected by a mask: the way back through it counts the mask again.
bool goes_through_mask(const Value& value) {
  if (value.only(Kind::kTensor)) return value.read_back;
  if (!value.may_be(values::kHostSequence) || value.aggregate == nullptr) return false;
  return value.aggregate->rest.read_back ||
         std::ranges::any_of(value.aggregate->elements, [](const Value& element) { return element.read_back; });
}

bool any_through_mask(const Value* self, std::span<const ArgumentValue> arguments) {
  return (self != nullptr && goes_through_mask(*self)) ||
         std::ranges::any_of(arguments,
                             [](const ArgumentValue& argument) { return goes_through_mask(argument.value); });
}

/// Results of other kinds carry no gradient, and what is detached none either.
bool carries_gradient(const catalog::Operator& operation, const Value& result) {
  return result.only(Kind::kTensor) && result.elements.has(values::Element::kFloating) &&
         !operation.name.ends_with(".detach");
}

}  // namespace

std::span<const ArgumentValue> Interpreter::evaluate_arguments(const model::Call& node) {
  const std::span<ArgumentValue> arguments = arena_.array<ArgumentValue>(node.arguments.size());
  std::size_t next = 0;
  for (const model::Argument& argument : node.arguments) {
    ArgumentValue& given = arguments[next++];
    if (argument.keyword) given.keyword = project().symbols().text(argument.keyword);
    given.stars = argument.stars;
    given.value = evaluate(*argument.value);
    if (argument.stars == 1 && !(given.value.aggregate != nullptr && given.value.aggregate->exact)) {
      const Value element = iterate(given.value, argument.range);
      given.value = arena_.container(Kind::kTuple, element);
    }
  }
  return arguments;
}

Value Interpreter::call(const model::Call& node) {
  const Value callee = evaluate(*node.callee);
  const std::span<const ArgumentValue> arguments = evaluate_arguments(node);
  if (callee.is_bottom()) return {};
  for (const ArgumentValue& argument : arguments) {
    if (argument.value.is_bottom()) return {};
  }
  if (std::optional<Value> cast_value = cast(node, callee, arguments)) return *cast_value;
  Value result = call_value(callee, arguments, node.range);
  grow_arguments(node, arguments, callee);
  const auto* method = node.callee->get_if<model::Attribute>();
  const Value receiver = method == nullptr ? Value{} : receiver_of(callee);
  if (receiver.is_bottom()) return result;
  if (std::optional<Value> moved = moved_module(receiver, method->name, arguments, node.range)) {
    // `model.cuda()` moves the module itself and gives it back.
    if (const std::uint32_t slot = slot_of(*method->object); slot != Scope::kAbsent) state_.slots[slot] = *moved;
    return *moved;
  }
  apply_mutation(node, receiver, arguments);
  return result;
}

/// What the methods that are called are bound to; bottom if none is.
Value Interpreter::receiver_of(const Value& callee) {
  Value receiver;
  if (callee.entities == nullptr) return receiver;
  for (const Entity& entity : callee.entities->items) {
    if (entity.self != nullptr) receiver = join(receiver, *entity.self);
  }
  return receiver;
}

/// `tokenizer(text, return_tensors="pt")`: whoever it is, it makes tensors on the CPU.
Value Interpreter::by_asked_tensors(std::span<const ArgumentValue> arguments) {
  const Value* asked = argument_named(arguments, "return_tensors");
  if (asked == nullptr || asked->known_string() != "pt") return Value::anything();
  return declared_.holder(known_.batch, values::Place::kCpu);
}

Value Interpreter::call_value(const Value& callee, std::span<const ArgumentValue> arguments, source::TextRange range) {
  if (callee.is_bottom()) return {};
  if (callee.entities == nullptr) return by_asked_tensors(arguments);
  const auto entities = callee.entities->items;
  const bool is_own = entities.size() > 1 && std::ranges::any_of(entities, [](const Entity& entity) {
                        return entity.kind == EntityKind::kFunction && entity.self != nullptr;
                      });
  Value result;
  for (const Entity& entity : entities) {
    const Guards outer = guards_;
    // `Tensor | LinearOperator`: a method that the project's objects have too was written for them.
    const bool is_others = is_own && entity.kind == EntityKind::kMethod && entity.self != nullptr &&
                           entity.self->evidence != values::Evidence::kSeen;
    guards_.doubt += is_others ? 1 : 0;
    result = join(result, call_entity(callee, entity, arguments, range));
    guards_ = outer;
  }
  if (callee.is_anything()) result = join(result, Value::anything());
  return result;
}

Value Interpreter::call_entity(const Value& callee, const Entity& entity, std::span<const ArgumentValue> arguments,
                               source::TextRange range) {
  switch (entity.kind) {
    case EntityKind::kFunction:
      return call_function(entity.index, entity.environment, entity.self, arguments, range);
    case EntityKind::kClass:
      return instantiate(entity.index, arguments, range);
    case EntityKind::kLibraryName:
      return call_library(entity.index, nullptr, arguments, range);
    case EntityKind::kMethod:
      return call_library(entity.index, entity.self, arguments, range);
    case EntityKind::kLibraryObject: {
      const catalog::NodeRow& row = catalog().row(entity.index);
      if (callee.aggregate != nullptr && known_.sequential != kNowhere &&
          catalog().derives(entity.index, known_.sequential)) {
        return call_in_turn(callee, arguments, range);
      }
      if (row.object_call == nullptr) return Value::anything();
      Value result = call_operator(*row.object_call, &callee, arguments, range);
      // A module of an unknown class may return several tensors in an object of its own.
      if (entity.index == known_.module && result.only(Kind::kTensor)) {
        return declared_.holder(known_.output, result.places);
      }
      return result;
    }
    case EntityKind::kObject: {
      Value self = callee;
      self.kinds = Kind::kInstance;
      const Entity one[] = {entity};
      self.entities = arena_.entities(one);
      const ClassInfo& info = project().classes()[world_.class_of(entity.index)];
      if (info.is_module && self.places == values::Places(values::Place::kCpu) && any_on_device(arguments))
        self.places = values::Place::kCaller;
      const std::uint32_t own = project().find_method(world_.class_of(entity.index), known_.call);
      const std::uint32_t method = own != kNowhere ? own
                                   : info.is_module
                                       ? project().find_method(world_.class_of(entity.index), known_.forward)
                                       : kNowhere;
      if (method != kNowhere) {
        Value result = call_function(method, 0, &self, arguments, range);
        // A `__call__` that hands on to forward in ways not followed (hooks): forward is what runs.
        if (own != kNowhere && info.is_module && result.is_anything()) {
          const std::uint32_t forward = project().find_method(world_.class_of(entity.index), known_.forward);
          if (forward != kNowhere) result = call_function(forward, 0, &self, arguments, range);
        }
        return result;
      }
      for (const std::uint32_t base : info.library_bases) {
        const catalog::NodeRow& row = catalog().row(base);
        if (row.object_call != nullptr) return call_operator(*row.object_call, &self, arguments, range);
      }
      return Value::anything();
    }
    case EntityKind::kPartial: {
      std::vector<ArgumentValue> all;
      if (entity.bound != nullptr && entity.bound->aggregate != nullptr) {
        const auto& parts = entity.bound->aggregate->elements;
        if (parts.size() == 2) {
          all.push_back({{}, 1, parts[0]});
          all.insert(all.end(), arguments.begin(), arguments.end());
          all.push_back({{}, 2, parts[1]});
        }
      }
      return entity.self == nullptr ? Value::anything() : call_value(*entity.self, all, range);
    }
    case EntityKind::kRecordType:
      return call_record_type(entity, arguments).value_or(Value::anything());
    case EntityKind::kModule:
    case EntityKind::kFolder:
    case EntityKind::kSuper:
      return Value::anything();
  }
  return Value::anything();
}

Value Interpreter::call_method(const Value& object, model::Symbol name, std::span<const ArgumentValue> arguments,
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

Value Interpreter::call_library(std::uint32_t node, const Value* self, std::span<const ArgumentValue> arguments,
                                source::TextRange range) {
  if (auto special = known_.specials.find(node); special != known_.specials.end()) {
    if (special->second == Special::kFormat && self != nullptr)
      return call_operator(*catalog().row(node).operation, self, formatted(self->known_string(), arguments), range);
    const std::optional<Value> result = self != nullptr && special->second == Special::kLookUp
                                            ? look_up(*self, arguments)
                                            : call_special(special->second, node, arguments, range);
    if (result) return *result;
  }
  const catalog::NodeRow& row = catalog().row(node);
  if (row.operation == nullptr) {
    return row.kind == catalog::NodeKind::kClass ? declared_.library_object(node) : Value::anything();
  }
  Value result = call_operator(*row.operation, self, arguments, range);
  if (node == known_.parameter || node == known_.buffer) result.registered = true;
  if (row.kind == catalog::NodeKind::kClass && is_module_container(node) && !result.is_bottom()) {
    return module_container(node, result, arguments, range);
  }
  return result;
}

bool Interpreter::is_module_container(std::uint32_t node) const {
  for (const std::uint32_t container : {known_.sequential, known_.module_list, known_.module_dict}) {
    if (container != kNowhere && catalog().derives(node, container)) return true;
  }
  return false;
}

/// A Sequential hands its argument from one module to the next.
Value Interpreter::call_in_turn(const Value& sequence, std::span<const ArgumentValue> arguments,
                                source::TextRange range) {
  std::vector<ArgumentValue> current(arguments.begin(), arguments.end());
  const values::Aggregate& content = *sequence.aggregate;
  Value result = arguments.empty() ? Value::anything() : arguments.front().value;
  const auto apply = [&](const Value& module) {
    result = call_value(moved_into(sequence, module), current, range);
    current.assign(1, {{}, 0, result});
  };
  if (content.exact) {
    for (const Value& module : content.elements) apply(module);
  } else {
    apply(content.rest);
  }
  return result;
}

/// A module taken out of a container of modules lives where the container lives.
Value Interpreter::moved_into(const Value& container, const Value& element) const {
  Value moved = element;
  if (!container.places.empty() && is_module(element)) moved.places = container.places;
  return moved;
}

Value Interpreter::call_operator(const catalog::Operator& operation, const Value* self,
                                 std::span<const ArgumentValue> arguments, source::TextRange range) {
  const catalog::BoundArguments bound = catalog::bind(operation, self, arguments, arena_);
  if (operation.role != catalog::Role::kNone) note_role(operation, arguments);
  if (!operation.blocks.empty()) {
    const bool is_free = operation.role == catalog::Role::kBackward && !any_through_mask(self, arguments);
    if (const std::optional<catalog::Verdict> verdict = is_free ? std::nullopt : catalog::blocking(operation, bound)) {
      engine::Event event{.kind = engine::EventKind::kCall, .range = range};
      event.blocks = verdict->truth;
      event.evidence = verdict->evidence;
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
      emit(std::move(event));
    }
  }
  Value result = catalog::result_of(operation, bound, arena_);
  if (carries_gradient(operation, result)) result.read_back = any_through_mask(self, arguments);
  return result;
}

std::span<Value> Interpreter::bind_parameters(std::uint32_t number, const Value* self,
                                              std::span<const ArgumentValue> arguments) {
  const FunctionInfo& info = project().functions()[number];
  const auto parameters = info.function->parameters;
  const std::span<Value> bound = arena_.array<Value>(parameters.size());
  const std::span<bool> given = arena_.array<bool>(parameters.size());
  std::vector<Value> extra;
  std::vector<values::DictionaryEntry> extra_named;
  Value extra_rest;
  bool open_positional = false;
  Value open_value;
  bool open_named = false;
  Value open_named_value;
  std::size_t next = 0;
  const auto place = [&](const Value& value) {
    while (next < parameters.size() && parameters[next].kind == model::ParameterKind::kKeywordOnly) ++next;
    if (next < parameters.size() && (parameters[next].kind == model::ParameterKind::kPositionalOnly ||
                                     parameters[next].kind == model::ParameterKind::kNormal)) {
      bound[next] = value;
      given[next++] = true;
    } else {
      extra.push_back(value);
    }
  };
  const auto place_named = [&](model::Symbol name, const Value& value) {
    const std::uint32_t slot = name ? info.scope.find(name) : Scope::kAbsent;
    if (slot < parameters.size() && parameters[slot].kind != model::ParameterKind::kStar &&
        parameters[slot].kind != model::ParameterKind::kDoubleStar) {
      bound[slot] = value;
      given[slot] = true;
      return true;
    }
    return false;
  };
  if (self != nullptr) place(*self);
  for (const ArgumentValue& argument : arguments) {
    if (argument.stars == 1) {
      const values::Aggregate* content = argument.value.aggregate;
      if (content != nullptr && content->exact) {
        for (const Value& element : content->elements) place(element);
      } else {
        open_positional = true;
        open_value = join(open_value, values::any_element(arena_, argument.value));
      }
    } else if (argument.stars == 2) {
      const values::Aggregate* content = argument.value.aggregate;
      if (content != nullptr) {
        for (const values::DictionaryEntry& entry : content->entries) {
          if (!place_named(project().symbols().find(entry.key.text()), entry.value)) extra_named.push_back(entry);
        }
        if (!content->rest.is_bottom()) {
          open_named = true;
          open_named_value = join(open_named_value, content->rest);
        }
      } else {
        open_named = true;
        open_named_value = Value::anything();
      }
    } else if (!argument.keyword.empty()) {
      if (!place_named(project().symbols().find(argument.keyword), argument.value)) {
        values::DictionaryEntry entry;
        entry.key = Value::string(argument.keyword).constant;
        entry.value = argument.value;
        extra_named.push_back(entry);
      }
    } else {
      place(argument.value);
    }
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const model::Parameter& parameter = parameters[i];
    if (parameter.kind == model::ParameterKind::kStar) {
      bound[i] = open_positional ? arena_.container(Kind::kTuple,
                                                    [&] {
                                                      Value all = open_value;
                                                      for (const Value& value : extra) all = join(all, value);
                                                      return all;
                                                    }())
                                 : arena_.sequence(Kind::kTuple, extra);
    } else if (parameter.kind == model::ParameterKind::kDoubleStar) {
      bound[i] = arena_.dictionary(extra_named, open_named ? open_named_value : extra_rest);
    } else if (!given[i]) {
      const bool by_position = open_positional && i >= next && parameter.kind != model::ParameterKind::kKeywordOnly;
      const Value otherwise =
          parameter.default_value != nullptr ? declared_.default_value(info, *parameter.default_value) : Value{};
      if (by_position) {
        bound[i] = join(open_value, otherwise);
      } else if (open_named) {
        bound[i] = join(open_named_value.is_bottom() ? Value::anything() : open_named_value, otherwise);
      } else {
        bound[i] = parameter.default_value != nullptr ? otherwise : declared_.parameter(info, i);
      }
    }
  }
  return bound;
}

Value Interpreter::generalize(const Value& value, int depth) {
  Value kept = value;
  // What is seldom known and seldom asked does not make a context of its own.
  kept.read_back = false;
  kept.origin = values::Origin::kUnknown;
  if (kept.may_be(Kind::kTensor)) {
    const bool large = kept.extents == values::Extents(values::Extent::kLarge);
    if (!large && kept.memories != values::Memories(values::Memory::kPinned)) kept.memories = values::kAnyMemory;
    if (!large) kept.extents = values::kAnyExtent;
  }
  using Type = values::ConstantValue::Type;
  if (kept.constant.type == Type::kFloating) kept.constant = {};
  if (kept.constant.type == Type::kInteger && (kept.constant.integer > 4 || kept.constant.integer < -4))
    kept.constant = {};
  if (kept.constant.type == Type::kString && kept.constant.length > kLongestText) kept.constant = {};
  if (kept.aggregate == nullptr) return kept;
  const values::Aggregate& content = *kept.aggregate;
  if (depth >= kDeepestArgument) {
    kept.aggregate = nullptr;
    return kept;
  }
  // A ModuleDict is no dictionary, but holds its modules by name too.
  if (kept.may_be(Kind::kDictionary) || (!content.exact && !content.entries.empty())) {
    std::vector<values::DictionaryEntry> entries(content.entries.begin(), content.entries.end());
    for (values::DictionaryEntry& entry : entries) entry.value = generalize(entry.value, depth + 1);
    const Value shaped = arena_.dictionary(entries, generalize(content.rest, depth + 1));
    kept.aggregate = shaped.aggregate;
    return kept;
  }
  if (content.exact && content.elements.size() <= kLongestKept) {
    std::vector<Value> elements;
    elements.reserve(content.elements.size());
    for (const Value& element : content.elements) elements.push_back(generalize(element, depth + 1));
    if (content.entries.empty()) {
      kept.aggregate = arena_.sequence(Kind::kTuple, elements).aggregate;
      return kept;
    }
    // A named tuple: its fields are its elements, by name.
    std::vector<values::DictionaryEntry> fields(content.entries.begin(), content.entries.end());
    for (values::DictionaryEntry& field : fields) field.value = generalize(field.value, depth + 1);
    kept.aggregate = arena_.aggregate({.elements = elements, .exact = true, .entries = fields, .rest = {}});
    return kept;
  }
  Value all = values::any_element(arena_, value);
  all.constant = {};
  kept.aggregate = arena_.container(Kind::kTuple, generalize(all, depth + 1)).aggregate;
  return kept;
}

Value Interpreter::context_result(ContextKey key, source::TextRange range) {
  CallEdge edge{.context = 0, .range = range, .loop_depth = loop_depth_, .guarded = guards_.rare > 0};
  const std::uint32_t code = key.code;
  const std::uint32_t found = world_.find_call(key, layer_);
  const bool is_known = found != model::HashIndex::kAbsent;
  if (!is_known && seen_ != nullptr) return {};
  if (is_known) out_.read_contexts.push_back(found);
  edge.context = is_known ? found : request(std::move(key));
  out_.calls.push_back(edge);
  last_called_ = is_known ? &world_.contexts[found].outcome : nullptr;
  last_code_ = code;
  return is_known ? last_called_->result : Value{};
}

/// A context that the world lacks, as CallEdge names it.
std::uint32_t Interpreter::request(ContextKey key) {
  const auto same = std::ranges::find(out_.new_contexts, key);
  const auto place = static_cast<std::uint32_t>(same - out_.new_contexts.begin());
  if (same == out_.new_contexts.end()) out_.new_contexts.push_back(std::move(key));
  return kRequested + place;
}

/// The object that a constructor call makes; kAbsent if the world has to make it first.
std::uint32_t Interpreter::object_of(ObjectKey key) {
  note_read(kInstances | key.klass, {});
  const std::uint32_t found = world_.find(key, layer_);
  if (found == model::HashIndex::kAbsent) out_.new_objects.push_back(std::move(key));
  return found;
}

void Interpreter::apply_setter(std::uint32_t function, const Value& self, std::span<const Value> bound) {
  const FunctionInfo& info = project().functions()[function];
  if (info.setter_name < 0) return;
  const std::string_view name = bound[static_cast<std::size_t>(info.setter_name)].known_string();
  if (name.empty()) return;
  Value value = bound[static_cast<std::size_t>(info.setter_value)];
  if (value.may_be(Kind::kTensor)) value.registered = true;
  // An empty list is a state that grows; what it will hold is said by the class.
  if (value.only(Kind::kList) && value.aggregate != nullptr && value.aggregate->exact &&
      value.aggregate->elements.empty())
    return;
  store_into_objects(self, project().symbols().intern(name), value);
}

/// Does something in the value leave open what it is or where it lives.
bool Interpreter::is_vague(const Value& value, int depth) const {
  if (value.is_anything() || value.evidence == values::Evidence::kGuessed) return true;
  if (value.may_be(Kind::kTensor) && value.places.has(values::Place::kUnknown)) return true;
  if (!value.may_be(values::kContainer)) return false;
  if (value.aggregate == nullptr) return !value.only(Kind::kLibraryObject);
  if (depth > 2) return false;
  for (const Value& element : value.aggregate->elements) {
    if (is_vague(element, depth + 1)) return true;
  }
  return !value.aggregate->rest.is_bottom() && is_vague(value.aggregate->rest, depth + 1);
}

/// What is seen, completed by what the signature says: a caller that knows nothing of a value does not know better.
Value Interpreter::refined(const Value& seen, const Value& declared, int depth) {
  if (seen.is_bottom() || declared.is_bottom() || declared.is_anything()) return seen;
  // That a constructor is given no device is a guess that other functions hand on.
  const bool no_device = seen.may_be(Kind::kDevice) && seen.may_be(Kind::kNone);
  const bool is_guess = seen.evidence == values::Evidence::kGuessed;
  if (seen.is_anything() || (is_guess && !no_device && declared.evidence != values::Evidence::kGuessed))
    return declared;
  Value result = seen;
  if (seen.may_be(Kind::kTensor) && declared.may_be(Kind::kTensor) && seen.places.has(values::Place::kUnknown)) {
    result.places = (seen.places - values::Places(values::Place::kUnknown)) | declared.places;
    result.evidence = std::min(seen.evidence, declared.evidence);
  }
  if (depth > 2 || declared.aggregate == nullptr || !seen.may_be(values::kContainer) || !seen.may_be(declared.kinds))
    return result;
  if (seen.aggregate == nullptr) {
    result.aggregate = declared.aggregate;
    result.evidence = std::min(seen.evidence, declared.evidence);
    return result;
  }
  const values::Aggregate& content = *seen.aggregate;
  const values::Aggregate& wanted = *declared.aggregate;
  std::vector<Value> elements(content.elements.begin(), content.elements.end());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const bool by_place = wanted.exact && i < wanted.elements.size();
    elements[i] = refined(elements[i], by_place ? wanted.elements[i] : wanted.rest, depth + 1);
  }
  std::vector<values::DictionaryEntry> entries(content.entries.begin(), content.entries.end());
  for (values::DictionaryEntry& entry : entries) entry.value = refined(entry.value, wanted.rest, depth + 1);
  result.aggregate = arena_.aggregate({.elements = elements,
                                       .exact = content.exact,
                                       .entries = entries,
                                       .rest = refined(content.rest, wanted.rest, depth + 1)});
  return result;
}

/// Of two annotations that disagree on whether it is a tensor, the one of the parameter itself holds.
bool Interpreter::contradicts_annotation(const Value& value, const FunctionInfo& function, std::size_t index) const {
  if (!value.may_be(Kind::kTensor) || value.evidence == values::Evidence::kSeen) return false;
  if (function.function->parameters[index].annotation == nullptr) return false;
  const Value declared = declared_.parameter(function, index);
  return declared.may_be(Kinds(Kind::kDictionary) | Kind::kList | Kind::kTuple) &&
         !declared.may_be(Kinds(Kind::kTensor) | Kind::kAnything);
}

Value Interpreter::call_function(std::uint32_t number, std::uint32_t environment, const Value* self,
                                 std::span<const ArgumentValue> arguments, source::TextRange range) {
  const FunctionInfo& info = project().functions()[number];
  if (info.is_device_code) return Value::none();
  if (info.wrapper != kNowhere) call_operator(*catalog().row(info.wrapper).operation, self, arguments, range);
  Value klass;
  const bool by_class = info.is_class_method && self == nullptr && info.owner != kNowhere;
  if (by_class) klass = declared_.target({Target::Kind::kClass, info.owner, {}});
  const std::span<const Value> bound = bind_parameters(number, by_class ? &klass : self, arguments);
  if (self != nullptr) apply_setter(number, *self, bound);
  if (info.is_abstract) {
    const std::optional<Value> returned = declared_.returned(info);
    return returned ? *returned : Value::anything();
  }
  ContextKey key;
  key.code = number;
  key.environment = environment;
  key.arguments.reserve(bound.size());
  for (std::size_t i = 0; i < bound.size(); ++i) {
    Value value = bound[i];
    if (value.is_bottom()) return {};
    if (is_vague(value, 0)) value = refined(value, declared_.parameter(info, i), 0);
    if (contradicts_annotation(value, info, i)) value = declared_.parameter(info, i);
    value.registered = false;
    key.arguments.push_back(generalize(value, 0));
  }
  Value result = context_result(std::move(key), range);
  if (is_vague(result, 0)) {
    if (std::optional<Value> returned = declared_.returned(info)) {
      if (info.is_context_manager) returned = arena_.container(Kind::kIterator, values::any_element(arena_, *returned));
      result = refined(result, *returned, 0);
    }
  }
  return result;
}

Value Interpreter::instantiate(std::uint32_t klass, std::span<const ArgumentValue> arguments, source::TextRange range) {
  const ClassInfo& info = project().classes()[klass];
  const std::uint32_t init = project().constructor(klass, known_.init);
  ObjectKey key;
  key.klass = klass;
  if (init != kNowhere) {
    Value nobody = declared_.generic_object(klass);
    const std::span<const Value> bound = bind_parameters(init, &nobody, arguments);
    for (std::size_t i = 1; i < bound.size(); ++i) {
      if (bound[i].is_bottom()) return {};
      Value argument = generalize(bound[i], 1);
      argument.constant =
          argument.only(Kinds(Kind::kBoolean) | Kind::kString) ? argument.constant : values::ConstantValue{};
      key.arguments.push_back(argument);
    }
  } else if (info.is_record) {
    for (const ArgumentValue& argument : arguments) {
      if (argument.value.is_bottom()) return {};
      key.arguments.push_back(generalize(argument.value, 1));
      key.arguments.push_back(Value::string(argument.keyword));
    }
  }
  key.seal();
  Entity entity{.kind = EntityKind::kObject};
  entity.index = object_of(std::move(key));
  if (entity.index == model::HashIndex::kAbsent) return {};
  Value object = arena_.entity(Kind::kInstance, entity);
  // Parameters are made on the CPU; whoever holds the module may move it.
  if (info.is_module) object.places = values::Place::kCpu;
  if (init != kNowhere) {
    call_function(init, 0, &object, arguments, range);
  } else if (info.is_record) {
    std::size_t position = 0;
    std::vector<model::Symbol> fields;
    for (auto ancestor = info.ancestors.rbegin(); ancestor != info.ancestors.rend(); ++ancestor) {
      const auto& own = project().classes()[*ancestor].field_order;
      fields.insert(fields.end(), own.begin(), own.end());
    }
    const auto set_field = [&](model::Symbol name, const Value& value) { store_into_objects(object, name, value); };
    for (const ArgumentValue& argument : arguments) {
      const values::Aggregate* content = argument.value.aggregate;
      if (argument.stars == 1 && content != nullptr && content->exact) {
        for (const Value& element : content->elements) {
          if (position < fields.size()) set_field(fields[position++], element);
        }
      } else if (argument.stars == 1) {
        // Which element goes to which field is not known: what the class says of the field is.
        const Value element = values::any_element(arena_, argument.value);
        for (; position < fields.size(); ++position) {
          const Value declared = declared_attribute(klass, fields[position]);
          set_field(fields[position], declared.is_bottom() || declared.is_anything() ? element : declared);
        }
      } else if (argument.stars == 0 && argument.keyword.empty()) {
        if (position < fields.size()) set_field(fields[position++], argument.value);
      } else if (argument.stars == 0) {
        set_field(project().symbols().find(argument.keyword), argument.value);
      }
    }
  } else if (project().find_method(klass, known_.new_) == kNowhere) {
    for (const std::uint32_t base : info.library_bases) {
      const catalog::NodeRow& row = catalog().row(base);
      // A constructor that blocks for these arguments (a distribution that validates them) does so for a subclass too.
      if (row.operation != nullptr && !row.operation->blocks.empty())
        call_operator(*row.operation, nullptr, arguments, range);
    }
  }
  if (info.is_record && project().find_method(klass, known_.post_init) != kNowhere) {
    bool found = false;
    call_method(object, known_.post_init, {}, range, found);
  }
  // A dictionary or list subclass holds what it was given.
  for (const std::uint32_t base : info.library_bases) {
    const Value like = declared_.library_object(base);
    if (like.may_be(Kinds(Kind::kDictionary) | Kind::kList | Kind::kTuple | Kind::kSet)) object.kinds |= like.kinds;
  }
  return object;
}

}  // namespace syncfree::inference
