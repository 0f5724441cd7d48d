#include "analyzer/engine/judging/grounds.h"

#include <algorithm>
#include <string_view>

#include "analyzer/model/dotted_name.h"

namespace syncfree::engine {

namespace {

using values::Element;
using values::Elements;
using values::Kind;
using values::Kinds;
using values::Truth;
using values::Value;

/// The catalog says that such calls may wait, whatever they are given.
bool may_always_wait(const catalog::Block& block) {
  return std::ranges::count(block.condition, catalog::Predicate::kPerhaps, &catalog::ConditionNode::predicate) > 0;
}

/// Whether it waits is not known: of a call, because an option is not. What is tested, printed or indexed may be None,
/// or lie on the host, and so may what a builtin is given.
bool hangs_on_option(const Event& event) {
  return event.kind == EventKind::kCall && !event.of_unknown &&
         (!event.places.empty() || may_always_wait(*event.block)) && !event.operation->name.starts_with("builtins.");
}

bool may_be_list(const Value& index) { return index.may_be(Kind::kList) && !index.only(Kind::kList); }

/// What selects is seldom a mask where nothing says so, and mostly lies where the tensor does. A list never does.
bool may_select_by_list(const Value& index) {
  if (index.only(Kind::kTuple) && index.aggregate != nullptr)
    return std::ranges::any_of(index.aggregate->elements, may_be_list);
  return may_be_list(index);
}

/// Numbers are compared and computed with as tensors are; only a tensor is asked for its sum, or for any of its truths.
bool is_reduced(const Value& value) {
  return value.may_be(Kind::kTensor) && value.only(Kinds(Kind::kTensor) | Kind::kBoolean) &&
         value.rank.is(0) == Truth::kYes;
}

bool is_truth(const Value& value) { return value.elements == Elements(Element::kBoolean); }

/// `module.to(x)`: it goes to where that tensor is, if not in what is built on the CPU.
bool goes_to_tensor(const Event& event) {
  return event.operation != nullptr && model::last_part(event.operation->name) == "to" &&
         !event.operands[0].may_be(Kind::kTensor) && event.operands[1].only(Kind::kTensor);
}

/// A function or method of tensors computes something of the first operand. It is no copy, which hangs on where both
/// sides are, and reads no other argument, which may be a number as well. `torch._assert(a == b)` takes both.
bool works_on_tensor(const Event& event) {
  if (event.kind != EventKind::kCall || event.operation == nullptr || event.read_back != 0) return false;
  const std::string_view name = event.operation->name;
  return event.operation->role != catalog::Role::kCopy && event.operands[0].may_be(Kind::kTensor) &&
         (name.starts_with("torch.Tensor.") || (name.starts_with("torch.") && !is_truth(event.operands[0])));
}

/// Either a value is taken for a tensor by its name, or the code seldom runs with what is on the GPU.
bool is_more_than_guess(const Event& event) {
  const Value& value = event.operands[0];
  const bool tests = event.kind == EventKind::kTruth && is_truth(value) && is_reduced(value);
  if (tests || goes_to_tensor(event)) return true;
  return value.evidence == values::Evidence::kGuessed && (is_reduced(value) || works_on_tensor(event));
}

}  // namespace

bool has_grounds(const Event& event, const RuleInfo& rule, Truth sure) {
  if (!values::known(event.blocks)) return hangs_on_option(event);
  if (!values::known(sure)) return rule.waits_for != WaitsFor::kShape && may_select_by_list(event.operands[1]);
  return is_more_than_guess(event);
}

}  // namespace syncfree::engine
