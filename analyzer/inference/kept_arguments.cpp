// What objects of libraries keep of the calls of their methods: `optimizer.load_state_dict(state)`.
#include <algorithm>
#include <iterator>
#include <vector>

#include "analyzer/catalog/operand.h"
#include "analyzer/inference/evaluation.h"
#include "analyzer/values/entity.h"

namespace syncfree::inference {

namespace {

/// What it is and where, not what it holds: an object that keeps another one would keep all that this has kept.
Value kept_of(const Value& argument) {
  Value kept = argument;
  kept.aggregate = nullptr;
  kept.entities = nullptr;
  return kept;
}

/// The object with one entry more among what it keeps.
Value with_kept(const Value& object, const values::DictionaryEntry& added, values::ValueArena& arena) {
  std::vector<Entity> items(object.entities->items.begin(), object.entities->items.end());
  for (Entity& item : items) {
    if (item.kind != EntityKind::kLibraryObject) continue;
    std::vector<values::DictionaryEntry> entries;
    if (item.bound != nullptr && item.bound->aggregate != nullptr) {
      const auto known = item.bound->aggregate->entries;
      std::ranges::copy_if(known, std::back_inserter(entries),
                           [&](const auto& entry) { return !(entry.key == added.key); });
    }
    entries.push_back(added);
    item.bound = arena.keep(arena.dictionary(entries, {}));
  }
  Value changed = object;
  changed.entities = arena.entities(items);
  return changed;
}

}  // namespace

/// Of a method that is called: its object is another one from then on.
void Containers::keep_arguments(const model::Call& node, const Value& callee,
                                std::span<const ArgumentValue> arguments) {
  const auto* method = node.callee->get_if<model::Attribute>();
  if (method == nullptr || callee.entities == nullptr) return;
  Value changed;
  for (const Entity& entity : callee.entities->items) {
    if (entity.kind != EntityKind::kMethod || entity.self == nullptr) continue;
    const catalog::Operator* operation = project().catalog().row(entity.index).operation;
    if (operation == nullptr || operation->keeps.empty() || entity.self->entities == nullptr) continue;
    const catalog::BoundArguments bound = catalog::bind(*operation, entity.self, arguments, arena_);
    Value object = *entity.self;
    for (const catalog::Kept& kept : operation->keeps) {
      const Value* given = catalog::value_of(kept.operand, bound);
      if (given != nullptr) object = with_kept(object, {Value::string(kept.name).constant, kept_of(*given)}, arena_);
    }
    changed = join(changed, object);
  }
  if (!changed.is_bottom()) assign_back(*method->object, changed);
}

/// What a function has told an object that it was given: `resume(net, optimizer, path)`.
Value Containers::told(const Value& object, const Value& in_callee) {
  if (object.entities == nullptr || in_callee.entities == nullptr) return object;
  std::vector<Entity> items(object.entities->items.begin(), object.entities->items.end());
  for (Entity& item : items) {
    const auto same = std::ranges::find_if(in_callee.entities->items,
                                           [&item](const Entity& other) { return values::same_thing(item, other); });
    if (item.kind != EntityKind::kLibraryObject || same == in_callee.entities->items.end() || same->bound == nullptr)
      continue;
    item.bound = item.bound == nullptr ? same->bound : arena_.keep(join(*item.bound, *same->bound));
  }
  Value changed = object;
  changed.entities = arena_.entities(items);
  return changed;
}

}  // namespace syncfree::inference
