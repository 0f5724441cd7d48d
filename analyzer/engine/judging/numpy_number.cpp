#include "analyzer/engine/judging/numpy_number.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace syncfree::engine {
namespace {

using model::Expression;
using values::Kind;

constexpr auto kNumbers = values::Kinds(Kind::kArray) | Kind::kInteger | Kind::kFloating;

// What dynamo makes a tensor of, whatever it is given.
constexpr auto kMadeTensors =
    std::to_array<std::string_view>({"numpy.sum", "numpy.prod", "numpy.max", "numpy.min", "numpy.mean", "numpy.std",
                                     "numpy.argmax", "numpy.argmin", "numpy.amax", "numpy.amin", "numpy.var",
                                     "numpy.median", "numpy.ptp", "numpy.count_nonzero", "numpy.any", "numpy.all"});

// Of integers they give one; a float of NumPy is one of Python.
constexpr auto kKeepIntegers = std::to_array<std::string_view>(
    {"numpy.clip", "numpy.minimum", "numpy.maximum", "numpy.abs", "numpy.absolute", "numpy.mod", "numpy.remainder",
     "numpy.sign", "numpy.add", "numpy.subtract", "numpy.multiply", "numpy.floor_divide", "numpy.power", "numpy.gcd",
     "numpy.lcm", "numpy.negative"});

bool is_of(const FunctionView& view, const model::Call& call, std::span<const std::string_view> names) {
  return std::ranges::any_of(operators_of(view, call), [&](const catalog::Operator* operation) {
    return std::ranges::find(names, operation->name) != names.end();
  });
}

bool is_of_numpy(const FunctionView& view, const model::Call& call) {
  return std::ranges::any_of(operators_of(view, call), [](const catalog::Operator* operation) {
    return operation->name.starts_with("numpy.") && !operation->name.starts_with("numpy.ndarray.");
  });
}

/// Neither `is` nor `in`.
bool is_of_values(model::ComparisonOperator comparison) {
  return comparison <= model::ComparisonOperator::kGreaterEqual;
}

}  // namespace

bool is_numpy_number(const FunctionView& view, const Expression& expression) {
  const values::Value* value = view.observation().value_of(expression);
  if (value == nullptr || value->is_bottom() || value->evidence == values::Evidence::kGuessed) return false;
  if (value->may_be(Kind::kArray) && value->only(kNumbers)) return true;
  const auto of_part = [&](const Expression* part) { return is_numpy_number(view, *part); };
  if (const auto* comparison = expression.get_if<model::Comparison>())
    return std::ranges::all_of(comparison->operators, is_of_values) &&
           std::ranges::any_of(comparison->operands, of_part);
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr || !value->may_be(kNumbers)) return false;
  const auto* method = call->callee->get_if<model::Attribute>();
  return is_of_numpy(view, *call) || (method != nullptr && of_part(method->object));
}

bool is_numpy_reduction(const FunctionView& view, const Expression& expression) {
  const auto* call = expression.get_if<model::Call>();
  return call != nullptr && is_of(view, *call, kMadeTensors);
}

bool is_read_numpy_number(const FunctionView& view, const Expression& expression) {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr) return false;
  if (is_of(view, *call, kMadeTensors)) return true;
  return is_of(view, *call, kKeepIntegers) &&
         std::ranges::all_of(call->arguments, [&](const model::Argument& argument) {
           const values::Value* value = view.observation().value_of(*argument.value);
           return value != nullptr && !value->is_bottom() && value->only(Kind::kInteger);
         });
}

}  // namespace syncfree::engine
