#include "analyzer/engine/judging/idle_gpu.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/engine/flow/call_values.h"
#include "analyzer/flow/is_among.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::engine {

namespace {

using flow::Point;
using values::Kind;
using values::Kinds;
using values::Value;

constexpr std::size_t kFarthest = 16;  // what was read farther back is forgotten
constexpr std::array<std::string_view, 10> kQueuesNothing = {"update", "log",    "info",  "debug",        "warning",
                                                             "print",  "append", "write", "perf_counter", "time"};

class Backwards {
 public:
  Backwards(const FunctionView& view, std::span<const RuleInfo> rules)
      : view_(view), rules_(rules), symbols_(view.analysis().world.project.symbols()) {}

  bool finds_idle(Point copy) const {
    const auto& blocks = view_.graph().blocks;
    std::vector<bool> seen(blocks.size(), false);
    std::vector<Point> todo = {copy};
    for (std::size_t count = 0; !todo.empty(); ++count) {
      const Point at = todo.back();
      todo.pop_back();
      if (count == kFarthest) return false;
      const std::optional<bool> idle = look_back(at);
      if (idle == false) return false;
      if (idle == true) continue;
      if (begins_round(at.block)) return false;
      for (const std::uint32_t before : blocks[at.block].predecessors) {
        if (!seen[before]) todo.push_back({before, static_cast<std::uint32_t>(blocks[before].steps.size())});
        seen[before] = true;
      }
    }
    return true;
  }

 private:
  /// The function begins there, or a loop: what the round before did is another matter.
  bool begins_round(std::uint32_t block) const {
    const auto is_head = [block](const flow::Loop& loop) { return loop.head == block; };
    return view_.graph().blocks[block].predecessors.empty() || std::ranges::any_of(view_.graph().loops, is_head);
  }

  /// What the last of the steps before it says that says anything.
  std::optional<bool> look_back(Point from) const {
    for (std::uint32_t step = from.step; step-- > 0;) {
      if (may_launch({from.block, step})) return false;
      if (empties_queue({from.block, step})) return true;
    }
    return std::nullopt;
  }

  template <class Of>
  bool acts(Point at, const Of& of) const {
    return std::ranges::any_of(view_.actions()[at.block],
                               [&](const Action& action) { return action.at == at && of(action); });
  }

  /// A wait that stands there, for what the host reads; one under an `if` also counts behind it. What gives a tensor on
  /// the GPU is computed there behind the wait.
  bool empties_queue(Point at) const {
    return acts(at, [&](const Action& action) {
      if (action.kind != ActionKind::kWait || action.wait == nullptr || view_.point_of(action.range) != at)
        return false;
      const model::Expression* read = view_.expression_at(action.range);
      if (read == nullptr || holds_device_tensor(view_.observation().value_of(*read))) return false;
      const RuleInfo* rule = rule_of(action.wait->code, rules_);
      return rule != nullptr && rule->waits_for != WaitsFor::kOther && rule->completes_work;
    });
  }

  bool may_launch(Point at) const {
    if (acts(at, [](const Action& action) { return action.kind == ActionKind::kLaunch; })) return true;
    const flow::Step& step = view_.graph().blocks[at.block].steps[at.step];
    if (step.kind == flow::StepKind::kEnter || step.kind == flow::StepKind::kLeave) return false;
    const auto* call = step.kind == flow::StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
    if (call == nullptr || !operators_of(view_, *call).empty()) return false;
    return !is_of_host(*call);
  }

  /// Of a call of which nothing else is known: it only reports, or it works on what lies on the host.
  bool is_of_host(const model::Call& call) const {
    if (flow::is_among(kQueuesNothing, flow::last_name(call, symbols_))) return true;
    bool on_host = false;
    for (const model::Argument& argument : call.arguments) {
      const Value* value = view_.observation().value_of(*argument.value);
      if (value == nullptr) continue;
      if (holds_device_tensor(value)) return false;
      on_host = on_host || value->only(Kinds(Kind::kArray) | values::kHostNumber) ||
                value->is_cpu_tensor() == values::Truth::kYes;
    }
    return on_host;
  }

  const FunctionView& view_;
  std::span<const RuleInfo> rules_;
  const model::SymbolTable& symbols_;
};

}  // namespace

bool finds_gpu_idle(const FunctionView& view, const Event& copy, std::span<const RuleInfo> rules) {
  const std::optional<Point> at = view.point_of(copy.range);
  return at && Backwards(view, rules).finds_idle(*at);
}

}  // namespace syncfree::engine
