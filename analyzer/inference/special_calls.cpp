// Library calls that act on control, on objects, or through callbacks: which function has which handler.
#include <algorithm>

#include "analyzer/inference/special_call.h"

namespace syncfree::inference {

SpecialCall::SpecialCall(Evaluation& all, Special special, std::uint32_t node, std::span<const ArgumentValue> arguments,
                         source::TextRange range)
    : all_(all),
      arena_(all.arena),
      known_(all.known),
      special_(special),
      name_(all.world.project.catalog().row(node).name),
      arguments_(arguments),
      range_(range),
      first_(argument_at(arguments, 0)),
      second_(argument_at(arguments, 1)) {}

/// Null for functions that are handled where they are called: `cast`, `dict.get`, `str.format`.
SpecialCall::Handler SpecialCall::handler_of(Special special) {
  struct Row {
    Special special;
    Handler handler;
  };
  static constexpr Row kRows[] = {
      {Special::kExecute, &SpecialCall::execute},
      {Special::kSuper, &SpecialCall::super_object},
      {Special::kTrueConstant, &SpecialCall::always_true},
      {Special::kFalseConstant, &SpecialCall::always_false},
      {Special::kDecided, &SpecialCall::decided},
      {Special::kIsTensor, &SpecialCall::is_tensor},
      {Special::kIsInstance, &SpecialCall::is_instance},
      {Special::kHasAttr, &SpecialCall::has_attribute},
      {Special::kGetAttr, &SpecialCall::get_attribute},
      {Special::kSetAttr, &SpecialCall::set_attribute},
      {Special::kStoreAttribute, &SpecialCall::store_attribute},
      {Special::kVars, &SpecialCall::variables_of},
      {Special::kAsDict, &SpecialCall::fields_of},
      {Special::kToFloat, &SpecialCall::to_float},
      {Special::kToInteger, &SpecialCall::to_integer},
      {Special::kToBoolean, &SpecialCall::to_boolean},
      {Special::kToString, &SpecialCall::to_string},
      {Special::kLength, &SpecialCall::length},
      {Special::kType, &SpecialCall::type},
      {Special::kKeepFunction, &SpecialCall::keep_function},
      {Special::kNamedTuple, &SpecialCall::named_tuple},
      {Special::kMap, &SpecialCall::map},
      {Special::kFilter, &SpecialCall::filter},
      {Special::kReduce, &SpecialCall::reduce},
      {Special::kSortLike, &SpecialCall::sort_like},
      {Special::kPartial, &SpecialCall::partial},
      {Special::kLowerCase, &SpecialCall::lower_case},
      {Special::kUpperCase, &SpecialCall::upper_case},
      {Special::kTreeMap, &SpecialCall::tree_map},
      {Special::kTreeLeaves, &SpecialCall::tree_leaves},
      {Special::kTreeFlatten, &SpecialCall::tree_flatten},
      {Special::kIterate, &SpecialCall::container_of_elements},
      {Special::kNext, &SpecialCall::next},
      {Special::kEnumerate, &SpecialCall::enumerate},
      {Special::kDictionary, &SpecialCall::dictionary},
      {Special::kZip, &SpecialCall::zip},
      {Special::kSample, &SpecialCall::sample},
  };
  const auto* row = std::ranges::find(kRows, special, &Row::special);
  return row == std::ranges::end(kRows) ? nullptr : row->handler;
}

std::optional<Value> SpecialCall::evaluate() {
  const Handler handler = handler_of(special_);
  return handler == nullptr ? std::nullopt : (this->*handler)();
}

/// What a call of it does in a way of its own; kNone if it may be anything else, too.
Special Calls::special_of(const Value& callee) const {
  if (callee.entities == nullptr || callee.entities->items.size() != 1) return Special::kNone;
  const Entity& entity = callee.entities->items.front();
  if (entity.kind != EntityKind::kLibraryName) return Special::kNone;
  const Special* special = known_.specials.find(entity.index);
  return special == nullptr ? Special::kNone : *special;
}

/// `cast(type, value)`: the type completes what is known of the value.
std::optional<Value> Calls::cast(const model::Call& node, const Value& callee,
                                 std::span<const ArgumentValue> arguments) {
  if (arguments.size() != 2 || special_of(callee) != Special::kCast) return std::nullopt;
  const Value& value = arguments[1].value;
  const Value declared = declared_.annotation(frame_.module, *node.arguments[0].value);
  if (declared.is_anything()) return value;
  return binding_.is_vague(value, 0) ? binding_.refined(value, declared, 0) : value;
}

std::optional<Value> Calls::call_special(Special special, std::uint32_t node, std::span<const ArgumentValue> arguments,
                                         source::TextRange range) {
  return SpecialCall(all_, special, node, arguments, range).evaluate();
}

}  // namespace syncfree::inference
