// Functions that a library calls: `module.register_forward_hook(f)`, `Thread(target=f, args=(x,))`, `pool.map(f, xs)`.
// The catalog's rows say which argument is called, and with what (`calls`).
#include <algorithm>
#include <vector>

#include "analyzer/catalog/operand.h"
#include "analyzer/catalog/result.h"
#include "analyzer/inference/calls.h"
#include "analyzer/inference/expressions.h"
#include "analyzer/inference/record.h"

namespace syncfree::inference {

namespace {

/// One call of a library that calls functions.
struct CallingCall {
  const catalog::Operator& operation;
  const Value* self;  ///< null for a plain function
  std::span<const ArgumentValue> arguments;
  const catalog::BoundArguments& bound;
};

bool takes_by_name(const catalog::Operator& operation, std::string_view name) {
  return std::ranges::any_of(operation.parameters, [&](const catalog::Parameter& parameter) {
    return parameter.stars == 0 && (parameter.name == name || (!name.empty() && parameter.other_name == name));
  });
}

/// Hands on what the parameter `*args` or `**options` took, as it is written.
void hand_on(const CallingCall& call, std::size_t parameter, std::vector<ArgumentValue>& given) {
  const bool by_name = call.operation.parameters[parameter].stars == 2;
  std::size_t before = by_name ? 0 : parameter - (call.self == nullptr ? 0 : 1);
  for (const ArgumentValue& argument : call.arguments) {
    const bool is_named = argument.stars == 2 || !argument.keyword.empty();
    if (is_named != by_name) continue;
    if (before > 0) {
      --before;
    } else if (argument.keyword.empty() || !takes_by_name(call.operation, argument.keyword)) {
      given.push_back(argument);
    }
  }
}

/// What the function gets, as arguments written at a call.
std::vector<ArgumentValue> given_by(const catalog::Callback& callback, const CallingCall& call,
                                    values::ValueArena& arena) {
  std::vector<ArgumentValue> given;
  for (const catalog::GivenArgument& each : callback.arguments) {
    const catalog::Operand& operand = each.value->operand;
    const bool hands_on = each.value->form == catalog::ResultForm::kOperand && each.stars != 0;
    if (hands_on && call.operation.parameters[static_cast<std::size_t>(operand.parameter)].stars == each.stars) {
      hand_on(call, static_cast<std::size_t>(operand.parameter), given);
      continue;
    }
    // `Thread(target=f)`: nothing to spread.
    if (hands_on && catalog::value_of(operand, call.bound) == nullptr) continue;
    ArgumentValue argument{each.keyword, each.stars, catalog::value_of(*each.value, call.operation, call.bound, arena)};
    // `functional_call(module, weights, x)`: what is no tuple stands for itself.
    if (each.stars == 1 && argument.value.only(Kind::kTensor)) argument.stars = 0;
    given.push_back(argument);
  }
  return given;
}

}  // namespace

/// Calls the functions among the arguments; gives what they give.
Value Calls::call_back(const catalog::Operator& operation, const Value* self, std::span<const ArgumentValue> arguments,
                       const catalog::BoundArguments& bound, source::TextRange range) {
  const CallingCall call{operation, self, arguments, bound};
  Value result;
  bool any = false;
  for (const catalog::Callback& callback : operation.calls) {
    const Value* function = catalog::value_of(callback.function, bound);
    if (function == nullptr || function->only(Kind::kNone)) continue;
    any = true;
    const std::vector<ArgumentValue> given = given_by(callback, call, arena_);
    if (callback.in_rounds) ++record_.loop_depth;
    result = join(result, call_value(*function, given, range));
    if (callback.in_rounds) --record_.loop_depth;
  }
  return any ? result : Value::none();
}

}  // namespace syncfree::inference
