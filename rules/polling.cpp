// SF604: a loop that asks until the GPU is done.
#include <algorithm>

#include "rules/shared/call_match.h"
#include "rules/shared/flow_match.h"

namespace syncfree::rules::polling {

namespace {

constexpr std::string_view kAsks = "is asked again and again until the GPU is done, so the loop waits for it";
constexpr std::string_view kInstead =
    "let the GPU wait with `stream.wait_event(event)`, or look once a step and go on if it is not done";

/// The comparison that a test is, also where the frontend has wrapped it.
const model::Comparison* comparison_of(const model::Expression& test) {
  const auto* wrapped = test.get_if<model::Call>();
  if (wrapped != nullptr && wrapped->arguments.size() == 1) return comparison_of(*wrapped->arguments.front().value);
  return test.get_if<model::Comparison>();
}

/// `if (cudaEventQuery(event) != cudaSuccess) break;` gives up where the GPU is not done, which is no wait.
bool gives_up(const engine::FunctionView& view, source::TextRange read, std::uint32_t loop) {
  const flow::Graph& graph = view.graph();
  return std::ranges::any_of(graph.branches, [&](const flow::Branch& branch) {
    const model::Comparison* asked = comparison_of(*branch.condition);
    if (asked == nullptr || asked->operands.size() != 2 || !asked->range.contains(read)) return false;
    const bool is_first = asked->operands[0]->range.contains(read);
    const std::string answer = view.text(asked->operands[is_first ? 1 : 0]->range);
    const bool asks_unready = asked->operators[0] == model::ComparisonOperator::kEqual
                                  ? answer.ends_with("ErrorNotReady") || answer.ends_with("ERROR_NOT_READY")
                                  : asked->operators[0] == model::ComparisonOperator::kNotEqual &&
                                        (answer.ends_with("Success") || answer.ends_with("SUCCESS"));
    if (!asks_unready) return false;
    for (std::uint32_t block = branch.then_begin; block < branch.then_end; ++block) {
      const auto leaves = [&](std::uint32_t next) { return !graph.inside(next, loop); };
      if (graph.inside(block, loop) && std::ranges::any_of(graph.blocks[block].successors, leaves)) return true;
    }
    return false;
  });
}

/// Its test decides whether control stays in the loop: the loop's own, or that of an `if` inside.
bool is_tested_for_leaving(const engine::FunctionView& view, const model::Expression& read, std::uint32_t loop) {
  const flow::Graph& graph = view.graph();
  const std::optional<flow::Point> at = graph.point_of(read);
  if (!at || !graph.inside(at->block, loop) || gives_up(view, read.range, loop)) return false;
  if (view.leaves_loop(read.range, loop)) return true;
  const flow::Block& block = graph.blocks[at->block];
  const bool is_tested = std::ranges::any_of(block.steps, [&](const flow::Step& step) {
    return step.kind == flow::StepKind::kTest && step.expression->range.contains(read.range);
  });
  return is_tested &&
         std::ranges::any_of(block.successors, [&](std::uint32_t next) { return !graph.inside(next, loop); });
}

/// `do { status = cudaEventQuery(event); } while (status == cudaErrorNotReady);`
bool answer_keeps_in_loop(const engine::FunctionView& view, const engine::Action& query, std::uint32_t loop) {
  const flow::Graph& graph = view.graph();
  const std::vector<flow::Step>& steps = graph.blocks[query.at.block].steps;
  for (std::uint32_t i = query.at.step; i < steps.size(); ++i) {
    const flow::Step& step = steps[i];
    if (step.kind != flow::StepKind::kBind || step.value == nullptr || step.value->range != query.range) continue;
    const auto* variable = step.expression->get_if<model::Name>();
    if (variable == nullptr) return false;
    const auto reads = flow::reads_after(graph, {query.at.block, i + 1}, variable->name);
    return std::ranges::any_of(reads,
                               [&](const model::Expression* read) { return is_tested_for_leaving(view, *read, loop); });
  }
  return false;
}

}  // namespace

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF604", event) || !is_loop_test(event)) return std::nullopt;
  return call_match(event, context, kAsks, kInstead);
}

/// `while True: if event.query(): break`
std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kQuery)) return matches;
  for (const auto& block : view.actions()) {
    for (const engine::Action& action : block) {
      if (action.kind != engine::ActionKind::kQuery) continue;
      const std::uint32_t loop = view.graph().blocks[action.at.block].loop;
      if (loop == flow::kNone) continue;
      const bool ends = view.graph().loops[loop].endless && view.leaves_loop(action.range, loop) &&
                        !gives_up(view, action.range, loop);
      if (!ends && !answer_keeps_in_loop(view, action, loop)) continue;
      engine::FlowMatch match;
      match.range = action.range;
      match.message = shown(view, action.range) + " " + std::string(kAsks);
      match.hint = kInstead;
      match.loop_depth = view.loop_depth(loop);
      matches.push_back(std::move(match));
    }
  }
  return matches;
}

}  // namespace syncfree::rules::polling
