// Library calls that act on control, on objects, or through callbacks, and changes of containers in place.
#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

namespace {

const Value* argument_at(std::span<const ArgumentValue> arguments, std::size_t position) {
  std::size_t at = 0;
  for (const ArgumentValue& argument : arguments) {
    if (!argument.keyword.empty() || argument.stars != 0) continue;
    if (at++ == position) return &argument.value;
  }
  return nullptr;
}

const Value* argument_named(std::span<const ArgumentValue> arguments, std::string_view name) {
  for (const ArgumentValue& argument : arguments) {
    if (argument.keyword == name) return &argument.value;
  }
  return nullptr;
}

}  // namespace

Value Interpreter::super_object(std::span<const ArgumentValue> arguments) {
  if (function_ == nullptr) return Value::anything();
  // `super()` in a nested function still means the method's own class and `self`.
  const FunctionInfo* method = function_;
  const model::Function* outer = function_->function;
  while (method->owner == kNowhere && outer->enclosing != nullptr) {
    outer = outer->enclosing;
    method = &project().functions()[project().modules()[module_].first_function + outer->id];
  }
  if (method->owner == kNowhere || state_.slots.empty() || method->function->parameters.empty()) return Value::anything();
  Value self = method == function_ ? state_.slots[0] : Value{};
  if (method != function_) {
    bool found = false;
    self = variable_of_environment(key_->environment, method->function->parameters.front().name, found);
    if (self.is_bottom()) return {};
  }
  static_cast<void>(arguments);
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
          const ClassInfo& info = project().classes()[world_.objects[object].klass];
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
  // A list that is empty here grows in ways that are not followed.
  const bool empty = rest.aggregate != nullptr && rest.aggregate->exact && rest.aggregate->elements.empty();
  return join(result, element.is_bottom() && empty ? Value::anything() : element);
}

