// Library calls that ask or change objects, attributes, types and texts.
#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/inference/special_call.h"

namespace syncfree::inference {

/// `exec(open("configurator.py").read())`: what is run there may set any name.
std::optional<Value> SpecialCall::execute() {
  Slots& slots = all_.variables.state.slots;
  for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
    Value value = slots[slot];
    value.constant = {};
    slots.set(slot, value);
  }
  return Value::none();
}

std::optional<Value> SpecialCall::super_object() {
  if (all_.frame.function == nullptr) return Value::anything();
  // `super()` in a nested function still means the method's own class and `self`.
  const FunctionInfo* method = all_.frame.function;
  const model::Function* outer = all_.frame.function->function;
  while (method->owner == kNowhere && outer->enclosing != nullptr) {
    outer = outer->enclosing;
    method = &project().functions()[project().modules()[all_.frame.module].first_function + outer->id];
  }
  if (method->owner == kNowhere || all_.variables.state.slots.empty() || method->function->parameters.empty())
    return Value::anything();
  Value self = method == all_.frame.function ? all_.variables.state.slots[0] : Value{};
  if (method != all_.frame.function) {
    bool found = false;
    self = all_.expressions.variable_of_environment(all_.frame.key->environment,
                                                    method->function->parameters.front().name, found);
    if (self.is_bottom()) return {};
  }
  if (self.entities == nullptr) return Value::anything();
  std::vector<Entity> items;
  for (const Entity& entity : self.entities->items) {
    if (entity.kind != EntityKind::kObject && entity.kind != EntityKind::kClass) continue;
    Entity above{.kind = EntityKind::kSuper};
    above.index = method->owner;
    above.self = arena_.keep(self);
    items.push_back(above);
    break;
  }
  if (items.empty()) return Value::anything();
  Value result = Value::of(Kind::kOther);
  result.entities = arena_.entities(items);
  return result;
}

std::optional<Value> SpecialCall::always_true() { return Value::boolean(true); }

std::optional<Value> SpecialCall::always_false() { return Value::boolean(false); }

/// A condition of C++ on what the function is given: known where that is a constant.
std::optional<Value> SpecialCall::decided() {
  if (first_ == nullptr) return std::nullopt;
  if (first_->only(Kind::kNone)) return Value::boolean(false);
  if (first_->only(Kind::kBoolean) && first_->known_bool()) return Value::boolean(*first_->known_bool());
  if (first_->only(Kind::kInteger) && first_->known_integer()) return Value::boolean(*first_->known_integer() != 0);
  return std::nullopt;
}

std::optional<Value> SpecialCall::is_tensor() {
  if (first_ == nullptr) return std::nullopt;
  const Truth tensor = first_->is_tensor();
  return tensor == Truth::kYes || tensor == Truth::kNo ? Value::boolean(tensor == Truth::kYes)
                                                       : Value::of(Kind::kBoolean);
}

std::optional<Value> SpecialCall::is_instance() {
  if (first_ == nullptr || second_ == nullptr) return std::nullopt;
  const Value yes = all_.conditions.narrow_to_class(*first_, *second_, true);
  const Value no = all_.conditions.narrow_to_class(*first_, *second_, false);
  if (yes.is_bottom() && !no.is_bottom()) return Value::boolean(false);
  if (no.is_bottom() && !yes.is_bottom() && !first_->is_anything()) return Value::boolean(true);
  return Value::of(Kind::kBoolean);
}

std::optional<Value> SpecialCall::has_attribute() {
  if (first_ == nullptr || second_ == nullptr || second_->known_string().empty()) return Value::of(Kind::kBoolean);
  if (first_->only(Kind::kTensor)) {
    const model::Symbol name = project().symbols().intern(second_->known_string());
    return Value::boolean(name && catalog().child(known_.tensor, name) != catalog::Catalog::kNowhere);
  }
  if (first_->only(values::kHostNumber | Kind::kString | Kind::kNone | Kind::kList)) return Value::boolean(false);
  return Value::of(Kind::kBoolean);
}

