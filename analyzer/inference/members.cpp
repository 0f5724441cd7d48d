// Members by the kind of their owner: objects, classes, what is above a class, libraries, modules, holders of tensors.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/inference/autograd_context.h"
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

namespace {

/// `self.device = device or torch.device("cpu")` in a class with a method `to(device)`: the CPU is where it starts.
bool is_chosen_later(const Value& value, const Project& project, std::uint32_t klass, model::Symbol to) {
  if (!value.only(Kind::kDevice) || value.places != values::Places(values::Place::kCpu)) return false;
  const std::uint32_t method = project.find_method(klass, to);
  return method != kNowhere && project.functions()[method].function->parameters.size() > 1;
}

struct KindClass {
  Kind kind;
  std::uint32_t Known::* node;
};
// The catalog class whose members a value of that kind has.
constexpr KindClass kKindClasses[] = {
    {Kind::kTensor, &Known::tensor},     {Kind::kArray, &Known::array},        {Kind::kInteger, &Known::integer},
    {Kind::kFloating, &Known::floating}, {Kind::kBoolean, &Known::boolean},    {Kind::kString, &Known::string},
    {Kind::kList, &Known::list},         {Kind::kTuple, &Known::tuple},        {Kind::kDictionary, &Known::dictionary},
    {Kind::kSet, &Known::set},           {Kind::kShape, &Known::shape},        {Kind::kDevice, &Known::device},
    {Kind::kDtype, &Known::dtype},       {Kind::kIterator, &Known::generator}, {Kind::kSlice, &Known::slice},
};

}  // namespace

Members::Members(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      frame_(all.frame),
      record_(all.record),
      binding_(all.binding),
      module_containers_(all.module_containers),
      calls_(all.calls) {}

/// What a torch.autograd.Function's context kept for its backward; an empty tuple if not all of it is known.
Value Members::saved_tensors() const {
  std::vector<Value> kept;
  if (frame_.function == nullptr) return arena_.sequence(Kind::kTuple, kept);
  for (const bool is_host_data : kept_host_data(project(), *frame_.function)) {
    kept.push_back(is_host_data ? Value::tensor(values::Place::kCpu) : Value::tensor(values::Place::kCaller));
    if (!is_host_data) kept.back().evidence = values::Evidence::kDeclared;
  }
  return arena_.sequence(Kind::kTuple, kept);
}

/// Of a tensor or of a module, it is the same thing; and what people name the device of is where they compute.
Value Members::device_or_dtype(model::Symbol name) const {
  Value named = name == known_.device_name ? Value::device(values::Place::kCaller) : Value::dtype(values::kAnyElement);
  named.evidence = values::Evidence::kDeclared;
  return named;
}

/// The object is of classes of the project, and each has a method of that name.
bool Members::is_overridden(const Value& object, model::Symbol name) const {
  if (!object.may_be(Kind::kInstance) || object.entities == nullptr || object.entities->items.empty()) return false;
  return std::ranges::all_of(object.entities->items, [&](const Entity& entity) {
    return entity.kind == EntityKind::kObject && project().find_method(world_.class_of(entity.index), name) != kNowhere;
  });
}

Value Members::read(const Value& object, const model::Attribute& node) {
  const auto is_context = [&] {
    const auto* name = node.object->get_if<model::Name>();
    return name != nullptr && frame_.function != nullptr && !frame_.function->function->parameters.empty() &&
           name->name == frame_.function->function->parameters.front().name;
  };
  if (node.name == known_.saved_tensors && !object.is_bottom() && is_context()) {
    if (const Value saved = saved_tensors(); !saved.aggregate->elements.empty()) return saved;
  }
  const std::optional<source::TextRange> outer = std::exchange(reading_, node.range);
  Value value = attribute_of(object, node.name);
  reading_ = outer;
  return value;
}

/// Where no place says so, it is called at its own name.
Value Members::read_property(const FunctionInfo& property, const Value& bound) {
  if (!reading_ && world_.notes_all) record_.note_read(kNamesInText, property.function->name);
  return calls_.call_value(bound, {}, reading_.value_or(property.function->name_range));
}

Value Members::attribute_of(const Value& object, model::Symbol name, bool* found_out) {
  if (object.is_bottom()) return {};
  Value result;
  bool found = false;
  for (const KindClass& entry : kKindClasses) {
    if (!object.may_be(entry.kind) || (entry.kind == Kind::kTensor && is_overridden(object, name))) continue;
    bool has = false;
    Value self = object;
    self.kinds = entry.kind;
    self.entities = nullptr;
    const Value member = member_of_library(self, known_.*entry.node, name, has);
    if (has) {
      result = join(result, member);
      found = true;
    }
  }
  if (object.may_be(Kind::kTuple) && object.aggregate != nullptr) {
    // The fields of a named tuple.
    for (const values::DictionaryEntry& entry : object.aggregate->entries) {
      if (entry.key.text() != project().symbols().text(name)) continue;
      result = join(result, entry.value);
      found = true;
    }
  }
  if (object.entities != nullptr) {
    for (const Entity& entity : object.entities->items) {
      bool has = false;
      const Value member = member_of_entity(object, entity, name, has);
      if (has) {
        result = join(result, member);
        found = true;
      }
    }
  }
  if (object.is_anything() && !object.may_be(Kind::kTensor)) {
    if (name == known_.device_name || name == known_.dtype_name) {
      result = join(result, device_or_dtype(name));
    } else if (name == known_.saved_tensors) {
      // What a torch.autograd.Function's context kept for its backward.
      const Value one = Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared);
      result = join(result, arena_.container(Kind::kTuple, one));
      found = true;
    } else if (known_.only_tensors_have(name)) {
      // Only a tensor has it, so a tensor it is, and where it lives others choose.
      bool has = false;
      Value guess = Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared);
      const Value member = member_of_library(guess, known_.tensor, name, has);
      if (has) {
        result = join(result, member);
        found = true;
      }
    } else if (!found) {
      result = Value::anything();
    } else {
      result = join(result, Value::anything());
    }
  }
  // `if isinstance(x, list): x = torch.tensor(x)`: otherwise it is what others give, and their tensors live elsewhere.
  if (object.is_anything() && object.only(Kinds(Kind::kTensor) | Kind::kAnything) &&
      object.places == values::Places(values::Place::kCpu) && known_.only_tensors_have(name)) {
    bool has = false;
    const Value given = Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared);
    result = join(result, member_of_library(given, known_.tensor, name, has));
  }
  if (object.is_anything() && object.may_be(Kind::kTensor) && name == known_.device_name) {
    result = join(result, device_or_dtype(name));
    result.evidence = values::Evidence::kDeclared;
  }
  if (found_out != nullptr) *found_out = found;
  if (!found) {
    const Value method = method_by_name(object, name);
    if (!method.is_bottom()) return join(Value::anything(), method);
    if (result.is_bottom() && is_another_thing(object) && known_.only_tensors_have(name)) {
      const Value guess = Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared);
      return member_of_library(guess, known_.tensor, name, found);
    }
  }
  return found || !result.is_bottom() ? result : Value::anything();
}

