// Library calls that act on control, on objects, or through callbacks.
#include "analyzer/inference/arguments.h"
#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

/// `exec(open("configurator.py").read())`: what is run there may set any name anew.
void Interpreter::forget_constants() {
  for (Value& value : state_.slots) value.constant = {};
}

Value Interpreter::super_object() {
  if (function_ == nullptr) return Value::anything();
  // `super()` in a nested function still means the method's own class and `self`.
  const FunctionInfo* method = function_;
  const model::Function* outer = function_->function;
  while (method->owner == kNowhere && outer->enclosing != nullptr) {
    outer = outer->enclosing;
    method = &project().functions()[project().modules()[module_].first_function + outer->id];
  }
  if (method->owner == kNowhere || state_.slots.empty() || method->function->parameters.empty())
    return Value::anything();
  Value self = method == function_ ? state_.slots[0] : Value{};
  if (method != function_) {
    bool found = false;
    self = variable_of_environment(key_->environment, method->function->parameters.front().name, found);
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

Value Interpreter::iterate(const Value& iterable, source::TextRange range) {
  if (iterable.is_bottom()) return {};
  Value result;
  if (iterable.may_be(Kind::kInstance)) {
    bool found = false;
    const Value iterator = call_method(iterable, known_.iter, {}, range, found);
    if (found) {
      if (iterator.is_bottom()) return {};
      if (iterator.may_be(Kind::kInstance)) {
        bool has_next = false;
        result = call_method(iterator, known_.next, {}, range, has_next);
        if (!has_next) result = Value::anything();
      } else {
        result = iterate(iterator, range);
      }
    } else {
      bool indexed = false;
      const ArgumentValue zero{{}, 0, Value::of(Kind::kInteger)};
      result = call_method(iterable, known_.getitem, {&zero, 1}, range, indexed);
      if (!indexed) {
        for (const Entity& entity : iterable.entities->items) {
          if (entity.kind != EntityKind::kObject) continue;
          // A module list's members; a named tuple's fields.
          const std::uint32_t object = entity.index;
          const ClassInfo& info = project().classes()[world_.class_of(object)];
          if (info.is_named_tuple) {
            for (model::Symbol field : info.field_order) result = join(result, attribute_of(iterable, field));
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
  if (rest.only(Kind::kLibraryObject)) element = moved_into(rest, element);
  if (!element.is_bottom()) return join(result, element);
  // A list that is empty here grows: in a call that has not been looked at yet, or in ways that are not followed.
  const bool empty = rest.aggregate != nullptr && rest.aggregate->exact && rest.aggregate->elements.empty();
  bool found = false;
  return empty && !is_unreached(true, found) ? Value::anything() : result;
}

/// What `dict` keeps of `(key, value)`.
Value Interpreter::value_of_pair(const Value& pair) {
  const values::Aggregate* content = pair.aggregate;
  if (content != nullptr && content->exact && content->elements.size() == 2) return content->elements[1];
  return pair.is_bottom() ? pair : values::any_element(arena_, pair);
}

/// `cast(type, value)`: the type completes what is known of the value.
std::optional<Value> Interpreter::cast(const model::Call& node, const Value& callee,
                                       std::span<const ArgumentValue> arguments) {
  if (arguments.size() != 2 || callee.entities == nullptr || callee.entities->items.size() != 1) return std::nullopt;
  const Entity& entity = callee.entities->items.front();
  if (entity.kind != EntityKind::kLibraryName) return std::nullopt;
  const auto special = known_.specials.find(entity.index);
  if (special == known_.specials.end() || special->second != Special::kCast) return std::nullopt;
  const Value& value = arguments[1].value;
  const Value declared = declared_.annotation(module_, *node.arguments[0].value);
  if (declared.is_anything()) return value;
  return is_vague(value, 0) ? refined(value, declared, 0) : value;
}

std::optional<Value> Interpreter::call_special(Special special, std::uint32_t node,
                                               std::span<const ArgumentValue> arguments, source::TextRange range) {
  const Value* first = argument_at(arguments, 0);
  const Value* second = argument_at(arguments, 1);
  switch (special) {
    case Special::kNone:
    case Special::kLookUp:
    case Special::kFormat:
    case Special::kCast:  // see `cast`
      return std::nullopt;
    case Special::kExecute:
      forget_constants();
      return Value::none();
    case Special::kSuper:
      return super_object();
    case Special::kTrueConstant:
      return Value::boolean(true);
    case Special::kFalseConstant:
      return Value::boolean(false);
    case Special::kIsTensor: {
      if (first == nullptr) return std::nullopt;
      const Truth tensor = first->is_tensor();
      return tensor == Truth::kYes || tensor == Truth::kNo ? Value::boolean(tensor == Truth::kYes)
                                                           : Value::of(Kind::kBoolean);
    }
    case Special::kIsInstance: {
      if (first == nullptr || second == nullptr) return std::nullopt;
      const Value yes = narrow_to_class(*first, *second, true);
      const Value no = narrow_to_class(*first, *second, false);
      if (yes.is_bottom() && !no.is_bottom()) return Value::boolean(false);
      if (no.is_bottom() && !yes.is_bottom() && !first->is_anything()) return Value::boolean(true);
      return Value::of(Kind::kBoolean);
    }
    case Special::kHasAttr: {
      if (first == nullptr || second == nullptr || second->known_string().empty()) return Value::of(Kind::kBoolean);
      if (first->only(Kind::kTensor)) {
        const model::Symbol name = project().symbols().find(second->known_string());
        return Value::boolean(name && catalog().child(known_.tensor, name) != catalog::Catalog::kNowhere);
      }
      if (first->only(values::kHostNumber | Kind::kString | Kind::kNone | Kind::kList)) return Value::boolean(false);
      return Value::of(Kind::kBoolean);
    }
    case Special::kGetAttr: {
      if (first == nullptr || second == nullptr) return std::nullopt;
      const std::string_view name = second->known_string();
      if (name.empty()) return Value::anything();
      bool found = false;
      Value value = attribute_of(*first, project().symbols().intern(name), &found);
      if (const Value* otherwise = argument_at(arguments, 2)) value = found ? join(value, *otherwise) : *otherwise;
      if (!found && first->is_anything()) value = Value::anything();
      // `getattr(model, "device", "cpu")`: who has the attribute says where it computes.
      const bool may_have = first->may_be(Kinds(Kind::kInstance) | Kind::kLibraryObject | Kind::kAnything);
      if (!found && may_have && name == "device") value = join(value, device_or_dtype(known_.device_name));
      return value;
    }
    case Special::kSetAttr: {
      const Value* value = argument_at(arguments, 2);
      if (first != nullptr && second != nullptr && value != nullptr && !second->known_string().empty()) {
        store_into_objects(*first, project().symbols().intern(second->known_string()), *value);
      }
      return Value::none();
    }
    case Special::kMap: {
      if (first == nullptr || second == nullptr) return std::nullopt;
      std::vector<ArgumentValue> items;
      for (std::size_t i = 1; i < arguments.size(); ++i) items.push_back({{}, 0, iterate(arguments[i].value, range)});
      ++loop_depth_;
      const Value element = call_value(*first, items, range);
      --loop_depth_;
      return arena_.container(Kind::kIterator, element);
    }
    case Special::kFilter: {
      if (first == nullptr || second == nullptr) return std::nullopt;
      const Value element = iterate(*second, range);
      if (!first->only(Kind::kNone)) {
        const ArgumentValue item{{}, 0, element};
        const Value kept = call_value(*first, {&item, 1}, range);
        if (kept.may_be(Kind::kTensor))
          emit_value(engine::EventKind::kTruth, range, kept, engine::TruthUse::kReduction);
      }
      return arena_.container(Kind::kIterator, element);
    }
    case Special::kReduce: {
      if (first == nullptr || second == nullptr) return std::nullopt;
      const Value element = iterate(*second, range);
      const Value* initial = argument_at(arguments, 2);
      Value accumulated = initial == nullptr ? element : *initial;
      const ArgumentValue items[] = {{{}, 0, accumulated}, {{}, 0, element}};
      return join(accumulated, call_value(*first, items, range));
    }
    case Special::kSortLike: {
      const Value* key = argument_named(arguments, "key");
      if (key != nullptr && first != nullptr && !key->only(Kind::kNone)) {
        Value element;
        if (arguments.size() > 2 && second != nullptr) {
          for (const ArgumentValue& argument : arguments) {
            if (argument.keyword.empty()) element = join(element, argument.value);
          }
        } else {
          element = iterate(*first, range);
        }
        const ArgumentValue item{{}, 0, element};
        const Value ranked = call_value(*key, {&item, 1}, range);
        // The keys are compared, and each comparison's truth is taken.
        if (ranked.is_device_tensor() != Truth::kNo && ranked.may_be(Kind::kTensor)) {
          emit_value(engine::EventKind::kTruth, range, ranked, engine::TruthUse::kReduction);
        }
        const bool sorts = catalog().row(node).name == "builtins.sorted";
        return sorts ? arena_.container(Kind::kList, element) : element;
      }
      // Objects are compared by their own `__lt__`.
      if (first != nullptr) {
        const Value element =
            first->may_be(values::kHostSequence | Kind::kIterator | Kind::kSet) ? iterate(*first, range) : *first;
        if (element.may_be(Kind::kInstance)) {
          bool found = false;
          const ArgumentValue other{{}, 0, element};
          const Value less = call_method(element, known_.dunder("__lt__"), {&other, 1}, range, found);
          if (less.may_be(Kind::kTensor))
            emit_value(engine::EventKind::kTruth, range, less, engine::TruthUse::kReduction);
        }
      }
      return std::nullopt;
    }
    case Special::kPartial: {
      if (first == nullptr) return std::nullopt;
      std::vector<Value> positional;
      std::vector<values::DictionaryEntry> named;
      for (std::size_t i = 1; i < arguments.size(); ++i) {
        if (arguments[i].keyword.empty()) {
          positional.push_back(arguments[i].value);
        } else {
          values::DictionaryEntry entry;
          entry.key = Value::string(arena_.copy(arguments[i].keyword)).constant;
          entry.value = arguments[i].value;
          named.push_back(entry);
        }
      }
      const Value parts[] = {arena_.sequence(Kind::kTuple, positional), arena_.dictionary(named, Value{})};
      const Value bound = arena_.sequence(Kind::kTuple, parts);
      Entity entity{.kind = EntityKind::kPartial};
      entity.self = arena_.keep(*first);
      entity.bound = arena_.keep(bound);
      return arena_.entity(Kind::kFunction, entity);
    }
    case Special::kCallThrough: {
      if (first == nullptr) return std::nullopt;
      std::vector<ArgumentValue> rest;
      for (std::size_t i = 1; i < arguments.size(); ++i) {
        if (arguments[i].keyword != "use_reentrant" && arguments[i].keyword != "preserve_rng_state")
          rest.push_back(arguments[i]);
      }
      return call_value(*first, rest, range);
    }
    case Special::kKeepFunction:
      if (first != nullptr &&
          first->may_be(Kinds(Kind::kFunction) | Kind::kClass | Kind::kInstance | Kind::kLibraryObject))
        return *first;
      return std::nullopt;
    case Special::kToFloat:
    case Special::kToInteger:
    case Special::kToBoolean: {
      if (first == nullptr || !first->may_be(Kind::kInstance)) return std::nullopt;
      bool found = false;
      const model::Symbol method = special == Special::kToFloat     ? known_.float_
                                   : special == Special::kToInteger ? known_.int_
                                                                    : known_.bool_;
      const Value inner = call_method(*first, method, {}, range, found);
      if (!found) return std::nullopt;
      if (special == Special::kToBoolean && inner.may_be(Kind::kTensor))
        emit_value(engine::EventKind::kTruth, range, inner);
      return Value::of(special == Special::kToFloat     ? Kind::kFloating
                       : special == Special::kToInteger ? Kind::kInteger
                                                        : Kind::kBoolean);
    }
    case Special::kToString:
      for (const ArgumentValue& argument : arguments) {
        if (!argument.value.may_be(Kind::kInstance)) continue;
        bool found = false;
        call_method(argument.value, known_.str_, {}, range, found);
        if (!found) call_method(argument.value, known_.repr, {}, range, found);
      }
      return std::nullopt;
    case Special::kLength: {
      bool found = false;
      if (first != nullptr && first->may_be(Kind::kInstance)) call_method(*first, known_.len, {}, range, found);
      if (first != nullptr && first->only((values::kHostSequence | Kind::kString)) && first->aggregate != nullptr &&
          first->aggregate->exact) {
        return Value::integer(static_cast<std::int64_t>(first->aggregate->elements.size()));
      }
      return std::nullopt;
    }
    case Special::kIterate: {
      if (first == nullptr) return std::nullopt;
      if (first->may_be(Kind::kInstance)) {
        const Value element = iterate(*first, range);
        const std::string_view name = catalog().row(node).name;
        return arena_.container(name == "builtins.list"    ? Kind::kList
                                : name == "builtins.tuple" ? Kind::kTuple
                                                           : Kind::kIterator,
                                element);
      }
      return std::nullopt;
    }
    case Special::kNext: {
      if (first == nullptr) return std::nullopt;
      bool found = false;
      Value value;
      if (first->may_be(Kind::kInstance)) value = call_method(*first, known_.next, {}, range, found);
      if (!found) value = iterate(*first, range);
      if (second != nullptr) value = join(value, *second);
      return value;
    }
    case Special::kEnumerate: {
      if (first == nullptr) return std::nullopt;
      const Value pair[] = {Value::of(Kind::kInteger), iterate(*first, range)};
      if (pair[1].is_bottom()) return arena_.container(Kind::kIterator, Value{});
      return arena_.container(Kind::kIterator, arena_.sequence(Kind::kTuple, pair));
    }
    case Special::kDictionary: {
      // `dict(a=x, b=y)`, `dict(pairs, b=y)`
      std::vector<values::DictionaryEntry> entries;
      Value rest;
      for (const ArgumentValue& argument : arguments) {
        if (argument.stars == 2 && argument.value.only(Kind::kDictionary) && argument.value.aggregate != nullptr) {
          const values::Aggregate& more = *argument.value.aggregate;
          entries.insert(entries.end(), more.entries.begin(), more.entries.end());
          rest = join(rest, more.rest);
          continue;
        }
        if (argument.keyword.empty()) {
          constexpr Kinds kPairs = Kinds(Kind::kList) | Kind::kTuple | Kind::kSet | Kind::kIterator;
          if (argument.stars != 0 || !argument.value.only(kPairs)) return std::nullopt;
          rest = join(rest, value_of_pair(iterate(argument.value, range)));
          continue;
        }
        entries.push_back({Value::string(arena_.copy(argument.keyword)).constant, argument.value});
      }
      if (arguments.empty()) return std::nullopt;
      return arena_.dictionary(entries, rest);
    }
    case Special::kZip: {
      std::vector<Value> elements;
      for (const ArgumentValue& argument : arguments) {
        if (!argument.keyword.empty()) continue;
        if (argument.stars != 0) {
          const Value inner = values::any_element(arena_, values::any_element(arena_, argument.value));
          return arena_.container(Kind::kIterator, arena_.container(Kind::kTuple, inner));
        }
        elements.push_back(iterate(argument.value, range));
        if (elements.back().is_bottom()) return arena_.container(Kind::kIterator, Value{});
      }
      return arena_.container(Kind::kIterator, arena_.sequence(Kind::kTuple, elements));
    }
    case Special::kTreeMap: {
      // The function is the first argument (of `tree_map_only` the second); the trees follow.
      const std::size_t at = first != nullptr && first->may_be(Kind::kFunction) ? 0 : 1;
      const Value* function = argument_at(arguments, at);
      const Value* tree = argument_at(arguments, at + 1);
      if (function == nullptr || tree == nullptr) return std::nullopt;
      std::vector<ArgumentValue> leaves;
      for (std::size_t i = at + 1; argument_at(arguments, i) != nullptr; ++i)
        leaves.push_back({{}, 0, leaf_of(*argument_at(arguments, i), 0)});
      ++loop_depth_;
      const Value mapped = call_value(*function, leaves, range);
      --loop_depth_;
      return with_leaves(*tree, mapped, 0);
    }
    case Special::kTreeLeaves:
      return first == nullptr ? std::nullopt : std::optional(arena_.container(Kind::kList, leaf_of(*first, 0)));
    case Special::kTreeFlatten: {
      if (first == nullptr) return std::nullopt;
      const Value parts[] = {arena_.container(Kind::kList, leaf_of(*first, 0)), Value::of(Kind::kOther)};
      return arena_.sequence(Kind::kTuple, parts);
    }
    case Special::kNamedTuple: {
      if (second == nullptr) return std::nullopt;
      Value fields = *second;
      if (!second->known_string().empty()) {
        std::vector<Value> names;
        const std::string_view text = second->known_string();
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
    case Special::kSample:
      return first == nullptr ? std::nullopt : std::optional(arena_.container(Kind::kList, iterate(*first, range)));
    case Special::kType: {
      if (first == nullptr || first->entities == nullptr || !first->only(Kind::kInstance)) return std::nullopt;
      std::vector<Entity> classes;
      for (const Entity& entity : first->entities->items) {
        if (entity.kind != EntityKind::kObject) continue;
        Entity klass{.kind = EntityKind::kClass};
        klass.index = world_.class_of(entity.index);
        classes.push_back(klass);
      }
      if (classes.empty()) return std::nullopt;
      Value result = Value::of(Kind::kClass);
      result.entities = arena_.entities(classes);
      return result;
    }
  }
  return std::nullopt;
}

}  // namespace syncfree::inference
