#include "rules/shared/copy_rule.h"

#include "rules/shared/call_match.h"

namespace syncfree::rules {

using engine::Event;
using engine::Origin;
using values::Kind;
using values::Kinds;

namespace {

/// One host number in a list, `[0.5]`.
bool is_list_of_one_number(const values::Value& value) {
  if (!value.only(Kinds(Kind::kList) | Kind::kTuple) || value.aggregate == nullptr || !value.aggregate->exact)
    return false;
  return value.aggregate->elements.size() == 1 && value.aggregate->elements.front().only(values::kHostNumber);
}

std::string_view rule_of_move(const Event& event) {
  if (moves_module(event)) return "SF105";
  // From pinned memory the wait is only a missing non_blocking=True, whatever made the tensor.
  if (event.operands[0].memories.within(values::Memory::kPinned)) return "SF102";
  switch (event.origin) {
    case Origin::kUnknown:
    case Origin::kNoElements:
      return "SF102";
    case Origin::kConstructor:
      return "SF105";
    case Origin::kHostData:
      return "SF201";
    case Origin::kOneNumber:
      return "SF202";
    case Origin::kDevice:
      return "SF106";
  }
  return "SF102";
}

}  // namespace

bool moves_module(const Event& event) { return event.operands[0].only(Kinds(Kind::kInstance) | Kind::kLibraryObject); }

std::string_view rule_of_copy(const Event& event) {
  if (is_call_of("SF102", event)) {
    const std::string_view name = called_name(event);
    // The value is an operand beside others here: how it was made is not the question.
    if (name.starts_with("index_put")) return "SF402";
    if (name == "copy_" || name == "where" || name == "load_state_dict") return "SF102";
    return rule_of_move(event);
  }
  if (is_call_of("SF201", event)) return is_list_of_one_number(event.operands[0]) ? "SF202" : "SF201";
  if (is_call_of("SF202", event) || is_call_of("SF105", event)) return event.block->rule;
  return {};
}

}  // namespace syncfree::rules
