// SF704: waits whose answer is the same in each iteration of a loop.
#include <algorithm>
#include <array>
#include <optional>

#include "analyzer/engine/flow/shared_memory.h"
#include "analyzer/model/walk.h"
#include "rules/shared/flow_match.h"
#include "rules/shared/own_result.h"

namespace syncfree::rules::loop_invariant_sync {

namespace {

// Waits that give a value. A constant tensor (SF202) needs no hoisting: it can be made without a wait.
constexpr std::array<std::string_view, 17> kGiveValues = {"SF101", "SF102", "SF103", "SF105", "SF106", "SF201",
                                                          "SF203", "SF204", "SF301", "SF302", "SF303", "SF304",
                                                          "SF306", "SF403", "SF501", "SF502", "SF503"};

/// The optimiser's step in the loop changes parameters: `net.weight`. `memory` is read when it is first needed.
bool may_be_stepped(const engine::FunctionView& view, const engine::Wait& wait, std::uint32_t loop,
                    std::optional<engine::SharedMemory>& memory) {
  bool steps = false;
  const flow::Loop& rounds = view.graph().loops[loop];
  for (std::uint32_t block = rounds.head; block < rounds.blocks_end && !steps; ++block) {
    steps = view.graph().inside(block, loop) &&
            std::ranges::any_of(view.actions()[block], [](const engine::Action& action) {
              return action.kind == engine::ActionKind::kOptimizerStep;
            });
  }
  const model::Expression* waited = view.expression_at(wait.event->range);
  bool has_attribute = false;
  const auto look = [&](const auto& self, const model::Expression& part) -> void {
    const auto* call = part.get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    has_attribute = has_attribute || part.kind == model::ExpressionKind::kAttribute;
    if (method == nullptr) return model::for_each_child(part, [&](const auto* child) { self(self, *child); });
    self(self, *method->object);
    for (const model::Argument& argument : call->arguments) self(self, *argument.value);
  };
  if (waited != nullptr) look(look, *waited);
  if (!steps || waited == nullptr || has_attribute) return steps;
  if (!memory) memory.emplace(view);
  return memory->is_stepped(*waited);
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  std::optional<engine::SharedMemory> memory;
  for (const engine::Wait& wait : view.waits()) {
    if (wait.loop == flow::kNone || wait.event->guarded || wait.event->loop_test) continue;
    if (std::ranges::find(kGiveValues, wait.code) == kGiveValues.end()) continue;
    const std::uint32_t loop = view.invariant_loop(wait);
    if (loop == flow::kNone || may_be_stepped(view, wait, loop, memory) || needs_its_own(view, wait, loop)) continue;
    engine::FlowMatch match = match_at(view, wait);
    match.dependency = engine::Dependency::kFalse;
    match.message =
        shown(view, wait) + " gives the same in each iteration of the loop, and waits for the GPU each time";
    match.hint = "do it once before the loop";
    const source::TextRange whole = view.graph().loops[loop].range;
    match.related.emplace_back(source::TextRange{whole.begin, std::min(whole.begin + 5, whole.end)},
                               "nothing in this loop changes it");
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace syncfree::rules::loop_invariant_sync
