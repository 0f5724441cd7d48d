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

/// A parameter, buffer or submodule lives where its owner lives; a plain tensor attribute stays where it was made.
Value Interpreter::moved_with(const Value& owner, const Value& attribute) const {
  if (!attribute.registered || owner.places.empty()) return attribute;
  // A module that was never moved has what its constructor put on the GPU there.
  if (attribute.places.within(values::Place::kCuda) && attribute.evidence == values::Evidence::kSeen) return attribute;
  Value moved = attribute;
  moved.places = owner.places;
  return moved;
}

/// Of a tensor or of a module, it is the same thing; and what people name the device of is where they compute.
Value Interpreter::device_or_dtype(model::Symbol name) const {
  Value named = name == known_.device_name ? Value::device(values::Place::kCaller) : Value::dtype(values::kAnyElement);
  named.evidence = values::Evidence::kDeclared;
  return named;
}

/// The object is of classes of the project, and each has a method of that name.
bool Interpreter::is_overridden(const Value& object, model::Symbol name) const {
  if (!object.may_be(Kind::kInstance) || object.entities == nullptr || object.entities->items.empty()) return false;
  return std::ranges::all_of(object.entities->items, [&](const Entity& entity) {
    return entity.kind == EntityKind::kObject && project().find_method(world_.class_of(entity.index), name) != kNowhere;
  });
}

Value Interpreter::attribute_of(const Value& object, model::Symbol name, bool* found_out) {
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

/// A name that says enough by itself, whatever the object is: `writer.add_scalar`.
Value Interpreter::method_by_name(const Value& object, model::Symbol name) {
  constexpr Kinds kUnlikely = values::kHostNumber | Kind::kArray | Kind::kString | Kind::kNone;
  // What was only taken for a tensor, as a part of what a model returns, is none if tensors have no such method.
  const bool is_tensor =
      object.evidence == values::Evidence::kSeen || catalog().child(known_.tensor, name) != catalog::Catalog::kNowhere;
  if (known_.named_methods == kNowhere || object.only(is_tensor ? kUnlikely | Kind::kTensor : kUnlikely)) return {};
  // The names are those of Python's loggers; in C++ `parsed.error()` is a member like any other.
  if (project().modules()[module_].input.module->language == model::Language::kCxx) return {};
  bool found = false;
  const Value method = member_of_library(object, known_.named_methods, name, found);
  if (found || project().is_own_method(name, layer_)) return method;
  return member_of_library(object, known_.rare_methods, name, found);
}

std::uint32_t Interpreter::slot_of(const model::Expression& expression) const {
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr || class_depth_ > 0) return Scope::kAbsent;
  const std::uint32_t slot = scope_->find(name->name);
  return slot < state_.slots.size() ? slot : Scope::kAbsent;
}

Value Interpreter::load_attribute(const model::Attribute& node) {
  if (const std::uint32_t slot = slot_of(*node.object); slot != Scope::kAbsent) {
    const Value* known = state_.fact_of_attribute(slot, node.name);
    if (known != nullptr) return known->only(Kind::kAnything) ? attribute_by_use(node, state_.slots[slot]) : *known;
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
  if (node.name == known_.to || node.name == known_.cuda) object = before_copy(*node.object, object);
  const Value value = attribute_of(object, node.name);
  if (!value.only(Kind::kAnything)) return value;
  const Value used = attribute_by_use(node, object);
  return used.only(Kind::kAnything) ? part_of_parameter(node, used) : used;
}

namespace {

/// Tensors in what the tokenizers and processors of language models give, by their names there.
bool is_model_input(std::string_view name) {
  constexpr std::array<std::string_view, 8> kNames = {"input_ids",         "attention_mask", "token_type_ids",
                                                      "position_ids",      "pixel_values",   "input_features",
                                                      "decoder_input_ids", "input_values"};
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

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
  if (is_batch && object.only(Kind::kTensor) && is_model_input(project().symbols().text(node.name)))
    return Value::tensor(object.places, values::kAnyElement, values::Rank::at_least(1), object.evidence);
  const auto* name = node.object->get_if<model::Name>();
  if (name != nullptr && (object.is_anything() || is_batch))
    said = join(said, declared_.attribute_by_use(module_, function_, name->name, node.name));
  return said.is_bottom() ? Value::anything() : said;
}

namespace {

constexpr std::array<std::string_view, 7> kParameters = {"weight",      "bias",           "grad",        "running_mean",
                                                         "running_var", "in_proj_weight", "in_proj_bias"};

bool names_a_parameter(std::string_view name) { return std::ranges::find(kParameters, name) != kParameters.end(); }

}  // namespace

/// `layer.weight`, `self.bias.data`: who copies from the host into it is about to build a model that is not moved yet.
bool Interpreter::is_weight(const model::Expression& expression) const {
  const auto* attribute = expression.get_if<model::Attribute>();
  if (attribute != nullptr && project().symbols().text(attribute->name) == "data")
    attribute = attribute->object->get_if<model::Attribute>();
  return attribute != nullptr && names_a_parameter(project().symbols().text(attribute->name));
}

/// `p.grad`, `layer.weight.data`: a gradient or a parameter, whatever module is meant.
Value Interpreter::part_of_parameter(const model::Attribute& node, const Value& otherwise) const {
  const std::string_view name = project().symbols().text(node.name);
  if (name != "grad" && name != "data") return otherwise;
  Value tensor = Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared);
  const auto* owner = node.object->get_if<model::Attribute>();
  const bool of_parameter = owner != nullptr && names_a_parameter(project().symbols().text(owner->name));
  if (name == "data") return of_parameter ? tensor : otherwise;
  tensor.kinds |= Kind::kNone;
  return of_parameter ? tensor : otherwise;
}

/// The expression was used in a way that no tensor allows; from here on it is one of the other things that it may be.
void Interpreter::rule_out_tensor(const model::Expression& expression, Value& value) {
  if (!value.may_be(Kind::kTensor) || value.only(Kind::kTensor)) return;
  value.kinds = value.kinds - Kind::kTensor;
  if (const std::uint32_t slot = slot_of(expression); slot != Scope::kAbsent) state_.slots.set(slot, value);
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
    state_.set_attribute(slot, target.name, moved_with(object, value));
  }
}

}  // namespace syncfree::inference
