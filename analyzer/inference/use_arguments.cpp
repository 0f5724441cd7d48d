// What functions of torch and of other libraries say of their arguments.
#include <algorithm>
#include <string_view>

#include "analyzer/inference/use_names.h"
#include "analyzer/inference/use_reader.h"

namespace syncfree::inference {

void NameUses::BodyReader::say_number(const model::Expression& about, const catalog::Parameter& parameter) {
  if (parameter.takes == catalog::Takes::kInteger) say(about, Use::kCounts);
  if (parameter.takes == catalog::Takes::kNumber) say(about, Use::kNumber);
}

void NameUses::BodyReader::note_tensor_arguments(const model::Call& call) {
  if (call.arguments.empty()) return;
  const catalog::NodeRow* row = library_function(*call.callee);
  if (row == nullptr) return;
  if (!is_functional(row->name)) {
    if (row->kind == catalog::NodeKind::kFunction) note_declared_arguments(call, *row->operation);
    return;
  }
  if (row->name == "torch.arange") {
    for (const model::Argument& argument : call.arguments) {
      if (!argument.keyword && argument.stars == 0) say(*argument.value, Use::kCounts);
    }
    return;
  }
  const auto& parameters = row->operation->parameters;
  for (const model::Argument& argument : call.arguments) {
    if (!argument.keyword) continue;
    const std::string_view keyword = project_.symbols().text(argument.keyword);
    const auto named = std::ranges::find(parameters, keyword, &catalog::Parameter::name);
    if (named != parameters.end()) say_number(*argument.value, *named);
  }
  for (std::size_t i = 0; i < call.arguments.size() && i < parameters.size(); ++i) {
    if (call.arguments[i].keyword || call.arguments[i].stars != 0 || parameters[i].stars != 0) break;
    const std::string_view name = parameters[i].name;
    say_number(*call.arguments[i].value, parameters[i]);
    // `torch.where(mask, 0, x)`: further inputs may be numbers.
    const bool is_first = i == 0 && (name == "input" || name == "self") && !may_begin_with_a_number(row->name);
    if (is_first || name == "target" || name == "mat2") {
      say(*call.arguments[i].value, Use::kTensor);
    } else if (name == "tensors") {
      say(*call.arguments[i].value, Use::kHoldsTensors);
    }
  }
}

void NameUses::BodyReader::note_declared_arguments(const model::Call& call, const catalog::Operator& operation) {
  const auto& parameters = operation.parameters;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const model::Argument& argument = call.arguments[i];
    if (argument.stars != 0) return;
    const std::string_view keyword = argument.keyword ? project_.symbols().text(argument.keyword) : std::string_view();
    const bool is_in_place = i < parameters.size() && parameters[i].stars == 0 && !parameters[i].keyword_only;
    if (keyword.empty() && !is_in_place) continue;
    const auto parameter = keyword.empty() ? parameters.begin() + static_cast<std::ptrdiff_t>(i)
                                           : std::ranges::find(parameters, keyword, &catalog::Parameter::name);
    if (parameter == parameters.end()) continue;
    say_number(*argument.value, *parameter);
    // What may be left out may be None.
    if (parameter->takes == catalog::Takes::kTensor && parameter->otherwise == catalog::Default::kRequired)
      say(*argument.value, Use::kTensor);
  }
}

const catalog::NodeRow* NameUses::BodyReader::library_function(const model::Expression& callee) {
  const model::Expression* root = &callee;
  while (const auto* attribute = root->get_if<model::Attribute>()) root = attribute->object;
  if (root->kind != model::ExpressionKind::kName || variable_of(*root) != kNone) return nullptr;
  const Target target = project_.resolve(module_, callee);
  if (target.kind != TargetKind::kLibrary) return nullptr;
  const catalog::NodeRow& row = project_.catalog().row(target.index);
  return row.operation != nullptr ? &row : nullptr;
}

const catalog::NodeRow* NameUses::BodyReader::torch_function(const model::Expression& callee) {
  const catalog::NodeRow* row = library_function(callee);
  return row != nullptr && is_functional(row->name) ? row : nullptr;
}

}  // namespace syncfree::inference
