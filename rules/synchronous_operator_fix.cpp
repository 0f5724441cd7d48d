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
  std::string_view result;  ///< the member of the twin's tuple
};

constexpr std::array<Twin, 3> kTwins = {{{"cholesky", "L"}, {"inv", "inverse"}, {"solve", "result"}}};

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || event.operation == nullptr || !event.operation->name.starts_with("torch.linalg."))
    return std::nullopt;
  const std::string_view name = called_name(event);
  const auto* twin = std::ranges::find(kTwins, name, &Twin::name);
  if (twin == kTwins.end() || callee_name(*call, context.symbols) != name) return std::nullopt;
  if (keyword_argument(*call, "out", context.symbols) != nullptr) return std::nullopt;
  const std::string unchecked = std::string(name) + "_ex";
  Proposal proposal{Applicability::kUnsafe, "use `" + unchecked + "`, which does not raise for a singular matrix", {}};
  proposal.edits.emplace_back(fixes::Rename{call->callee, unchecked, "torch.linalg." + unchecked});
  proposal.edits.emplace_back(fixes::SelectMember{call, nullptr, std::string(twin->result)});
  return proposal;
}

}  // namespace syncfree::rules::synchronous_operator
