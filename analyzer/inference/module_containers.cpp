// nn.ModuleList, nn.ModuleDict and nn.Sequential: what they are made of, what is added to them later, and what is taken
// out of them.
#include <algorithm>

#include "analyzer/inference/arguments.h"
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

ModuleContainers::ModuleContainers(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      record_(all.record),
      subscripts_(all.subscripts),
      containers_(all.containers),
      calls_(all.calls),
      expressions_(all.expressions) {}

bool ModuleContainers::is_module_container(std::uint32_t node) const {
  for (const std::uint32_t container : {known_.sequential, known_.module_list, known_.module_dict}) {
    if (container != kNowhere && catalog().derives(node, container)) return true;
  }
  return false;
}

/// Nothing but an object of one of these classes of torch.
bool ModuleContainers::is_module_container(const Value& value) const {
  return value.only(Kind::kLibraryObject) && value.entities != nullptr && value.entities->items.size() == 1 &&
         value.entities->items.front().kind == EntityKind::kLibraryObject &&
         is_module_container(value.entities->items.front().index);
}

bool ModuleContainers::is_module(const Value& value) const {
  if (value.entities == nullptr || !value.may_be(Kinds(Kind::kInstance) | Kind::kLibraryObject)) return false;
  for (const Entity& entity : value.entities->items) {
    if (entity.kind == EntityKind::kObject && project().classes()[world_.class_of(entity.index)].is_module) return true;
    if (entity.kind == EntityKind::kLibraryObject && catalog().derives(entity.index, known_.module)) return true;
  }
  return false;
}

/// These containers take nothing but modules.
Value ModuleContainers::as_module(const Value& held) const {
  return declared_.completed(arena_, held, declared_.unknown_module());
}

/// nn.Sequential and its like hold the modules that they are made of.
Value ModuleContainers::module_container(std::uint32_t node, const Value& object,
                                         std::span<const ArgumentValue> arguments, source::TextRange range) {
  Value held = object;
  held.places = values::Place::kCpu;
  const Value* first = argument_at(arguments, 0);
  if (arguments.empty()) {
    held.aggregate = arena_.sequence(Kind::kList, {}).aggregate;
    return held;
  }
  if (catalog().derives(node, known_.sequential)) {
    std::vector<Value> elements;
    bool exact = true;
    for (const ArgumentValue& argument : arguments) {
      const values::Aggregate* content = argument.value.aggregate;
      if (argument.stars == 0 && !argument.value.may_be(Kind::kDictionary)) {
        elements.push_back(argument.value);
      } else if (content != nullptr && content->exact) {
        elements.insert(elements.end(), content->elements.begin(), content->elements.end());
      } else {
        exact = false;
        elements.push_back(
            as_module(argument.stars == 0 ? Value::anything() : values::any_element(arena_, argument.value)));
      }
    }
    Value all;
    for (const Value& element : elements) all = join(all, element);
    held.aggregate =
        exact ? arena_.sequence(Kind::kList, elements).aggregate : arena_.container(Kind::kList, all).aggregate;
  } else if (first != nullptr && catalog().derives(node, known_.module_dict)) {
    held.aggregate = first->aggregate;
  } else if (first != nullptr) {
    const bool exact = first->aggregate != nullptr && first->aggregate->exact && first->only(values::kHostSequence);
    held.aggregate = exact ? first->aggregate
                           : arena_.container(Kind::kList, as_module(expressions_.iterate(*first, range))).aggregate;
  }
  return held;
}

/// `self.layers.append(layer)`, `self.heads.update({"a": head})`
void ModuleContainers::grow_module_container(const model::Attribute& method, const Value& container,
                                             std::span<const ArgumentValue> arguments, source::TextRange range) {
  const model::Symbol name = method.name;
  const Value* first = argument_at(arguments, 0);
  const Value* second = argument_at(arguments, 1);
  Value added;
  if (name == known_.append && first != nullptr) {
    added = *first;
  } else if ((name == known_.insert || name == known_.add_module) && second != nullptr) {
    added = *second;
  } else if (name == known_.extend && first != nullptr) {
    added = expressions_.iterate(*first, range);
  } else if (name == known_.update && first != nullptr && first->aggregate != nullptr) {
    added = first->aggregate->rest;
    for (const values::DictionaryEntry& entry : first->aggregate->entries) added = join(added, entry.value);
  }
  if (!added.is_bottom()) containers_.assign_back(*method.object, with_module(container, {}, as_module(added)));
}

/// `key` is what it is kept under, if that is known: a constant text.
Value ModuleContainers::with_module(const Value& container, const Value& key, const Value& added) {
  Value grown = container;
  if (catalog().derives(container.entities->items.front().index, known_.module_dict)) {
    std::vector<values::DictionaryEntry> entries;
    Value rest = container.aggregate == nullptr ? Value::anything() : container.aggregate->rest;
    if (container.aggregate != nullptr)
      entries.assign(container.aggregate->entries.begin(), container.aggregate->entries.end());
    const bool has_name = !key.known_string().empty() && entries.size() < kMostKeys;
    if (has_name) {
      const auto same = [&](const values::DictionaryEntry& entry) { return entry.key == key.constant; };
      const auto known = std::ranges::find_if(entries, same);
      if (known == entries.end()) {
        entries.push_back({key.constant, added});
      } else {
        known->value = added;
      }
    } else {
      rest = join(rest, added);
    }
    grown.aggregate = arena_.dictionary(entries, rest).aggregate;
    return grown;
  }
  const Value held = container.aggregate == nullptr ? Value::anything() : values::any_element(arena_, container);
  grown.aggregate = arena_.container(Kind::kList, join(held, added)).aggregate;
  return grown;
}

/// `self.layers[0]`, `self.heads[name]`. One that is empty here grows: in a call that has not been looked at yet, or in
/// ways that are not followed.
Value ModuleContainers::module_at(const Value& container, const Value& index) {
  const values::Aggregate& held = *container.aggregate;
  bool found = false;
  const bool is_empty = held.elements.empty() && held.entries.empty() && held.rest.is_bottom();
  if (is_empty && record_.is_unreached(true, found)) return {};
  if (index.only(Kind::kSlice) && held.entries.empty()) {
    // `self.layers[1:]` is a container of the same class.
    Value part = container;
    part.aggregate = subscripts_.index_container(container, index).aggregate;
    return part;
  }
  return moved_into(container, subscripts_.index_container(container, index));
}

/// A Sequential hands its argument from one module to the next.
Value ModuleContainers::call_in_turn(const Value& sequence, std::span<const ArgumentValue> arguments,
                                     source::TextRange range) {
  std::vector<ArgumentValue> current(arguments.begin(), arguments.end());
  const values::Aggregate& content = *sequence.aggregate;
  Value result = arguments.empty() ? Value::anything() : arguments.front().value;
  const auto apply = [&](const Value& module) {
    result = calls_.call_value(moved_into(sequence, module), current, range);
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
Value ModuleContainers::moved_into(const Value& container, const Value& element) const {
  Value moved = element;
  if (!container.places.empty() && is_module(element)) moved.places = container.places;
  return moved;
}

}  // namespace syncfree::inference
