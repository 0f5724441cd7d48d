#include "analyzer/inference/plain_calls.h"

#include <algorithm>

#include "analyzer/inference/declared.h"

namespace syncfree::inference {

namespace {

bool has_to_be_given(const model::Parameter& parameter) {
  return parameter.default_value == nullptr && parameter.kind != model::ParameterKind::kStar &&
         parameter.kind != model::ParameterKind::kDoubleStar;
}

/// What the signature says of an argument that is given: the default that stands for "none" is not.
Value declared_and_given(const FunctionInfo& function, std::size_t index, const Declared& declared) {
  Value value = declared.parameter(function, index);
  if (value.only(values::Kind::kNone)) return Value::anything();
  value.kinds = value.kinds - values::Kind::kNone;
  return value;
}

}  // namespace

std::vector<Value> plain_arguments(const FunctionInfo& function, const Value* self,
                                   std::span<const GivenArgument> given, const Declared& declared) {
  const auto parameters = function.function->parameters;
  const std::size_t first = self == nullptr ? 0 : 1;
  std::vector<Value> arguments;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const model::Expression* const in_its_place = parameters[i].default_value;
    const auto named = std::ranges::find(given, parameters[i].name, &GivenArgument::name);
    if (i < first) {
      arguments.push_back(*self);
    } else if (named != given.end()) {
      arguments.push_back(named->value == nullptr ? declared_and_given(function, i, declared)
                                                  : declared.default_value(function, *named->value));
    } else if (in_its_place == nullptr) {
      arguments.push_back(declared.parameter(function, i));
    } else {
      arguments.push_back(declared.default_value(function, *in_its_place));
    }
  }
  return arguments;
}

std::vector<GivenArgument> given_by(const FunctionInfo& function, const PlainCall& call) {
  const std::size_t first = call.klass == kNowhere ? 0 : 1;
  const auto parameters = function.function->parameters;
  if (!call.given.empty() || parameters.size() <= first || parameters[first].default_value == nullptr ||
      std::ranges::any_of(parameters.subspan(first), has_to_be_given))
    return call.given;
  return {{.name = parameters[first].name}};
}

bool can_be_made_plainly(const Project& project, std::uint32_t klass, std::uint32_t init) {
  if (init == kNowhere || project.functions()[init].function->parameters.empty()) return false;
  const ClassInfo& info = project.classes()[klass];
  return std::ranges::none_of(info.ancestors, [&](std::uint32_t ancestor) {
    const auto& methods = project.classes()[ancestor].methods;
    for (std::size_t i = 0; i < methods.size(); ++i) {
      const bool is_left = project.functions()[methods.value(i)].is_abstract;
      if (is_left && project.find_method(klass, methods.key(i)) == methods.value(i)) return true;
    }
    return false;
  });
}

}  // namespace syncfree::inference
