#include "analyzer/inference/annotation.h"

#include <algorithm>
#include <array>

namespace syncfree::inference {

namespace {

using values::Element;
using values::Kind;
using values::Kinds;
using Form = Annotation::Form;

constexpr int kDeepest = 12;
constexpr std::size_t kLongest = 400;  ///< of an annotation in text

constexpr std::array kTensorNames = {
    TensorName{"Tensor", values::kAnyElement},      TensorName{"Parameter", Element::kFloating},
    TensorName{"FloatTensor", Element::kFloating},  TensorName{"HalfTensor", Element::kFloating},
    TensorName{"DoubleTensor", Element::kFloating}, TensorName{"BFloat16Tensor", Element::kFloating},
    TensorName{"LongTensor", Element::kInteger},    TensorName{"IntTensor", Element::kInteger},
    TensorName{"ByteTensor", Element::kByte},       TensorName{"BoolTensor", Element::kBoolean},
};

std::string_view without_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \n") - first + 1);
}

/// Splits at `separator` outside brackets.
std::vector<std::string_view> split_top(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (depth == 0 && text[i] == separator)) {
      parts.push_back(without_spaces(text.substr(start, i - start)));
      start = i + 1;
    } else if (text[i] == '[' || text[i] == '(') {
      ++depth;
    } else if (text[i] == ']' || text[i] == ')') {
      --depth;
    }
  }
  return parts;
}

Annotation from_text(std::string_view text, int depth);

Kinds literal_kinds(const model::Constant& constant) {
  switch (constant.constant) {
    case model::ConstantKind::kString:
      return Kind::kString;
    case model::ConstantKind::kInteger:
      return Kind::kInteger;
    case model::ConstantKind::kNone:
      return Kind::kNone;
    default:
      return Kind::kBoolean;
  }
}

/// In text; a name stands for an enumeration's member.
Kinds literal_kinds(std::string_view text) {
  if (text.empty()) return {};
  if (text.front() == '"' || text.front() == '\'') return Kind::kString;
  if (text == "None") return Kind::kNone;
  if (text == "True" || text == "False") return Kind::kBoolean;
  return text.front() == '-' || (text.front() >= '0' && text.front() <= '9') ? Kinds(Kind::kInteger) : Kinds();
}

Annotation from_constant(const model::Constant& constant, int depth) {
  Annotation read;
  if (constant.constant == model::ConstantKind::kNone) read.form = Form::kNone;
  if (constant.constant == model::ConstantKind::kString) read = from_text(constant.text, depth + 1);
  read.is_ellipsis = constant.constant == model::ConstantKind::kEllipsis;
  read.literal = literal_kinds(constant);
  return read;
}

Annotation from_code(const model::Expression& node, std::string_view text, int depth) {
  if (depth > kDeepest) return {};
  if (const auto* constant = node.get_if<model::Constant>()) return from_constant(*constant, depth);
  if (const auto* either = node.get_if<model::Binary>();
      either != nullptr && either->operation == model::BinaryOperator::kBitOr) {
    Annotation read{.form = Form::kEither};
    read.parts = {from_code(*either->left, text, depth + 1), from_code(*either->right, text, depth + 1)};
    return read;
  }
  const auto* subscript = node.get_if<model::Subscript>();
  const model::Expression& named = subscript == nullptr ? node : *subscript->object;
  Annotation read{
      .form = Form::kName, .name = text.substr(named.range.begin, named.range.size()), .expression = &named};
  if (subscript == nullptr) {
    const bool is_name = node.kind == model::ExpressionKind::kName || node.kind == model::ExpressionKind::kAttribute;
    return is_name ? read : Annotation{};
  }
  read.form = Form::kGeneric;
  const auto* several = subscript->index->get_if<model::Sequence>();
  if (several != nullptr && several->sequence == model::SequenceKind::kTuple) {
    for (const model::Expression* argument : several->elements)
      read.parts.push_back(from_code(*argument, text, depth + 1));
  } else {
    read.parts.push_back(from_code(*subscript->index, text, depth + 1));
  }
  return read;
}

