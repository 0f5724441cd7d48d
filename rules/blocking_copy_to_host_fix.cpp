// The copy that does not wait. Only shown: whoever reads its result has to wait for it first.
#include "rules/call_match.h"
#include "rules/fix_parts.h"
#include "rules/shown_rewrite.h"

namespace syncfree::rules::blocking_copy_to_host {

using fixes::Applicability;
using fixes::Proposal;

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  const model::Expression* tensor = call == nullptr ? nullptr : receiver_of(*call);
  if (tensor == nullptr || !event.operands[0].only(values::Kind::kTensor)) return std::nullopt;
  Proposal proposal{Applicability::kSuggestion,
                    "copy without waiting, record an event, and synchronize it before the host reads the copy",
                    {}};
  if (context.module.language != model::Language::kPython) {
    if (called_name(event) == "cpu" && call->arguments.empty()) {
      proposal.edits.emplace_back(fixes::Replace{
          call,
          fixes::method(fixes::kept(*tensor), "to", {{{}, fixes::name("at::kCPU")}, {{}, fixes::boolean(true)}})});
    } else if (called_name(event) == "to" && !call->arguments.empty() && call->arguments.size() <= 2) {
      proposal.edits.emplace_back(fixes::AppendArgument{call, fixes::boolean(true)});
    }
    return proposal.edits.empty() ? std::nullopt : std::optional(std::move(proposal));
  }
  if (called_name(event) == "cpu" && call->arguments.empty()) {
    proposal.edits.emplace_back(
        fixes::Replace{call, fixes::method(fixes::kept(*tensor), "to",
                                           {{{}, fixes::string("cpu")}, {"non_blocking", fixes::boolean(true)}})});
    return proposal;
  }
  if (called_name(event) == "type_as" && call->arguments.size() == 1) {
    const fixes::Code dtype = fixes::attribute(fixes::kept(*call->arguments.front().value), "dtype");
    return shown("convert the element type only; the result stays on the GPU",
                 fixes::Replace{call, fixes::method(fixes::kept(*tensor), "to", {{{}, dtype}})});
  }
  if (called_name(event) != "to" && called_name(event) != "copy_") return std::nullopt;
  proposal.edits.emplace_back(fixes::SetKeyword{call, "non_blocking", fixes::boolean(true)});
  return proposal;
}

}  // namespace syncfree::rules::blocking_copy_to_host
