#include "analyzer/engine/judging/untraced_code.h"

#include <algorithm>
#include <array>

#include "analyzer/engine/judging/numpy_number.h"
#include "analyzer/values/index.h"

namespace syncfree::engine {
namespace {

using model::Expression;
using values::Kind;

const values::Value* value_at(const FunctionView& view, const Expression* expression) {
  return expression == nullptr ? nullptr : view.observation().value_of(*expression);
}

bool is_traced_tensor_at(const FunctionView& view, const Expression* expression) {
  return is_traced_tensor(value_at(view, expression));
}

/// Nothing else, as far as anybody says.
bool is_only(const values::Value* value, values::Kinds kinds) {
  return value != nullptr && !value->is_bottom() && value->evidence != values::Evidence::kGuessed && value->only(kinds);
}

model::Expressions parts_of(const Expression* const& index) {
  const auto* several = index->get_if<model::Sequence>();
  return several == nullptr ? model::Expressions(&index, 1) : several->elements;
}

/// `x[:n]`, by a tensor on whatever device.
bool is_cut_by_tensor(const FunctionView& view, const model::Subscript& subscript) {
  return std::ranges::any_of(parts_of(subscript.index), [&](const Expression* part) {
    const auto* slice = part->get_if<model::Slice>();
    if (slice == nullptr) return false;
    return std::ranges::any_of(std::array{slice->start, slice->stop, slice->step}, [&](const Expression* bound) {
      return is_traced_tensor_at(view, bound) || (bound != nullptr && is_numpy_number(view, *bound));
    });
  });
}

/// `x[mask]`, `x[i]`: for what is on the GPU the host waits, and on the CPU the data decide as well.
bool has_cpu_part(const FunctionView& view, const model::Subscript& subscript, values::IndexKind kind) {
  const values::Value* index = value_at(view, subscript.index);
  if (index == nullptr || index->is_bottom() || index->evidence == values::Evidence::kGuessed) return false;
  return std::ranges::any_of(values::index_parts(*index), [kind](const values::IndexPart& part) {
    return part.kind == kind && values::known(part.sure) && part.evidence != values::Evidence::kGuessed;
  });
}

std::optional<UntracedCode> of_subscript(const FunctionView& view, const model::Subscript& subscript, bool is_read) {
  if (is_traced_tensor_at(view, subscript.object)) {
    if (is_cut_by_tensor(view, subscript))
      return UntracedCode{"is cut by the value of a tensor", "dynamo traces slices of numbers only"};
    if (is_read && has_cpu_part(view, subscript, values::IndexKind::kCpuMask))
      return UntracedCode{"selects by a mask", "the data decide the shape of the result"};
    if (has_cpu_part(view, subscript, values::IndexKind::kCpuScalar))
      return UntracedCode{"is at the position that a tensor holds", "dynamo needs a number of Python here"};
    return std::nullopt;
  }
  if (is_read && is_only(value_at(view, subscript.object), values::Kinds(Kind::kList) | Kind::kTuple | Kind::kString) &&
      is_traced_tensor_at(view, subscript.index))
    return UntracedCode{"is chosen by the value of a tensor", "dynamo needs a number of Python here"};
  return std::nullopt;
}

/// `x == None`; `x != None` and `None == x` are traced.
std::optional<UntracedCode> of_comparison(const FunctionView& view, const model::Comparison& comparison) {
  if (comparison.operators.size() != 1 || comparison.operators[0] != model::ComparisonOperator::kEqual ||
      !is_traced_tensor_at(view, comparison.operands[0]))
    return std::nullopt;
  if (!is_only(value_at(view, comparison.operands[1]), values::Kinds(Kind::kNone) | Kind::kString)) return std::nullopt;
  return UntracedCode{"compares a tensor with what is no tensor",
                      "dynamo does not trace `==` with other values; `is` it does"};
}

/// Dynamo calls the methods of a class for `+`, `[]` and most others.
std::optional<UntracedCode> of_own_operator(const FunctionView& view, const Expression* object) {
  if (!is_only(value_at(view, object), Kind::kInstance)) return std::nullopt;
  return UntracedCode{"is an operator of a class", "dynamo does not call the method for it"};
}

/// The most arguments by place that dynamo takes; one before them was the factor in old versions of torch.
struct ByPlace {
  std::string_view name;
  std::size_t most;
};

constexpr auto kByPlace =
    std::to_array<ByPlace>({{"torch.Tensor.add_", 1}, {"torch.Tensor.addcmul_", 2}, {"torch.Tensor.addcdiv_", 2}});

// They take sizes or positions, which have to be numbers of Python.
constexpr auto kTakeSizes = std::to_array<std::string_view>({"torch.zeros",
                                                             "torch.ones",
                                                             "torch.empty",
                                                             "torch.full",
                                                             "torch.rand",
                                                             "torch.randn",
                                                             "torch.eye",
                                                             "torch.randperm",
                                                             "torch.Tensor.view",
                                                             "torch.Tensor.reshape",
                                                             "torch.Tensor.expand",
                                                             "torch.Tensor.repeat",
                                                             "torch.Tensor.tile",
                                                             "torch.Tensor.narrow",
                                                             "torch.Tensor.select",
                                                             "torch.Tensor.topk",
                                                             "torch.Tensor.new_zeros",
                                                             "torch.Tensor.new_ones",
                                                             "torch.Tensor.new_empty",
                                                             "torch.Tensor.new_full",
                                                             "torch.nn.functional.pad",
                                                             "torch.nn.functional.interpolate"});

/// `x.view(n, np.prod(shape))`, `torch.zeros((np.prod(shape), 2))`
bool is_reduced(const FunctionView& view, const Expression& argument) {
  const auto* several = argument.get_if<model::Sequence>();
  if (several == nullptr) return is_numpy_reduction(view, argument);
  return std::ranges::any_of(several->elements,
                             [&](const Expression* element) { return is_numpy_reduction(view, *element); });
}

/// Of a call that takes sizes. `torch.full(size, value)` takes a tensor for the value, too; `x.new_full` does not.
bool is_number(const FunctionView& view, const model::Call& call, const model::Argument& argument,
               std::string_view callee) {
  if (callee != "torch.full" || &argument == call.arguments.data()) return true;
  return argument.keyword && view.analysis().world.project.symbols().text(argument.keyword) == "size";
}

/// Without the object of `torch.Tensor.add_(x, y)`.
std::size_t arguments_by_place(const FunctionView& view, const model::Call& call) {
  const auto count = static_cast<std::size_t>(std::ranges::count_if(
      call.arguments, [](const model::Argument& argument) { return !argument.keyword && argument.stars == 0; }));
  const auto* method = call.callee->get_if<model::Attribute>();
  const bool is_of_class = method != nullptr && is_only(value_at(view, method->object), Kind::kClass);
  return is_of_class && count > 0 ? count - 1 : count;
}

std::optional<UntracedCode> of_call(const FunctionView& view, const model::Call& call) {
  const std::size_t by_place = arguments_by_place(view, call);
  for (const catalog::Operator* operation : operators_of(view, call)) {
    const auto places = std::ranges::find(kByPlace, operation->name, &ByPlace::name);
    if (places != kByPlace.end() && by_place > places->most)
      return UntracedCode{"gives a factor by its place", "dynamo takes it by its name alone"};
    if (std::ranges::find(kTakeSizes, operation->name) == kTakeSizes.end()) continue;
    if (std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
          return is_number(view, call, argument, operation->name) && is_reduced(view, *argument.value);
        }))
      return UntracedCode{"takes a size that NumPy computes", "dynamo keeps a tensor for it"};
  }
  return std::nullopt;
}

