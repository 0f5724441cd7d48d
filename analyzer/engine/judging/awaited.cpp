// Waits that are there for what follows: a clock, a copy that the host reads, another process, the end.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "analyzer/engine/judging/consumer.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::engine {

namespace {

using flow::Point;

constexpr std::size_t kMostBlocks = 64;

// What is called right after a wait that is there for it: measuring, other processes, callbacks, the end.
constexpr std::array<std::string_view, 20> kNeedsIdle = {"barrier",
                                                         "send",
                                                         "put",
                                                         "send_bytes",
                                                         "destroy_process_group",
                                                         "exit",
                                                         "_exit",
                                                         "quit",
                                                         "abort",
                                                         "cudaProfilerStart",
                                                         "cudaProfilerStop",
                                                         "range_pop",
                                                         "range_push",
                                                         "max_memory_allocated",
                                                         "memory_allocated",
                                                         "reset_peak_memory_stats",
                                                         "memory_reserved",
                                                         "_cuda_ipc_collect",
                                                         "ipc_collect",
                                                         "notify"};
// What a measurement of memory asks at its end.
constexpr std::array<std::string_view, 4> kPeaks = {"max_memory_allocated", "memory_allocated", "max_memory_reserved",
                                                    "memory_reserved"};
constexpr std::array<std::string_view, 5> kMeasures = {"timer", "prof", "stopwatch", "tic", "toc"};

bool needs_idle(const model::Call& call, const model::SymbolTable& symbols) {
  const std::string_view name = flow::last_name(call, symbols);
  if (std::ranges::find(kNeedsIdle, name) != kNeedsIdle.end() || name.find("callback") != name.npos) return true;
  const auto* method = call.callee->get_if<model::Attribute>();
  const std::string_view owner = method == nullptr ? name : flow::last_name(*method->object, symbols);
  return std::ranges::any_of(kMeasures, [&](std::string_view part) { return owner.find(part) != owner.npos; });
}

}  // namespace

/// The actions by their places, and the memory that copies go to.
class Afterwards::Code {
 public:
  explicit Code(const FunctionView& view) : view_(view), symbols_(view.analysis().world.project.symbols()) {
    find_copied();
    for (const auto& block : view.actions()) {
      for (const Action& action : block) by_place_[{action.at.block, action.at.step}].push_back(&action);
    }
  }

  struct Wait {
    source::TextRange range;
    bool of_event = false;  ///< the copies that it waits for may have been queued anywhere
  };

  /// On some way to it, behind the last wait, a copy to the host was queued.
  bool brings_back(Point from, const Wait& wait) const {
    const auto is_other_wait = [&](const Action& action) {
      return action.kind == ActionKind::kWait && action.range != wait.range;
    };
    const auto look = [&](Point at) {
      if (copies_to_host(at)) return Look::kDecides;
      return has(at, is_other_wait) ? Look::kEndsWay : Look::kGoesOn;
    };
    return decides(from, Direction::kBackwards, false, look);
  }

  /// On each way from it the GPU is given work, before the host does anything else of which little is known.
  bool goes_on_computing(Point from, const Wait& wait) const {
    const auto look = [&](Point at) {
      if (has(at, [](const Action& action) { return action.kind == ActionKind::kLaunch; })) return Look::kEndsWay;
      return ends_here(at, wait) ? Look::kDecides : Look::kGoesOn;
    };
    return !decides(from, Direction::kForwards, true, look);
  }

  bool measures() const {
    for (const auto& [place, actions] : by_place_) {
      const auto is_clock = [](const Action* action) {
        return action->kind == ActionKind::kClock || action->kind == ActionKind::kElapsed;
      };
      if (std::ranges::any_of(actions, is_clock)) return true;
    }
    return std::ranges::any_of(view_.graph().blocks, [&](const flow::Block& block) {
      return std::ranges::any_of(block.steps, [&](const flow::Step& step) {
        const auto* call = step.kind == flow::StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
        return call != nullptr && std::ranges::find(kPeaks, flow::last_name(*call, symbols_)) != kPeaks.end();
      });
    });
  }

  /// On some way, until the GPU is given work again.
  bool finds_reason(Point from, const Wait& wait) const {
    const auto look = [&](Point at) {
      if (is_reason(at, wait)) return Look::kDecides;
      return ends_here(at, wait) ? Look::kEndsWay : Look::kGoesOn;
    };
    return decides(from, Direction::kForwards, false, look);
  }

 private:
  enum class Look : std::uint8_t { kGoesOn, kEndsWay, kDecides };
  enum class Direction : std::uint8_t { kForwards, kBackwards };

  /// Does `look` decide at a step behind `from`, or before it, on any way. `at_end`: the answer where a way ends by
  /// itself, and where there are too many blocks.
  template <class LookAt>
  bool decides(Point from, Direction direction, bool at_end, const LookAt& look) const {
    const auto& blocks = view_.graph().blocks;
    const bool back = direction == Direction::kBackwards;
    std::vector<bool> seen(blocks.size(), false);
    std::vector<Point> todo = {{from.block, back ? from.step : from.step + 1}};
    for (std::size_t count = 0; !todo.empty(); ++count) {
      if (count == kMostBlocks) return at_end;
      const Point at = todo.back();
      todo.pop_back();
      const auto size = static_cast<std::uint32_t>(blocks[at.block].steps.size());
      const std::uint32_t left = back ? at.step : size - at.step;
      Look last = Look::kGoesOn;
      for (std::uint32_t i = 0; i < left && last == Look::kGoesOn; ++i)
        last = look(Point{at.block, back ? at.step - 1 - i : at.step + i});
      if (last == Look::kDecides) return true;
      if (last == Look::kEndsWay) continue;
      const std::vector<std::uint32_t>& next = back ? blocks[at.block].predecessors : blocks[at.block].successors;
      if (next.empty() && at_end) return true;
      for (const std::uint32_t block : next) {
        if (seen[block]) continue;
        seen[block] = true;
        todo.push_back({block, back ? static_cast<std::uint32_t>(blocks[block].steps.size()) : 0});
      }
    }
    return false;
  }