/// What is seen or guessed of it cannot be all: code asks it for what none of that has.
bool Members::is_another_thing(const Value& object) {
  constexpr Kinds kPlain = values::kHostSequence | Kind::kDictionary | Kind::kSet | Kind::kString | Kind::kNone;
  return object.only(kPlain);
}

/// A name that says enough by itself, whatever the object is: `writer.add_scalar`.
Value Members::method_by_name(const Value& object, model::Symbol name) {
  constexpr Kinds kUnlikely = values::kHostNumber | Kind::kArray | Kind::kString | Kind::kNone;
  // What was only taken for a tensor, as a part of what a model returns, is none if tensors have no such method.
  const bool is_tensor =
      object.evidence == values::Evidence::kSeen || catalog().child(known_.tensor, name) != catalog::Catalog::kNowhere;
  if (known_.named_methods == kNowhere || object.only(is_tensor ? kUnlikely | Kind::kTensor : kUnlikely)) return {};
  // The names are those of Python's loggers; in C++ `parsed.error()` is a member like any other.
  if (project().modules()[frame_.module].input.module->language == model::Language::kCxx) return {};
  bool found = false;
  const Value method = member_of_library(object, known_.named_methods, name, found);
  if (found) return method;
  if (is_own_method(name)) return method;
  return member_of_library(object, known_.rare_methods, name, found);
}

bool Members::is_own_method(model::Symbol name) const {
  record_.note_name(name);
  return project().is_own_method(name, frame_.layer);
}

/// By the annotation in the class body; bottom without one.
Value Members::declared_attribute(std::uint32_t klass, model::Symbol name) const {
  for (const std::uint32_t ancestor : project().classes()[klass].ancestors) {
    const ClassInfo& info = project().classes()[ancestor];
    const auto* annotation = info.annotations.find(name);
    if (annotation == nullptr) continue;
    record_.note_name(name);
    return declared_.annotation(info.module, **annotation);
  }
  return {};
}

