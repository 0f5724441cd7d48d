#include "analyzer/engine/judging/idle_gpu.h"

#include <algorithm>
#include <array>
#include <string_view>

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

/// What a step says of the GPU's queue.
enum class Queue : std::uint8_t { kAsBefore, kEmpty, kFilled };

/// One step, with what happens in it.
class QueueAt {
 public:
  QueueAt(const FunctionView& view, std::span<const RuleInfo> rules, Point at, std::span<const Action* const> actions)
      : view_(view), rules_(rules), at_(at), actions_(actions), symbols_(view.analysis().world.project.symbols()) {}

  Queue ask() const {
    if (may_launch()) return Queue::kFilled;
    return empties_queue() ? Queue::kEmpty : Queue::kAsBefore;
  }

 private:
  /// A wait that stands there, for what the host reads; one under an `if` also counts behind it. What gives a tensor on
  /// the GPU is computed there behind the wait.
  bool empties_queue() const {
    return std::ranges::any_of(actions_, [&](const Action* action) {
      if (action->kind != ActionKind::kWait || action->wait == nullptr || view_.point_of(action->range) != at_)
        return false;
      const model::Expression* read = view_.expression_at(action->range);
      if (read == nullptr || holds_device_tensor(view_.observation().value_of(*read))) return false;
      const RuleInfo* rule = rule_of(action->wait->code, rules_);
      return rule != nullptr && rule->waits_for != WaitsFor::kOther && rule->completes_work;
    });
  }

  bool may_launch() const {
    if (std::ranges::find(actions_, ActionKind::kLaunch, &Action::kind) != actions_.end()) return true;
    const flow::Step& step = view_.graph().blocks[at_.block].steps[at_.step];
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
  Point at_;
  std::span<const Action* const> actions_;
  const model::SymbolTable& symbols_;
};

}  // namespace

IdleGpu::IdleGpu(const FunctionView& view, std::span<const RuleInfo> rules) : view_(view), rules_(rules) {
  for (const flow::Loop& loop : view.graph().loops) heads_.insert(loop.head);
}

bool IdleGpu::is_found_by(const Event& copy) {
  const std::optional<Point> at = view_.point_of(copy.range);
  if (!at) return false;
  const auto& blocks = view_.graph().blocks;
  std::unordered_set<std::uint32_t> seen;
  std::vector<Point> todo = {*at};
  for (std::size_t count = 0; !todo.empty(); ++count) {
    const Point here = todo.back();
    todo.pop_back();
    if (count == kFarthest) return false;
    const std::optional<bool> idle = look_back(here);
    if (idle == false) return false;
    if (idle == true) continue;
    if (begins_round(here.block)) return false;
    for (const std::uint32_t before : blocks[here.block].predecessors) {
      if (seen.insert(before).second) todo.push_back({before, static_cast<std::uint32_t>(blocks[before].steps.size())});
    }
  }
  return true;
}

/// The function begins there, or a loop: what the round before did is another matter.
bool IdleGpu::begins_round(std::uint32_t block) const {
  return view_.graph().blocks[block].predecessors.empty() || heads_.contains(block);
}

/// What the last of the steps before it says that says anything.
std::optional<bool> IdleGpu::look_back(Point from) {
  const auto step_of = [](const Action* action) { return action->at.step; };
  const auto [known, is_new] = queues_.try_emplace(from.block);
  BlockQueue& queue = known->second;
  if (is_new) {
    for (const Action& action : view_.actions()[from.block]) {
      if (action.at.block == from.block) queue.actions.push_back(&action);
    }
    std::ranges::stable_sort(queue.actions, {}, step_of);
    queue.is_idle.push_back(std::nullopt);
  }
  while (queue.is_idle.size() <= from.step) {
    const auto step = static_cast<std::uint32_t>(queue.is_idle.size() - 1);
    const auto own = std::ranges::equal_range(queue.actions, step, {}, step_of);
    const Queue said = QueueAt(view_, rules_, {from.block, step}, {own.begin(), own.end()}).ask();
    queue.is_idle.push_back(said == Queue::kAsBefore ? queue.is_idle.back() : std::optional(said == Queue::kEmpty));
  }
  return queue.is_idle[from.step];
}

}  // namespace syncfree::engine
