// What a signature says by itself: annotations, defaults, docstrings, how the body uses a parameter, and at last its
// name.
#include "analyzer/inference/declared.h"

#include <algorithm>
#include <array>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

using values::Element;
using values::Elements;
using values::Evidence;
using values::Place;

namespace {

constexpr int kDeepestAnnotation = 12;

Value caller_tensor(Elements elements = values::kAnyElement, Evidence evidence = Evidence::kDeclared) {
  return Value::tensor(Place::kCaller, elements, {}, evidence);
}

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
struct NamedElement {
  std::string_view name;
  Elements elements;
};
constexpr std::array kTensorNames = {
    NamedElement{"Tensor", values::kAnyElement},      NamedElement{"Parameter", Element::kFloating},
    NamedElement{"FloatTensor", Element::kFloating},  NamedElement{"HalfTensor", Element::kFloating},
    NamedElement{"DoubleTensor", Element::kFloating}, NamedElement{"BFloat16Tensor", Element::kFloating},
    NamedElement{"LongTensor", Element::kInteger},    NamedElement{"IntTensor", Element::kInteger},
    NamedElement{"ByteTensor", Element::kInteger},    NamedElement{"BoolTensor", Element::kBoolean},
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

// Parameter names that mean a tensor wherever people write models; evidence enough for a guess only.
constexpr std::array<std::string_view, 22> kTensorLikeNames = {"x",
                                                               "input",
                                                               "inputs",
                                                               "hidden_states",
                                                               "hidden_state",
                                                               "logits",
                                                               "labels",
                                                               "input_ids",
                                                               "attention_mask",
                                                               "mask",
                                                               "query",
                                                               "key_states",
                                                               "query_states",
                                                               "value_states",
                                                               "target",
                                                               "targets",
                                                               "pred",
                                                               "preds",
                                                               "loss",
                                                               "scores",
                                                               "position_ids",
                                                               "inputs_embeds"};
// `forward` arguments that are settings, not data.
constexpr std::array<std::string_view, 8> kSettingPrefixes = {"return_", "output_", "use_", "is_",
                                                              "num_",    "config",  "mode", "kwargs"};

template <class Names>
bool among(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string_view last_part(std::string_view dotted) {
  const std::size_t dot = dotted.rfind('.');
  return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n' || text.front() == '"' || text.front() == '\''))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '"' || text.back() == '\''))
    text.remove_suffix(1);
  return text;
}

/// Splits at `separator` outside brackets.
std::vector<std::string_view> split_top(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (depth == 0 && text[i] == separator)) {
      parts.push_back(trimmed(text.substr(start, i - start)));
      start = i + 1;
    } else if (text[i] == '[' || text[i] == '(') {
      ++depth;
    } else if (text[i] == ']' || text[i] == ')') {
      --depth;
    }
  }
  return parts;
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

/// Of a torch.autograd.Function: it is given a context and gradients.
bool Declared::is_backward(const FunctionInfo& function) const {
  if (function.owner == kNowhere || function.function->name != known_.backward) return false;
  const auto& bases = project_.classes()[function.owner].library_bases;
  return std::ranges::find(bases, known_.autograd_function) != bases.end();
}

Value Declared::parameter(const FunctionInfo& function, std::size_t index) const {
  return once(parameters_, &function.function->parameters[index], [&] { return read_parameter(function, index); });
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
  if (known_.module != catalog::Catalog::kNowhere && project_.catalog().derives(node, known_.module))
    value.places = Place::kCaller;
  return value;
}

Value Declared::make_target(const Target& target) const {
  switch (target.kind) {
    case Target::Kind::kLibrary: {
      const catalog::NodeRow& row = project_.catalog().row(target.index);
      if (row.kind == catalog::NodeKind::kConstant) {
        return row.value == nullptr ? Value::anything() : catalog::value_of(*row.value, nullptr, arena_);
      }
      Entity entity{.kind = EntityKind::kLibraryName};
      entity.index = target.index;
      const Kind kind = row.kind == catalog::NodeKind::kNamespace ? Kind::kNamespace
                        : row.kind == catalog::NodeKind::kClass   ? Kind::kClass
                                                                  : Kind::kFunction;
      return arena_.entity(kind, entity);
    }
    case Target::Kind::kModule: {
      Entity entity{.kind = EntityKind::kModule};
      entity.index = target.index;
      return arena_.entity(Kind::kNamespace, entity);
    }
    case Target::Kind::kFolder: {
      Entity entity{.kind = EntityKind::kFolder};
      entity.index = target.index;
      return arena_.entity(Kind::kNamespace, entity);
    }
    case Target::Kind::kClass: {
      Entity entity{.kind = EntityKind::kClass};
      entity.index = target.index;
      return arena_.entity(Kind::kClass, entity);
    }
    case Target::Kind::kFunction: {
      Entity entity{.kind = EntityKind::kFunction};
      entity.index = target.index;
      return arena_.entity(Kind::kFunction, entity);
    }
    default:
      return Value::anything();
  }
}

