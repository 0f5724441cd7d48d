// `object.name`, read and written.
#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

namespace {

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

Value Interpreter::bind_method(std::uint32_t function, const Value& self) {
  Entity entity{.kind = EntityKind::kFunction};
  entity.index = function;
  const FunctionInfo& info = project().functions()[function];
  if (!info.is_static) entity.self = arena_.keep(self);
  return arena_.entity(Kind::kFunction, entity);
}

/// A parameter, buffer or submodule lives where its owner lives; a plain tensor attribute stays where it was made.
Value Interpreter::moved_with(const Value& owner, const Value& attribute) const {
  if (!attribute.registered || owner.places.empty()) return attribute;
  // A module that was never moved has what its constructor put on the GPU there.
  if (attribute.places.within(values::Place::kCuda) && attribute.evidence == values::Evidence::kSeen) return attribute;
  Value moved = attribute;
  moved.places = owner.places;
  return moved;
}

Value Interpreter::fact(std::uint32_t owner, const model::FlatMap<model::Symbol, Value>& attributes, model::Symbol name,
                        bool& found) {
  note_read(owner, name);
  const Value* value = attributes.find(name);
  found |= value != nullptr;
  return value == nullptr ? Value{} : *value;
}

Value Interpreter::attribute_fact(std::uint32_t object, model::Symbol name, bool& found) {
  return fact(object, world_.object(object).attributes, name, found);
}

Value Interpreter::attributes_as_dictionary(std::uint32_t object) {
  note_read(object, {});
  std::vector<values::DictionaryEntry> entries;
  const auto& attributes = world_.object(object).attributes;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    values::DictionaryEntry entry;
    entry.key = Value::string(project().symbols().text(attributes.key(i))).constant;
    entry.value = attributes.value(i);
    entries.push_back(entry);
  }
  return arena_.dictionary(entries, Value{});
}

/// By the annotation in the class body; bottom without one.
Value Interpreter::declared_attribute(std::uint32_t klass, model::Symbol name) const {
  for (const std::uint32_t ancestor : project().classes()[klass].ancestors) {
    const ClassInfo& info = project().classes()[ancestor];
    if (const auto* annotation = info.annotations.find(name)) return declared_.annotation(info.module, **annotation);
  }
  return {};
}

/// What is stored in ways that nobody sees (`setattr`, a registry) under the name of an annotated constructor
/// parameter.
std::optional<Value> Interpreter::constructor_argument(std::uint32_t klass, model::Symbol name) const {
  const std::uint32_t init = project().constructor(klass, known_.init);
  if (init == kNowhere) return std::nullopt;
  const FunctionInfo& constructor = project().functions()[init];
  const std::uint32_t slot = constructor.scope.find(name);
  const auto parameters = constructor.function->parameters;
  if (slot == 0 || slot >= parameters.size() || parameters[slot].annotation == nullptr) return std::nullopt;
  return declared_.parameter(constructor, slot);
}

bool Interpreter::is_field(const ClassInfo& record, model::Symbol name) const {
  return std::ranges::any_of(record.ancestors, [&](std::uint32_t ancestor) {
    const std::vector<model::Symbol>& fields = project().classes()[ancestor].field_order;
    return std::ranges::find(fields, name) != fields.end();
  });
}

/// Nothing was found where something is stored: whoever stores it has not been reached yet.
bool Interpreter::is_unreached(bool exists, bool& found) {
  if (!exists || world_.is_open[layer_]) return false;
  out_.met_nothing = true;
  found = true;
  return true;
}

Value Interpreter::member_of_object(const Value& self, std::uint32_t object, model::Symbol name, bool& found) {
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
    if (is_vague(value, 0)) value = refined(value, declared_attribute(klass, name), 0);
    return info.is_module ? moved_with(self, value) : value;
  }
  // The constructor of a record stores all of its fields.
  const bool is_made = object != klass;
  if (info.is_record && is_made && is_unreached(is_field(info, name), found)) return {};
  for (const std::uint32_t ancestor : info.ancestors) {
    const ClassInfo& definition = project().classes()[ancestor];
    if (const std::uint32_t* method = definition.methods.find(name)) {
      found = true;
      const FunctionInfo& function = project().functions()[*method];
      const Value bound = bind_method(*method, self);
      if (function.is_property) return call_value(bound, {}, function.function->name_range);
      return bound;
    }
    if (ancestor != object) {
      value = attribute_fact(ancestor, name, found);
      if (found && value.only(Kind::kNone)) value = join(value, declared_attribute(klass, name));
      if (found) return info.is_module ? moved_with(self, value) : value;
    }
    if (const auto* annotation = definition.annotations.find(name)) {
      if (is_made && is_unreached(world_.stored_names.has(klass, name), found)) return {};
      found = true;
      Value declared = declared_.annotation(definition.module, **annotation);
      if (info.is_module && declared.may_be(Kind::kTensor)) {
        declared.registered = true;
        return moved_with(self, declared);
      }
      return declared;
    }
  }
  if (is_unreached(world_.stored_names.has(klass, name), found)) return {};
  for (const std::uint32_t base : info.library_bases) {
    const Value inherited = member_of_library(self, base, name, found);
    if (found) return inherited;
  }
  // An abstract class uses what its subclasses set.
  value = fact(kSubclasses | klass, world_.of_subclasses[klass], name, found);
  if (found) return info.is_module ? moved_with(self, value) : value;
  if (is_unreached(world_.stored_names.subclass_has(klass, name), found)) return {};
  if (std::optional<Value> given = constructor_argument(klass, name)) {
    found = true;
    return *given;
  }
  if (const std::uint32_t method = project().find_method(klass, known_.getattr); method != kNowhere) {
    found = true;
    return call_value(bind_method(method, self), {}, {});
  }
  return {};
}

