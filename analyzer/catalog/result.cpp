#include "analyzer/catalog/result.h"

#include <algorithm>
#include <vector>

#include "analyzer/catalog/batches.h"
#include "analyzer/catalog/condition.h"
#include "analyzer/catalog/operand.h"
#include "analyzer/catalog/place.h"
#include "analyzer/catalog/tensor_rule.h"
#include "analyzer/values/entity.h"

namespace syncfree::catalog {

using values::Aggregate;
using values::DictionaryEntry;
using values::Evidence;
using values::Kind;
using values::Kinds;
using values::Place;
using values::Truth;
using values::Value;
using values::ValueArena;

const Value* kept_field(const Value& object, std::string_view name) {
  if (object.entities == nullptr) return nullptr;
  for (const values::Entity& entity : object.entities->items) {
    if (entity.kind != values::EntityKind::kLibraryObject || entity.bound == nullptr ||
        entity.bound->aggregate == nullptr)
      continue;
    for (const DictionaryEntry& entry : entity.bound->aggregate->entries) {
      if (entry.key.text() == name) return &entry.value;
    }
  }
  return nullptr;
}

namespace {

class Builder {
 public:
  Builder(const CallView& call, ValueArena& arena) : call_(call), arena_(arena) {}

  Value build(const ResultNode& node) {
    switch (node.form) {
      case ResultForm::kTensor:
        return tensor_by(*node.tensor, Kind::kTensor, call_);
      case ResultForm::kArray:
        return tensor_by(*node.tensor, Kind::kArray, call_);
      case ResultForm::kOperand:
        return operand_or(node, Value::anything());
      case ResultForm::kMoved:
        return moved(node);
      case ResultForm::kElementOf:
        return any_element(arena_, operand_or(node, Value::anything()));
      case ResultForm::kPlain:
        return Value::of(node.kinds);
      case ResultForm::kBoolean:
        return Value::boolean(node.number != 0);
      case ResultForm::kInteger:
        return Value::integer(node.number);
      case ResultForm::kString:
        return Value::string(node.text);
      case ResultForm::kRead:
        return read(node);
      case ResultForm::kDevice:
        return device(node);
      case ResultForm::kDtype:
        return Value::dtype(elements_by(*node.tensor, call_));
      case ResultForm::kShape:
        return shape(node);
      case ResultForm::kTuple:
        return arena_.sequence(Kind::kTuple, built(node.children));
      case ResultForm::kFields:
        return fields(node);
      case ResultForm::kContainer:
        return container(node.kinds, build(node.children[0]));
      case ResultForm::kSameShape:
        return same_shape(operand_or(node, Value::anything()), build(node.children[0]));
      case ResultForm::kDictionary:
        return arena_.dictionary({}, build(node.children[0]));
      case ResultForm::kMappingItem:
        return mapping_item(node);
      case ResultForm::kMappingItems:
        return mapping_items(node);
      case ResultForm::kItems:
        return items(node);
      case ResultForm::kEnumerate:
        return enumerated(node);
      case ResultForm::kZip:
        return zipped(node);
      case ResultForm::kEach:
        return each(node);
      case ResultForm::kMade:
        return made(node);
      case ResultForm::kInstance:
        return instance(node);
      case ResultForm::kNode:
        return arena_.entity(node.kinds.has(Kind::kClass) ? Kind::kClass : Kind::kFunction,
                             {.kind = values::EntityKind::kLibraryName, .index = node.row});
      case ResultForm::kIf:
        return either(node);
      case ResultForm::kOneOf:
        return one_of(node);
      case ResultForm::kBatch:
        return batch_of(build(node.children[0]), build(node.children[1]), arena_);
      case ResultForm::kPlaced:
        return placed(build(node.children[0]), place_by(*node.tensor, call_).places, arena_);
      case ResultForm::kCalled:
        return call_.arguments.called == nullptr ? Value::anything() : *call_.arguments.called;
      case ResultForm::kAnything:
        return unknown(node);
    }
    return Value::anything();
  }