/// What is stored in ways that nobody sees (`setattr`, a registry) under the name of an annotated constructor
/// parameter.
std::optional<Value> Members::constructor_argument(std::uint32_t klass, model::Symbol name) const {
  const std::uint32_t init = project().constructor(klass, known_.init);
  if (init == kNowhere) return std::nullopt;
  if (world_.notes_all) record_.note_read(kSignatures, model::Symbol{init});
  const FunctionInfo& constructor = project().functions()[init];
  const std::uint32_t slot = constructor.scope.find(name);
  const auto parameters = constructor.function->parameters;
  if (slot == 0 || slot >= parameters.size() || parameters[slot].annotation == nullptr) return std::nullopt;
  return declared_.parameter(constructor, slot);
}

bool Members::is_field(const ClassInfo& record, model::Symbol name) const {
  return std::ranges::any_of(record.ancestors, [&](std::uint32_t ancestor) {
    const std::vector<model::Symbol>& fields = project().classes()[ancestor].field_order;
    return std::ranges::find(fields, name) != fields.end();
  });
}

Value Members::fact(std::uint32_t owner, const model::FlatMap<model::Symbol, Value>& attributes, model::Symbol name,
                    bool& found) {
  record_.note_read(owner, name);
  const Value* value = attributes.find(name);
  found |= value != nullptr;
  return value == nullptr ? Value{} : *value;
}

Value Members::attribute_fact(std::uint32_t object, model::Symbol name, bool& found) {
  return fact(object, world_.object(object).attributes, name, found);
}

/// A class or one derived from it answers `name` by itself.
bool Members::is_answered_below(std::uint32_t klass, model::Symbol name) {
  record_.note_children(klass);
  return std::ranges::any_of(project().classes()[klass].children, [&](std::uint32_t child) {
    const bool is_method = project().classes()[child].methods.find(name) != nullptr;
    return is_method || is_answered_below(child, name);
  });
}

/// Of an instance that others made and hand in: they set the fields of a record as they like, and it may be of a
/// subclass, which answers otherwise.
Value Members::of_any_instance(std::uint32_t klass, model::Symbol name, Value value) {
  if (value.constant.type == values::ConstantValue::Type::kNothing) return value;
  const ClassInfo& info = project().classes()[klass];
  bool differs = (info.is_record && is_field(info, name)) || is_answered_below(klass, name);
  if (!differs) {
    bool found = false;
    const Value below = fact(kSubclasses | klass, world_.of_subclasses[klass], name, found);
    differs = found && !(below.constant == value.constant);
  }
  if (differs) value.constant = {};
  return value;
}

Value Members::bind_method(std::uint32_t function, const Value& self) {
  Entity entity{.kind = EntityKind::kFunction};
  entity.index = function;
  const FunctionInfo& info = project().functions()[function];
  if (!info.is_static) entity.self = arena_.keep(self);
  return arena_.entity(Kind::kFunction, entity);
}

/// `pipeline.to(device)`, `model.cuda()`, `fabric.backward(loss)`: for code that calls a library, a method of a name
/// that was measured is what was measured, whatever the library does on the way to it.
std::optional<Value> Members::measured_member(const Value& self, const ClassInfo& klass, const FunctionInfo& method,
                                              model::Symbol name) {
  const auto is_library = [&](std::uint32_t module) { return project().modules()[module].input.is_library; };
  if (!is_library(method.module) || is_library(frame_.module)) return std::nullopt;
  for (const std::uint32_t base : klass.library_bases) {
    bool found = false;
    const Value inherited = member_of_library(self, base, name, found);
    if (found) return inherited;
  }
  if (catalog().child(known_.tensor, name) == catalog::Catalog::kNowhere) return std::nullopt;
  return attribute_of(Value::anything(), name);
}

/// A method of a base class that all subclasses share stores None: `def reset(self): self.result = None`.
bool Members::is_taken_back_above(std::uint32_t object, model::Symbol name, const Value& value) {
  if (value.may_be(Kinds(Kind::kNone) | Kind::kAnything)) return false;
  const std::uint32_t klass = world_.class_of(object);
  const ClassInfo& info = project().classes()[klass];
  if (info.ancestors.size() < 2 || !record_.stores_again(klass, name)) return false;
  return std::ranges::any_of(info.ancestors, [&](std::uint32_t ancestor) {
    bool found = false;
    return ancestor != object && attribute_fact(ancestor, name, found).may_be(Kind::kNone);
  });
}

