#include "analyzer/catalog/origin.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/catalog/operand.h"
#include "analyzer/catalog/rank_rule.h"
#include "analyzer/model/dotted_name.h"

namespace syncfree::catalog {

using values::Kind;
using values::Origin;
using values::Place;
using values::Value;

namespace {

// Once the host has computed something from a value of the GPU, a copy back is no round trip.
constexpr std::array<std::string_view, 34> kKeepsValues = {
    "bfloat16",  "bool",      "byte",       "char",           "clone",     "contiguous", "cpu",     "detach",  "double",
    "expand",    "expand_as", "flatten",    "float",          "half",      "int",        "long",    "movedim", "narrow",
    "permute",   "reshape",   "reshape_as", "requires_grad_", "select",    "short",      "squeeze", "t",       "to",
    "transpose", "type",      "type_as",    "unflatten",      "unsqueeze", "view",       "view_as"};

bool keeps_values(const Operator& operation) {
  // Without a name: an attribute (`x.T`), which is a view.
  const std::string_view name = model::last_part(operation.name);
  return name.empty() || std::ranges::find(kKeepsValues, name) != kKeepsValues.end();
}

/// The tensor whose elements the result has: of `x.expand_as(y)` the first, which the second only gives a shape, and
/// otherwise the only one among the arguments; null if there are several or none.
const Value* source_of(const CallView& call) {
  const auto& given = call.arguments.by_parameter;
  const std::string_view name = model::last_part(call.operation.name);
  if (name.ends_with("_as") && keeps_values(call.operation) && !given.empty() && given[0] != nullptr)
    return given[0]->only(Kind::kTensor) ? given[0] : nullptr;
  const Value* tensor = nullptr;
  int count = 0;
  const auto look = [&](const Value* value) {
    if (value == nullptr || !value->may_be(Kind::kTensor)) return;
    tensor = value;
    ++count;
  };
  for (const Value* value : call.arguments.by_parameter) look(value);
  for (const Value* value : call.arguments.extra) look(value);
  return count == 1 && tensor->only(Kind::kTensor) ? tensor : nullptr;
}

Origin origin_of_data(const Value* data) {
  if (data == nullptr || data->is_anything() || data->may_be(Kind::kTensor)) return Origin::kUnknown;
  return data->only(values::kHostNumber) ? Origin::kOneNumber : Origin::kHostData;
}

/// Computed of several tensors that constructors made, and of numbers: it could be computed on the GPU from the start.
bool is_of_constructors(const CallView& call) {
  bool found = false;
  bool all = true;
  const auto look = [&](const auto& self, const Value& value, int depth) -> void {
    if (value.may_be(Kind::kTensor)) {
      found = true;
      all =
          all && value.only(Kind::kTensor) && value.places.within(Place::kCpu) && value.origin == Origin::kConstructor;
    } else if (value.is_anything() || value.may_be(Kind::kArray)) {
      all = false;
    } else if (value.aggregate != nullptr && depth == 0) {
      for (const Value& element : value.aggregate->elements) self(self, element, 1);
      // What fills a list in a loop may stand for data.
      if (value.only(Kind::kTuple)) self(self, value.aggregate->rest, 1);
      all = all && (value.only(Kind::kTuple) || value.aggregate->rest.is_bottom());
    } else if (value.may_be(values::kContainer)) {
      all = false;
    }
  };
  for_each_argument(call.arguments, [&](const Value& value) { look(look, value, 0); });
  return found && all;
}

/// `torch.tensor([])`, `torch.empty(0, 4)`
bool is_without_elements(const TensorRule& rule, const CallView& call) {
  if (rule.extent == ExtentRule::kSizes) return element_count(rule.extent_operand, call) == 0;
  const Value* data = rule.extent == ExtentRule::kData ? value_of(rule.extent_operand, call.arguments) : nullptr;
  return data != nullptr && element_count(*data) == 0;
}

}  // namespace

Origin origin_by(const TensorRule& rule, values::Places places, const CallView& call) {
  if (!places.within(Place::kCpu)) return Origin::kUnknown;
  if (rule.device == DeviceRule::kFixed) {
    if (is_without_elements(rule, call)) return Origin::kNoElements;
    if (rule.rank == RankRule::kData) return origin_of_data(value_of(rule.rank_operand, call.arguments));
    if (rule.device_argument.parameter >= 0) return Origin::kConstructor;
  }
  const Value* from = source_of(call);
  if (from == nullptr) return is_of_constructors(call) ? Origin::kConstructor : Origin::kUnknown;
  const Origin origin = from->places.within(values::kOnDevice) ? Origin::kDevice : from->origin;
  return origin == Origin::kDevice && !keeps_values(call.operation) ? Origin::kUnknown : origin;
}

}  // namespace syncfree::catalog
