// What is known of an index by its name: `x[mask]`, `x[order[i]]`.
#include <algorithm>
#include <array>

#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/use_names.h"

namespace syncfree::inference {

namespace {

/// `mask`, `row_masks`, `mask_indices`: is one of the words of the name that of a mask.
bool names_a_mask(std::string_view name) {
  const std::size_t at = name.find("mask");
  if (at == std::string_view::npos || (at > 0 && name[at - 1] != '_')) return false;
  std::string_view rest = name.substr(at + 4);
  if (rest.starts_with('s')) rest.remove_prefix(1);
  return rest.empty() || rest.front() == '_';
}

/// `mask`, `row_masks`, not `mask_id`: is it a mask itself.
bool is_called_mask(std::string_view name) {
  return names_a_mask(name) && (name.ends_with("mask") || name.ends_with("masks"));
}

/// `t`, `tokens`: names of whole numbers that may all be zero.
bool names_numbers(std::string_view name) {
  static constexpr std::array<std::string_view, 8> kNames = {"t",      "timestep", "timesteps", "step",
                                                             "tokens", "token",    "labels",    "targets"};
  return std::ranges::find(kNames, name) != kNames.end();
}

/// `~padding`: whole numbers are seldom inverted to select by them.
bool is_inverted(const model::Expression& expression) {
  const auto* unary = expression.get_if<model::Unary>();
  return unary != nullptr && unary->operation == model::UnaryOperator::kInvert;
}

/// Methods whose result holds the same elements.
bool keeps_elements(std::string_view method) {
  static constexpr std::array<std::string_view, 12> kNames = {"view",   "reshape",    "flatten", "squeeze",
                                                              "clone",  "contiguous", "detach",  "unsqueeze",
                                                              "expand", "transpose",  "t",       "ravel"};
  return std::ranges::find(kNames, method) != kNames.end();
}

}  // namespace

/// The name at the root of what selects: `mask` of `~mask[0].view(-1)`.
model::Symbol Subscripts::selecting_name(const model::Expression& expression) const {
  const model::Expression* named = &expression;
  for (;;) {
    if (const auto* inverted = named->get_if<model::Unary>()) {
      named = inverted->operand;
    } else if (const auto* part = named->get_if<model::Subscript>()) {
      // `state["mask"]`
      const auto* key = part->index->get_if<model::Constant>();
      if (key != nullptr && key->constant == model::ConstantKind::kString) return project().symbols().intern(key->text);
      named = part->object;
    } else if (const auto* call = named->get_if<model::Call>()) {
      const auto* method = call->callee->get_if<model::Attribute>();
      if (method == nullptr || !keeps_elements(project().symbols().text(method->name))) return {};
      named = method->object;
    } else if (const auto* attribute = named->get_if<model::Attribute>()) {
      return attribute->name;
    } else {
      const auto* variable = named->get_if<model::Name>();
      return variable == nullptr ? model::Symbol{} : variable->name;
    }
  }
}

/// `keep`, which the function asks `keep.any()`.
bool Subscripts::is_tested_as_mask(const model::Expression& expression, model::Symbol name) const {
  const bool is_itself = is_inverted(expression) || expression.kind == model::ExpressionKind::kName;
  const std::string_view text = project().symbols().text(name);
  return is_itself && !names_positions(text) && !names_numbers(text) &&
         declared_.selects_as_mask(frame_.module, frame_.function, name);
}

/// What is called a mask and selects is boolean, and what is called an index is not, if nothing else is known of its
/// elements. Of an unknown value that selects from a tensor, the name says as much.
Value Subscripts::selecting_index(const model::Expression& expression, Value index, const Value& object) {
  if (const auto* parts = expression.get_if<model::Sequence>()) {
    const values::Aggregate* content = index.aggregate;
    if (parts->sequence != model::SequenceKind::kTuple || content == nullptr || !content->exact ||
        content->elements.size() != parts->elements.size())
      return index;
    std::vector<Value> elements(content->elements.begin(), content->elements.end());
    for (std::size_t i = 0; i < elements.size(); ++i)
      elements[i] = selecting_index(*parts->elements[i], elements[i], object);
    return arena_.sequence(Kind::kTuple, elements);
  }
  if (index.is_anything() && object.may_be(Kinds(Kind::kTensor) | Kind::kAnything) && !object.may_be(Kind::kArray)) {
    const model::Symbol name = selecting_name(expression);
    const bool is_called = name && (is_called_mask(project().symbols().text(name)) ||
                                    (object.may_be(Kind::kTensor) && is_tested_as_mask(expression, name)));
    // `boxes[keep]`, where `keep = other.scores > 0`
    const bool is_compared = object.may_be(Kind::kTensor) && index.is_unknown_mask();
    if (!(is_called || is_compared) || !declared_.knows_torch(frame_.module)) return index;
    if (declared_.declares_arrays(frame_.module, frame_.function)) return index;
    const Value mask =
        Value::tensor(values::Place::kCaller, values::Element::kBoolean, {}, values::Evidence::kDeclared);
    return declared_.completed(arena_, index, mask);
  }
  if (!index.only(Kind::kTensor) || index.elements != values::kAnyElement) return index;
  if (const model::Symbol name = selecting_name(expression)) {
    const std::string_view text = project().symbols().text(name);
    if (names_a_mask(text) || (is_inverted(expression) && !names_positions(text)) ||
        is_tested_as_mask(expression, name)) {
      index.elements = values::Element::kBoolean;
    } else if (names_positions(text)) {
      index.elements = values::Element::kInteger;
    }
  }
  return index;
}

bool Subscripts::is_called_positions(const model::Expression& expression) const {
  const auto* name = expression.get_if<model::Name>();
  return name != nullptr && names_positions(project().symbols().text(name->name));
}

}  // namespace syncfree::inference
