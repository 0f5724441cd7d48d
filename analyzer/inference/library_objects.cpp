// Calls of objects of libraries, of which most are modules.
#include <algorithm>

#include "analyzer/catalog/operand.h"
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

namespace {

/// A module computes where its data is: `criterion(prediction.cpu(), target.cpu())`, `model(**{"ids": torch.ones(3)})`.
bool are_on_cpu(std::span<const ArgumentValue> arguments) {
  bool any = false;
  const auto is_elsewhere = [&](const Value& value) {
    if (!value.may_be(Kind::kTensor)) return false;
    if (!value.only(Kind::kTensor) || value.places != values::Places(values::Place::kCpu)) return true;
    any |= value.evidence == values::Evidence::kSeen;
    return false;
  };
  for (const ArgumentValue& argument : arguments) {
    if (is_elsewhere(argument.value)) return false;
    if (argument.stars != 2 || argument.value.aggregate == nullptr) continue;
    const values::Aggregate& named = *argument.value.aggregate;
    const auto is_part_elsewhere = [&](const values::DictionaryEntry& entry) { return is_elsewhere(entry.value); };
    if (is_elsewhere(named.rest) || std::ranges::any_of(named.entries, is_part_elsewhere)) return false;
  }
  return any;
}

/// What a module gives for inputs on the CPU is there, also in an object: `model(ids).logits`.
Value on_cpu(Value given, values::ValueArena& arena) {
  if (given.only(Kind::kTensor)) given.places = values::Place::kCpu;
  if (!given.only(Kind::kLibraryObject) || given.aggregate == nullptr || !given.aggregate->elements.empty() ||
      !given.aggregate->entries.empty() || !given.aggregate->rest.only(Kind::kTensor))
    return given;
  Value element = given.aggregate->rest;
  element.places = values::Place::kCpu;
  given.aggregate = arena.container(Kind::kList, element).aggregate;
  return given;
}

}  // namespace

Value Calls::call_library_object(const Value& callee, std::uint32_t node, std::span<const ArgumentValue> arguments,
                                 source::TextRange range) {
  const catalog::NodeRow& row = catalog().row(node);
  if (callee.aggregate != nullptr && known_.sequential != kNowhere && catalog().derives(node, known_.sequential)) {
    return module_containers_.call_in_turn(callee, arguments, range);
  }
  const Value* wrapped = module_containers_.is_module(callee) ? catalog::kept_field(callee, "module") : nullptr;
  if (wrapped != nullptr && !wrapped->is_anything())
    return call_wrapper(callee, *wrapped, row.object_call, arguments, range);
  if (row.object_call == nullptr) return Value::anything();
  const bool is_on_host = module_containers_.is_module(callee) && are_on_cpu(arguments);
  Value module = callee;
  if (is_on_host && callee.places != values::Places(values::Place::kCuda)) module.places = values::Place::kCpu;
  Value result = call_operator(*row.object_call, &module, arguments, range);
  if (is_on_host) result = on_cpu(result, arena_);
  // A module of an unknown class may return several tensors in an object of its own.
  if (node == known_.module && result.only(Kind::kTensor)) {
    Value output = declared_.holder(known_.output, result.places);
    output.read_back = result.read_back;
    output.waits_back = result.waits_back;
    return output;
  }
  return result;
}

}  // namespace syncfree::inference
