// What names, objects and defaults are by themselves, without any call.
#include "analyzer/inference/declared.h"

#include <algorithm>
#include <string_view>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/catalog/place.h"
#include "analyzer/inference/annotation.h"

namespace syncfree::inference {

using values::Evidence;
using values::Place;

namespace {

/// Python's classes stand for element types: `dtype=bool`.
values::Elements elements_of_class(std::string_view name) {
  if (name == "builtins.bool") return values::Element::kBoolean;
  if (name == "builtins.int") return values::Element::kInteger;
  if (name == "builtins.float") return values::Element::kFloating;
  if (name == "builtins.complex") return values::Element::kComplex;
  return {};
}

}  // namespace

Value Declared::generic_object(std::uint32_t klass) const {
  return once(generic_objects_, klass, [&] { return make_generic_object(klass); });
}

Value Declared::library_object(std::uint32_t node) const {
  return once(library_objects_, node, [&] { return make_library_object(node); });
}

Value Declared::target(const Target& target) const {
  const std::uint64_t key = static_cast<std::uint64_t>(target.kind) << 32U | target.index;
  return once(targets_, key, [&] { return make_target(target); });
}

Value Declared::annotation(std::uint32_t module, const model::Expression& node) const {
  return once(annotations_, &node, [&] { return annotation(module, node, 0); });
}

Value Declared::make_generic_object(std::uint32_t klass) const {
  Entity entity{.kind = EntityKind::kObject};
  entity.index = klass;
  Value value = arena_.entity(Kind::kInstance, entity);
  value.evidence = Evidence::kDeclared;
  const ClassInfo& info = project_.classes()[klass];
  if (info.is_module) value.places = Place::kCaller;
  for (const std::uint32_t base : info.library_bases) {
    const Value like = library_object(base);
    if (like.may_be(Kinds(Kind::kTensor) | Kind::kDictionary | Kind::kList)) {
      value.kinds |= like.kinds & (Kinds(Kind::kTensor) | Kind::kDictionary | Kind::kList);
      if (like.may_be(Kind::kTensor)) {
        value.places = Place::kCaller;
        value.elements = values::kAnyElement;
      }
    }
  }
  return value;
}

Value Declared::make_library_object(std::uint32_t node) const {
  struct Entry {
    std::uint32_t Known::* node;
    Kind kind;
  };
  static constexpr Entry kEntries[] = {
      {&Known::tensor, Kind::kTensor},         {&Known::parameter, Kind::kTensor},  {&Known::array, Kind::kArray},
      {&Known::integer, Kind::kInteger},       {&Known::floating, Kind::kFloating}, {&Known::boolean, Kind::kBoolean},
      {&Known::string, Kind::kString},         {&Known::list, Kind::kList},         {&Known::tuple, Kind::kTuple},
      {&Known::dictionary, Kind::kDictionary}, {&Known::set, Kind::kSet},           {&Known::shape, Kind::kShape},
      {&Known::device, Kind::kDevice},         {&Known::dtype, Kind::kDtype},
  };
  for (const Entry& entry : kEntries) {
    const std::uint32_t known = known_.*entry.node;
    if (known == catalog::Catalog::kNowhere) continue;
    const bool is_dict = entry.kind == Kind::kDictionary || entry.kind == Kind::kTensor;
    if (known != node && !(is_dict && project_.catalog().derives(node, known))) continue;
    if (entry.kind == Kind::kTensor) return caller_tensor();
    Value value = Value::of(entry.kind, Evidence::kDeclared);
    if (entry.kind == Kind::kDevice) value.places = Place::kCaller;
    if (entry.kind == Kind::kArray) value.elements = values::kAnyElement;
    return value;
  }
  Entity entity{.kind = EntityKind::kLibraryObject};
  entity.index = node;
  Value value = arena_.entity(Kind::kLibraryObject, entity);
  value.evidence = Evidence::kDeclared;
  const auto derives = [&](std::uint32_t owner) {
    return owner != catalog::Catalog::kNowhere && project_.catalog().derives(node, owner);
  };
  if (std::ranges::any_of(known_.owners_of_tensors, derives)) value.places = Place::kCaller;
  // `layers: nn.ModuleList` holds modules.
  if (derives(known_.module_list) || derives(known_.sequential))
    value.aggregate = arena_.container(Kind::kList, library_object(known_.module)).aggregate;
  return value;
}

Value Declared::host_object() const {
  const Value array = Value::of(Kind::kArray, Evidence::kDeclared);
  Value object = library_object(project_.catalog().host_object());
  object.aggregate = arena_.container(Kind::kList, array).aggregate;
  return values::join(arena_, array, object);
}

Value Declared::make_target(const Target& target) const {
  switch (target.kind) {
    case TargetKind::kLibrary: {
      const catalog::NodeRow& row = project_.catalog().row(target.index);
      if (row.kind == catalog::NodeKind::kConstant) {
        return row.value == nullptr ? Value::anything() : catalog::value_of(*row.value, nullptr, arena_);
      }
      Entity entity{.kind = EntityKind::kLibraryName};
      entity.index = target.index;
      const Kind kind = row.kind == catalog::NodeKind::kNamespace ? Kind::kNamespace
                        : row.kind == catalog::NodeKind::kClass   ? Kind::kClass
                                                                  : Kind::kFunction;
      Value value = arena_.entity(kind, entity);
      value.elements = elements_of_class(row.name);
      return value;
    }
    case TargetKind::kModule: {
      Entity entity{.kind = EntityKind::kModule};
      entity.index = target.index;
      return arena_.entity(Kind::kNamespace, entity);
    }
    case TargetKind::kFolder: {
      Entity entity{.kind = EntityKind::kFolder};
      entity.index = target.index;
      return arena_.entity(Kind::kNamespace, entity);
    }
    case TargetKind::kClass: {
      Entity entity{.kind = EntityKind::kClass};
      entity.index = target.index;
      return arena_.entity(Kind::kClass, entity);
    }
    case TargetKind::kFunction: {
      Entity entity{.kind = EntityKind::kFunction};
      entity.index = target.index;
      return arena_.entity(Kind::kFunction, entity);
    }
    default:
      return Value::anything();
  }
}

Value Declared::default_value(const FunctionInfo& function, const model::Expression& expression) const {
  if (expression.kind == model::ExpressionKind::kConstant) return read_default(function, expression);
  return once(defaults_, &expression, [&] { return read_default(function, expression); });
}

Value Declared::read_default(const FunctionInfo& function, const model::Expression& expression) const {
  if (const auto* constant = expression.get_if<model::Constant>()) {
    // `x=...` in a stub leaves the default open.
    return constant->constant == model::ConstantKind::kEllipsis ? Value::anything() : constant_value(*constant);
  }
  if (const auto* negative = expression.get_if<model::Unary>();
      negative != nullptr && negative->operation == model::UnaryOperator::kNegate) {
    Value value = default_value(function, *negative->operand);
    if (value.constant.type == values::ConstantValue::Type::kInteger) return Value::integer(-value.constant.integer);
    value.constant = {};
    return value;
  }
  if (const auto* sequence = expression.get_if<model::Sequence>()) {
    std::vector<Value> elements;
    for (const model::Expression* element : sequence->elements) elements.push_back(default_value(function, *element));
    return arena_.sequence(sequence->sequence == model::SequenceKind::kList ? Kind::kList : Kind::kTuple, elements);
  }
  // `2**31 - 1`
  if (const auto* binary = expression.get_if<model::Binary>()) {
    const Value left = default_value(function, *binary->left);
    const Value right = default_value(function, *binary->right);
    if (!left.only(values::kHostNumber) || !right.only(values::kHostNumber)) return Value::anything();
    const bool whole =
        left.only(Kind::kInteger) && right.only(Kind::kInteger) && binary->operation != model::BinaryOperator::kDivide;
    return Value::of(whole ? Kind::kInteger : Kind::kFloating);
  }
  // `float("inf")`, `nn.ReLU()`
  if (const auto* call = expression.get_if<model::Call>()) {
    const Value callee = default_value(function, *call->callee);
    if (!callee.only(Kind::kClass) || callee.entities == nullptr || callee.entities->items.size() != 1)
      return Value::anything();
    const Entity& made = callee.entities->items.front();
    if (made.kind == EntityKind::kClass) return generic_object(made.index);
    Value object = library_object(made.index);
    // `torch.device("cpu")`
    if (object.only(Kind::kDevice) && call->arguments.size() == 1) {
      const Value named = default_value(function, *call->arguments.front().value);
      if (!named.known_string().empty()) object.places = catalog::named_place(named).places;
    }
    return object;
  }
  if (expression.kind == model::ExpressionKind::kName || expression.kind == model::ExpressionKind::kAttribute) {
    if (const Target found = project_.resolve(function.module, expression)) return target(found);
    if (const auto* name = expression.get_if<model::Name>()) {
      const std::uint32_t builtin = project_.catalog().child(known_.builtins, name->name);
      if (builtin != catalog::Catalog::kNowhere) return target({TargetKind::kLibrary, builtin, {}});
    }
  }
  return Value::anything();
}

std::optional<Value> Declared::returned(const FunctionInfo& function) const {
  if (function.function->return_annotation == nullptr) return std::nullopt;
  return annotation(function.module, *function.function->return_annotation);
}

}  // namespace syncfree::inference