std::optional<UntracedCode> of_value(const FunctionView& view, const Expression& expression) {
  if (const auto* subscript = expression.get_if<model::Subscript>()) return of_subscript(view, *subscript, true);
  if (const auto* comparison = expression.get_if<model::Comparison>()) return of_comparison(view, *comparison);
  if (const auto* binary = expression.get_if<model::Binary>())
    return binary->operation == model::BinaryOperator::kMatrixMultiply ? of_own_operator(view, binary->left)
                                                                       : std::nullopt;
  if (const auto* call = expression.get_if<model::Call>()) return of_call(view, *call);
  const auto* unary = expression.get_if<model::Unary>();
  return unary != nullptr && unary->operation == model::UnaryOperator::kInvert ? of_own_operator(view, unary->operand)
                                                                               : std::nullopt;
}

/// Only an Enum has members to go through.
std::optional<UntracedCode> of_iteration(const FunctionView& view, const Expression* iterable) {
  const values::Value* value = value_at(view, iterable);
  if (!is_only(value, Kind::kClass) || value->entities == nullptr) return std::nullopt;
  const auto is_of_project = [](const values::Entity& entity) { return entity.kind == values::EntityKind::kClass; };
  if (!std::ranges::all_of(value->entities->items, is_of_project)) return std::nullopt;
  return UntracedCode{"is set to each member of a class", "dynamo does not go through an Enum"};
}

bool is_method(const values::Value* value) {
  return value != nullptr && value->entities != nullptr && !value->entities->items.empty();
}

}  // namespace

bool is_traced_tensor(const values::Value* value) {
  if (value == nullptr || value->evidence == values::Evidence::kGuessed) return false;
  return values::known(value->is_tensor()) || (!value->is_bottom() && value->only(Kind::kArray));
}

bool is_truth_of_data(const FunctionView& view, const Expression& condition) {
  return is_traced_tensor(view.observation().value_of(condition)) || is_numpy_number(view, condition);
}

std::optional<UntracedCode> untraced_code(const FunctionView& view, const flow::Step& step) {
  if (step.kind == flow::StepKind::kEvaluate) return of_value(view, *step.expression);
  if (step.kind != flow::StepKind::kBind && step.kind != flow::StepKind::kUpdate) return std::nullopt;
  if (step.partial && step.value != nullptr) return of_iteration(view, step.value);
  const auto* subscript = step.expression->get_if<model::Subscript>();
  return subscript == nullptr ? std::nullopt : of_subscript(view, *subscript, false);
}

std::string data_attribute(const FunctionView& view, const flow::Step& step) {
  const auto* attribute = step.expression->get_if<model::Attribute>();
  if (attribute == nullptr) return {};
  const bool is_store = step.kind == flow::StepKind::kBind || step.kind == flow::StepKind::kUpdate;
  if (!is_store && (step.kind != flow::StepKind::kEvaluate || is_method(value_at(view, step.expression)))) return {};
  const values::Value* object = value_at(view, attribute->object);
  if (!is_traced_tensor(object)) return {};
  const std::string name(view.analysis().world.project.symbols().text(attribute->name));
  return (object->only(Kind::kArray) ? "numpy.ndarray." : "torch.Tensor.") + name + (is_store ? "=" : "");
}

}  // namespace syncfree::engine
