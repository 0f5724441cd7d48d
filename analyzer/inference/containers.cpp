// What containers, records and modules hold, and how calls change them in place.
#include <algorithm>

#include "analyzer/inference/arguments.h"
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

Containers::Containers(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      arena_(all.arena),
      frame_(all.frame),
      out_(all.record.out),
      record_(all.record),
      binding_(all.binding),
      variables_(all.variables),
      module_containers_(all.module_containers),
      attributes_(all.attributes),
      subscripts_(all.subscripts),
      expressions_(all.expressions) {}

/// Join of the leaves of nested containers.
Value Containers::leaf_of(const Value& tree, int depth) {
  constexpr Kinds kNodes = Kinds(Kind::kTuple) | Kind::kList | Kind::kDictionary;
  if (!tree.may_be(kNodes) || tree.aggregate == nullptr || depth > 4) return tree;
  Value leaf;
  for (const Value& element : tree.aggregate->elements) leaf = join(leaf, leaf_of(element, depth + 1));
  for (const values::DictionaryEntry& entry : tree.aggregate->entries)
    leaf = join(leaf, leaf_of(entry.value, depth + 1));
  return join(leaf, leaf_of(tree.aggregate->rest, depth + 1));
}

/// The same nesting with every leaf replaced.
Value Containers::with_leaves(const Value& tree, const Value& leaf, int depth) {
  constexpr Kinds kNodes = Kinds(Kind::kTuple) | Kind::kList | Kind::kDictionary;
  if (tree.is_bottom() || leaf.is_bottom()) return {};
  if (!tree.may_be(kNodes) || tree.aggregate == nullptr || depth > 4) return leaf;
  const values::Aggregate& content = *tree.aggregate;
  const Value rest = with_leaves(content.rest, leaf, depth + 1);
  if (tree.may_be(Kind::kDictionary)) {
    std::vector<values::DictionaryEntry> entries(content.entries.begin(), content.entries.end());
    for (values::DictionaryEntry& entry : entries) entry.value = with_leaves(entry.value, leaf, depth + 1);
    return arena_.dictionary(entries, rest);
  }
  const Kind kind = tree.may_be(Kind::kList) ? Kind::kList : Kind::kTuple;
  std::vector<Value> elements;
  for (const Value& element : content.elements) elements.push_back(with_leaves(element, leaf, depth + 1));
  if (content.exact) return arena_.sequence(kind, elements);
  return kind == Kind::kTuple ? arena_.tuple_beginning(elements, rest) : arena_.container(kind, rest);
}

/// Calls a type that `namedtuple` made: a tuple whose elements have names too.
std::optional<Value> Containers::call_record_type(const Entity& entity, std::span<const ArgumentValue> arguments) {
  if (entity.bound == nullptr || entity.bound->aggregate == nullptr || !entity.bound->aggregate->exact)
    return std::nullopt;
  const auto names = entity.bound->aggregate->elements;
  std::vector<Value> elements(names.size(), Value::anything());
  std::size_t next = 0;
  for (const ArgumentValue& argument : arguments) {
    if (argument.stars == 1) {
      const values::Aggregate* content = argument.value.aggregate;
      if (content != nullptr && content->exact) {
        for (const Value& element : content->elements) {
          if (next < elements.size()) elements[next++] = element;
        }
      } else {
        const Value element = values::any_element(arena_, argument.value);
        while (next < elements.size()) elements[next++] = element;
      }
    } else if (argument.keyword.empty()) {
      if (next < elements.size()) elements[next++] = argument.value;
    } else {
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].known_string() == argument.keyword) elements[i] = argument.value;
      }
    }
  }
  std::vector<values::DictionaryEntry> entries;
  for (std::size_t i = 0; i < names.size(); ++i) entries.push_back({names[i].constant, elements[i]});
  Value record = Value::of(Kind::kTuple);
  record.aggregate = arena_.aggregate({.elements = elements, .exact = true, .entries = entries});
  return record;
}

/// `mapping.get("key", otherwise)`: what is kept under other keys is no answer. Who makes on the host what may be
/// missing has the others there, too.
std::optional<Value> Containers::look_up(const Value& mapping, std::span<const ArgumentValue> arguments) {
  const Value* key = argument_at(arguments, 0);
  if (key == nullptr || key->constant.type == values::ConstantValue::Type::kNothing || mapping.aggregate == nullptr)
    return std::nullopt;
  const bool is_empty = mapping.aggregate->entries.empty() && mapping.aggregate->rest.is_bottom();
  const Value* otherwise = argument_at(arguments, 1);
  const Value result = otherwise == nullptr ? Value::none() : *otherwise;
  // What is empty here grows in ways that are not followed; a call that somebody asks about gives no options.
  if (is_empty) return world_.is_asked ? std::optional(result) : std::nullopt;
  for (const values::DictionaryEntry& entry : mapping.aggregate->entries) {
    if (entry.key == key->constant) return join(result, entry.value);
  }
  Value found = mapping.aggregate->rest;
  if (is_tensor_of_host(otherwise) && found.may_be(Kind::kTensor)) found.places = values::Place::kCpu;
  return join(result, found);
}

