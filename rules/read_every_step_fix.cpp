// A log line for every hundredth step, and sums and lists that stay on the GPU. Only shown: the log becomes another
// one.
#include <algorithm>

#include "analyzer/flow/loop_counter.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/read_behind_loop.h"
#include "rules/shared/flow_match.h"

namespace syncfree::rules::read_every_step {

using engine::FixContext;
using engine::FlowMatch;
using engine::FunctionView;
using fixes::Applicability;
using fixes::Code;
using fixes::Proposal;
using model::Expression;
using model::For;
using model::Statement;

namespace {

constexpr std::string_view kSteps = "100";

const For* loop_around(const model::Location& location) {
  for (const Statement* around : location.around) {
    if (const auto* loop = around->get_if<For>()) return loop;
  }
  return nullptr;
}

/// Nothing but a log comes of it: a call whose result nobody takes.
bool is_log_line(const Statement& statement, const FixContext& context) {
  const auto* expression = statement.get_if<model::ExpressionStatement>();
  const auto* call = expression == nullptr ? nullptr : expression->value->get_if<model::Call>();
  if (call == nullptr) return false;
  constexpr std::string_view kLogs[] = {"print",           "debug",       "info",       "warning",
                                        "error",           "log",         "add_scalar", "set_postfix",
                                        "set_description", "log_metrics", "log_dict",   "write"};
  return is_one_of(callee_name(*call, context.symbols), kLogs);
}

Code every_so_often(Code counter) {
  return fixes::binary(fixes::binary(std::move(counter), "%", fixes::number(std::string(kSteps))),
                       "==", fixes::number("0"));
}

std::optional<Proposal> log_seldom(const FixContext& context) {
  const For* loop = loop_around(context.location);
  if (loop == nullptr || loop->is_async) return std::nullopt;
  Proposal proposal{Applicability::kSuggestion, "log every " + std::string(kSteps) + " steps", {}};
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  if (const Expression* counter = flow::counter_of(*loop, context.symbols)) {
    proposal.edits.emplace_back(fixes::Guard{context.location.statement, every_so_often(fixes::kept(*counter))});
    return proposal;
  }
  if (loop->target->kind != model::ExpressionKind::kName) return std::nullopt;
  const std::string step = context.words.contains("step") ? "step_number" : "step";
  if (context.words.contains(step)) return std::nullopt;
  proposal.edits.emplace_back(
      fixes::Replace{loop->iterable, fixes::call(fixes::name("enumerate"), {{{}, fixes::kept(*loop->iterable)}})});
  proposal.edits.emplace_back(
      fixes::Replace{loop->target, fixes::name(step + ", " + std::string(text_of(*loop->target, context)))});
  proposal.edits.emplace_back(fixes::Guard{context.location.statement, every_so_often(fixes::name(step))});
  return proposal;
}

}  // namespace

std::optional<Proposal> propose_flow(const FunctionView&, const FlowMatch& match, const FixContext& context) {
  return is_log_line(*context.location.statement, context) ? log_seldom(context) : kept_on_device(match, context);
}

}  // namespace syncfree::rules::read_every_step
