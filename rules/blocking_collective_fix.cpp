// `barrier()` holds the hosts, and often that is what it is there for: words say when a collective does as well.
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"

namespace syncfree::rules::blocking_collective {

std::optional<fixes::Proposal> propose(const engine::Event&, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || callee_name(*call, context.symbols) != "barrier") return std::nullopt;
  return in_words(
      "leave it where the hosts have to meet, because one of them writes a file that the others read; where only the "
      "GPUs have to, the next collective makes them wait for each other without it");
}

}  // namespace syncfree::rules::blocking_collective
