#include "analyzer/flow/torch_version_test.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <compare>
#include <string>
#include <string_view>

#include "analyzer/flow/filled_once.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

namespace {

using model::ComparisonOperator;
using model::Expression;

struct Version {
  int major = 0;
  int minor = 0;
  friend auto operator<=>(const Version&, const Version&) = default;
};
constexpr Version kTorch2 = {.major = 2, .minor = 0};

std::optional<Version> version_in(std::string_view text) {
  Version version;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, version.major);
  if (error != std::errc()) return std::nullopt;
  if (behind != end && *behind == '.') std::from_chars(behind + 1, end, version.minor);
  return version;
}

std::optional<int> integer_in(const Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  if (constant == nullptr || constant->constant != model::ConstantKind::kInteger) return std::nullopt;
  return static_cast<int>(constant->integer);
}

/// `"1.8"`, `(1, 8)`, `parse("1.8")`
std::optional<Version> version_of(const Expression& expression) {
  if (const auto* call = expression.get_if<model::Call>())
    return call->arguments.size() == 1 ? version_of(*call->arguments.front().value) : std::nullopt;
  if (const auto* several = expression.get_if<model::Sequence>()) {
    if (several->elements.empty()) return std::nullopt;
    const std::optional<int> major = integer_in(*several->elements[0]);
    const std::optional<int> minor = several->elements.size() > 1 ? integer_in(*several->elements[1]) : 0;
    if (!major || !minor) return std::nullopt;
    return Version{.major = *major, .minor = *minor};
  }
  const auto* text = expression.get_if<model::Constant>();
  if (text == nullptr || text->constant != model::ConstantKind::kString) return std::nullopt;
  return version_in(text->text);
}

/// `TORCH_VERSION`, `pytorch_version`
bool is_called_version(std::string_view name) {
  std::string small(name);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small.ends_with("torch_version");
}

/// `torch.__version__` or what is made of it: `version.parse(torch.__version__.split("+")[0])`.
bool is_torch_version(const Expression& expression, const model::SymbolTable& symbols) {
  bool found = false;
  model::walk(expression, [&](const Expression& part) {
    if (const auto* attribute = part.get_if<model::Attribute>(); attribute != nullptr) {
      const auto* package = attribute->object->get_if<model::Name>();
      found |= package != nullptr && symbols.text(package->name) == "torch" &&
               symbols.text(attribute->name) == "__version__";
    }
    found |= is_variable(part) && is_called_version(last_name(part, symbols));
  });
  return found;
}

}  // namespace

std::optional<bool> outcome_with_torch_2(const model::Comparison& test, const model::SymbolTable& symbols) {
  if (test.operators.size() != 1) return std::nullopt;
  const std::optional<Version> asked = version_of(*test.operands[1]);
  if (!asked || !is_torch_version(*test.operands[0], symbols)) return std::nullopt;
  switch (test.operators[0]) {
    case ComparisonOperator::kGreaterEqual:
      return *asked <= kTorch2 ? std::optional(true) : std::nullopt;
    case ComparisonOperator::kLess:
      return *asked <= kTorch2 ? std::optional(false) : std::nullopt;
    case ComparisonOperator::kGreater:
    case ComparisonOperator::kNotEqual:
      return *asked < kTorch2 ? std::optional(true) : std::nullopt;
    case ComparisonOperator::kLessEqual:
    case ComparisonOperator::kEqual:
      return *asked < kTorch2 ? std::optional(false) : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace syncfree::flow