std::optional<Value> SpecialCall::get_attribute() {
  if (first_ == nullptr || second_ == nullptr) return std::nullopt;
  const std::string_view name = second_->known_string();
  if (name.empty()) return Value::anything();
  bool found = false;
  Value value = all_.members.attribute_of(*first_, project().symbols().intern(name), &found);
  if (const Value* otherwise = argument_at(arguments_, 2)) value = found ? join(value, *otherwise) : *otherwise;
  if (!found && first_->is_anything()) value = Value::anything();
  // Whoever made a module of a library may have set attributes of any name: `getattr(module, "stats", None)`.
  if (!found && first_->may_be(Kind::kLibraryObject)) value = join(value, Value::anything());
  // `getattr(model, "device", "cpu")`: who has the attribute says where it computes.
  const bool may_have = first_->may_be(Kinds(Kind::kInstance) | Kind::kLibraryObject | Kind::kAnything);
  if (!found && may_have && name == "device") value = join(value, all_.members.device_or_dtype(known_.device_name));
  return value;
}

/// Its class decides itself where that goes.
bool SpecialCall::has_own_setattr(const Value& object) const {
  const model::Symbol name = project().symbols().find("__setattr__");
  if (!name || object.entities == nullptr) return false;
  return std::ranges::any_of(object.entities->items, [&](const Entity& entity) {
    return entity.kind == EntityKind::kObject &&
           project().find_method(all_.world.class_of(entity.index), name) != kNowhere;
  });
}

std::optional<Value> SpecialCall::set_attribute() {
  return first_ != nullptr && has_own_setattr(*first_) ? Value::none() : store_attribute();
}

/// `object.__setattr__(self, name, value)`, whatever the class decides.
std::optional<Value> SpecialCall::store_attribute() {
  const Value* value = argument_at(arguments_, 2);
  if (first_ == nullptr || second_ == nullptr || value == nullptr || second_->is_bottom()) return Value::none();
  const std::string_view name = second_->known_string();
  if (name.empty()) {
    all_.attributes.store_under_any_name(*first_, *value);
  } else {
    all_.attributes.store_into_objects(*first_, project().symbols().intern(name), *value);
  }
  return Value::none();
}

/// `vars(x)` is `x.__dict__`.
std::optional<Value> SpecialCall::variables_of() {
  if (first_ == nullptr || !first_->only(Kind::kInstance)) return std::nullopt;
  return all_.members.attribute_of(*first_, known_.dict_);
}

/// `dataclasses.asdict(x)`, of objects of one class.
std::optional<Value> SpecialCall::fields_of() {
  if (first_ == nullptr || !first_->only(Kind::kInstance) || first_->entities == nullptr) return std::nullopt;
  std::optional<std::uint32_t> klass;
  for (const Entity& entity : first_->entities->items) {
    if (entity.kind != EntityKind::kObject) return std::nullopt;
    const std::uint32_t own = all_.world.class_of(entity.index);
    if (klass.value_or(own) != own) return std::nullopt;
    klass = own;
  }
  if (!klass || !project().classes()[*klass].is_record) return std::nullopt;
  std::vector<values::DictionaryEntry> entries;
  std::unordered_set<std::uint32_t> known;
  for (const std::uint32_t ancestor : project().classes()[*klass].ancestors) {
    for (const model::Symbol field : project().classes()[ancestor].field_order) {
      if (!known.insert(field.id).second) continue;
      Value value = all_.members.attribute_of(*first_, field);
      // What a field holds is taken apart, too.
      if (value.may_be(Kind::kInstance)) value = Value::anything();
      entries.push_back({.key = Value::string(project().symbols().text(field)).constant, .value = value});
    }
  }
  return entries.empty() ? std::nullopt : std::optional(arena_.dictionary(entries, {}));
}

std::optional<Value> SpecialCall::to_float() { return converted(known_.float_, Kind::kFloating); }