Annotation from_text(std::string_view written, int depth) {
  const std::string_view text = unquoted(written);
  if (text.empty() || text.size() > kLongest || depth > kDeepest) return {};
  Annotation read{.form = Form::kName, .name = text, .literal = literal_kinds(written), .is_ellipsis = text == "..."};
  if (text == "None") read.form = Form::kNone;
  if (const auto either = split_top(text, '|'); either.size() > 1) {
    read.form = Form::kEither;
    for (std::string_view part : either) read.parts.push_back(from_text(part, depth + 1));
  } else if (const std::size_t bracket = text.find('['); bracket != std::string_view::npos && text.back() == ']') {
    read.form = Form::kGeneric;
    read.name = text.substr(0, bracket);
    for (std::string_view part : split_top(text.substr(bracket + 1, text.size() - bracket - 2), ','))
      read.parts.push_back(from_text(part, depth + 1));
  }
  return read;
}

}  // namespace

Meant meant_by(const Annotation& annotation) {
  const std::string_view name = annotation.name.substr(annotation.name.rfind('.') + 1);
  switch (annotation.form) {
    case Form::kNone:
      return Meant::kNothing;
    case Form::kName: {
      const bool number = name == "float" || name == "int" || name == "complex" || name == "bool" || name == "Number";
      return number ? Meant::kNumber : name == "Tensor" ? Meant::kTensor : Meant::kOther;
    }
    case Form::kGeneric:
      if (name != "Optional" && name != "Union") return Meant::kOther;
      break;
    case Form::kUnknown:
      return Meant::kOther;
    default:
      break;
  }
  Meant all = Meant::kNothing;
  for (const Annotation& part : annotation.parts) {
    const Meant one = meant_by(part);
    if (one != Meant::kNothing) all = all == Meant::kNothing || all == one ? one : Meant::kOther;
  }
  return all;
}

namespace {

/// `Tuple[Tensor, Tensor]`, `SparseTensor`
bool holds_tensors(const Annotation& annotation) {
  const bool is_of_them =
      std::ranges::all_of(annotation.parts, [](const Annotation& part) { return meant_by(part) == Meant::kTensor; });
  return (annotation.form == Form::kGeneric && !annotation.parts.empty() && is_of_them) ||
         (annotation.form == Form::kName && annotation.name.ends_with("Tensor"));
}

/// `int`, `Optional[int]`
bool is_only(const Annotation& annotation, std::string_view name) {
  if (annotation.form == Form::kName) return annotation.name == name;
  const bool is_choice = annotation.form == Form::kGeneric &&
                         (annotation.name.ends_with("Optional") || annotation.name.ends_with("Union"));
  const auto is_it = [&](const Annotation& part) { return is_only(part, name); };
  return (is_choice || annotation.form == Form::kEither) && std::ranges::any_of(annotation.parts, is_it) &&
         std::ranges::all_of(annotation.parts,
                             [&](const Annotation& part) { return part.form == Form::kNone || is_it(part); });
}

}  // namespace

catalog::Takes taken_by(const Annotation& annotation) {
  if (is_only(annotation, "int")) return catalog::Takes::kInteger;
  if (is_only(annotation, "float")) return catalog::Takes::kNumber;
  if (meant_by(annotation) == Meant::kTensor) return catalog::Takes::kTensor;
  const bool is_choice =
      annotation.form == Form::kEither || (annotation.form == Form::kGeneric && annotation.name.ends_with("Union"));
  const bool takes_tensor =
      is_choice && !annotation.parts.empty() && meant_by(annotation.parts.front()) == Meant::kTensor &&
      std::ranges::all_of(annotation.parts, [](const Annotation& part) {
        return meant_by(part) == Meant::kTensor || meant_by(part) == Meant::kNothing || holds_tensors(part);
      });
  return takes_tensor ? catalog::Takes::kTensor : catalog::Takes::kAnything;
}

Annotation read_annotation(const model::Expression& node, std::string_view text) { return from_code(node, text, 0); }

Annotation read_annotation(std::string_view annotation) { return from_text(annotation, 0); }

std::vector<std::string_view> split_annotations(std::string_view list) { return split_top(list, ','); }

std::string_view unquoted(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n' || text.front() == '"' || text.front() == '\''))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '"' || text.back() == '\''))
    text.remove_suffix(1);
  return text;
}

std::span<const TensorName> tensor_names() { return kTensorNames; }

std::optional<values::Elements> elements_of_tensor(std::string_view name) {
  const auto* found = std::ranges::find(kTensorNames, name, &TensorName::name);
  return found == kTensorNames.end() ? std::nullopt : std::optional(found->elements);
}

}  // namespace syncfree::inference
