// C++: the policy under which an algorithm returns at once, on the current stream where the file knows of one.
#include <algorithm>
#include <array>

#include "rules/call_match.h"
#include "rules/fix_parts.h"

namespace syncfree::rules::blocking_thrust {

using fixes::Applicability;
using fixes::Proposal;

namespace {

// They give nothing back to the host. Of the others the host still waits for a size or a number, whatever the policy.
constexpr std::array<std::string_view, 40> kLeaveAllOnTheDevice = {"sort",
                                                                   "sort_by_key",
                                                                   "stable_sort",
                                                                   "stable_sort_by_key",
                                                                   "for_each",
                                                                   "for_each_n",
                                                                   "transform",
                                                                   "transform_if",
                                                                   "fill",
                                                                   "fill_n",
                                                                   "generate",
                                                                   "generate_n",
                                                                   "sequence",
                                                                   "tabulate",
                                                                   "inclusive_scan",
                                                                   "exclusive_scan",
                                                                   "merge",
                                                                   "merge_by_key",
                                                                   "gather",
                                                                   "gather_if",
                                                                   "scatter",
                                                                   "scatter_if",
                                                                   "replace",
                                                                   "replace_if",
                                                                   "replace_copy",
                                                                   "replace_copy_if",
                                                                   "reverse",
                                                                   "reverse_copy",
                                                                   "swap_ranges",
                                                                   "uninitialized_fill",
                                                                   "uninitialized_fill_n",
                                                                   "adjacent_difference",
                                                                   "transform_inclusive_scan",
                                                                   "transform_exclusive_scan",
                                                                   "inclusive_scan_by_key",
                                                                   "exclusive_scan_by_key",
                                                                   "lower_bound",
                                                                   "upper_bound",
                                                                   "binary_search",
                                                                   "shuffle"};

/// The call is all of its statement: nobody takes an iterator or a number from it.
bool is_result_dropped(const engine::FixContext& context) {
  const auto* statement = context.location.statement->get_if<model::ExpressionStatement>();
  return statement != nullptr && statement->value == context.location.node;
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  const model::Argument* policy = call == nullptr ? nullptr : keyword_argument(*call, "policy", context.symbols);
  if (policy == nullptr || !call->range.contains(policy->value->range)) return std::nullopt;
  const std::string_view written = text_of(*policy->value, context);
  const bool on_device = written.ends_with("thrust::device") || written.ends_with("thrust::cuda::par");
  if (!on_device || !is_one_of(called_name(event), kLeaveAllOnTheDevice)) return std::nullopt;
  Proposal proposal{is_result_dropped(context) ? Applicability::kUnsafe : Applicability::kSuggestion,
                    "run it without waiting (whoever reads its output on the host has to wait for the stream)",
                    {}};
  const fixes::Code no_wait = fixes::library("thrust.cuda.par_nosync");
  // `par.on(s)` says its stream itself; what else is made of a policy is left alone.
  const source::TextRange rest = {policy->value->range.end, policy->range.end};
  const bool names_stream = context.module.text.substr(rest.begin, rest.size()).starts_with(".on(");
  if (!rest.empty() && !(names_stream && written.ends_with("thrust::cuda::par"))) return std::nullopt;
  const std::optional<fixes::Code> stream = names_stream ? std::nullopt : stream_here(context);
  proposal.edits.emplace_back(
      fixes::Replace{policy->value, stream ? fixes::method(no_wait, "on", {{{}, *stream}}) : no_wait});
  return proposal;
}

}  // namespace syncfree::rules::blocking_thrust