 private:
  Value operand_or(const ResultNode& node, const Value& otherwise) const {
    const Value* value = catalog::value_of(node.operand, call_.arguments);
    return value == nullptr ? otherwise : *value;
  }

  std::vector<Value> built(std::span<const ResultNode> nodes) {
    std::vector<Value> values;
    values.reserve(nodes.size());
    for (const ResultNode& node : nodes) values.push_back(build(node));
    return values;
  }

  Value container(Kinds kinds, const Value& element) {
    Value value = arena_.container(Kind::kList, element);
    value.kinds = kinds;
    return value;
  }

  Value moved(const ResultNode& node) const {
    Value value = operand_or(node, Value::anything());
    const FoundPlace place = place_by(*node.tensor, call_);
    value.places = place.places;
    value.evidence = std::min(value.evidence, place.evidence);
    return value;
  }

  Value read(const ResultNode& node) const {
    const Value tensor = operand_or(node, Value::anything());
    Kinds kinds;
    const values::Elements elements = tensor.elements.empty() ? values::kAnyElement : tensor.elements;
    if (elements.has(values::Element::kBoolean)) kinds |= Kind::kBoolean;
    if (elements.overlaps(values::kWholeNumbers)) kinds |= Kind::kInteger;
    if (elements.overlaps(values::Elements(values::Element::kFloating) | values::Element::kComplex))
      kinds |= Kind::kFloating;
    Value value = Value::of(node.kinds.empty() ? kinds : node.kinds);
    value.read_back = holds_device_tensor(tensor) != Truth::kNo || tensor.read_back;
    // int("3"), float(2): nothing was read.
    if (tensor.only(values::kHostNumber | Kind::kString)) value.read_back = tensor.read_back;
    return value;
  }

  Value unknown(const ResultNode& node) const {
    Value value = Value::anything();
    const bool is_placed = node.tensor != nullptr && node.tensor->device == DeviceRule::kFixed;
    if (is_placed && node.tensor->device_argument.parameter < 0) {
      value.places = node.tensor->places;
      return value;
    }
    const Value* device =
        node.tensor == nullptr ? nullptr : catalog::value_of(node.tensor->device_argument, call_.arguments);
    // Here, who names a device that nobody knows says nothing.
    if (device == nullptr || device->is_anything()) return value;
    const FoundPlace place = place_by(*node.tensor, call_);
    value.places = place.places;
    value.evidence = place.evidence;
    return value;
  }

  Value device(const ResultNode& node) const {
    const FoundPlace place = place_by(*node.tensor, call_);
    Value value = Value::device(place.places);
    if (!node.kinds.empty()) value.kinds = node.kinds;
    value.evidence = place.evidence;
    return value;
  }

  Value shape(const ResultNode& node) const {
    const Value of = operand_or(node, Value::anything());
    Value value = Value::of(Kind::kShape);
    if (of.may_be(Kinds(Kind::kTensor) | Kind::kArray) && !of.is_anything()) value.rank = of.rank;
    return value;
  }

  Value fields(const ResultNode& node) {
    const std::vector<Value> values = built(node.children);
    std::vector<DictionaryEntry> entries;
    for (std::size_t i = 0; i < node.names.size(); ++i)
      entries.push_back({Value::string(node.names[i]).constant, values[i]});
    Value value = Value::of(Kind::kTuple);
    value.aggregate = arena_.aggregate({.elements = values, .exact = true, .entries = entries});
    return value;
  }

  Value same_shape(const Value& like, const Value& element) {
    if (like.aggregate == nullptr || !like.aggregate->exact || !like.only(Kinds(Kind::kTuple) | Kind::kList)) {
      return container(Kinds(Kind::kTuple) | Kind::kList, element);
    }
    const std::vector<Value> elements(like.aggregate->elements.size(), element);
    return arena_.sequence(Kind::kTuple, elements);
  }

  Value mapping_item(const ResultNode& node) {
    const Value mapping = operand_or(node, Value::anything());
    if (mapping.is_anything() || mapping.aggregate == nullptr) return Value::anything();
    Value item = mapping.aggregate->rest;
    for (const DictionaryEntry& entry : mapping.aggregate->entries) item = join(arena_, item, entry.value);
    return item.is_bottom() ? Value::anything() : item;
  }

