#include "analyzer/inference/plain_calls.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "analyzer/inference/declared.h"
#include "analyzer/model/dotted_name.h"

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

/// What the last part of a type's name says: `torch.int64`, `torch.bool`.
values::Elements elements_named(std::string_view name) {
  if (name == "bool") return values::Element::kBoolean;
  if (name.starts_with("c")) return values::Element::kComplex;
  const bool is_whole = name.starts_with("int") || name.starts_with("uint") || name == "long" || name == "short";
  return is_whole ? values::Element::kInteger : values::Element::kFloating;
}

Value as_given(const FunctionInfo& function, const model::Expression& value, const Declared& declared,
               const model::SymbolTable& symbols) {
  const std::optional<Value> tensor = tensor_written(value, symbols);
  return tensor ? *tensor : declared.default_value(function, value);
}

/// What `*several` takes: a tuple of all arguments that are given under its name.
Value several_given(const FunctionInfo& function, std::size_t index, std::span<const GivenArgument> given,
                    const Declared& declared, const model::SymbolTable& symbols, values::ValueArena& arena) {
  const Value otherwise = values::any_element(arena, declared.parameter(function, index));
  std::vector<Value> elements;
  for (const GivenArgument& argument : given) {
    if (argument.name != function.function->parameters[index].name) continue;
    elements.push_back(argument.value == nullptr ? otherwise : as_given(function, *argument.value, declared, symbols));
  }
  return arena.sequence(values::Kind::kTuple, elements);
}

}  // namespace

std::optional<Value> tensor_written(const model::Expression& expression, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 7> kMakers = {"torch.empty", "torch.zeros", "torch.ones",   "torch.rand",
                                                       "torch.randn", "torch.full",  "torch.randint"};
  const auto* call = expression.get_if<model::Call>();
  const std::string name = call == nullptr ? std::string() : model::dotted_name(*call->callee, symbols);
  if (std::ranges::find(kMakers, name) == kMakers.end()) return std::nullopt;
  values::Places place = values::Place::kCpu;
  values::Elements elements = name == "torch.randint" ? values::Element::kInteger : values::Element::kFloating;
  int sizes = 0;
  std::optional<int> shape;
  for (const model::Argument& argument : call->arguments) {
    const std::string_view keyword = argument.keyword ? symbols.text(argument.keyword) : std::string_view();
    const auto* several = argument.value->get_if<model::Sequence>();
    const auto* text = argument.value->get_if<model::Constant>();
    if ((keyword.empty() || keyword == "size") && several != nullptr) {
      shape = static_cast<int>(several->elements.size());
    } else if (keyword.empty()) {
      ++sizes;
    } else if (keyword == "device" && text != nullptr && text->constant == model::ConstantKind::kString) {
      place = text->text.starts_with("cuda") ? values::Place::kCuda : values::Place::kCpu;
    } else if (keyword == "dtype") {
      elements = elements_named(model::last_part(model::dotted_name(*argument.value, symbols)));
    }
  }
  Value tensor =
      Value::tensor(place, elements, values::Rank::exactly(shape.value_or(sizes)), values::Evidence::kDeclared);
  if (place == values::Places(values::Place::kCpu)) tensor.memories = values::Memory::kPageable;
  return tensor;
}

std::vector<Value> plain_arguments(const FunctionInfo& function, const Value* self,
                                   std::span<const GivenArgument> given, const Declared& declared,
                                   const model::SymbolTable& symbols, values::ValueArena& arena) {
  const auto parameters = function.function->parameters;
  const std::size_t first = self == nullptr ? 0 : 1;
  std::vector<Value> arguments;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const model::Expression* const in_its_place = parameters[i].default_value;
    const auto named = std::ranges::find(given, parameters[i].name, &GivenArgument::name);
    if (i < first) {
      arguments.push_back(*self);
    } else if (named != given.end() && parameters[i].kind == model::ParameterKind::kStar) {
      arguments.push_back(several_given(function, i, given, declared, symbols, arena));
    } else if (named != given.end()) {
      arguments.push_back(named->value == nullptr ? declared_and_given(function, i, declared)
                                                  : as_given(function, *named->value, declared, symbols));
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
