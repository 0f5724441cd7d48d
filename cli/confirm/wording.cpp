#include "cli/confirm/wording.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "analyzer/report/place.h"

namespace syncfree::confirm {
namespace {

std::string decimals(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

/// Host time of a step, over all processes.
double step_ms(const Recording& recording) {
  double sum = 0;
  for (const Process& process : recording.processes) sum += process.median_step_ms();
  return sum;
}

std::string step_figures(const Process& process) {
  if (process.steps == 0) {
    return process.name + ": no steps were seen, so figures are of the whole run\n";
  }
  std::string text = process.name + ": " + decimals(process.steps, 0) + " steps observed of " +
                     std::to_string(process.steps_seen) + " (" + process.step_source + "), " +
                     number(process.median_step_ms()) + " ms each";
  if (!process.unobserved_ms.empty()) {
    text += "; the observer costs " + percent(process.overhead()) + " of a step (median of " +
            std::to_string(process.unobserved_ms.size()) +
            " unobserved steps between them: " + number(process.median_step_ms() / (1 + process.overhead())) + " ms)";
  }
  return text + "\n";
}

}  // namespace

std::string number(double value) {
  const double size = std::fabs(value);
  return decimals(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

std::string duration(double ms) {
  constexpr double kShort = 0.1;
  return ms > 0 && ms < kShort ? decimals(ms * 1000, ms < kShort / 10 ? 1 : 0) + " µs" : number(ms) + " ms";
}

std::string percent(double part) { return decimals(part * 100, 1) + " %"; }

std::string measured(const Confirmation& confirmation, const Result& result) {
  const bool per_step = confirmation.joined.per_step;
  const Tally& total = result.total;
  std::string text = number(total.blocked) + (total.blocked == 1 ? " time" : " times") + " and " +
                     number(total.blocked_ms) + " ms" + (per_step ? " a step" : " in all");
  const double step = step_ms(confirmation.recording);
  if (per_step && step > 0) text += " (" + percent(total.blocked_ms / step) + " of it)";
  if (total.idle_ms > 0) text += ", the GPU without work for " + number(total.idle_ms) + " ms after it";
  return text;
}

std::string brief_wait(const Result& result) {
  return number(result.estimate.waits) + (result.estimate.waits == 1 ? " wait" : " waits") + " and " +
         duration(result.estimate.wait_ms) + " a step";
}

std::string by_process(const Confirmation& confirmation, const Result& result) {
  const auto& processes = confirmation.recording.processes;
  if (processes.size() < 2) return {};
  std::string text;
  for (const Share& share : result.shares) {
    text += (text.empty() ? "" : ", ") + processes[share.process].name + ": " + number(share.tally.blocked) +
            " times, " + number(share.tally.blocked_ms) + " ms";
  }
  return text;
}

std::string place_of(const Confirmation& confirmation, const Result& result) {
  if (result.file) return report::place_of(confirmation.report.files[*result.file], result.range);
  if (result.frame.file.empty()) return result.frame.function.empty() ? "unknown place" : result.frame.function;
  return result.frame.file + ":" + std::to_string(result.frame.line);
}

std::string_view code_of(const Confirmation& confirmation, const Result& result) {
  return result.finding ? confirmation.report.findings[*result.finding].code : std::string_view("-");
}

std::string message_of(const Confirmation& confirmation, const Result& result) {
  if (result.finding) return confirmation.report.findings[*result.finding].message;
  return "the host waited here" + (result.details.empty() ? "" : " (" + result.details + ")");
}

std::string figures(const Confirmation& confirmation) {
  std::string text;
  for (const Process& process : confirmation.recording.processes) {
    text += step_figures(process);
    if (!process.limits.empty()) text += process.name + ": " + process.limits + "\n";
  }
  return text;
}

}  // namespace syncfree::confirm
