// Copies below each other wait once. Of one alone, words: the line would be a race, since whoever reads the copy has to
// wait for it first.
#include "analyzer/engine/flow/takes_tensor.h"
#include "analyzer/engine/quote.h"
#include "rules/rewrites/copied_once.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::blocking_copy_to_host {

using fixes::Proposal;

namespace {

std::optional<Proposal> propose_alone(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  const model::Expression* tensor = call == nullptr ? nullptr : receiver_of(*call);
  if (tensor == nullptr || !event.operands[0].only(values::Kind::kTensor)) return std::nullopt;
  if (called_name(event) == "type_as" && call->arguments.size() == 1 &&
      engine::takes_tensor(context.view, *context.location.node)) {
    const fixes::Code dtype = fixes::attribute(fixes::kept(*call->arguments.front().value), "dtype");
    return shown("convert the element type only; the result stays on the GPU",
                 fixes::Replace{call, fixes::method(fixes::kept(*tensor), "to", {{{}, dtype}})});
  }
  const std::string source = engine::quote(text_of(*tensor, context));
  const std::string copy = context.module.language == model::Language::kPython ? "to(\"cpu\", non_blocking=True)"
                                                                               : "to(at::kCPU, /*non_blocking=*/true)";
  return in_words("queue the copy of `" + source + "` with `" + copy +
                  "`, record an event behind it, and synchronize that event where the host first reads the copy, after "
                  "the step's work is queued");
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  return or_copied_once(propose_alone(event, context), event, context);
}

}  // namespace syncfree::rules::blocking_copy_to_host
