// What a test for a class says of a value: `isinstance(x, T)`, `type(x) is T`.
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

namespace {

struct ClassKind {
  std::string_view name;
  Kinds kinds;
};
// Library classes that isinstance tests name, and the kinds of value that are instances of them.
constexpr ClassKind kClassKinds[] = {
    {"torch.Tensor", Kind::kTensor},
    {"torch.nn.Parameter", Kind::kTensor},
    {"torch.FloatTensor", Kind::kTensor},
    {"torch.LongTensor", Kind::kTensor},
    {"numpy.ndarray", Kind::kArray},
    {"numpy.generic", values::kHostNumber},
    {"numpy.number", values::kHostNumber},
    {"builtins.int", Kinds(Kind::kInteger) | Kind::kBoolean},
    {"builtins.float", Kind::kFloating},
    {"builtins.complex", Kind::kFloating},
    {"builtins.bool", Kind::kBoolean},
    {"numbers.Number", values::kHostNumber},
    {"numbers.Real", values::kHostNumber},
    {"numbers.Integral", Kinds(Kind::kInteger) | Kind::kBoolean},
    {"builtins.str", Kind::kString},
    {"builtins.list", Kind::kList},
    {"builtins.tuple", Kinds(Kind::kTuple) | Kind::kShape},
    {"builtins.dict", Kind::kDictionary},
    {"builtins.set", Kind::kSet},
    {"torch.Size", Kind::kShape},
    {"torch.device", Kind::kDevice},
    {"torch.dtype", Kind::kDtype},
    {"collections.abc.Mapping", Kind::kDictionary},
    {"collections.abc.MutableMapping", Kind::kDictionary},
    {"typing.Mapping", Kind::kDictionary},
    {"collections.abc.Sequence", values::kHostSequence},
    {"collections.abc.Iterable", values::kHostSequence | Kind::kTensor | Kind::kArray | Kind::kDictionary | Kind::kSet |
                                     Kind::kString | Kind::kIterator},
    {"typing.Sequence", values::kHostSequence},
    {"collections.abc.Callable", Kinds(Kind::kFunction) | Kind::kClass},
    {"types.FunctionType", Kind::kFunction},
};

/// What the members of enumerations are mostly made of.
constexpr Kinds kOfMembers = values::kHostNumber | Kind::kString | Kind::kTuple;

}  // namespace

Value Conditions::instance_of(const Value& klass) {
  Value result;
  if (klass.may_be(Kind::kTuple) && klass.aggregate != nullptr) {
    for (const Value& element : klass.aggregate->elements) result = join(result, instance_of(element));
    if (!klass.aggregate->rest.is_bottom()) result = join(result, instance_of(klass.aggregate->rest));
    return result;
  }
  if (klass.entities == nullptr) return Value::anything();
  for (const Entity& entity : klass.entities->items) {
    if (entity.kind == EntityKind::kClass) {
      result = join(result, declared_.generic_object(entity.index));
    } else if (entity.kind == EntityKind::kLibraryName) {
      const std::string_view name = catalog().row(entity.index).name;
      bool placed = false;
      for (const ClassKind& entry : kClassKinds) {
        if (entry.name != name) continue;
        Value instance =
            entry.kinds.has(Kind::kTensor) && entry.kinds == Kinds(Kind::kTensor)
                ? Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kDeclared)
                : Value::of(entry.kinds);
        if (entry.kinds.has(Kind::kArray)) instance.elements = values::kAnyElement;
        result = join(result, instance);
        placed = true;
      }
      if (!placed) result = join(result, declared_.library_object(entity.index));
    } else {
      result = join(result, Value::anything());
    }
  }
  return result;
}