Value Declared::resolved_annotation(const Target& target) const {
  if (target.kind == Target::Kind::kClass) return generic_object(target.index);
  if (target.kind == Target::Kind::kLibrary) {
    const catalog::NodeRow& row = project_.catalog().row(target.index);
    const std::string_view last = last_part(row.name);
    for (const NamedElement& entry : kTensorNames) {
      if (entry.name == last) return caller_tensor(entry.elements);
    }
    for (const NamedKind& entry : kNamedKinds) {
      if (entry.name == last) return Value::of(entry.kinds, Evidence::kDeclared);
    }
    if (among(kSequenceNames, last)) return Value::of(Kind::kList, Evidence::kDeclared);
    if (among(kMappingNames, last)) return Value::of(Kind::kDictionary, Evidence::kDeclared);
    if (row.kind == catalog::NodeKind::kClass) return library_object(target.index);
  }
  return Value::anything();
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
        if (name != nullptr && name->name == target.name)
          named = values::join(arena_, named, annotation(target.index, *assign->value, depth + 1));
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  visit(visit, project_.modules()[target.index].input.module->body);
  return named.is_bottom() ? Value::anything() : named;
}

Value Declared::annotation(std::uint32_t module, const model::Expression& node, int depth) const {
  if (depth > kDeepestAnnotation) return Value::anything();
  if (const auto* constant = node.get_if<model::Constant>()) {
    if (constant->constant == model::ConstantKind::kNone) return Value::none();
    if (constant->constant == model::ConstantKind::kString) return annotation_text(module, constant->text, depth + 1);
    return Value::anything();
  }
  if (const auto* either = node.get_if<model::Binary>();
      either != nullptr && either->operation == model::BinaryOperator::kBitOr) {
    return values::join(arena_, annotation(module, *either->left, depth + 1),
                        annotation(module, *either->right, depth + 1));
  }
  if (node.kind == model::ExpressionKind::kName || node.kind == model::ExpressionKind::kAttribute) {
    const std::string_view text =
        project_.modules()[module].input.module->text.substr(node.range.begin, node.range.size());
    const Target target = project_.resolve(module, node);
    if (target) {
      const Value value = target.kind == Target::Kind::kVariable ? alias(target, depth) : resolved_annotation(target);
      if (!value.is_anything()) return value;
    }
    const std::string_view last = last_part(text);
    for (const NamedKind& entry : kNamedKinds) {
      if (entry.name == last) return Value::of(entry.kinds, Evidence::kDeclared);
    }
    if (last == "device" || last == "Device")
      return [] {
        Value v = Value::device(Place::kCaller);
        v.evidence = Evidence::kDeclared;
        return v;
      }();
    if (last == "Tensor" || last.ends_with("Tensor")) {
      for (const NamedElement& entry : kTensorNames) {
        if (entry.name == last) return caller_tensor(entry.elements);
      }
    }
    if (last == "ndarray" || last == "NDArray") {
      Value v = Value::of(Kind::kArray, Evidence::kDeclared);
      v.elements = values::kAnyElement;
      return v;
    }
    if (among(kSequenceNames, last)) return Value::of(Kind::kList, Evidence::kDeclared);
    if (among(kMappingNames, last)) return Value::of(Kind::kDictionary, Evidence::kDeclared);
    if (last == "tuple" || last == "Tuple") return Value::of(Kind::kTuple, Evidence::kDeclared);
    return Value::anything();
  }
  if (const auto* subscript = node.get_if<model::Subscript>()) {
    const auto& source = project_.modules()[module].input.module->text;
    const std::string_view text = source.substr(subscript->object->range.begin, subscript->object->range.size());
    const std::string_view last = last_part(text);
    std::vector<const model::Expression*> arguments;
    if (const auto* several = subscript->index->get_if<model::Sequence>();
        several != nullptr && several->sequence == model::SequenceKind::kTuple) {
      arguments.assign(several->elements.begin(), several->elements.end());
    } else {
      arguments.push_back(subscript->index);
    }
    const auto argument = [&](std::size_t i) {
      return i < arguments.size() ? annotation(module, *arguments[i], depth + 1) : Value::anything();
    };
    if (last == "Optional") return values::join(arena_, argument(0), Value::none());
    if (last == "Union") {
      Value all;
      for (std::size_t i = 0; i < arguments.size(); ++i) all = values::join(arena_, all, argument(i));
      return all;
    }
    Value result = Value::anything();
    if (among(kSequenceNames, last)) {
      result = arena_.container(Kind::kList, argument(0));
    } else if (among(kIteratorNames, last)) {
      // Lists and tuples are iterables too; what matters is what comes out.
      result = arena_.container(Kind::kIterator, argument(0));
    } else if (among(kMappingNames, last)) {
      result = arena_.dictionary({}, argument(1));
    } else if (last == "Tuple" || last == "tuple") {
      const auto* dots = arguments.size() == 2 ? arguments[1]->get_if<model::Constant>() : nullptr;
      if (dots != nullptr && dots->constant == model::ConstantKind::kEllipsis) {
        result = arena_.container(Kind::kTuple, argument(0));
      } else {
        std::vector<Value> elements;
        for (std::size_t i = 0; i < arguments.size(); ++i) elements.push_back(argument(i));
        result = arena_.sequence(Kind::kTuple, elements);
      }
    } else if (last == "Literal") {
      Value all;
      for (const model::Expression* choice : arguments) {
        const auto* constant = choice->get_if<model::Constant>();
        if (constant == nullptr) return Value::anything();
        switch (constant->constant) {
          case model::ConstantKind::kString:
            all = values::join(arena_, all, Value::of(Kind::kString));
            break;
          case model::ConstantKind::kInteger:
            all = values::join(arena_, all, Value::of(Kind::kInteger));
            break;
          case model::ConstantKind::kNone:
            all = values::join(arena_, all, Value::none());
            break;
          default:
            all = values::join(arena_, all, Value::of(Kind::kBoolean));
            break;
        }
      }
      return all;
    } else if (among(kTransparent, last)) {
      return argument(0);
    } else if (last == "Callable") {
      result = Value::of(Kind::kFunction);
    } else if (last == "Type" || last == "type") {
      return Value::of(Kind::kClass, Evidence::kDeclared);
    } else {
      // `Float[Tensor, "b n"]`, `Batch[T]`: the first argument if it is a tensor, else the class.
      const Value first = argument(0);
      if (first.only(Kind::kTensor)) return first;
      return annotation(module, *subscript->object, depth + 1);
    }
    result.evidence = Evidence::kDeclared;
    return result;
  }
  return Value::anything();
}

