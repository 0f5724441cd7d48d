#include "analyzer/flow/anomaly_detection.h"

#include <string_view>

#include "analyzer/flow/step_calls.h"

namespace syncfree::flow {

namespace {

std::optional<bool> truth_of(const model::Expression& argument) {
  const auto* constant = argument.get_if<model::Constant>();
  if (constant == nullptr) return std::nullopt;
  if (constant->constant == model::ConstantKind::kTrue) return true;
  if (constant->constant == model::ConstantKind::kFalse) return false;
  return std::nullopt;
}

}  // namespace

std::optional<bool> tests_gradients(const model::Call& call, const model::SymbolTable& symbols) {
  const std::string_view name = last_name(*call.callee, symbols);
  const bool sets = name == "set_detect_anomaly";
  if (!sets && name != "detect_anomaly") return std::nullopt;
  std::optional<bool> mode = sets ? std::nullopt : std::optional(true);
  for (const model::Argument& argument : call.arguments) {
    const bool is_first = &argument == &call.arguments.front() && !argument.keyword;
    const bool is_mode = sets && (is_first || (argument.keyword && symbols.text(argument.keyword) == "mode"));
    const std::optional<bool> given = truth_of(*argument.value);
    // Without the test only the traces of the forward pass are kept.
    if (!is_mode && given != true) return given;
    if (is_mode) mode = given;
  }
  return mode;
}

}  // namespace syncfree::flow
