#include "rules/shown_rewrite.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "rules/fix_parts.h"

namespace syncfree::rules {

using engine::Event;
using engine::FixContext;
using fixes::Code;
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

/// The numbers of a call that its author has to keep on the host: one name for each.
class HostNumbers {
 public:
  explicit HostNumbers(const FixContext& context) : context_(context) {}

  /// `value` is null where nothing is known of it.
  void replace(const Expression& number, const Value* value) {
    if (is_python_number(number, context_.symbols)) return;
    if (const auto* compared = number.get_if<model::Comparison>()) {
      for (const Expression* side : compared->operands) replace(*side, nullptr);
      return;
    }
    if (const auto* sum = number.get_if<model::Binary>()) {
      replace(*sum->left, nullptr);
      return replace(*sum->right, nullptr);
    }
    const auto* several = number.get_if<model::Sequence>();
    if (several == nullptr) {
      edits.emplace_back(fixes::Replace{&number, fixes::name(name_of(number))});
      return;
    }
    const values::Aggregate* known = value == nullptr ? nullptr : value->aggregate;
    const bool matches = known != nullptr && known->exact && known->elements.size() == several->elements.size();
    for (std::size_t i = 0; i < several->elements.size(); ++i) {
      const Expression* element = several->elements[i];
      if (matches ? !may_hold_device_tensor(known->elements[i]) : is_python_number(*element, context_.symbols))
        continue;
      const auto* starred = element->get_if<model::Starred>();
      replace(starred == nullptr ? *element : *starred->value, matches ? &known->elements[i] : nullptr);
    }
  }

  std::vector<fixes::Edit> edits;

 private:
  std::string name_of(const Expression& number) {
    const Expression& counted = bare(number, context_);
    const std::string_view text = text_of(counted, context_);
    const auto old = std::ranges::find(names_, text, &std::pair<std::string_view, std::string>::first);
    if (old != names_.end()) return old->second;
    std::vector<std::string> taken;
    for (const auto& [of, name] : names_) taken.push_back(name);
    names_.emplace_back(text, fresh_name(counted, "on_host", context_, taken));
    return names_.back().second;
  }

  const FixContext& context_;
  std::vector<std::pair<std::string_view, std::string>> names_;
};

}  // namespace

Proposal shown(std::string title, fixes::Edit edit) {
  Proposal proposal{fixes::Applicability::kSuggestion, std::move(title), {}};
  proposal.edits.push_back(std::move(edit));
  return proposal;
}

Code some_stream(const FixContext& context) { return stream_here(context).value_or(fixes::name("stream")); }

fixes::Rename renamed(const model::Call& call, const Event& event, std::string_view name) {
  const std::string_view old = event.operation->name;
  return {call.callee, std::string(name), std::string(old.substr(0, old.rfind('.') + 1)) + std::string(name)};
}

Code number_of_host(const Expression& number, const FixContext& context) {
  return fixes::name(fresh_name(bare(number, context), "on_host", context));
}

Code copied_without_waiting(Code tensor, const Expression& like) {
  return fixes::method(fixes::method(std::move(tensor), "pin_memory", {}), "to",
                       {{{}, fixes::attribute(fixes::kept(like), "device")}, {"non_blocking", fixes::boolean(true)}});
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
    numbers.replace(*call->arguments[i].value, known ? &event.operands[operand] : nullptr);
  }
  if (numbers.edits.empty()) return std::nullopt;
  return Proposal{fixes::Applicability::kSuggestion, "with a number that the host keeps beside the tensor",
                  std::move(numbers.edits)};
}

std::optional<Proposal> with_parts_of_host(const Expression& whole, const FixContext& context) {
  HostNumbers numbers(context);
  numbers.replace(whole, nullptr);
  if (numbers.edits.empty()) return std::nullopt;
  return Proposal{fixes::Applicability::kSuggestion, "with numbers that the host keeps beside the tensors",
                  std::move(numbers.edits)};
}

}  // namespace syncfree::rules
