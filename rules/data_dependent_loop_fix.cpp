// A loop that counts what the host has to know: words.
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"

namespace syncfree::rules::data_dependent_loop {

std::optional<fixes::Proposal> propose(const engine::Event&, const engine::FixContext& context) {
  const model::Expression& test = *context.location.node;
  return test.kind == model::ExpressionKind::kComparison ? with_parts_of_host(test, context) : std::nullopt;
}

}  // namespace syncfree::rules::data_dependent_loop