Value Declared::annotation_text(std::uint32_t module, std::string_view text, int depth) const {
  text = trimmed(text);
  if (text.empty() || text.size() > 400 || depth > kDeepestAnnotation) return Value::anything();
  if (const auto either = split_top(text, '|'); either.size() > 1) {
    Value all;
    for (std::string_view part : either) all = values::join(arena_, all, annotation_text(module, part, depth + 1));
    return all;
  }
  std::string_view head = text;
  std::vector<std::string_view> arguments;
  if (const std::size_t bracket = text.find('['); bracket != std::string_view::npos && text.back() == ']') {
    head = text.substr(0, bracket);
    arguments = split_top(text.substr(bracket + 1, text.size() - bracket - 2), ',');
  }
  const std::string_view last = last_part(head);
  const auto argument = [&](std::size_t i) {
    return i < arguments.size() ? annotation_text(module, arguments[i], depth + 1) : Value::anything();
  };
  if (last == "Optional") return values::join(arena_, argument(0), Value::none());
  if (last == "Union") {
    Value all;
    for (std::size_t i = 0; i < arguments.size(); ++i) all = values::join(arena_, all, argument(i));
    return all;
  }
  if (!arguments.empty()) {
    if (among(kSequenceNames, last)) return arena_.container(Kind::kList, argument(0));
    if (among(kIteratorNames, last)) return arena_.container(Kind::kIterator, argument(0));
    if (among(kMappingNames, last)) return arena_.dictionary({}, argument(1));
    if (last == "Tuple" || last == "tuple") {
      if (arguments.size() == 2 && arguments[1] == "...") return arena_.container(Kind::kTuple, argument(0));
      std::vector<Value> elements;
      for (std::size_t i = 0; i < arguments.size(); ++i) elements.push_back(argument(i));
      return arena_.sequence(Kind::kTuple, elements);
    }
  }
  // A dotted name, resolved part by part.
  Target target;
  std::size_t start = 0;
  for (bool first = true; start <= head.size(); first = false) {
    const std::size_t dot = std::min(head.find('.', start), head.size());
    const model::Symbol part = project_.symbols().find(head.substr(start, dot - start));
    target = !part ? Target{} : first ? project_.resolve(module, part) : project_.member(target, part);
    if (!target) break;
    start = dot + 1;
  }
  if (target) {
    const Value value = target.kind == Target::Kind::kVariable ? alias(target, depth) : resolved_annotation(target);
    if (!value.is_anything()) return value;
  }
  for (const NamedKind& entry : kNamedKinds) {
    if (entry.name == last) return Value::of(entry.kinds, Evidence::kDeclared);
  }
  for (const NamedElement& entry : kTensorNames) {
    if (entry.name == last) return caller_tensor(entry.elements);
  }
  return Value::anything();
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
    return made.kind == EntityKind::kClass ? generic_object(made.index) : library_object(made.index);
  }
  if (expression.kind == model::ExpressionKind::kName || expression.kind == model::ExpressionKind::kAttribute) {
    if (const Target found = project_.resolve(function.module, expression)) return target(found);
    if (const auto* name = expression.get_if<model::Name>()) {
      const std::uint32_t builtin = project_.catalog().child(known_.builtins, name->name);
      if (builtin != catalog::Catalog::kNowhere) return target({Target::Kind::kLibrary, builtin, {}});
    }
  }
  return Value::anything();
}