  void find_copied() {
    const auto blocks = view_.actions();
    for (bool grows = true; grows;) {
      const std::size_t before = copied_.size();
      for (const auto& block : blocks) {
        for (const Action& action : block) {
          const bool stands_for = action.kind == ActionKind::kFlow && copied_.contains(action.other);
          if (action.kind == ActionKind::kCopyOut || stands_for) copied_.insert(action.subject);
        }
      }
      grows = copied_.size() != before;
    }
  }

  /// `cudaMemcpyAsync(host, device, n, cudaMemcpyDeviceToHost, stream)`, or one whose kind is not known.
  bool copies_to_host(Point at) const {
    const flow::Step& step = view_.graph().blocks[at.block].steps[at.step];
    const auto* call = step.kind == flow::StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
    if (call == nullptr) return false;
    const auto operations = operators_of(view_, *call);
    if (operations.empty() || !operations.front()->name.starts_with("cuda_runtime.")) return false;
    const std::string_view name = operations.front()->name;
    if (!name.contains("emcpy") || !name.contains("Async")) return false;
    return name.contains("DtoH") || name.contains("FromSymbol") ||
           std::ranges::any_of(call->arguments, [](const model::Argument& argument) {
             const auto* kind = argument.value->get_if<model::Constant>();
             return kind != nullptr && (kind->text == "cudaMemcpyDeviceToHost" || kind->text == "cudaMemcpyDefault");
           });
  }

  bool has(Point at, auto&& of) const {
    const auto found = by_place_.find({at.block, at.step});
    return found != by_place_.end() &&
           std::ranges::any_of(found->second, [&](const Action* action) { return of(*action); });
  }

  /// The GPU has work again, or the host waits once more: what follows asks for that wait. What an unknown function
  /// does is not known.
  bool ends_here(Point at, const Wait& wait) const {
    // A wait under an `if` also counts after it.
    const auto ends = [&](const Action& action) {
      return action.kind == ActionKind::kLaunch || (action.kind == ActionKind::kWait && action.range != wait.range);
    };
    if (has(at, ends)) return true;
    const flow::Step& step = view_.graph().blocks[at.block].steps[at.step];
    const auto* call = step.kind == flow::StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
    return call != nullptr && operators_of(view_, *call).empty() && !only_reports(*call) && !checks_status(*call);
  }

  /// `check(cudaEventSynchronize(event), __FILE__, __LINE__)`: what takes the status of a call looks at it.
  bool checks_status(const model::Call& call) const {
    return std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
      const auto* checked = argument.value->get_if<model::Call>();
      const auto operations =
          checked == nullptr ? std::vector<const catalog::Operator*>() : operators_of(view_, *checked);
      return !operations.empty() && operations.front()->name.starts_with("cuda_runtime.");
    });
  }

  /// `logger.info(…)`, `meter.update(…)`: it queues nothing.
  bool only_reports(const model::Call& call) const {
    constexpr std::array<std::string_view, 9> kNames = {"update", "log",    "info",  "debug", "warning",
                                                        "print",  "append", "write", "flush"};
    return std::ranges::find(kNames, flow::last_name(call, symbols_)) != kNames.end();
  }

  bool is_reason(Point at, const Wait& wait) const {
    const auto asks = [&](const Action& action) {
      return action.kind == ActionKind::kClock || action.kind == ActionKind::kElapsed ||
             (action.kind == ActionKind::kRead && (wait.of_event || copied_.contains(action.subject)));
    };
    if (has(at, asks)) return true;
    const flow::Step& step = view_.graph().blocks[at.block].steps[at.step];
    const auto* call = step.kind == flow::StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
    return call != nullptr && needs_idle(*call, symbols_);
  }

  const FunctionView& view_;
  const model::SymbolTable& symbols_;
  std::set<Storage> copied_;  ///< host memory that asynchronous copies go into, by whatever name
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<const Action*>> by_place_;
};

Afterwards::Afterwards(const FunctionView& view) : view_(view), code_(std::make_unique<const Code>(view)) {}

Afterwards::~Afterwards() = default;

bool Afterwards::ask_for(const Event& wait) const {
  const std::optional<Point> at = view_.point_of(wait.range);
  const bool of_event = wait.operation != nullptr && wait.operation->name.find("Event") != std::string_view::npos;
  return at && code_->finds_reason(*at, {.range = wait.range, .of_event = of_event});
}

bool Afterwards::measures() const { return code_->measures(); }

Dependency Afterwards::need_of(const Event& wait) const {
  const std::optional<Point> at = view_.point_of(wait.range);
  if (!at) return Dependency::kEither;
  const Code::Wait of = {.range = wait.range};
  if (code_->brings_back(*at, of)) return Dependency::kTrue;
  return code_->goes_on_computing(*at, of) ? Dependency::kFalse : Dependency::kEither;
}

}  // namespace syncfree::engine