/// What the callee added to a list or dictionary that it was given is in the caller's variable too.
void Containers::grow_arguments(const model::Call& node, std::span<const ArgumentValue> arguments,
                                const Value& callee) {
  if (out_.calls.empty() || record_.last_called() == nullptr || out_.calls.back().range != node.range) return;
  if (record_.last_called()->grown.empty() || callee.entities == nullptr || callee.entities->items.size() != 1) return;
  const FunctionInfo& info = project().functions()[record_.last_code()];
  const Entity& called = callee.entities->items.front();
  if (called.kind == EntityKind::kPartial) return;
  // A method knows its object; an object or a class that is called is, or becomes, the first argument.
  const std::size_t bound_self = called.kind != EntityKind::kFunction || called.self != nullptr ? 1 : 0;
  const auto& grown = record_.last_called()->grown;
  for (const auto& [slot, content] : grown) {
    std::size_t position = bound_self;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool here = arguments[i].keyword.empty()
                            ? arguments[i].stars == 0 && position++ == slot
                            : info.scope.name(slot) == project().symbols().find(arguments[i].keyword);
      if (!here) continue;
      const model::Expression& given = *node.arguments[i].value;
      const bool is_name = given.kind == model::ExpressionKind::kName;
      if (content.only(Kind::kLibraryObject)) {
        const Value changed = told(arguments[i].value, content);
        const bool is_kept = is_name || given.kind == model::ExpressionKind::kAttribute;
        if (is_kept && !(changed == arguments[i].value)) assign_back(given, changed);
      } else if (is_name) {
        assign_back(given, content);
      }
    }
  }
}

/// `vars(x)`: what is given is a part of `x`.
bool Containers::is_call_of_vars(const model::Call& call) {
  const Value callee = call.arguments.size() == 1 ? expressions_.evaluate(*call.callee) : Value{};
  if (callee.entities == nullptr || callee.entities->items.size() != 1) return false;
  const Entity& entity = callee.entities->items.front();
  const Special* special = entity.kind == EntityKind::kLibraryName ? known_.specials.find(entity.index) : nullptr;
  return special != nullptr && *special == Special::kVars;
}

/// `d.setdefault(k, []).append(v)`: the element changes, so the dictionary does.
void Containers::grow_element(const model::Call& call, const Value& value) {
  const auto* method = call.callee->get_if<model::Attribute>();
  if (method == nullptr || method->name != known_.setdefault || call.arguments.size() != 2) return;
  const Value mapping = expressions_.evaluate(*method->object);
  if (!mapping.only(Kind::kDictionary) || mapping.aggregate == nullptr) return;
  const values::ConstantValue key = expressions_.evaluate(*call.arguments.front().value).constant;
  const bool is_known = key.type != values::ConstantValue::Type::kNothing;
  std::vector<values::DictionaryEntry> entries(mapping.aggregate->entries.begin(), mapping.aggregate->entries.end());
  bool is_placed = false;
  for (values::DictionaryEntry& entry : entries) {
    if (is_known && !(entry.key == key)) continue;
    entry.value = join(entry.value, value);
    is_placed |= is_known;
  }
  const Value rest = is_placed ? mapping.aggregate->rest : join(mapping.aggregate->rest, value);
  assign_back(*method->object, arena_.dictionary(entries, rest));
}

void Containers::assign_back(const model::Expression& target, const Value& value) {
  if (const auto* name = target.get_if<model::Name>()) {
    if (Value* inner = variables_.inner(name->name)) {
      *inner = value;
      return;
    }
    if (const std::uint32_t slot = variables_.slot_of(target); slot != Scope::kAbsent) {
      if (frame_.function != nullptr && slot < frame_.function->function->parameters.size() &&
          value.may_be(Kinds(Kind::kList) | Kind::kDictionary | Kind::kSet | Kind::kLibraryObject)) {
        const auto same_slot = [slot](const auto& grown) { return grown.first == slot; };
        auto known = std::ranges::find_if(out_.grown, same_slot);
        if (known == out_.grown.end()) {
          out_.grown.emplace_back(slot, value);
        } else {
          known->second = join(known->second, value);
        }
      }
      variables_.change(slot, value);
      return;
    }
    // A container of the enclosing module or function that grows.
    if (const Target global = project().resolve(frame_.module, name->name); global.kind == TargetKind::kVariable) {
      const std::uint32_t slot = project().modules()[global.index].scope.find(global.name);
      if (slot != Scope::kAbsent) out_.globals.push_back({global.index, slot, binding_.generalize(value, 0)});
    }
  } else if (const auto* attribute = target.get_if<model::Attribute>()) {
    attributes_.store_attribute(*attribute, value);
  } else if (const auto* call = target.get_if<model::Call>()) {
    if (is_call_of_vars(*call)) attributes_.store_variables(*call->arguments.front().value, value);
    grow_element(*call, value);
  } else if (const auto* subscript = target.get_if<model::Subscript>()) {
    // `d[k].append(v)`: the element changes, so the container does.
    const Value object = expressions_.evaluate(*subscript->object);
    if (object.may_be(Kinds(Kind::kList) | Kind::kDictionary)) subscripts_.store_subscript(*subscript, value, false);
  }
}