  Value mapping_items(const ResultNode& node) {
    const Value mapping = operand_or(node, Value::anything());
    const Value key = mapping.only(Kind::kDictionary) ? any_element(arena_, mapping) : Value::anything();
    const Value pair[] = {key, mapping_item(node)};
    return container(Kind::kIterator, arena_.sequence(Kind::kTuple, pair));
  }

  // list(x), tuple(x), sorted(x): the elements, one by one where they are known.
  Value items(const ResultNode& node) {
    const Value from = operand_or(node, Value());
    if (from.is_bottom()) {
      Value none = arena_.sequence(Kind::kList, {});
      none.kinds = node.kinds;
      return none;
    }
    if (from.aggregate != nullptr && from.aggregate->exact && from.only(Kinds(Kind::kTuple) | Kind::kList)) {
      Value value = from;
      value.kinds = node.kinds;
      return value;
    }
    return container(node.kinds, any_element(arena_, from));
  }

  Value enumerated(const ResultNode& node) {
    const Value pair[] = {Value::of(Kind::kInteger), any_element(arena_, operand_or(node, Value::anything()))};
    return container(Kind::kIterator, arena_.sequence(Kind::kTuple, pair));
  }

  Value zipped(const ResultNode& node) {
    std::vector<Value> parts;
    for_each_value(call_.operation, node.operand, call_.arguments,
                   [&](const Value& one) { parts.push_back(any_element(arena_, one)); });
    if (call_.arguments.open) return container(Kind::kIterator, Value::anything());
    return container(Kind::kIterator, arena_.sequence(Kind::kTuple, parts));
  }

  Value each(const ResultNode& node) {
    if (call_.arguments.open) return Value::anything();
    std::vector<Value> parts;
    for_each_value(call_.operation, node.operand, call_.arguments,
                   [&](const Value& one) { parts.push_back(catalog::value_of(node.children[0], &one, arena_)); });
    // Where it is spread again, `number` asks for a tuple of one, too.
    if (parts.size() == 1 && node.number == 0) return parts.front();
    return arena_.sequence(Kind::kTuple, parts);
  }

  Value made(const ResultNode& node) {
    const Value klass = operand_or(node, Value::anything());
    if (klass.entities == nullptr) return Value::anything();
    Value value;
    for (const values::Entity& entity : klass.entities->items) {
      values::Entity object{.index = entity.index};
      Kind kind = Kind::kLibraryObject;
      if (entity.kind == values::EntityKind::kLibraryName) {
        object.kind = values::EntityKind::kLibraryObject;
      } else if (entity.kind == values::EntityKind::kClass) {
        object.kind = values::EntityKind::kObject;  // any of that class
        kind = Kind::kInstance;
      } else {
        return Value::anything();
      }
      value = join(arena_, value, arena_.entity(kind, object));
    }
    if (value.is_bottom()) return Value::anything();
    if (node.tensor != nullptr) {
      const FoundPlace place = place_by(*node.tensor, call_);
      value.places = place.places;
      value.evidence = place.evidence;
    }
    return value;
  }

  Value default_of(const Operand& operand) const {
    switch (call_.operation.parameters[static_cast<std::size_t>(operand.parameter)].otherwise) {
      case Default::kRequired:
      case Default::kNone:
        return Value::none();
      case Default::kTrue:
        return Value::boolean(true);
      case Default::kFalse:
        return Value::boolean(false);
      case Default::kZero:
        return Value::integer(0);
      case Default::kOther:
        return Value::of(Kind::kOther);
    }
    return Value::anything();
  }