std::optional<Value> Declared::from_docstring(const FunctionInfo& function, std::string_view name) const {
  const auto type_in = [&](std::string_view docstring) -> std::optional<Value> {
    std::size_t at = 0;
    while (at < docstring.size()) {
      const std::size_t end = std::min(docstring.find('\n', at), docstring.size());
      std::string_view line = trimmed(docstring.substr(at, end - at));
      at = end + 1;
      if (!line.starts_with(name)) continue;
      line.remove_prefix(name.size());
      if (line.empty() || (line.front() != ' ' && line.front() != ':' && line.front() != '(')) continue;
      // "name (`torch.LongTensor` of shape …)", "name: a Tensor …"
      const std::size_t stop = line.front() == ':' ? line.size() : std::min(line.find(')'), line.size());
      const std::string_view said = line.substr(0, stop);
      if (said.find("List") != std::string_view::npos || said.find("list") != std::string_view::npos ||
          said.find("uple") != std::string_view::npos || said.find("ict") != std::string_view::npos ||
          said.find("float`") != std::string_view::npos || said.find("int`") != std::string_view::npos) {
        continue;
      }
      if (line.front() == ':' && said.find("Tensor") == std::string_view::npos) continue;
      for (const NamedElement& entry : kTensorNames) {
        const std::size_t place = said.find(entry.name);
        if (place == std::string_view::npos || entry.name == "Parameter") continue;
        const bool whole = place == 0 || !(std::isalnum(static_cast<unsigned char>(said[place - 1])) != 0);
        if (whole) return caller_tensor(entry.elements);
      }
    }
    return std::nullopt;
  };
  if (auto found = type_in(function.function->docstring)) return found;
  if (function.function->owner != nullptr) return type_in(function.function->owner->docstring);
  return std::nullopt;
}

/// `# type: (List[Tensor], int) -> Tensor` after the `def` line.
Value Declared::from_type_comment(const FunctionInfo& function, std::size_t index) const {
  const model::Function& definition = *function.function;
  if (definition.body.empty()) return Value::anything();
  const std::string_view text = project_.modules()[function.module].input.module->text;
  const std::uint32_t end = definition.body.front()->range.begin;
  const std::string_view header = text.substr(definition.range.begin, end - definition.range.begin);
  const std::size_t comment = header.find("# type: (");
  if (comment == std::string_view::npos) return Value::anything();
  const std::size_t arrow = header.find("->", comment);
  const std::size_t open = header.find('(', comment);
  const std::size_t close = arrow == std::string_view::npos ? arrow : header.rfind(')', arrow);
  if (close == std::string_view::npos || close <= open) return Value::anything();
  const auto types = split_top(header.substr(open + 1, close - open - 1), ',');
  const std::size_t unsaid = definition.parameters.size() - std::min(types.size(), definition.parameters.size());
  if (unsaid > 1 || index < unsaid) return Value::anything();  // only `self` may be left out
  return annotation_text(function.module, types[index - unsaid]);
}