Value Members::member_of_object(const Value& self, std::uint32_t object, model::Symbol name, bool& found) {
  if (name == known_.dict_) {
    found = true;
    return attributes_as_dictionary(object);
  }
  const std::uint32_t klass = world_.class_of(object);
  const ClassInfo& info = project().classes()[klass];
  Value value = attribute_fact(object, name, found);
  if (found) {
    // `field: Tensor | None = None` in the class body: an instance may well have been given one.
    if (value.only(Kind::kNone)) value = join(value, declared_attribute(klass, name));
    if (is_taken_back_above(object, name, value)) value.kinds |= Kind::kNone;
    if (binding_.is_vague(value, 0)) value = binding_.refined(value, declared_attribute(klass, name), 0);
    if (is_chosen_later(value, project(), klass, known_.to)) value = device_or_dtype(known_.device_name);
    if (object == klass) value = of_any_instance(klass, name, value);
    value = or_set_by_data(object, name, value);
    return info.is_module ? moved_with(self, value) : value;
  }
  // The constructor of a record stores all of its fields.
  const bool is_made = object != klass;
  if (info.is_record && is_made && record_.is_unreached(is_field(info, name), found)) return {};
  for (const std::uint32_t ancestor : info.ancestors) {
    const ClassInfo& definition = project().classes()[ancestor];
    if (const std::uint32_t* method = definition.methods.find(name)) {
      found = true;
      const FunctionInfo& function = project().functions()[*method];
      if (std::optional<Value> measured = measured_member(self, info, function, name)) return *measured;
      const Value bound = bind_method(*method, self);
      if (!function.is_property) return bound;
      value = read_property(function, bound);
      return object == klass ? of_any_instance(klass, name, value) : value;
    }
    if (ancestor != object) {
      value = attribute_fact(ancestor, name, found);
      if (found && value.only(Kind::kNone)) value = join(value, declared_attribute(klass, name));
      if (found && object == klass) value = of_any_instance(klass, name, value);
      if (found) value = or_set_by_data(object, name, value);
      if (found) return info.is_module ? moved_with(self, value) : value;
    }
    if (const auto* annotation = definition.annotations.find(name)) {
      if (is_made && record_.is_unreached(record_.stores(klass, name), found)) return {};
      found = true;
      record_.note_name(name);
      Value declared = declared_.annotation(definition.module, **annotation);
      if (info.is_module && declared.may_be(Kind::kTensor)) {
        declared.registered = true;
        return moved_with(self, declared);
      }
      return declared;
    }
  }
  if (record_.is_unreached(record_.stores(klass, name), found)) return {};
  for (const std::uint32_t base : info.library_bases) {
    const Value inherited = member_of_library(self, base, name, found);
    if (found) return inherited;
  }
  // An abstract class uses what its subclasses set.
  value = fact(kSubclasses | klass, world_.of_subclasses[klass], name, found);
  if (found && object == klass) value = of_instance_below(klass, name, value);
  if (found) return info.is_module ? moved_with(self, value) : value;
  if (record_.is_unreached(record_.subclass_stores(klass, name), found)) return {};
  if (std::optional<Value> given = constructor_argument(klass, name)) {
    found = true;
    return *given;
  }
  if (const std::uint32_t method = project().find_method(klass, known_.getattr); method != kNowhere) {
    found = true;
    const Value given = calls_.call_value(bind_method(method, self), {}, {});
    const bool is_place = name == known_.device_name || name == known_.dtype_name;
    return is_place && project().functions()[method].is_abstract ? device_or_dtype(name) : given;
  }
  return {};
}

/// What `super().name` finds: the next definition after the class that says it.
Value Members::member_above(const Entity& super, model::Symbol name, bool& found) {
  const Value& self = *super.self;
  Value result;
  for (const Entity& entity : self.entities->items) {
    const bool is_object = entity.kind == EntityKind::kObject;
    if (!is_object && entity.kind != EntityKind::kClass) continue;
    const std::uint32_t klass = is_object ? world_.class_of(entity.index) : entity.index;
    const std::uint32_t method = project().find_method(klass, name, super.index);
    if (method != kNowhere) {
      found = true;
      const FunctionInfo& function = project().functions()[method];
      const Value bound = bind_method(method, self);
      result = join(result, function.is_property ? read_property(function, bound) : bound);
      continue;
    }
    for (const std::uint32_t base : project().classes()[klass].library_bases) {
      bool has = false;
      Value inherited = member_of_library(self, base, name, has);
      if (!has && name == known_.init && catalog().row(base).operation != nullptr) {
        // The class's own row says what its constructor does.
        const std::uint32_t constructor = checks_nothing(klass, base) ? known_.object : base;
        inherited = declared_.target({TargetKind::kLibrary, constructor, {}});
        has = true;
      }
      if (has) result = join(result, inherited);
      found |= has;
      if (has) break;
    }
  }
  return result;
}