  /// What an object keeps keeps nothing itself: `self.model = DataParallel(self.model)` would go on for ever.
  Value flat(const Value& value) {
    if (value.entities == nullptr) return value;
    std::vector<values::Entity> plain;
    for (const values::Entity& entity : value.entities->items) {
      if (entity.kind != values::EntityKind::kLibraryObject || entity.bound == nullptr) plain.push_back(entity);
    }
    if (plain.size() == value.entities->items.size()) return value;
    if (plain.empty()) {
      plain.push_back(value.entities->items.front());
      plain.front().bound = nullptr;
    }
    Value kept = value;
    kept.entities = arena_.entities(plain);
    return kept;
  }

  Value instance(const ResultNode& node) {
    values::Entity entity{.kind = values::EntityKind::kLibraryObject, .index = node.row};
    std::vector<DictionaryEntry> kept;
    for (const Kept& one : node.kept) {
      const Value* value = catalog::value_of(one.operand, call_.arguments);
      if (value == nullptr && call_.arguments.open) continue;
      kept.push_back({Value::string(one.name).constant, value == nullptr ? default_of(one.operand) : flat(*value)});
    }
    if (!kept.empty()) entity.bound = arena_.keep(arena_.dictionary(kept, {}));
    Value value = arena_.entity(Kind::kLibraryObject, entity);
    if (node.tensor != nullptr) {
      const FoundPlace place = place_by(*node.tensor, call_);
      value.places = place.places;
      value.evidence = place.evidence;
      // `with torch.device(d): nn.Tanh()`: also what takes no `device=` is made there.
      const values::Places around = call_.arguments.default_places;
      if (!around.empty() && node.tensor->device == DeviceRule::kFixed &&
          value.places == values::Places(values::Place::kCpu))
        value.places = around;
    }
    // What is made of tensors keeps them: `vae.encode(x).latent_dist`.
    if (node.tensor == nullptr) {
      if (const auto place = place_of_parts(call_.arguments)) {
        value.places = place->places;
        value.evidence = place->evidence;
      }
    }
    if (!node.children.empty()) value.aggregate = arena_.aggregate({.rest = build(node.children[0])});
    return value;
  }

  Value either(const ResultNode& node) {
    const Truth which = holds(call_.operation, node.condition, call_.arguments);
    if (which == Truth::kYes) return build(node.children[0]);
    if (which == Truth::kNo) return build(node.children[1]);
    return join(arena_, build(node.children[0]), build(node.children[1]));
  }

  Value one_of(const ResultNode& node) {
    Value value;
    for (const ResultNode& child : node.children) value = join(arena_, value, build(child));
    return value;
  }

  const CallView& call_;
  ValueArena& arena_;
};

/// `mask` of `torch.gt(x, 1, out=mask)`, which the call gives back; null where it makes something new.
const Value* written_to(const Operator& operation, const BoundArguments& arguments) {
  for (std::size_t i = 0; i < arguments.by_parameter.size(); ++i) {
    const Value* value = arguments.by_parameter[i];
    const bool is_it =
        value != nullptr && operation.parameters[i].keyword_only && operation.parameters[i].name == "out";
    if (is_it && value->only(Kinds(Kind::kTensor) | Kind::kArray)) return value;
  }
  return nullptr;
}

}  // namespace

Value result_of(const Operator& operation, const BoundArguments& arguments, ValueArena& arena) {
  if (arguments.bottom) return {};
  if (const Value* written = written_to(operation, arguments)) return *written;
  if (operation.result == nullptr) return Value::anything();
  const CallView call{operation, arguments};
  return Builder(call, arena).build(*operation.result);
}

Value value_of(const ResultNode& result, const Operator& operation, const BoundArguments& arguments,
               ValueArena& arena) {
  if (arguments.bottom) return {};
  const CallView call{operation, arguments};
  return Builder(call, arena).build(result);
}

Value value_of(const ResultNode& result, const Value* self, ValueArena& arena) {
  static constexpr Parameter kSelf{.name = "self"};
  static const Operator kReading{.name = "", .parameters = {&kSelf, 1}};
  BoundArguments arguments;
  if (self != nullptr) {
    if (self->is_bottom()) return {};
    arguments.by_parameter.push_back(self);
  }
  const CallView call{kReading, arguments};
  return Builder(call, arena).build(result);
}

}  // namespace syncfree::catalog