Value Interpreter::member_of_class(const Value& klass, std::uint32_t number, model::Symbol name, bool& found) {
  const ClassInfo& info = project().classes()[number];
  for (const std::uint32_t ancestor : info.ancestors) {
    const ClassInfo& definition = project().classes()[ancestor];
    if (const std::uint32_t* method = definition.methods.find(name)) {
      found = true;
      Entity entity{.kind = EntityKind::kFunction};
      entity.index = *method;
      if (project().functions()[*method].is_class_method) entity.self = arena_.keep(klass);
      return arena_.entity(Kind::kFunction, entity);
    }
    const Value value = attribute_fact(ancestor, name, found);
    if (found) return value;
  }
  if (const Target nested = project().member({Target::Kind::kClass, number, {}}, name)) {
    found = true;
    return declared_.target(nested);
  }
  for (const std::uint32_t base : info.library_bases) {
    const Value inherited = member_of_library(klass, base, name, found);
    if (found) return inherited;
  }
  return {};
}

Value Interpreter::member_of_library(const Value& self, std::uint32_t node, model::Symbol name, bool& found) {
  const std::uint32_t member = catalog().child(node, name);
  if (member == catalog::Catalog::kNowhere) return {};
  found = true;
  const catalog::NodeRow& row = catalog().row(member);
  if (row.kind == catalog::NodeKind::kFunction) {
    Entity entity{.kind = EntityKind::kMethod};
    entity.index = member;
    entity.name = name.id;
    entity.self = arena_.keep(self);
    return arena_.entity(Kind::kFunction, entity);
  }
  if (row.kind == catalog::NodeKind::kConstant && row.value != nullptr) {
    return catalog::value_of(*row.value, &self, arena_);
  }
  return declared_.target({Target::Kind::kLibrary, member, {}});
}

/// What `super().name` finds: the next definition after the class that says it.
Value Interpreter::member_above(const Entity& super, model::Symbol name, bool& found) {
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
      result = join(result, function.is_property ? call_value(bound, {}, function.function->name_range) : bound);
      continue;
    }
    for (const std::uint32_t base : project().classes()[klass].library_bases) {
      bool has = false;
      Value inherited = member_of_library(self, base, name, has);
      if (!has && name == known_.init && catalog().row(base).operation != nullptr) {
        // The class's own row says what its constructor does.
        inherited = declared_.target({Target::Kind::kLibrary, base, {}});
        has = true;
      }
      if (has) result = join(result, inherited);
      found |= has;
      if (has) break;
    }
  }
  return result;
}

/// `self.blocks.first`: a ModuleDict's modules are attributes too.
Value Interpreter::held_module(const Value& self, std::uint32_t node, model::Symbol name, bool& found) {
  if (known_.module_dict == kNowhere || self.aggregate == nullptr || !catalog().derives(node, known_.module_dict))
    return {};
  for (const values::DictionaryEntry& entry : self.aggregate->entries) {
    if (entry.key.text() != project().symbols().text(name)) continue;
    found = true;
    return moved_into(self, entry.value);
  }
  return {};
}

