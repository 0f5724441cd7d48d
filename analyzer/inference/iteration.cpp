// The elements that a loop over a value takes.
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

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

}  // namespace syncfree::inference