std::optional<Value> SpecialCall::to_integer() { return converted(known_.int_, Kind::kInteger); }

std::optional<Value> SpecialCall::to_boolean() { return converted(known_.bool_, Kind::kBoolean); }

/// An object's own `__float__`, `__int__`, `__bool__`.
std::optional<Value> SpecialCall::converted(model::Symbol method, Kind kind) {
  if (first_ == nullptr || !first_->may_be(Kind::kInstance)) return std::nullopt;
  bool found = false;
  const Value inner = all_.calls.call_method(*first_, method, {}, range_, found);
  if (!found) return std::nullopt;
  if (kind == Kind::kBoolean && inner.may_be(Kind::kTensor)) all_.record.emit_value(EventKind::kTruth, range_, inner);
  return Value::of(kind);
}

std::optional<Value> SpecialCall::to_string() {
  for (const ArgumentValue& argument : arguments_) {
    if (!argument.value.may_be(Kind::kInstance)) continue;
    bool found = false;
    all_.calls.call_method(argument.value, known_.str_, {}, range_, found);
    if (!found) all_.calls.call_method(argument.value, known_.repr, {}, range_, found);
  }
  return std::nullopt;
}

namespace {

/// `"CUDA".lower()`. Nothing of a text that nobody knows, or that is not ASCII.
std::optional<Value> in_case(const Value* text, int (*convert)(int), values::ValueArena& arena) {
  const std::string_view known = text == nullptr ? std::string_view() : text->known_string();
  if (known.empty() || !std::ranges::all_of(known, [](char c) { return static_cast<unsigned char>(c) < 128; }))
    return std::nullopt;
  std::string converted(known);
  for (char& c : converted) c = static_cast<char>(convert(c));
  return Value::string(arena.copy(converted));
}

}  // namespace

std::optional<Value> SpecialCall::lower_case() { return in_case(first_, std::tolower, arena_); }
std::optional<Value> SpecialCall::upper_case() { return in_case(first_, std::toupper, arena_); }

std::optional<Value> SpecialCall::length() {
  bool found = false;
  if (first_ != nullptr && first_->may_be(Kind::kInstance))
    all_.calls.call_method(*first_, known_.len, {}, range_, found);
  if (first_ != nullptr && first_->only((values::kHostSequence | Kind::kString)) && first_->aggregate != nullptr &&
      first_->aggregate->exact) {
    return Value::integer(static_cast<std::int64_t>(first_->aggregate->elements.size()));
  }
  return std::nullopt;
}

std::optional<Value> SpecialCall::type() {
  if (first_ == nullptr || first_->entities == nullptr || !first_->only(Kind::kInstance)) return std::nullopt;
  std::vector<Entity> classes;
  for (const Entity& entity : first_->entities->items) {
    if (entity.kind != EntityKind::kObject) return std::nullopt;
    Entity klass{.kind = EntityKind::kClass};
    klass.index = all_.world.class_of(entity.index);
    classes.push_back(klass);
  }
  if (classes.empty()) return std::nullopt;
  Value result = Value::of(Kind::kClass);
  result.entities = arena_.entities(classes);
  return result;
}

std::optional<Value> SpecialCall::keep_function() {
  if (first_ != nullptr &&
      first_->may_be(Kinds(Kind::kFunction) | Kind::kClass | Kind::kInstance | Kind::kLibraryObject))
    return *first_;
  return std::nullopt;
}

std::optional<Value> SpecialCall::named_tuple() {
  if (second_ == nullptr) return std::nullopt;
  Value fields = *second_;
  if (!second_->known_string().empty()) {
    std::vector<Value> names;
    const std::string_view text = second_->known_string();
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find_first_of(", ", begin), text.size());
      if (end > begin) names.push_back(Value::string(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    fields = arena_.sequence(Kind::kTuple, names);
  }
  Entity entity{.kind = EntityKind::kRecordType};
  entity.bound = arena_.keep(fields);
  return arena_.entity(Kind::kClass, entity);
}

}  // namespace syncfree::inference