Value Interpreter::member_of_entity(const Value& object, const Entity& entity, model::Symbol name, bool& found) {
  switch (entity.kind) {
    case EntityKind::kLibraryName:
    case EntityKind::kModule:
    case EntityKind::kFolder: {
      const Target::Kind kind = entity.kind == EntityKind::kModule   ? Target::Kind::kModule
                                : entity.kind == EntityKind::kFolder ? Target::Kind::kFolder
                                                                     : Target::Kind::kLibrary;
      const Target member = project().member({kind, entity.index, {}}, name);
      if (!member) return {};
      found = true;
      if (member.kind == Target::Kind::kVariable) {
        const ModuleInfo& module = project().modules()[member.index];
        const std::uint32_t slot = module.scope.find(member.name);
        note_read(kVariables | member.index, member.name);
        const auto& variables = world_.contexts[member.index].outcome.variables;
        return slot < variables.size() ? bound_variable(variables[slot]) : Value{};
      }
      if (member.kind == Target::Kind::kLibrary) {
        const catalog::NodeRow& row = catalog().row(member.index);
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
      const Value member = member_of_library(self, entity.index, name, found);
      if (found) return member;
      if (entity.index == known_.output || entity.index == known_.batch)
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

/// Of an object that holds tensors, or is one.
Value Interpreter::member_of_holder(const Value& object, std::uint32_t klass, model::Symbol name, bool& found) {
  const bool is_tensor = object.may_be(Kind::kTensor);
  if (!is_tensor && object.aggregate == nullptr) return {};
  Value held = is_tensor ? object : object.aggregate->rest;
  held.kinds = Kind::kTensor;
  held.entities = nullptr;
  held.rank = {};
  const Value of_tensor = member_of_library(held, known_.tensor, name, found);
  if (found || klass != known_.output) return of_tensor;
  // What a model returns holds tensors by name.
  found = true;
  return held;
}

/// Of a tensor or of a module, it is the same thing; and what people name the device of is where they compute.
Value Interpreter::device_or_dtype(model::Symbol name) const {
  Value named = name == known_.device_name ? Value::device(values::Place::kCaller) : Value::dtype(values::kAnyElement);
  named.evidence = values::Evidence::kDeclared;
  return named;
}

Value Interpreter::attribute_of(const Value& object, model::Symbol name, bool* found_out) {
  if (object.is_bottom()) return {};
  Value result;
  bool found = false;
  for (const KindClass& entry : kKindClasses) {
    if (!object.may_be(entry.kind)) continue;
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
  if (object.is_anything() && object.may_be(Kind::kTensor) && name == known_.device_name) {
    result = join(result, device_or_dtype(name));
    result.evidence = values::Evidence::kDeclared;
  }
  if (found_out != nullptr) *found_out = found;
  if (!found) {
    const Value method = method_by_name(object, name);
    if (!method.is_bottom()) return join(Value::anything(), method);
  }
  return found || !result.is_bottom() ? result : Value::anything();
}

/// A variable of a module that was not assigned so far: some function assigns it, or nobody whom we see.
Value Interpreter::bound_variable(const Value& variable) {
  if (!variable.only(Kind::kUnbound)) return variable;
  bool found = false;
  return is_unreached(true, found) ? Value{} : Value::anything();
}

/// A name that says enough by itself, whatever the object is: `writer.add_scalar`.
Value Interpreter::method_by_name(const Value& object, model::Symbol name) {
  constexpr Kinds kUnlikely = values::kHostNumber | Kind::kTensor | Kind::kArray | Kind::kString | Kind::kNone;
  if (known_.named_methods == kNowhere || object.only(kUnlikely)) return {};
  // The names are those of Python's loggers; in C++ `parsed.error()` is a member like any other.
  if (project().modules()[module_].input.module->language == model::Language::kCxx) return {};
  bool found = false;
  return member_of_library(object, known_.named_methods, name, found);
}

std::uint32_t Interpreter::slot_of(const model::Expression& expression) const {
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr || class_depth_ > 0) return Scope::kAbsent;
  const std::uint32_t slot = scope_->find(name->name);
  return slot < state_.slots.size() ? slot : Scope::kAbsent;
}

Value Interpreter::load_attribute(const model::Attribute& node) {
  if (const std::uint32_t slot = slot_of(*node.object); slot != Scope::kAbsent) {
    if (const Value* known = state_.fact(slot, node.name)) return *known;
  }
  Value object = evaluate(*node.object);
  // `state.get(…)`: what tensors do not have says that it is the other possibility.
  if (object.may_be(Kind::kTensor) && object.may_be(Kind::kDictionary) &&
      catalog().child(known_.tensor, node.name) == catalog::Catalog::kNowhere) {
    rule_out_tensor(*node.object, object);
  }
  // What NumPy has too says little where nobody speaks of tensors, and nothing of a table.
  if (node.name == known_.item && object.is_anything() && !object.may_be(Kind::kTensor) &&
      (!declared_.knows_torch(module_) || declared_.is_of_a_table(*node.object)))
    return Value::anything();
  if (object.only(Kind::kAnything) && (node.name == known_.to || node.name == known_.cuda) &&
      is_built_here(*node.object)) {
    object = declared_.library_object(known_.module);
    object.places = values::Place::kCpu;
  }
  const Value value = attribute_of(object, node.name);
  if (!value.only(Kind::kAnything)) return value;
  const Value used = attribute_by_use(node, object);
  return used.only(Kind::kAnything) ? part_of_parameter(node, used) : used;
}

/// `AutoModel.from_pretrained(name)`, `UNet2DModel(64)`: an object of a class that nobody sees, just made, and on the
/// CPU.
bool Interpreter::is_built_here(const model::Expression& expression) const {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr) return false;
  const auto* method = call->callee->get_if<model::Attribute>();
  const auto* name = call->callee->get_if<model::Name>();
  const std::string_view text = project().symbols().text(method != nullptr ? method->name
                                                         : name != nullptr ? name->name
                                                                           : model::Symbol{});
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const bool is_class =
      text.size() > 2 && is_upper(text[0]) && std::ranges::any_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
  return is_class || text == "from_pretrained";
}

/// What is unknown is what is done with it.
Value Interpreter::attribute_by_use(const model::Attribute& node, const Value& object) {
  Value said;
  bool is_batch = false;  // whose parts are known by their uses alone
  if (object.entities != nullptr) {
    for (const Entity& entity : object.entities->items) {
      is_batch |= entity.kind == EntityKind::kLibraryObject && entity.index == known_.batch;
      if (entity.kind == EntityKind::kObject)
        said = join(said, declared_.member_by_use(world_.class_of(entity.index), node.name));
    }
  }
  const auto* name = node.object->get_if<model::Name>();
  if (name != nullptr && (object.is_anything() || is_batch))
    said = join(said, declared_.attribute_by_use(module_, function_, name->name, node.name));
  return said.is_bottom() ? Value::anything() : said;
}

/// `p.grad`, `layer.weight.data`: a gradient or a parameter, whatever module is meant.
Value Interpreter::part_of_parameter(const model::Attribute& node, const Value& otherwise) const {
  static constexpr std::array<std::string_view, 6> kParameters = {"weight",       "bias",        "grad",
                                                                  "running_mean", "running_var", "in_proj_weight"};
  const std::string_view name = project().symbols().text(node.name);
  if (name != "grad" && name != "data") return otherwise;
  Value tensor = Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared);
  const auto* owner = node.object->get_if<model::Attribute>();
  const bool of_parameter =
      owner != nullptr && std::ranges::find(kParameters, project().symbols().text(owner->name)) != kParameters.end();
  if (name == "data") return of_parameter ? tensor : otherwise;
  tensor.kinds |= Kind::kNone;
  return of_parameter ? tensor : otherwise;
}

/// The expression was used in a way that no tensor allows; from here on it is one of the other things that it may be.
void Interpreter::rule_out_tensor(const model::Expression& expression, Value& value) {
  if (!value.may_be(Kind::kTensor) || value.only(Kind::kTensor)) return;
  value.kinds = value.kinds - Kind::kTensor;
  if (const std::uint32_t slot = slot_of(expression); slot != Scope::kAbsent) state_.slots[slot] = value;
}

void Interpreter::store_into_objects(const Value& object, model::Symbol name, const Value& value) {
  if (object.entities == nullptr || value.is_bottom()) return;
  for (const Entity& entity : object.entities->items) {
    if (entity.kind != EntityKind::kObject && entity.kind != EntityKind::kClass) continue;
    const std::uint32_t number = entity.index;  // a class's attributes are those of its generic object
    const ClassInfo& info = project().classes()[entity.kind == EntityKind::kClass ? number : world_.class_of(number)];
    Value stored = value;
    // What an nn.Module holds as a module or parameter moves with it.
    if (info.is_module && entity.kind == EntityKind::kObject && stored.entities != nullptr) {
      for (const Entity& part : stored.entities->items) {
        const bool is_module =
            part.kind == EntityKind::kObject
                ? project().classes()[world_.class_of(part.index)].is_module
                : part.kind == EntityKind::kLibraryObject && catalog().derives(part.index, known_.module);
        if (is_module) stored.registered = true;
      }
    }
    stored.constant = stored.only(Kinds(Kind::kBoolean) | Kind::kString) ? stored.constant : values::ConstantValue{};
    Value kept = generalize(stored, 0);
    kept.memories = stored.memories;  // a staging buffer's memory decides whether copies into it wait
    out_.stores.push_back({number, name, kept});
  }
}

void Interpreter::store_attribute(const model::Attribute& target, const Value& value) {
  const Value object = evaluate(*target.object);
  // A property with a setter: the setter runs, the fact is what was given.
  store_into_objects(object, target.name, value);
  if (const std::uint32_t slot = slot_of(*target.object); slot != Scope::kAbsent) {
    state_.set_fact(slot, target.name, moved_with(object, value));
  }
}

}  // namespace syncfree::inference
