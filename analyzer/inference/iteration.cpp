// The elements that a loop over a value takes.
#include <algorithm>
#include <iterator>
#include <vector>

#include "analyzer/catalog/result.h"
#include "analyzer/inference/arguments.h"
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

/// Without the objects of the project's classes, which have been asked.
const values::Entities* Expressions::others_than_objects(const values::Entities* entities) {
  if (entities == nullptr) return nullptr;
  std::vector<Entity> others;
  std::ranges::copy_if(entities->items, std::back_inserter(others),
                       [](const Entity& entity) { return entity.kind != EntityKind::kObject; });
  return others.empty() ? nullptr : arena_.entities(others);
}

Value Expressions::iterate(const Value& iterable, source::TextRange range) {
  if (iterable.is_bottom()) return {};
  Value result;
  if (iterable.may_be(Kind::kInstance)) {
    bool found = false;
    const Value iterator = calls_.call_method(iterable, known_.iter, {}, range, found);
    if (found) {
      if (iterator.is_bottom()) return {};
      if (iterator.may_be(Kind::kInstance)) {
        bool has_next = false;
        result = calls_.call_method(iterator, known_.next, {}, range, has_next);
        if (!has_next) result = Value::anything();
      } else {
        result = iterate(iterator, range);
      }
    } else {
      bool indexed = false;
      const ArgumentValue zero{{}, 0, Value::of(Kind::kInteger)};
      result = calls_.call_method(iterable, known_.getitem, {&zero, 1}, range, indexed);
      if (!indexed) {
        for (const Entity& entity : iterable.entities->items) {
          if (entity.kind != EntityKind::kObject) continue;
          // A module list's members; a named tuple's fields.
          const std::uint32_t object = entity.index;
          const ClassInfo& info = project().classes()[world_.class_of(object)];
          if (info.is_named_tuple) {
            for (model::Symbol field : info.field_order) result = join(result, members_.attribute_of(iterable, field));
          }
        }
        if (iterable.aggregate != nullptr) result = join(result, values::any_element(arena_, iterable));
        if (result.is_bottom()) result = Value::anything();
      }
    }
    if (iterable.only(Kind::kInstance)) return result;
  }
  Value rest = iterable;
  rest.kinds = iterable.kinds - Kinds(Kind::kInstance) - Kinds(Kind::kNone);
  if (rest.kinds.empty()) return result.is_bottom() ? Value::anything() : result;
  if (iterable.may_be(Kind::kInstance)) rest.entities = others_than_objects(rest.entities);
  Value element = values::any_element(arena_, rest);
  if (rest.may_be(Kind::kLibraryObject)) {
    bool found = false;
    const Value iterator = calls_.begun(rest, range, found);
    if (found && iterator.only(Kind::kIterator)) return join(result, values::any_element(arena_, iterator));
  }
  if (rest.only(Kind::kLibraryObject)) element = module_containers_.moved_into(rest, element);
  if (!element.is_bottom()) return join(result, element);
  // A list that is empty here grows: in a call that has not been looked at yet, or in ways that are not followed.
  const bool empty = rest.aggregate != nullptr && rest.aggregate->exact && rest.aggregate->elements.empty();
  bool found = false;
  return empty && !record_.is_unreached(true, found) ? Value::anything() : result;
}

/// What a library's object gives that is gone over. Where it waits for that, it does so in each round: a loader copies.
Value Calls::begun(const Value& object, source::TextRange range, bool& found) {
  ++record_.loop_depth;
  const Value iterator = call_method(object, known_.iter, {}, range, found);
  --record_.loop_depth;
  return iterator;
}

namespace {

/// `list(self.layers)`, `islice(self.blocks, 2)`: the modules one by one, where the container of them lives. Bottom for
/// another value.
Value listed(const Value& container, const ModuleContainers& modules, values::ValueArena& arena) {
  const values::Aggregate* held = container.aggregate;
  if (held == nullptr || !held->entries.empty() || !modules.is_module_container(container)) return {};
  std::vector<Value> elements;
  for (const Value& element : held->elements) elements.push_back(modules.moved_into(container, element));
  if (held->exact) return elements.empty() ? Value{} : arena.sequence(Kind::kList, elements);
  const Value element = modules.moved_into(container, values::any_element(arena, container));
  return element.is_bottom() ? element : arena.container(Kind::kList, element);
}

}  // namespace

/// `enumerate(loader)`: who goes over an object calls its `__iter__`.
std::vector<ArgumentValue> Calls::begun(const catalog::Operator& operation, std::span<const ArgumentValue> arguments,
                                        source::TextRange range) {
  using catalog::ResultForm;
  if (operation.result == nullptr) return {};
  const ResultForm form = operation.result->form;
  if (form != ResultForm::kEnumerate && form != ResultForm::kZip && form != ResultForm::kItems) return {};
  std::vector<ArgumentValue> all;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value& value = arguments[i].value;
    bool found = false;
    if (!value.may_be(Kind::kLibraryObject)) continue;
    Value iterator = begun(value, range, found);
    if (!found) iterator = listed(value, module_containers_, arena_);
    if (!iterator.only(Kinds(Kind::kIterator) | Kind::kList)) continue;
    if (all.empty()) all.assign(arguments.begin(), arguments.end());
    all[i].value = iterator;
  }
  return all;
}

}  // namespace syncfree::inference
