// The values that annotations stand for.
#include <algorithm>
#include <array>

#include "analyzer/catalog/result.h"
#include "analyzer/inference/annotation.h"
#include "analyzer/inference/declared.h"
#include "analyzer/model/dotted_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

using values::Evidence;
using values::Place;

namespace {

constexpr int kDeepestAlias = 12;

struct NamedKind {
  std::string_view name;
  Kinds kinds;
};
// Annotations by their last name, for what typing and the standard library write without a catalog row.
constexpr std::array kNamedKinds = {
    NamedKind{"int", Kind::kInteger},       NamedKind{"float", Kind::kFloating},
    NamedKind{"complex", Kind::kFloating},  NamedKind{"bool", Kind::kBoolean},
    NamedKind{"str", Kind::kString},        NamedKind{"bytes", Kind::kOther},
    NamedKind{"None", Kind::kNone},         NamedKind{"Path", Kind::kOther},
    NamedKind{"PathLike", Kind::kOther},    NamedKind{"Number", values::kHostNumber},
    NamedKind{"dtype", Kind::kDtype},       NamedKind{"Size", Kind::kShape},
    NamedKind{"Callable", Kind::kFunction}, NamedKind{"Image", Kind::kOther},
    NamedKind{"slice", Kind::kSlice},
};
constexpr std::array<std::string_view, 9> kSequenceNames = {
    "List", "list", "Sequence", "MutableSequence", "Deque", "deque", "Collection", "Set", "FrozenSet"};
constexpr std::array<std::string_view, 8> kIteratorNames = {
    "Iterable",       "Iterator",      "Generator",      "AsyncIterator",
    "AsyncGenerator", "AsyncIterable", "ContextManager", "AbstractContextManager"};
constexpr std::array<std::string_view, 7> kMappingNames = {"Dict",        "dict",        "Mapping",    "MutableMapping",
                                                           "OrderedDict", "defaultdict", "DefaultDict"};
// Wrappers that say nothing of the value: the first argument is it.
constexpr std::array<std::string_view, 6> kTransparent = {"Annotated", "Final",       "ClassVar",
                                                          "Required",  "NotRequired", "Awaitable"};

template <class Names>
bool among(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

/// `list`, `Mapping`, `tuple`: the same as `list[Any]`. Bottom for another name.
Value Declared::open_container(std::string_view name) const {
  Value open;
  if (among(kSequenceNames, name)) open = arena_.container(Kind::kList, Value::anything());
  if (among(kMappingNames, name)) open = arena_.dictionary({}, Value::anything());
  if (name == "tuple" || name == "Tuple") open = arena_.container(Kind::kTuple, Value::anything());
  if (!open.is_bottom()) open.evidence = Evidence::kDeclared;
  return open;
}

Value Declared::resolved_annotation(const Target& target) const {
  if (target.kind == TargetKind::kClass) return generic_object(target.index);
  if (target.kind == TargetKind::kLibrary) {
    const catalog::NodeRow& row = project_.catalog().row(target.index);
    const std::string_view last = model::last_part(row.name);
    if (const auto elements = elements_of_tensor(last)) return caller_tensor(*elements);
    for (const NamedKind& entry : kNamedKinds) {
      if (entry.name == last) return Value::of(entry.kinds, Evidence::kDeclared);
    }
    if (const Value open = open_container(last); !open.is_bottom()) return open;
    // An older name of a class makes objects of the newer one.
    const catalog::ResultNode* made = row.operation == nullptr ? nullptr : row.operation->result;
    if (made != nullptr && made->form == catalog::ResultForm::kInstance) return library_object(made->row);
    if (row.kind == catalog::NodeKind::kClass) return library_object(target.index);
  }
  return Value::anything();
}

/// `TypeVar("T", int, Tensor)`: one of these. What a bound says is less than what is done with the value.
Value Declared::one_of(std::uint32_t module, const model::Call& variable, int depth) const {
  Value all;
  for (const model::Argument& argument : variable.arguments.subspan(1)) {
    if (!argument.keyword) all = values::join(arena_, all, annotation(module, *argument.value, depth));
  }
  return all.is_bottom() ? Value::anything() : all;
}

/// `Color = tuple[int, int]`, `OptTensor = Optional[Tensor]`: a variable of a module that names a type.
Value Declared::alias(const Target& target, int depth) const {
  Value named;
  const auto visit = [&](auto&& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass)
        continue;
      if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && assign->value != nullptr) {
        const auto* name = assign->targets.front()->get_if<model::Name>();
        if (name == nullptr || name->name != target.name) continue;
        const auto* call = assign->value->get_if<model::Call>();
        const auto* callee = call == nullptr || call->arguments.empty() ? nullptr : call->callee->get_if<model::Name>();
        const bool is_variable = callee != nullptr && project_.symbols().text(callee->name) == "TypeVar";
        named = values::join(
            arena_, named,
            is_variable ? one_of(target.index, *call, depth + 1) : annotation(target.index, *assign->value, depth + 1));
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  visit(visit, project_.modules()[target.index].input.module->body);
  return named.is_bottom() ? Value::anything() : named;
}

/// Aliases that name others several times would take exponential work.
Value Declared::known_alias(const Target& target, int depth) const {
  const std::uint64_t place = std::uint64_t{target.index} * (kDeepestAlias + 1) + static_cast<std::uint64_t>(depth);
  return once(aliases_, place << 32U | target.name.id, [&] { return alias(target, depth); });
}

Value Declared::annotation(std::uint32_t module, const model::Expression& node, int depth) const {
  return annotated(module, read_annotation(node, project_.modules()[module].input.module->text), depth);
}

Value Declared::annotation_text(std::uint32_t module, std::string_view text) const {
  return annotated(module, read_annotation(text), 0);
}

/// `depth` counts aliases that lead to each other.
Value Declared::annotated(std::uint32_t module, const Annotation& annotation, int depth) const {
  if (depth > kDeepestAlias) return Value::anything();
  switch (annotation.form) {
    case Annotation::Form::kNone:
      return Value::none();
    case Annotation::Form::kName:
      return annotated_name(module, annotation, depth);
    case Annotation::Form::kGeneric:
      return annotated_generic(module, annotation, depth);
    case Annotation::Form::kEither:
      return annotated_either(module, annotation, depth);
    case Annotation::Form::kUnknown:
      break;
  }
  return Value::anything();
}

Value Declared::annotated_either(std::uint32_t module, const Annotation& annotation, int depth) const {
  Value all;
  for (const Annotation& part : annotation.parts) all = values::join(arena_, all, annotated(module, part, depth));
  return all;
}

/// A name's target: by its symbols, or in text part by part.
Target Declared::named_target(std::uint32_t module, const Annotation& annotation) const {
  if (annotation.expression != nullptr) return project_.resolve(module, *annotation.expression);
  Target target;
  std::size_t start = 0;
  for (bool first = true; start <= annotation.name.size(); first = false) {
    const std::size_t dot = std::min(annotation.name.find('.', start), annotation.name.size());
    const model::Symbol part = project_.symbols().find(annotation.name.substr(start, dot - start));
    target = !part ? Target{} : first ? project_.resolve(module, part) : project_.member(target, part);
    if (!target) break;
    start = dot + 1;
  }
  return target;
}

Value Declared::annotated_name(std::uint32_t module, const Annotation& annotation, int depth) const {
  if (const Target target = named_target(module, annotation)) {
    const Value value = target.kind == TargetKind::kVariable ? known_alias(target, depth) : resolved_annotation(target);
    if (!value.is_anything()) return value;
  }
  const std::string_view last = model::last_part(annotation.name);
  for (const NamedKind& entry : kNamedKinds) {
    if (entry.name == last) return Value::of(entry.kinds, Evidence::kDeclared);
  }
  if (last == "device" || last == "Device") {
    Value device = Value::device(Place::kCaller);
    device.evidence = Evidence::kDeclared;
    return device;
  }
  if (const auto elements = elements_of_tensor(last); elements && last.ends_with("Tensor"))
    return caller_tensor(*elements);
  if (last == "ndarray" || last == "NDArray") {
    Value array = Value::of(Kind::kArray, Evidence::kDeclared);
    array.elements = values::kAnyElement;
    return array;
  }
  const Value open = open_container(last);
  return open.is_bottom() ? Value::anything() : open;
}

Value Declared::annotated_generic(std::uint32_t module, const Annotation& annotation, int depth) const {
  const std::string_view last = model::last_part(annotation.name);
  const std::vector<Annotation>& parts = annotation.parts;
  const auto argument = [&](std::size_t i) {
    return i < parts.size() ? annotated(module, parts[i], depth) : Value::anything();
  };
  if (last == "Optional") return values::join(arena_, argument(0), Value::none());
  if (last == "Union") return annotated_either(module, annotation, depth);
  if (last == "Literal") return literal(annotation);
  if (among(kTransparent, last)) return argument(0);
  if (last == "Type" || last == "type") return Value::of(Kind::kClass, Evidence::kDeclared);
  Value result;
  if (among(kSequenceNames, last)) {
    result = arena_.container(Kind::kList, argument(0));
  } else if (among(kIteratorNames, last)) {
    // Lists and tuples are iterables too; their elements are what counts.
    result = arena_.container(Kind::kIterator, argument(0));
  } else if (among(kMappingNames, last)) {
    result = arena_.dictionary({}, argument(1));
  } else if (last == "Tuple" || last == "tuple") {
    std::vector<Value> elements;
    for (std::size_t i = 0; i < parts.size(); ++i) elements.push_back(argument(i));
    const bool is_repeated = parts.size() == 2 && parts[1].is_ellipsis;
    result = is_repeated ? arena_.container(Kind::kTuple, elements[0]) : arena_.sequence(Kind::kTuple, elements);
  } else if (last == "Callable") {
    result = Value::of(Kind::kFunction);
  } else {
    // `Float[Tensor, "b n"]`, `Batch[T]`: the first argument if it is a tensor, else the class.
    const Value first = argument(0);
    return first.only(Kind::kTensor) ? first : annotated_name(module, annotation, depth);
  }
  result.evidence = Evidence::kDeclared;
  return result;
}

/// `Literal["sum", "mean"]`
Value Declared::literal(const Annotation& annotation) const {
  Value all;
  for (const Annotation& choice : annotation.parts) {
    if (choice.literal.empty()) return Value::anything();
    all = values::join(arena_, all, choice.literal == Kinds(Kind::kNone) ? Value::none() : Value::of(choice.literal));
  }
  return all;
}

}  // namespace syncfree::inference
