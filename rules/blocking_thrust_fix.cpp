// C++: the policy under which an algorithm returns at once, on the current stream where the file knows of one.
#include <algorithm>
#include <array>

#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

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

/// `lower_bound(first, last, value)` gives the host where it is; with many values what is found stays on the device.
bool searches_for_one(std::string_view name, const model::Call& call, const engine::FixContext& context) {
  constexpr std::array<std::string_view, 3> kSearches = {"lower_bound", "upper_bound", "binary_search"};
  constexpr std::ptrdiff_t kOfMany = 5;  ///< the range, that of the values, and the output
  const auto written = std::ranges::count_if(call.arguments, [&](const model::Argument& argument) {
    return context.symbols.text(argument.keyword) != "policy";
  });
  return is_one_of(name, kSearches) && written < kOfMany;
}

constexpr std::string_view kTitle =
    "run it without waiting (whoever reads its output on the host has to wait for the stream)";

/// Without a policy the iterators decide where it runs.
std::optional<Proposal> with_policy(const model::Call& call, const fixes::Code& no_wait,
                                    const engine::FixContext& context) {
  const auto first = std::ranges::find_if(call.arguments, [&](const model::Argument& argument) {
    return !argument.range.empty() && call.arguments_range.contains(argument.range);
  });
  if (first == call.arguments.end() || first->keyword) return std::nullopt;
  const std::optional<fixes::Code> stream = stream_here(context);
  const fixes::Code policy = stream ? fixes::method(no_wait, "on", {{{}, *stream}}) : no_wait;
  return shown(std::string(kTitle),
               fixes::InsertArgument{&call, static_cast<std::size_t>(first - call.arguments.begin()), policy});
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || !is_one_of(called_name(event), kLeaveAllOnTheDevice)) return std::nullopt;
  if (searches_for_one(called_name(event), *call, context)) return std::nullopt;
  const model::Argument* policy = keyword_argument(*call, "policy", context.symbols);
  const fixes::Code no_wait = fixes::library("thrust.cuda.par_nosync");
  if (policy == nullptr || !call->range.contains(policy->value->range)) return std::nullopt;
  if (policy->value->range == call->range) return with_policy(*call, no_wait, context);  // it is nowhere written
  const std::string_view written = text_of(*policy->value, context);
  const bool on_device = written.ends_with("thrust::device") || written.ends_with("thrust::cuda::par");
  if (!on_device) return std::nullopt;
  Proposal proposal{
      is_result_dropped(context) ? Applicability::kUnsafe : Applicability::kSuggestion, std::string(kTitle), {}};
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