std::optional<Value> Interpreter::call_special(Special special, std::uint32_t node, std::span<const ArgumentValue> arguments,
                                               source::TextRange range) {
  const Value* first = argument_at(arguments, 0);
  const Value* second = argument_at(arguments, 1);
  switch (special) {
    case Special::kNone: return std::nullopt;
    case Special::kSuper: return super_object(arguments);
    case Special::kTrueConstant: return Value::boolean(true);
    case Special::kFalseConstant: return Value::boolean(false);
    case Special::kIsTensor: {
      if (first == nullptr) return std::nullopt;
      const Truth tensor = first->is_tensor();
      return tensor == Truth::kYes || tensor == Truth::kNo ? Value::boolean(tensor == Truth::kYes) : Value::of(Kind::kBoolean);
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
        if (kept.may_be(Kind::kTensor)) emit_value(engine::EventKind::kTruth, range, kept, engine::TruthUse::kReduction);
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
        const Value element = first->may_be(values::kHostSequence | Kind::kIterator | Kind::kSet) ? iterate(*first, range) : *first;
        if (element.may_be(Kind::kInstance)) {
          bool found = false;
          const ArgumentValue other{{}, 0, element};
          const Value less = call_method(element, known_.dunder("__lt__"), {&other, 1}, range, found);
          if (less.may_be(Kind::kTensor)) emit_value(engine::EventKind::kTruth, range, less, engine::TruthUse::kReduction);
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
        if (arguments[i].keyword != "use_reentrant" && arguments[i].keyword != "preserve_rng_state") rest.push_back(arguments[i]);
      }
      return call_value(*first, rest, range);
    }
    case Special::kKeepFunction:
      if (first != nullptr && first->may_be(Kinds(Kind::kFunction) | Kind::kClass | Kind::kInstance | Kind::kLibraryObject)) return *first;
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
      if (special == Special::kToBoolean && inner.may_be(Kind::kTensor)) emit_value(engine::EventKind::kTruth, range, inner);
      return Value::of(special == Special::kToFloat ? Kind::kFloating : special == Special::kToInteger ? Kind::kInteger : Kind::kBoolean);
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
      if (first != nullptr && first->only((values::kHostSequence | Kind::kString)) && first->aggregate != nullptr && first->aggregate->exact) {
        return Value::integer(static_cast<std::int64_t>(first->aggregate->elements.size()));
      }
      return std::nullopt;
    }
    case Special::kIterate: {
      if (first == nullptr) return std::nullopt;
      if (first->may_be(Kind::kInstance)) {
        const Value element = iterate(*first, range);
        const std::string_view name = catalog().row(node).name;
        return arena_.container(name == "builtins.list" ? Kind::kList : name == "builtins.tuple" ? Kind::kTuple : Kind::kIterator, element);
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
      // `dict(a=x, b=y)`
      std::vector<values::DictionaryEntry> entries;
      for (const ArgumentValue& argument : arguments) {
        if (argument.keyword.empty()) return std::nullopt;
        entries.push_back({Value::string(arena_.copy(argument.keyword)).constant, argument.value});
      }
      if (entries.empty()) return std::nullopt;
      return arena_.dictionary(entries, Value{});
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
      for (std::size_t i = at + 1; argument_at(arguments, i) != nullptr; ++i) leaves.push_back({{}, 0, leaf_of(*argument_at(arguments, i), 0)});
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
    case Special::kSample: return first == nullptr ? std::nullopt : std::optional(arena_.container(Kind::kList, iterate(*first, range)));
    case Special::kType: {
      if (first == nullptr || first->entities == nullptr || !first->only(Kind::kInstance)) return std::nullopt;
      std::vector<Entity> classes;
      for (const Entity& entity : first->entities->items) {
        if (entity.kind != EntityKind::kObject) continue;
        Entity klass{.kind = EntityKind::kClass};
        klass.index = world_.objects[entity.index].klass;
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

/// Join of the leaves of nested containers.
Value Interpreter::leaf_of(const Value& tree, int depth) {
  constexpr Kinds kNodes = Kinds(Kind::kTuple) | Kind::kList | Kind::kDictionary;
  if (!tree.may_be(kNodes) || tree.aggregate == nullptr || depth > 4) return tree;
  Value leaf;
  for (const Value& element : tree.aggregate->elements) leaf = join(leaf, leaf_of(element, depth + 1));
  for (const values::DictionaryEntry& entry : tree.aggregate->entries) leaf = join(leaf, leaf_of(entry.value, depth + 1));
  return join(leaf, leaf_of(tree.aggregate->rest, depth + 1));
}

/// The same nesting with every leaf replaced.
Value Interpreter::with_leaves(const Value& tree, const Value& leaf, int depth) {
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
  if (!content.exact) return arena_.container(kind, rest);
  std::vector<Value> elements;
  for (const Value& element : content.elements) elements.push_back(with_leaves(element, leaf, depth + 1));
  return arena_.sequence(kind, elements);
}

/// Calls a type that `namedtuple` made: a tuple whose elements have names too.
std::optional<Value> Interpreter::call_record_type(const Entity& entity, std::span<const ArgumentValue> arguments) {
  if (entity.bound == nullptr || entity.bound->aggregate == nullptr || !entity.bound->aggregate->exact) return std::nullopt;
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

/// What the callee added to a list or dictionary that it was given is in the caller's variable too.
void Interpreter::grow_arguments(const model::Call& node, std::span<const ArgumentValue> arguments, const Value& callee) {
  if (out_.calls.empty() || out_.calls.back().context >= kRequested || out_.calls.back().range != node.range) return;
  const Context& context = world_.contexts[out_.calls.back().context];
  if (context.outcome.grown.empty() || callee.entities == nullptr || callee.entities->items.size() != 1) return;
  const FunctionInfo& info = project().functions()[context.key.code];
  const std::size_t bound_self = callee.entities->items.front().self != nullptr ? 1 : 0;
  for (const auto& [slot, content] : context.outcome.grown) {
    std::size_t position = bound_self;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool here = arguments[i].keyword.empty() ? arguments[i].stars == 0 && position++ == slot
                                                     : info.scope.name(slot) == project().symbols().find(arguments[i].keyword);
      if (here && node.arguments[i].value->kind == model::ExpressionKind::kName) assign_back(*node.arguments[i].value, content);
    }
  }
}

/// nn.Sequential and its like hold the modules that they are made of.
Value Interpreter::module_container(std::uint32_t node, const Value& object, std::span<const ArgumentValue> arguments, source::TextRange range) {
  Value held = object;
  held.places = values::Place::kCpu;
  const Value* first = argument_at(arguments, 0);
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
        elements.push_back(argument.stars == 0 ? Value::anything() : values::any_element(arena_, argument.value));
      }
    }
    Value all;
    for (const Value& element : elements) all = join(all, element);
    held.aggregate = exact ? arena_.sequence(Kind::kList, elements).aggregate : arena_.container(Kind::kList, all).aggregate;
  } else if (first != nullptr && catalog().derives(node, known_.module_dict)) {
    held.aggregate = first->aggregate;
  } else if (first != nullptr) {
    const bool exact = first->aggregate != nullptr && first->aggregate->exact && first->only(values::kHostSequence);
    held.aggregate = exact ? first->aggregate : arena_.container(Kind::kList, iterate(*first, range)).aggregate;
  }
  return held;
}

void Interpreter::assign_back(const model::Expression& target, const Value& value) {
  if (const auto* name = target.get_if<model::Name>()) {
    for (auto it = inner_names_.rbegin(); it != inner_names_.rend(); ++it) {
      if (it->first == name->name) {
        it->second = value;
        return;
      }
    }
    if (const std::uint32_t slot = slot_of(target); slot != Scope::kAbsent) {
      if (function_ != nullptr && slot < function_->function->parameters.size() && value.may_be(Kinds(Kind::kList) | Kind::kDictionary | Kind::kSet)) {
        out_.grown.emplace_back(slot, value);
      }
      state_.slots[slot] = value;
      if (slot < out_.variables.size()) out_.variables[slot] = join(out_.variables[slot], value);
      return;
    }
    // A container of the enclosing module or function that grows.
    if (const Target global = project().resolve(module_, name->name); global.kind == Target::Kind::kVariable) {
      const std::uint32_t slot = project().modules()[global.index].scope.find(global.name);
      if (slot != Scope::kAbsent) out_.globals.push_back({global.index, slot, generalize(value, 0)});
    }
  } else if (const auto* attribute = target.get_if<model::Attribute>()) {
    store_attribute(*attribute, value);
  } else if (const auto* subscript = target.get_if<model::Subscript>()) {
    // `d[k].append(v)`: the element changes, so the container does.
    const Value object = evaluate(*subscript->object);
    if (object.may_be(Kinds(Kind::kList) | Kind::kDictionary)) store_subscript(*subscript, value, false);
  }
}

void Interpreter::apply_mutation(const model::Call& node, const Value& receiver, std::span<const ArgumentValue> arguments) {
  const auto* method = node.callee->get_if<model::Attribute>();
  if (method == nullptr) return;
  const model::Symbol name = method->name;
  const Value* first = argument_at(arguments, 0);
  const Value* second = argument_at(arguments, 1);
  if (receiver.may_be(Kinds(Kind::kList) | Kind::kSet) || (receiver.may_be(Kind::kLibraryObject) && name == known_.appendleft)) {
    Value added;
    if ((name == known_.append || name == known_.add || name == known_.appendleft) && first != nullptr) {
      added = *first;
    } else if (name == known_.insert && second != nullptr) {
      added = *second;
    } else if ((name == known_.extend || name == known_.update) && first != nullptr) {
      added = iterate(*first, node.range);
    } else {
      return;
    }
    if (added.is_bottom()) return;
    const Value old = receiver.aggregate == nullptr ? Value::anything() : values::any_element(arena_, receiver);
    // An empty list without known content holds just what is added.
    const bool fresh = receiver.aggregate != nullptr && receiver.aggregate->exact && receiver.aggregate->elements.empty();
    const Kind kind = receiver.may_be(Kind::kSet) ? Kind::kSet : Kind::kList;
    assign_back(*method->object, arena_.container(kind, fresh ? added : join(old, added)));
    return;
  }
  if (receiver.may_be(Kind::kDictionary) && (name == known_.update || name == known_.setdefault)) {
    std::vector<values::DictionaryEntry> entries;
    Value rest = receiver.aggregate == nullptr ? Value::anything() : receiver.aggregate->rest;
    if (receiver.aggregate != nullptr) entries.assign(receiver.aggregate->entries.begin(), receiver.aggregate->entries.end());
    if (name == known_.update) {
      for (const ArgumentValue& argument : arguments) {
        if (!argument.keyword.empty()) {
          values::DictionaryEntry entry;
          entry.key = Value::string(argument.keyword).constant;
          entry.value = argument.value;
          entries.push_back(entry);
        } else if (argument.value.aggregate != nullptr) {
          entries.insert(entries.end(), argument.value.aggregate->entries.begin(), argument.value.aggregate->entries.end());
          rest = join(rest, argument.value.aggregate->rest);
        } else {
          rest = join(rest, Value::anything());
        }
      }
    } else if (second != nullptr) {
      rest = join(rest, *second);
    }
    assign_back(*method->object, arena_.dictionary(entries, rest));
    return;
  }
  const bool module = receiver.may_be(Kinds(Kind::kInstance) | Kind::kLibraryObject);
  if (!module) return;
  if ((name == known_.register_buffer || name == known_.register_parameter || name == known_.add_module || name == known_.register_module) &&
      first != nullptr && second != nullptr && !first->known_string().empty()) {
    Value value = *second;
    value.registered = true;
    store_into_objects(receiver, project().symbols().intern(first->known_string()), value);
  }
}

bool Interpreter::is_module(const Value& value) const {
  if (value.entities == nullptr || !value.may_be(Kinds(Kind::kInstance) | Kind::kLibraryObject)) return false;
  for (const Entity& entity : value.entities->items) {
    if (entity.kind == EntityKind::kObject && project().classes()[world_.objects[entity.index].klass].is_module) return true;
    if (entity.kind == EntityKind::kLibraryObject && catalog().derives(entity.index, known_.module)) return true;
  }
  return false;
}

std::optional<Value> Interpreter::moved_module(const Value& receiver, model::Symbol method, std::span<const ArgumentValue> arguments,
                                               source::TextRange range) {
  if ((method != known_.cuda && method != known_.cpu && method != known_.to) || !is_module(receiver)) return std::nullopt;
  Value moved = receiver;
  if (method == known_.cuda) {
    moved.places = values::Place::kCuda;
  } else if (method == known_.cpu) {
    moved.places = values::Place::kCpu;
  } else {
    const Value* device = argument_named(arguments, "device");
    if (device == nullptr) device = argument_at(arguments, 0);
    if (device == nullptr || device->may_be(Kind::kDtype)) return std::nullopt;
    if (device->may_be(Kinds(Kind::kTensor) | Kind::kDevice)) {
      moved.places = device->places;
    } else {
      const catalog::NodeRow& row = catalog().row(known_.device);
      if (row.operation == nullptr) return std::nullopt;
      const ArgumentValue target{{}, 0, *device};
      moved.places = call_operator(*row.operation, nullptr, {&target, 1}, range).places;
    }
    if (moved.places.empty()) moved.places = values::Place::kUnknown;
  }
  return moved;
}

}  // namespace syncfree::inference
