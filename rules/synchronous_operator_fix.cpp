// The twins of linear algebra that leave their error code on the GPU.
#include <algorithm>
#include <array>

#include "rules/call_match.h"
#include "rules/fix_parts.h"

namespace syncfree::rules::synchronous_operator {

using fixes::Applicability;
using fixes::Proposal;

namespace {

struct Twin {
  std::string_view name;
  std::string_view result;  ///< the member of the twin's tuple; empty: all but the error code, which comes third
};

// ldl_factor_ex waits as well.
constexpr std::array<Twin, 4> kTwins = {
    {{"cholesky", "L"}, {"inv", "inverse"}, {"solve", "result"}, {"lu_factor", ""}}};

Proposal unchecked(std::string_view twin, const engine::FixContext& context) {
  return {is_tried(context.location) ? Applicability::kSuggestion : Applicability::kUnsafe,
          "use `" + std::string(twin) + "`, which does not raise for a singular matrix",
          {}};
}

/// `factors, pivots = …`
bool is_taken_apart(const engine::FixContext& context) {
  const auto* assign = context.location.statement->get_if<model::Assign>();
  return assign != nullptr && assign->value == context.location.node &&
         std::ranges::all_of(assign->targets, [](const model::Expression* target) {
           return target->kind == model::ExpressionKind::kSequence;
         });
}

/// `x.inverse()` and `torch.inverse(x)`.
std::optional<Proposal> inverse(const model::Call& call, const engine::FixContext& context) {
  const bool is_function = calls_torch_function(call, context);
  if (call.arguments.size() != (is_function ? 1U : 0U) || (is_function && call.arguments.front().keyword))
    return std::nullopt;
  const model::Expression* x = is_function ? call.arguments.front().value : receiver_of(call);
  if (x == nullptr) return std::nullopt;
  Proposal proposal = unchecked("inv_ex", context);
  proposal.edits.emplace_back(fixes::Replace{
      &call, fixes::attribute(fixes::call(fixes::library("torch.linalg.inv_ex"), {{{}, fixes::kept(*x)}}), "inverse")});
  return proposal;
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || event.operation == nullptr) return std::nullopt;
  const std::string_view name = called_name(event);
  if (name == "inverse" && callee_name(*call, context.symbols) == name) return inverse(*call, context);
  if (!event.operation->name.starts_with("torch.linalg.")) return std::nullopt;
  const auto* twin = std::ranges::find(kTwins, name, &Twin::name);
  if (twin == kTwins.end() || callee_name(*call, context.symbols) != name) return std::nullopt;
  if (keyword_argument(*call, "out", context.symbols) != nullptr) return std::nullopt;
  // The first two of three are a plain tuple, which is enough only where it is taken apart.
  if (twin->result.empty() && !is_taken_apart(context)) return std::nullopt;
  const std::string other = std::string(name) + "_ex";
  Proposal proposal = unchecked(other, context);
  proposal.edits.emplace_back(fixes::Rename{call->callee, other, "torch.linalg." + other});
  if (twin->result.empty()) {
    proposal.edits.emplace_back(fixes::SelectElements{call, ":2"});
  } else {
    proposal.edits.emplace_back(fixes::SelectMember{call, nullptr, std::string(twin->result)});
  }
  return proposal;
}

}  // namespace syncfree::rules::synchronous_operator
