#include "cli/confirm/step_wording.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <utility>
#include <vector>

#include "cli/confirm/measures.h"
#include "cli/confirm/wording.h"

namespace syncfree::confirm {
namespace {

// A cause of less than half a point is not reported.
constexpr double kLeastPoints = 0.5;
constexpr std::size_t kMostSilent = 3;

std::string points(double part) { return std::to_string(std::lround(part * 100)); }

std::string waits_text(const Confirmation& confirmation, double step_ms) {
  const auto count = std::ranges::count_if(confirmation.joined.results, [&](const Result& result) {
    return result.estimate.gain_ms >= kLeastShare * step_ms;
  });
  if (count == 0) return "all waits together";
  return count == 1 ? "1 wait" : std::to_string(count) + " waits";
}

/// "python train.py:46", where the process was silent, as far as its frames tell.
std::string silent_place(const Process& process, std::size_t number) {
  const CallSite& place = process.places[number];
  if (place.frames.empty()) return "unknown place";
  const Frame& frame = place.frames.front();
  return frame.file.empty() ? frame.function : frame.file + ":" + std::to_string(frame.line) + " " + frame.function;
}

std::string bound_line(const Process& process, const StepAnalysis& steps) {
  std::string text = process.name + ": " + std::string(name_of(steps.bound)) + "; idle for " +
                     percent(steps.least_idle) + " to " + percent(steps.most_idle) + " of its " +
                     std::to_string(steps.steps) + (steps.steps == 1 ? " step" : " steps") +
                     " with a timeline; work begins " + duration(steps.run_ahead_ms) +
                     " after its launch (median), which is the host's run-ahead\n";
  std::size_t told = 0;
  for (const auto& [place, time] : steps.code) {
    if (time < kLeastShare * steps.step_ms || ++told > kMostSilent) break;
    text += process.name + ": " + duration(time) + " a step idle, while the host ran code before " +
            silent_place(process, place) + "\n";
  }
  return text;
}

}  // namespace

StepAnalysis mean_analysis(const Confirmation& confirmation) {
  StepAnalysis mean;
  std::vector<const StepAnalysis*> known;
  for (const StepAnalysis& each : confirmation.joined.steps) {
    if (each.steps > 0) known.push_back(&each);
  }
  if (known.empty()) return mean;
  const auto count = static_cast<double>(known.size());
  mean.bound = known.front()->bound;
  for (const StepAnalysis* each : known) {
    mean.steps += each->steps;
    mean.step_ms += each->step_ms / count;
    mean.idle_ms += each->idle_ms / count;
    mean.run_ahead_ms += each->run_ahead_ms / count;
    mean.causes.waits += each->causes.waits / count;
    mean.causes.loading += each->causes.loading / count;
    mean.causes.allocation += each->causes.allocation / count;
    mean.causes.collection += each->causes.collection / count;
    mean.causes.code += each->causes.code / count;
    mean.causes.launches += each->causes.launches / count;
    mean.causes.device += each->causes.device / count;
  }
  return mean;
}

std::string idle_line(const Confirmation& confirmation) {
  const StepAnalysis mean = mean_analysis(confirmation);
  if (mean.steps == 0 || mean.step_ms <= 0) return {};
  std::string text = "The GPU is idle for " + points(mean.idle_share()) + " % of a step";
  const IdleCauses& causes = mean.causes;
  std::vector<std::pair<double, std::string>> parts = {
      {causes.waits, waits_text(confirmation, mean.step_ms)},
      {causes.loading, "data loading"},
      {causes.allocation, "allocation"},
      {causes.collection, "garbage collection"},
      {causes.code, "host code without CUDA calls"},
      {causes.launches, "slow launches"},
      {causes.device, "pauses between kernels"},
  };
  std::erase_if(parts, [&](const auto& part) { return part.first * 100 / mean.step_ms < kLeastPoints; });
  std::ranges::stable_sort(parts, std::ranges::greater{}, [](const auto& part) { return part.first; });
  const char* before = ": ";
  for (const auto& [time, name] : parts) {
    const bool is_first = &name == &parts.front().second;
    const bool is_plural =
        name.find("waits") != std::string::npos || name == "slow launches" || name.starts_with("pauses");
    text += before + name + (!is_first ? " " : is_plural ? " explain " : " explains ") + points(time / mean.step_ms);
    if (is_first) text += points(time / mean.step_ms) == "1" ? " point" : " points";
    before = ", ";
  }
  return text + "\n";
}

std::string bound_lines(const Confirmation& confirmation) {
  std::string text;
  for (std::size_t i = 0; i < confirmation.joined.steps.size(); ++i) {
    const StepAnalysis& steps = confirmation.joined.steps[i];
    if (steps.steps > 0) text += bound_line(confirmation.recording.processes[i], steps);
  }
  return text;
}

std::string gain_text(const Confirmation& confirmation, const Result& result) {
  const StepAnalysis mean = mean_analysis(confirmation);
  if (mean.steps == 0 || result.estimate.waits == 0) return {};
  return "without it a step would be " + duration(result.estimate.gain_ms) + " (" +
         percent(result.estimate.gain_ms / mean.step_ms) + ") shorter";
}

}  // namespace syncfree::confirm
