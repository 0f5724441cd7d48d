#include "rules/rewrites/shown_rewrite.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "analyzer/engine/quote.h"
#include "rules/rewrites/fix_parts.h"

namespace syncfree::rules {

using engine::Event;
using engine::FixContext;
using fixes::Proposal;
using model::Expression;
using values::Value;

namespace {

constexpr std::array<std::string_view, 3> kConversions = {"list", "tuple", "int"};

/// What is counted: `sizes` of `list(sizes)`.
const Expression& bare(const Expression& number, const FixContext& context) {
  const auto* call = number.get_if<model::Call>();
  const bool converts = call != nullptr && call->arguments.size() == 1 && receiver_of(*call) == nullptr &&
                        is_one_of(callee_name(*call, context.symbols), kConversions);
  return converts ? bare(*call->arguments.front().value, context) : number;
}

/// The numbers of a call that its author has to keep on the host.
class HostNumbers {
 public:
  explicit HostNumbers(const FixContext& context) : context_(context) {}

  /// `value` is null where nothing is known of it.
  void take(const Expression& number, const Value* value) {
    if (is_python_number(number, context_.symbols)) return;
    if (const auto* compared = number.get_if<model::Comparison>()) {
      for (const Expression* side : compared->operands) take(*side, nullptr);
      return;
    }
    if (const auto* sum = number.get_if<model::Binary>()) {
      take(*sum->left, nullptr);
      return take(*sum->right, nullptr);
    }
    const auto* several = number.get_if<model::Sequence>();
    if (several == nullptr) return add(text_of(bare(number, context_), context_));
    const values::Aggregate* known = value == nullptr ? nullptr : value->aggregate;
    const bool matches = known != nullptr && known->exact && known->elements.size() == several->elements.size();
    for (std::size_t i = 0; i < several->elements.size(); ++i) {
      const Expression* element = several->elements[i];
      if (matches ? !may_hold_device_tensor(known->elements[i]) : is_python_number(*element, context_.symbols))
        continue;
      const auto* starred = element->get_if<model::Starred>();
      take(starred == nullptr ? *element : *starred->value, matches ? &known->elements[i] : nullptr);
    }
  }

  std::optional<Proposal> words() const {
    if (texts_.empty()) return std::nullopt;
    std::string list;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (i > 0) list += i + 1 == texts_.size() ? " and " : ", ";
      list += "`" + texts_[i] + "`";
    }
    const bool one = texts_.size() == 1;
    return in_words("keep " + list + (one ? " on the host too, as a number" : " on the host too, as numbers") +
                    " beside the tensor" + (one ? ", and use it here" : "s, and use them here") +
                    "; where it comes from the GPU, read it once, outside of the step");
  }

 private:
  void add(std::string_view text) {
    std::string shown = engine::quote(text);
    if (std::ranges::find(texts_, shown) == texts_.end()) texts_.push_back(std::move(shown));
  }

  const FixContext& context_;
  std::vector<std::string> texts_;
};

}  // namespace

Proposal shown(std::string title, fixes::Edit edit) {
  Proposal proposal{fixes::Applicability::kSuggestion, std::move(title), {}};
  proposal.edits.push_back(std::move(edit));
  return proposal;
}

Proposal in_words(std::string words) { return {fixes::Applicability::kSuggestion, std::move(words), {}}; }

fixes::Rename renamed(const model::Call& call, const Event& event, std::string_view name) {
  const std::string_view old = event.operation->name;
  return {call.callee, std::string(name), std::string(old.substr(0, old.rfind('.') + 1)) + std::string(name)};
}

std::optional<Proposal> with_values_of_host(std::span<const Expression* const> values, const FixContext& context) {
  HostNumbers numbers(context);
  for (const Expression* value : values) numbers.take(*value, nullptr);
  return numbers.words();
}

Proposal with_number_of_host(const Expression& number, const FixContext& context) {
  HostNumbers numbers(context);
  numbers.take(number, nullptr);
  auto words = numbers.words();
  return words ? std::move(*words) : in_words("keep the number on the host too, and use it here");
}

std::optional<Proposal> with_numbers_of_host(const Event& event, const FixContext& context) {
  const auto* call = context.location.node->get_if<model::Call>();
  if (call == nullptr || event.operation == nullptr) return std::nullopt;
  const bool is_method = event.operation->name.starts_with("torch.Tensor.") && receiver_of(*call) != nullptr &&
                         !calls_torch_function(*call, context);
  HostNumbers numbers(context);
  for (std::size_t i = 0; i < call->arguments.size() && i < 16; ++i) {
    if ((event.read_back >> i & 1U) == 0) continue;
    const std::size_t operand = i + (is_method ? 1 : 0);
    const bool known = operand < event.operands.size() && call->arguments[i].stars == 0;
    numbers.take(*call->arguments[i].value, known ? &event.operands[operand] : nullptr);
  }
  return numbers.words();
}

std::optional<Proposal> with_parts_of_host(const Expression& whole, const FixContext& context) {
  HostNumbers numbers(context);
  numbers.take(whole, nullptr);
  return numbers.words();
}

}  // namespace syncfree::rules