/// Of an object that holds tensors, or is one.
Value Members::member_of_holder(const Value& object, std::uint32_t klass, model::Symbol name, bool& found) {
  const bool is_tensor = object.may_be(Kind::kTensor);
  const bool is_field = is_field_of_output(klass, name);
  if (!is_tensor && object.aggregate == nullptr && !is_field) return {};
  // What a model returns holds what it computed, wherever that is.
  Value held = is_tensor ? object
               : object.aggregate != nullptr
                   ? object.aggregate->rest
                   : Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared);
  held.kinds = Kind::kTensor;
  held.entities = nullptr;
  held.rank = {};
  const Value of_tensor = member_of_library(held, known_.tensor, name, found);
  if (found || (klass != known_.output && !is_field)) return of_tensor;
  // A model's result holds tensors by name; what does not hold one has a row of its own.
  found = true;
  return held;
}

namespace {

/// A class method: it knows the class that it is called on.
bool is_of_class(const catalog::NodeRow& row) {
  return row.kind == catalog::NodeKind::kFunction && row.operation != nullptr && !row.operation->parameters.empty() &&
         row.operation->parameters.front().name == "cls";
}

}  // namespace

Value Members::member_of_entity(const Value& object, const Entity& entity, model::Symbol name, bool& found) {
  switch (entity.kind) {
    case EntityKind::kLibraryName:
    case EntityKind::kModule:
    case EntityKind::kFolder: {
      const TargetKind kind = entity.kind == EntityKind::kModule   ? TargetKind::kModule
                              : entity.kind == EntityKind::kFolder ? TargetKind::kFolder
                                                                   : TargetKind::kLibrary;
      const Target member = project().member({kind, entity.index, {}}, name);
      if (member.kind != TargetKind::kLibrary || kind != TargetKind::kLibrary) record_.note_name(name);
      if (!member) return {};
      found = true;
      if (member.kind == TargetKind::kVariable) {
        const ModuleInfo& module = project().modules()[member.index];
        const std::uint32_t slot = module.scope.find(member.name);
        record_.note_read(kVariables | member.index, member.name);
        const auto& variables = world_.contexts[member.index].outcome.variables;
        return slot < variables.size() ? record_.bound_variable(variables[slot]) : Value{};
      }
      if (member.kind == TargetKind::kLibrary) {
        const catalog::NodeRow& row = catalog().row(member.index);
        if (entity.kind == EntityKind::kLibraryName && is_of_class(row)) {
          const Value klass = arena_.entity(Kind::kClass, entity);
          return member_of_library(klass, entity.index, name, found);
        }
        if (row.kind == catalog::NodeKind::kConstant && row.value != nullptr) {
          return catalog::value_of(*row.value, nullptr, arena_);
        }
      }
      return declared_.target(member);
    }
    case EntityKind::kClass: {
      Value self = object;
      const Entity one[] = {entity};
      self.entities = arena_.entities(one);
      return member_of_class(self, entity.index, name, found);
    }
    case EntityKind::kObject: {
      Value self = object;
      self.kinds = Kind::kInstance;
      const Entity one[] = {entity};
      self.entities = arena_.entities(one);
      return member_of_object(self, entity.index, name, found);
    }
    case EntityKind::kLibraryObject: {
      Value self = object;
      self.kinds = Kind::kLibraryObject;
      found = entity.index == catalog().host_object();
      if (found) return declared_.host_object();
      const Value wrapped = wrapped_module(self, name, found);
      if (found) return wrapped;
      const Value member = member_of_library(self, entity.index, name, found);
      if (found) return member;
      if (entity.index == known_.output || entity.index == known_.batch || is_field_of_output(entity.index, name))
        return member_of_holder(object, entity.index, name, found);
      return held_module(self, entity.index, name, found);
    }
    case EntityKind::kSuper:
      return member_above(entity, name, found);
    case EntityKind::kFunction:
    case EntityKind::kMethod:
    case EntityKind::kRecordType:
    case EntityKind::kPartial:
      return {};
  }
  return {};
}

}  // namespace syncfree::inference
