// An annotation in one form, whether it was written as code, as a string or in a type comment.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/catalog/operator.h"
#include "analyzer/model/expression.h"
#include "analyzer/values/value.h"

namespace syncfree::inference {

struct Annotation {
  enum class Form : std::uint8_t {
    kUnknown,
    kNone,
    kName,     ///< `torch.Tensor`
    kGeneric,  ///< `list[Tensor]`
    kEither,   ///< `Tensor | None`
  };
  Form form = Form::kUnknown;
  std::string_view name = {};                     ///< dotted, with its generic parts left out
  const model::Expression* expression = nullptr;  ///< what the name was written as; null in text
  values::Kinds literal = {};                     ///< as an argument of `Literal`; empty for what is no constant
  bool is_ellipsis = false;
  std::vector<Annotation> parts = {};  ///< a generic's arguments, or the possibilities
};

/// `text` is the module's, which the ranges of `node` are of.
Annotation read_annotation(const model::Expression& node, std::string_view text);
Annotation read_annotation(std::string_view annotation);

/// What an annotation means beside None, by its text alone: `float | None`, `torch.Tensor`.
enum class Meant : std::uint8_t { kNothing, kNumber, kTensor, kOther };
Meant meant_by(const Annotation& annotation);

/// What a parameter of that annotation takes, as far as the text says: a tensor for `Tensor | None` and
/// `Union[Tensor, Tuple[Tensor, Tensor]]`, and neither for `Tensor | float` nor for `List[Tensor]`.
catalog::Takes taken_by(const Annotation& annotation);

/// The annotations that a list of them holds, split at commas outside brackets.
std::vector<std::string_view> split_annotations(std::string_view list);

/// Without white space and quotes around it.
std::string_view unquoted(std::string_view text);

/// What a tensor of that annotation may hold: `LongTensor`, `Tensor`.
struct TensorName {
  std::string_view name;
  values::Elements elements;
};
std::span<const TensorName> tensor_names();
std::optional<values::Elements> elements_of_tensor(std::string_view name);

/// A tensor that whoever calls has chosen.
inline values::Value caller_tensor(values::Elements elements = values::kAnyElement,
                                   values::Evidence evidence = values::Evidence::kDeclared) {
  return values::Value::tensor(values::Place::kCaller, elements, {}, evidence);
}

}  // namespace syncfree::inference