/// What `names.update(zip(keys, items))` adds.
Value Containers::second_of_pairs(const Value& pairs, source::TextRange where) {
  const Value pair = expressions_.iterate(pairs, where);
  const bool is_known = pair.aggregate != nullptr && pair.aggregate->exact && pair.aggregate->elements.size() == 2;
  return is_known ? pair.aggregate->elements[1] : Value::anything();
}

void Containers::apply_mutation(const model::Call& node, const Value& receiver,
                                std::span<const ArgumentValue> arguments) {
  const auto* method = node.callee->get_if<model::Attribute>();
  if (method == nullptr) return;
  const model::Symbol name = method->name;
  if (module_containers_.is_module_container(receiver)) {
    module_containers_.grow_module_container(*method, receiver, arguments, node.range);
    return;
  }
  const Value* first = argument_at(arguments, 0);
  const Value* second = argument_at(arguments, 1);
  Value others = receiver;  // what it may be besides a container
  others.kinds = receiver.kinds - (Kinds(Kind::kList) | Kind::kSet | Kind::kDictionary | Kind::kLibraryObject);
  if (receiver.may_be(Kinds(Kind::kList) | Kind::kSet) ||
      (receiver.may_be(Kind::kLibraryObject) && name == known_.appendleft)) {
    Value added;
    if ((name == known_.append || name == known_.add || name == known_.appendleft) && first != nullptr) {
      added = *first;
    } else if (name == known_.insert && second != nullptr) {
      added = *second;
    } else if ((name == known_.extend || name == known_.update) && first != nullptr) {
      added = expressions_.iterate(*first, node.range);
    } else {
      return;
    }
    if (added.is_bottom()) return;
    const Value old = receiver.aggregate == nullptr ? Value::anything() : values::any_element(arena_, receiver);
    // An empty list without known content holds just what is added.
    const bool fresh =
        receiver.aggregate != nullptr && receiver.aggregate->exact && receiver.aggregate->elements.empty();
    const Kind kind = receiver.may_be(Kind::kSet) ? Kind::kSet : Kind::kList;
    assign_back(*method->object, join(arena_.container(kind, fresh ? added : join(old, added)), others));
    return;
  }
  if (receiver.may_be(Kind::kDictionary) && (name == known_.update || name == known_.setdefault)) {
    std::vector<values::DictionaryEntry> entries;
    Value rest = receiver.aggregate == nullptr ? Value::anything() : receiver.aggregate->rest;
    if (receiver.aggregate != nullptr)
      entries.assign(receiver.aggregate->entries.begin(), receiver.aggregate->entries.end());
    if (name == known_.update) {
      for (const ArgumentValue& argument : arguments) {
        if (!argument.keyword.empty()) {
          values::DictionaryEntry entry;
          entry.key = Value::string(argument.keyword).constant;
          entry.value = argument.value;
          entries.push_back(entry);
        } else if (!argument.value.may_be(Kind::kDictionary) &&
                   argument.value.may_be(values::kHostSequence | Kind::kIterator)) {
          rest = join(rest, second_of_pairs(argument.value, node.range));
        } else if (argument.value.aggregate != nullptr) {
          entries.insert(entries.end(), argument.value.aggregate->entries.begin(),
                         argument.value.aggregate->entries.end());
          rest = join(rest, argument.value.aggregate->rest);
        } else {
          rest = join(rest, Value::anything());
        }
      }
    } else if (second != nullptr) {
      rest = join(rest, *second);
    }
    assign_back(*method->object, join(arena_.dictionary(entries, rest), others));
    return;
  }
  const bool module = receiver.may_be(Kinds(Kind::kInstance) | Kind::kLibraryObject);
  if (!module) return;
  if (name == known_.register_buffer || name == known_.register_parameter || name == known_.add_module ||
      name == known_.register_module) {
    for (const char* keyword : {"tensor", "param", "module"}) {
      if (second == nullptr) second = argument_named(arguments, keyword);
    }
    if (first == nullptr) first = argument_named(arguments, "name");
    if (first == nullptr || second == nullptr) return;
    const model::Symbol stored = attributes_.stored_name(*node.arguments.front().value, *first);
    if (!stored) return;
    Value value = *second;
    value.registered = true;
    attributes_.store_into_objects(receiver, stored, value);
  }
}

}  // namespace syncfree::inference
