#include <cstddef>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/catalog/result.h"
#include "analyzer/values/entity.h"

namespace syncfree::catalog {

using values::Kind;
using values::Value;

namespace {

// Fills the parameters of one call from left to right, and by name.
class Binder {
 public:
  Binder(const Operator& operation, BoundArguments& bound) : parameters_(operation.parameters), bound_(bound) {
    bound_.by_parameter.reset(parameters_.size());
  }

  void positional(const Value& value) {
    bound_.bottom = bound_.bottom || value.is_bottom();
    while (next_ < parameters_.size() && bound_.by_parameter[next_] != nullptr && parameters_[next_].stars == 0)
      ++next_;
    if (next_ < parameters_.size() && !parameters_[next_].keyword_only && parameters_[next_].stars != 2) {
      if (bound_.by_parameter[next_] == nullptr) bound_.by_parameter[next_] = &value;
      if (parameters_[next_].stars == 0) {
        ++next_;
        return;
      }
    }
    if (!bound_.extra.push_back(&value)) bound_.open = true;
  }

  void keyword(std::string_view name, const Value& value) {
    bound_.bottom = bound_.bottom || value.is_bottom();
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].name != name && (parameters_[i].other_name.empty() || parameters_[i].other_name != name))
        continue;
      const Value*& bound = bound_.by_parameter[i];
      // Nobody gives it twice: what stands there by position is something else's, of a function that is called like a
      // method: `utils.softmax(x, dim=1)`.
      const bool is_misplaced = bound != nullptr && i < next_;
      if (is_misplaced && !bound_.extra.push_back(bound)) bound_.open = true;
      if (bound == nullptr || is_misplaced) bound = &value;
      return;
    }
    if (!bound_.extra.push_back(&value)) bound_.open = true;
  }

  // `*value`: its elements, if all of them are known.
  void spread(const Value& value, values::ValueArena& arena) {
    bound_.bottom = bound_.bottom || value.is_bottom();
    const values::Aggregate* elements = value.aggregate;
    if (elements != nullptr && elements->exact && value.only(values::Kinds(Kind::kTuple) | Kind::kList)) {
      for (const Value& element : elements->elements) positional(element);
      return;
    }
    bound_.open = true;
    if (value.is_bottom()) return;
    // They are seen by what looks at all arguments, and by `*name`.
    const Value* element = arena.keep(any_element(arena, value));
    // A tensor that is spread has elements, and the first is that parameter's.
    const bool is_given =
        next_ < parameters_.size() && !parameters_[next_].keyword_only &&
        (parameters_[next_].stars == 1 || (parameters_[next_].stars == 0 && value.only(Kind::kTensor)));
    if (is_given && bound_.by_parameter[next_] == nullptr) bound_.by_parameter[next_] = element;
    bound_.extra.push_back(element);
  }

  // `**value`: the keys that are known.
  void spread_keywords(const Value& value) {
    bound_.bottom = bound_.bottom || value.is_bottom();
    if (value.aggregate == nullptr || !value.only(Kind::kDictionary) || !value.aggregate->rest.is_bottom())
      bound_.open = true;
    if (value.aggregate == nullptr) return;
    for (const values::DictionaryEntry& entry : value.aggregate->entries) keyword(entry.key.text(), entry.value);
  }

 private:
  std::span<const Parameter> parameters_;
  BoundArguments& bound_;
  std::size_t next_ = 0;  ///< positional arguments have filled those before
};

/// The parameter that names the device of a tensor which is on the CPU otherwise; -1 if the result is none.
int device_parameter(const ResultNode& node) {
  const TensorRule* rule = node.tensor;
  if (rule != nullptr && rule->device == DeviceRule::kFixed && rule->places == values::Places(values::Place::kCpu) &&
      rule->device_argument.field.empty() && rule->device_argument.parameter >= 0)
    return rule->device_argument.parameter;
  for (const ResultNode& child : node.children) {
    if (const int parameter = device_parameter(child); parameter >= 0) return parameter;
  }
  return -1;
}

}  // namespace

void use_default_device(const Operator& operation, const Value& device, BoundArguments& arguments) {
  const int parameter = operation.result == nullptr ? -1 : device_parameter(*operation.result);
  if (parameter < 0 || arguments.open) return;
  const Value*& given = arguments.by_parameter[static_cast<std::size_t>(parameter)];
  if (given == nullptr || given->only(Kind::kNone)) given = &device;
}

bool use_default(const Operator& operation, std::string_view parameter, const Value& value, BoundArguments& arguments) {
  const auto at = std::ranges::find(operation.parameters, parameter, &Parameter::name);
  if (at == operation.parameters.end() || arguments.open) return false;
  const Value*& given = arguments.by_parameter[static_cast<std::size_t>(at - operation.parameters.begin())];
  if (given != nullptr && !given->only(Kind::kNone)) return false;
  given = &value;
  return true;
}

BoundArguments bind(const Operator& operation, const Value* self, std::span<const ArgumentValue> arguments,
                    values::ValueArena& arena) {
  BoundArguments bound;
  Binder binder(operation, bound);
  if (self != nullptr) binder.positional(*self);
  for (const ArgumentValue& argument : arguments) {
    if (argument.stars == 1) {
      binder.spread(argument.value, arena);
    } else if (argument.stars == 2) {
      binder.spread_keywords(argument.value);
    } else if (argument.keyword.empty()) {
      binder.positional(argument.value);
    } else {
      binder.keyword(argument.keyword, argument.value);
    }
  }
  return bound;
}

}  // namespace syncfree::catalog