Value Declared::read_parameter(const FunctionInfo& function, std::size_t index) const {
  const model::Parameter& parameter = function.function->parameters[index];
  const std::string_view name = project_.symbols().text(parameter.name);
  if (index == 0 && function.owner != kNowhere && !function.is_static) {
    return function.is_class_method ? target({Target::Kind::kClass, function.owner, {}})
                                    : generic_object(function.owner);
  }
  Value value =
      parameter.annotation == nullptr ? Value::anything() : annotation(function.module, *parameter.annotation);
  // In C++ a type that says nothing is no tensor's, and no docstring or use says more.
  if (value.is_anything() && project_.modules()[function.module].input.module->language == model::Language::kCxx)
    return value;
  if (parameter.kind == model::ParameterKind::kStar) return arena_.container(Kind::kTuple, value);
  if (parameter.kind == model::ParameterKind::kDoubleStar) return arena_.dictionary({}, value);
  if (value.is_anything()) value = from_type_comment(function, index);
  if (value.is_anything() && index > 0 && is_backward(function)) return caller_tensor(Element::kFloating);
  Value otherwise = parameter.default_value == nullptr ? Value{} : default_value(function, *parameter.default_value);
  otherwise.constant = {};
  // `score: Callable = cos_sim`: the default says which one.
  if (value.only(Kind::kFunction) && value.entities == nullptr && otherwise.only(Kind::kFunction)) value = otherwise;
  if (value.is_anything()) {
    if (std::optional<Value> said = from_docstring(function, name)) {
      value = *said;
    } else if (used_as_tensor(function, parameter.name)) {
      value = caller_tensor();
    } else {
      value = parameter_by_use(function, parameter.name);
    }
  }
  if (value.is_anything() && name == "device" && (otherwise.is_bottom() || otherwise.only(Kind::kNone))) {
    value = Value::device(Place::kCaller);
    value.evidence = Evidence::kDeclared;
  }
  // Models are built on the CPU and moved: who constructs one passes no device, unless a caller is seen that does.
  const bool builds_module = function.owner != kNowhere && function.function->name != known_.forward &&
                             project_.classes()[function.owner].is_module;
  if (builds_module && name == "device" && otherwise.only(Kind::kNone)) value.evidence = Evidence::kGuessed;
  if (!value.is_anything()) value = placed_by_use(function, parameter.name, value);
  // `noise: Tensor | bool = False`: who says nothing gives a host value, and few say more.
  if (otherwise.only(values::kHostNumber) && value.may_be(Kind::kTensor) && value.may_be(values::kHostNumber))
    value.evidence = Evidence::kGuessed;
  // `device: str = "cpu"`: whoever has a GPU passes another.
  if (value.only(Kind::kString) && name == "device") value.places = Place::kCaller;
  if (!value.is_anything()) return otherwise.only(Kind::kNone) ? values::join(arena_, value, otherwise) : value;
  if (parameter.default_value != nullptr && !otherwise.only(Kind::kNone) && !otherwise.is_anything()) {
    otherwise.evidence = Evidence::kDeclared;
    return otherwise;
  }
  // Arguments of a module's forward are tensors unless they look like settings.
  const bool setting =
      std::ranges::any_of(kSettingPrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
  if (function.owner != kNowhere && function.function->name == known_.forward &&
      project_.classes()[function.owner].is_module && !setting) {
    // What has a default of its own, or is used like a host value, may be a setting: unless its name says otherwise.
    const bool is_data = otherwise.is_bottom() || (otherwise.only(Kind::kNone) && among(kTensorLikeNames, name));
    const Value tensor = caller_tensor(values::kAnyElement, is_data && !used_as_host_value(function, parameter.name)
                                                                ? Evidence::kDeclared
                                                                : Evidence::kGuessed);
    return otherwise.is_bottom() ? tensor : values::join(arena_, tensor, otherwise);
  }
  if (among(kTensorLikeNames, name)) {
    Value guess = caller_tensor(values::kAnyElement, Evidence::kGuessed);
    return otherwise.is_bottom() ? guess : values::join(arena_, guess, otherwise);
  }
  return Value::anything();
}

std::optional<Value> Declared::returned(const FunctionInfo& function) const {
  if (function.function->return_annotation == nullptr) return std::nullopt;
  return annotation(function.module, *function.function->return_annotation);
}

}  // namespace syncfree::inference
