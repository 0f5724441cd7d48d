// Attributes whose names are data: `getattr(self, "loss_" + name)`, `setattr(self, key, value)`, `self.__dict__`.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

namespace {

/// Ends the name of attributes of which only the beginning is known.
constexpr char kAnyEnd = '*';

std::string_view literal(const model::Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kString ? constant->text
                                                                                   : std::string_view();
}

/// What a text begins with, if its end is put together while the program runs; empty otherwise: `"loss_" + name`,
/// `f"loss_{name}"`, `"loss_%s" % name`, `"loss_{}".format(name)`.
std::string_view beginning(const model::Expression& text, const model::SymbolTable& symbols) {
  if (const auto* formatted = text.get_if<model::Formatted>()) return formatted->begins;
  if (const auto* operation = text.get_if<model::Binary>()) {
    const std::string_view left = literal(*operation->left);
    if (operation->operation == model::BinaryOperator::kAdd) return left;
    return operation->operation == model::BinaryOperator::kModulo ? left.substr(0, left.find('%')) : std::string_view();
  }
  const auto* call = text.get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (method == nullptr || symbols.text(method->name) != "format") return {};
  const std::string_view pattern = literal(*method->object);
  return pattern.substr(0, pattern.find('{'));
}

}  // namespace

std::optional<Value> Attributes::attribute_by_beginning(const model::Call& node, const Value& callee,
                                                        std::span<const ArgumentValue> arguments) {
  if (arguments.size() < 2 || arguments[0].value.entities == nullptr || calls_.special_of(callee) != Special::kGetAttr)
    return std::nullopt;
  const std::string_view wanted = beginning(*node.arguments[1].value, project().symbols());
  if (wanted.empty() || !arguments[1].value.known_string().empty()) return std::nullopt;
  Value all;
  const auto add = [&](std::uint32_t owner, const model::FlatMap<model::Symbol, Value>& attributes) {
    record_.note_read(owner, {});
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (project().symbols().text(attributes.key(i)).starts_with(wanted))
        all = join(all, members_.moved_with(arguments[0].value, attributes.value(i)));
    }
  };
  for (const Entity& object : arguments[0].value.entities->items) {
    if (object.kind != EntityKind::kObject) return std::nullopt;
    const std::uint32_t klass = world_.class_of(object.index);
    add(object.index, world_.object(object.index).attributes);
    if (object.index == klass) add(kSubclasses | klass, world_.of_subclasses[klass]);
  }
  bool found = false;
  if (all.is_bottom() && !record_.is_unreached(true, found)) return Value::anything();
  return all;
}

/// The name under which an attribute is kept of which the end of the name is put together while the program runs. No
/// name that a program can write: `loss_*`. Nothing if its beginning is not known either.
model::Symbol Attributes::stored_name(const model::Expression& written, const Value& name) const {
  if (!name.known_string().empty()) return project().symbols().intern(name.known_string());
  const std::string_view begins = beginning(written, project().symbols());
  return begins.empty() ? model::Symbol{} : project().symbols().intern(std::string(begins) + kAnyEnd);
}

/// `setattr(self, f"loss_{name}", value)`
void Attributes::store_by_beginning(const model::Call& node, const Value& callee,
                                    std::span<const ArgumentValue> arguments) {
  if (arguments.size() != 3 || calls_.special_of(callee) != Special::kSetAttr) return;
  if (!arguments[1].value.known_string().empty()) return;
  if (const model::Symbol name = stored_name(*node.arguments[1].value, arguments[1].value))
    store_into_objects(arguments[0].value, name, arguments[2].value);
}

/// They have been set in a way that is no assignment.
void Attributes::forget_attributes_of(const model::Expression& object) {
  if (const std::uint32_t slot = variables_.slot_of(object); slot != Scope::kAbsent) state_.forget_all_of(slot);
}

/// The object's dictionary has been changed to this one.
void Attributes::store_variables(const model::Expression& object, const Value& variables) {
  const Value owner = expressions_.evaluate(object);
  forget_attributes_of(object);
  const values::Aggregate* content = variables.only(Kind::kDictionary) ? variables.aggregate : nullptr;
  if (content != nullptr) {
    for (const values::DictionaryEntry& entry : content->entries) {
      if (!entry.key.text().empty())
        store_into_objects(owner, project().symbols().intern(entry.key.text()), entry.value);
    }
  }
  const Value rest = content == nullptr ? variables : content->rest;
  if (!rest.is_bottom()) store_under_any_name(owner, rest);
}

/// `setattr(self, name, value)`, and nothing is known of the name. It is kept as if it were the dictionary itself.
void Attributes::store_under_any_name(const Value& object, const Value& value) {
  if (!value.is_bottom()) store_into_objects(object, known_.dict_, Value::anything());
}

/// What an attribute is by the class alone, if something may have been stored in it under a name that is not known.
Value Members::or_set_by_data(std::uint32_t object, model::Symbol name, Value value) {
  const bool is_setting = value.constant.type != values::ConstantValue::Type::kNothing;
  if (!is_setting && !value.only(Kind::kNone)) return value;
  if (record_.stores(world_.class_of(object), name)) return value;
  bool is_set = false;
  attribute_fact(object, known_.dict_, is_set);
  if (!is_set) return value;
  if (value.only(Kind::kNone)) return join(value, Value::anything());
  value.constant = {};
  return value;
}

/// By the annotations in the bodies of the classes below that have one; bottom if none has.
Value Members::declared_below(std::uint32_t klass, model::Symbol name) const {
  Value declared;
  const std::span<const ClassInfo> classes = project().classes();
  if (classes[klass].children.empty()) {
    record_.note_children(klass);
    return declared;
  }
  // In texts that are broken, classes may be below each other. Some have hundreds below them.
  std::vector<bool> is_reached(classes.size(), false);
  is_reached[klass] = true;
  std::vector<std::uint32_t> reached = {klass};
  for (std::size_t next = 0; next < reached.size(); ++next) {
    record_.note_children(reached[next]);
    for (const std::uint32_t child : classes[reached[next]].children) {
      if (is_reached[child]) continue;
      if (classes[child].annotations.find(name) != nullptr) {
        declared = values::join(arena_, declared, declared_attribute(child, name));
      } else {
        is_reached[child] = true;
        reached.push_back(child);
      }
    }
  }
  return declared;
}

/// What subclasses set, of an instance that others made: `field: type | None = None` is what they have made of it.
Value Members::of_instance_below(std::uint32_t klass, model::Symbol name, Value value) {
  const bool is_none = value.only(Kind::kNone);
  if (!is_none && value.constant.type == values::ConstantValue::Type::kNothing) return value;
  const Value declared = declared_below(klass, name);
  if (declared.is_bottom()) return value;
  value.constant = {};
  return is_none ? join(value, declared) : value;
}

/// `object.__dict__`
Value Members::attributes_as_dictionary(std::uint32_t object) {
  record_.note_read(object, {});
  std::vector<values::DictionaryEntry> entries;
  Value rest;
  const auto& attributes = world_.object(object).attributes;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const std::string_view name = project().symbols().text(attributes.key(i));
    if (attributes.key(i) == known_.dict_ || name.ends_with(kAnyEnd)) {
      rest = join(rest, attributes.value(i));
      continue;
    }
    values::DictionaryEntry entry;
    entry.key = Value::string(name).constant;
    entry.value = attributes.value(i);
    entries.push_back(entry);
  }
  return arena_.dictionary(entries, rest);
}

}  // namespace syncfree::inference