Value Conditions::narrow_to_class(const Value& value, const Value& klass, bool positive) {
  if (value.may_be(kOfMembers) && is_enumeration(klass)) return value;
  const Value wanted = instance_of(klass);
  if (value.is_bottom() || wanted.is_bottom()) return value;
  if (wanted.is_anything()) return value;
  if (wanted.may_be(Kind::kTuple) && is_named_tuple(value)) return positive ? value : Value{};
  constexpr Kinds kByEntity = Kinds(Kind::kInstance) | Kind::kLibraryObject | Kind::kOther;
  if (positive) {
    if (value.may_be(wanted.kinds)) {
      Value narrowed = value;
      narrowed.kinds = value.kinds & wanted.kinds;
      // A test that holds is no guess any more, unless it allows for other things too: `isinstance(x, Iterable)`.
      if (wanted.kinds.within(narrowed.kinds))
        narrowed.evidence = std::max(value.evidence, values::Evidence::kDeclared);
      // A tensor, by a subclass of the project's: it has that class's methods.
      if (narrowed.only(Kind::kTensor) && narrowed.entities == nullptr && wanted.may_be(Kind::kInstance)) {
        narrowed.kinds |= Kind::kInstance;
        narrowed.entities = wanted.entities;
        return narrowed;
      }
      if (narrowed.may_be(Kind::kInstance) && narrowed.entities != nullptr && wanted.entities != nullptr) {
        // Keep the objects whose class fits; if none does, a subclass is meant.
        std::vector<Entity> kept;
        for (const Entity& entity : narrowed.entities->items) {
          if (entity.kind != EntityKind::kObject) continue;
          for (const Entity& target : wanted.entities->items) {
            if (target.kind != EntityKind::kObject) continue;
            const std::uint32_t own = world_.class_of(entity.index);
            const std::uint32_t base = world_.class_of(target.index);
            if (project().derives(own, base)) {
              kept.push_back(entity);
              break;
            }
            if (project().derives(base, own)) {
              kept.push_back(target);
              break;
            }
          }
        }
        if (kept.empty()) return {};
        narrowed.entities = arena_.entities(kept);
      }
      return narrowed;
    }
    if (std::optional<Value> held = batch_as(value, wanted)) return *held;
    // That it is a tensor was said by its role or its uses: who asks for an array or a list knows better.
    constexpr Kinds kData = Kinds(Kind::kArray) | Kind::kList | Kind::kTuple;
    const bool is_role = value.only(Kind::kTensor) && value.evidence != values::Evidence::kSeen && wanted.only(kData);
    // Of which nothing is known but that it is no tensor: `elif isinstance(x, np.ndarray)`. (That it is a list or a
    // dictionary is seldom all that such a chain asks: it goes through data of any form.)
    const bool is_rest = value.may_be(Kind::kOther) && value.evidence == values::Evidence::kGuessed &&
                         wanted.only(values::kHostNumber | Kind::kArray);
    const bool is_open = value.is_anything() || is_rest || (value.may_be(kByEntity) && wanted.may_be(kByEntity)) ||
                         has_unknown_base(value);
    return is_open || is_role ? wanted : Value{};
  }
  Value narrowed = value;
  const Kinds whole = wanted.kinds - kByEntity;
  narrowed.kinds = value.kinds - whole;
  // Being no tensor is said even of what is otherwise unknown.
  if (value.may_be(Kind::kAnything) && wanted.may_be(Kind::kTensor))
    narrowed.kinds = (narrowed.kinds - Kinds(Kind::kAnything)) | Kind::kOther;
  if (narrowed.kinds.empty()) return {};
  return without_objects(narrowed, wanted);
}

/// What is left where no object of a class that fits is meant: `x` of `x: Data | Loader | None` behind
/// `if isinstance(x, Data): …`. Bottom if nothing is.
Value Conditions::without_objects(Value value, const Value& wanted) {
  const bool asked = value.may_be(Kind::kInstance) && wanted.may_be(Kind::kInstance);
  if (!asked || value.entities == nullptr || wanted.entities == nullptr) return value;
  const auto fits = [&](const Entity& entity) {
    return std::ranges::any_of(wanted.entities->items, [&](const Entity& target) {
      return entity.kind == EntityKind::kObject && target.kind == EntityKind::kObject &&
             project().derives(world_.class_of(entity.index), world_.class_of(target.index));
    });
  };
  std::vector<Entity> kept;
  std::ranges::copy_if(value.entities->items, std::back_inserter(kept),
                       [&](const Entity& each) { return !fits(each); });
  if (kept.size() == value.entities->items.size()) return value;
  const bool holds_objects =
      std::ranges::any_of(kept, [](const Entity& each) { return each.kind == EntityKind::kObject; });
  if (!holds_objects) value.kinds = value.kinds - Kinds(Kind::kInstance);
  if (value.kinds.empty()) return {};
  value.entities = kept.empty() ? nullptr : arena_.entities(kept);
  return value;
}

}  // namespace syncfree::inference
