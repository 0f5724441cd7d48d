// The comparison as a tensor. Only shown: what asks for a bool has to take one.
#include "analyzer/engine/flow/takes_tensor.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::host_comparison {

using fixes::Applicability;
using fixes::Proposal;

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  if (!engine::takes_tensor(context.view, *context.location.node)) return std::nullopt;
  if (const auto* contains = context.location.node->get_if<model::Comparison>()) {
    const bool in = contains->operands.size() == 2 && contains->operators[0] == model::ComparisonOperator::kIn;
    const bool not_in = contains->operands.size() == 2 && contains->operators[0] == model::ComparisonOperator::kNotIn;
    if (!in && !not_in) return std::nullopt;
    const fixes::Code equal = fixes::call(fixes::library("torch.eq"), {{{}, fixes::kept(*contains->operands[1])},
                                                                       {{}, fixes::kept(*contains->operands[0])}});
    const fixes::Code found = fixes::method(equal, "any", {});
    return shown("compare on the GPU: every use of the answer takes a tensor",
                 fixes::Replace{contains, not_in ? fixes::method(found, "logical_not", {}) : found});
  }
  const model::Call* call = plain_call(context);
  if (call == nullptr || !calls_torch_function(*call, context)) return std::nullopt;
  const bool close = called_name(event) == "allclose";
  if (!close && called_name(event) != "equal") return std::nullopt;
  const std::string title = close ? "compare on the GPU: every use of the answer takes a tensor"
                                  : "compare tensors of one shape on the GPU: every use of the answer takes a tensor";
  Proposal proposal{Applicability::kSuggestion, title, {}};
  proposal.edits.emplace_back(
      fixes::Rename{call->callee, close ? "isclose" : "eq", close ? "torch.isclose" : "torch.eq"});
  proposal.edits.emplace_back(fixes::SelectMember{call, nullptr, "all", std::vector<fixes::CodeArgument>{}});
  return proposal;
}

}  // namespace syncfree::rules::host_comparison
