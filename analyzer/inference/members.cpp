// Members by the kind of their owner: objects, classes, what is above a class, libraries, modules, holders of tensors.
#include <algorithm>

#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

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

Value Interpreter::bind_method(std::uint32_t function, const Value& self) {
  Entity entity{.kind = EntityKind::kFunction};
  entity.index = function;
  const FunctionInfo& info = project().functions()[function];
  if (!info.is_static) entity.self = arena_.keep(self);
  return arena_.entity(Kind::kFunction, entity);
}

/// `pipeline.to(device)`, `model.cuda()`, `fabric.backward(loss)`: for code that calls a library, a method of a name
/// that was measured is what was measured, whatever the library does on the way to it.
std::optional<Value> Interpreter::measured_member(const Value& self, const ClassInfo& klass, const FunctionInfo& method,
                                                  model::Symbol name) {
  const auto is_library = [&](std::uint32_t module) { return project().modules()[module].input.is_library; };
  if (!is_library(method.module) || is_library(module_)) return std::nullopt;
  for (const std::uint32_t base : klass.library_bases) {
    bool found = false;
    const Value inherited = member_of_library(self, base, name, found);
    if (found) return inherited;
  }
  if (catalog().child(known_.tensor, name) == catalog::Catalog::kNowhere) return std::nullopt;
  return attribute_of(Value::anything(), name);
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
      if (std::optional<Value> measured = measured_member(self, info, function, name)) return *measured;
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
  // A model's result holds tensors by name; what does not hold one has a row of its own.
  found = true;
  return held;
}

/// A variable of a module that was not assigned so far: some function assigns it, or nobody whom we see.
Value Interpreter::bound_variable(const Value& variable) {
  if (!variable.only(Kind::kUnbound)) return variable;
  bool found = false;
  return is_unreached(true, found) ? Value{} : Value::anything();
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
      found = entity.index == catalog().host_object();
      if (found) return declared_.host_object();
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

}  // namespace syncfree::inference
