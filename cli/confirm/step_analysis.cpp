#include "cli/confirm/step_analysis.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <unordered_map>

#include "cli/confirm/measures.h"
#include "cli/confirm/replay.h"

namespace syncfree::confirm {
namespace {

// A GPU that is idle for less of a step has enough to do.
constexpr double kBusyGpu = 0.1;
// A thread that made no call for so long did something else than launching; the observer looks at such places, too.
constexpr double kSilence = 100;

double sum_of(std::span<const Span> spans) {
  double sum = 0;
  for (const Span& span : spans) sum += span.end - span.begin;
  return sum;
}

double overlap(const Span& a, const Span& b) {
  return std::max(0.0, std::min(a.end, b.end) - std::max(a.begin, b.begin));
}

std::vector<bool> flags(std::span<const std::size_t> places) {
  std::vector<bool> result;
  for (const std::size_t place : places) {
    if (place >= result.size()) result.resize(place + 1);
    result[place] = true;
  }
  return result;
}

bool in_steps(const Activity& activity, double time) {
  const auto behind = std::ranges::upper_bound(activity.steps, time, {}, &Span::begin);
  return behind != activity.steps.begin() && time < std::prev(behind)->end;
}

/// By their begin, and apart.
std::vector<Span> merged(const std::vector<Span>& spans) {
  std::vector<Span> result;
  for (const Span& span : spans) {
    if (!result.empty() && span.begin <= result.back().end) {
      result.back().end = std::max(result.back().end, span.end);
    } else {
      result.push_back(span);
    }
  }
  return result;
}

std::vector<bool> every_place(const Activity& activity) {
  std::vector<std::size_t> places;
  for (const HostEvent& event : activity.events) {
    if (event.place >= 0) places.push_back(static_cast<std::size_t>(event.place));
  }
  return flags(places);
}

std::vector<Span> recorded_works(const Activity& activity) {
  std::vector<Span> works;
  for (const GpuWork& work : activity.works) works.push_back({work.begin, work.end});
  return works;
}

/// What the host did in the gaps of a schedule.
class GapReader {
 public:
  GapReader(const Activity& activity, const Replay& replay, const Schedule& schedule)
      : activity_(activity), replay_(replay), schedule_(schedule) {
    for (const HostEvent& event : activity.events) {
      if (event.kind == HostEventKind::kLoad) loads_.push_back({event.begin, event.end});
      if (event.kind == HostEventKind::kCollect) collections_.push_back({event.begin, event.end});
    }
    loads_ = merged(loads_);
    collections_ = merged(collections_);
  }

  /// A gap that ends where this work begins.
  void add(const Span& gap, std::size_t work) {
    auto event = replay_.asked_by(work);
    if (!schedule_.issue_bound[work] || !event) {
      causes_.device += gap.end - gap.begin;
      return;
    }
    double until = gap.end;
    while (event && until > gap.begin) {
      const Span& call = schedule_.events[*event];
      const Span in_call{std::max(gap.begin, call.begin), until};
      if (in_call.end > in_call.begin) {
        cause_of(activity_.events[*event]) += in_call.end - in_call.begin;
        until = in_call.begin;
      }
      const auto before = replay_.before(*event);
      const double since = before ? schedule_.events[*before].end : call.begin;
      add_silence(*event, {std::max(gap.begin, std::min(since, until)), until});
      until = std::min(until, since);
      event = before;
    }
    if (until > gap.begin) causes_.launches += until - gap.begin;
  }

  const IdleCauses& causes() const { return causes_; }
  const std::map<std::size_t, double>& code() const { return code_; }

 private:
  double& cause_of(const HostEvent& event) {
    return event.kind == HostEventKind::kAllocate ? causes_.allocation : causes_.launches;
  }

  /// Part of the time between the call before the event and the event. Both were further apart, if waits are removed
  /// from between; what the host did there is spread evenly.
  void add_silence(std::size_t index, const Span& part) {
    const double length = part.end - part.begin;
    if (length <= 0) return;
    const HostEvent& event = activity_.events[index];
    const auto before = replay_.before(index);
    const Span recorded{before ? activity_.events[*before].end : event.begin, event.begin};
    const double all = recorded.end - recorded.begin;
    if (all <= 0) {
      causes_.launches += length;
      return;
    }
    const auto share_of = [&](const std::vector<Span>& spans) {
      double inside = 0;
      auto span = std::ranges::upper_bound(spans, recorded.begin, {}, &Span::end);
      for (; span != spans.end() && span->begin < recorded.end; ++span) inside += overlap(*span, recorded);
      return std::min(1.0, inside / all);
    };
    const double loading = share_of(loads_);
    const double collection = std::min(1 - loading, share_of(collections_));
    causes_.loading += length * loading;
    causes_.collection += length * collection;
    const double rest = length * (1 - loading - collection);
    if (all * (1 - loading - collection) <= kSilence) {
      causes_.launches += rest;
      return;
    }
    causes_.code += rest;
    if (event.place >= 0) code_[static_cast<std::size_t>(event.place)] += rest;
  }

  const Activity& activity_;
  const Replay& replay_;
  const Schedule& schedule_;
  std::vector<Span> loads_, collections_;
  IdleCauses causes_;
  std::map<std::size_t, double> code_;
};

/// The causes of what is idle in a schedule without waits, in microseconds.
GapReader read_gaps(const Activity& activity, const Replay& replay, const Schedule& schedule) {
  GapReader reader(activity, replay, schedule);
  std::vector<std::size_t> order(schedule.works.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return schedule.works[i].begin; });
  const double begin = replay.reached(schedule, activity.steps.front().begin);
  const double end = replay.reached(schedule, activity.steps.back().end);
  double busy_until = begin;
  for (const std::size_t i : order) {
    const Span& work = schedule.works[i];
    const double until = std::min(work.begin, end);
    if (until > busy_until) reader.add({busy_until, until}, i);
    busy_until = std::max(busy_until, work.end);
  }
  return reader;
}

/// Brings the causes other than waits to this sum: they were read off a schedule that differs in its ends.
void scale(IdleCauses& causes, double to) {
  double* const others[] = {&causes.loading, &causes.allocation, &causes.collection,
                            &causes.code,    &causes.launches,   &causes.device};
  double sum = 0;
  for (const double* each : others) sum += *each;
  for (double* each : others) *each *= sum > 0 ? to / sum : 0;
  if (sum <= 0) causes.device = to;
}

/// To a step that the observer does not disturb.
void undisturb(StepAnalysis& analysis, double step_ms) {
  const double busy = analysis.step_ms - analysis.idle_ms;
  if (step_ms >= analysis.step_ms || step_ms <= busy || analysis.idle_ms <= 0) return;
  analysis.scale = (step_ms - busy) / analysis.idle_ms;
  const auto share = [&](double recorded) {
    const double idle = recorded * analysis.scale;
    return idle / (idle + 1 - recorded);
  };
  analysis.least_idle = share(analysis.least_idle);
  analysis.most_idle = share(analysis.most_idle);
  analysis.step_ms = step_ms;
  analysis.idle_ms = step_ms - busy;
}

/// The replay of a run that the observer did not disturb, if that is known.
Replay replay_of(const Activity& activity, double undisturbed_ms) {
  Replay replay(activity);
  const auto count = static_cast<double>(activity.steps.size());
  if (undisturbed_ms > 0) replay.undisturb(undisturbed_ms * count / kMsPerMicrosecond);
  return replay;
}

Bound bound_of(const StepAnalysis& analysis) {
  if (analysis.idle_share() < kBusyGpu) return Bound::kGpu;
  const IdleCauses& causes = analysis.causes;
  const std::pair<double, Bound> rows[] = {{causes.waits, Bound::kWaits},
                                           {causes.loading, Bound::kLoading},
                                           {causes.allocation, Bound::kAllocation},
                                           {causes.collection, Bound::kCollection},
                                           {causes.code, Bound::kCode},
                                           {causes.launches, Bound::kLaunches},
                                           {causes.device, Bound::kGpu}};
  return std::ranges::max_element(rows, {}, &std::pair<double, Bound>::first)->second;
}

double median_run_ahead(const Activity& activity, const Replay& replay) {
  std::vector<double> ahead;
  for (std::size_t i = 0; i < activity.works.size(); ++i) {
    const auto event = replay.asked_by(i);
    if (!event || !in_steps(activity, activity.works[i].begin)) continue;
    ahead.push_back(std::max(0.0, activity.works[i].begin - activity.events[*event].end));
  }
  if (ahead.empty()) return 0;
  const auto middle = ahead.begin() + static_cast<std::ptrdiff_t>(ahead.size() / 2);
  std::ranges::nth_element(ahead, middle);
  return *middle;
}

}  // namespace

std::string_view name_of(Bound bound) {
  static constexpr std::string_view kNames[] = {"GPU-bound",
                                                "held up by waits",
                                                "bound by data loading",
                                                "bound by allocation",
                                                "bound by garbage collection",
                                                "bound by host code",
                                                "launch-bound"};
  return kNames[static_cast<std::size_t>(bound)];
}

std::vector<Span> idle_spans(std::span<const Span> works, double begin, double end) {
  std::vector<Span> result;
  double busy_until = begin;
  for (const Span& work : works) {
    if (work.begin >= end) break;
    if (work.begin > busy_until) result.push_back({busy_until, work.begin});
    busy_until = std::max(busy_until, work.end);
  }
  if (busy_until < end) result.push_back({busy_until, end});
  return result;
}

StepAnalysis analyze_steps(const Activity& activity, double undisturbed_ms) {
  if (activity.steps.empty()) return {};
  StepAnalysis analysis;
  analysis.steps = activity.steps.size();
  analysis.least_idle = 1;
  const auto count = static_cast<double>(analysis.steps);
  const std::vector<Span> works = recorded_works(activity);
  double length = 0, idle = 0;
  for (const Span& step : activity.steps) {
    const double here = sum_of(idle_spans(works, step.begin, step.end)), whole = step.end - step.begin;
    length += whole;
    idle += here;
    const double share = whole > 0 ? here / whole : 0;
    analysis.least_idle = std::min(analysis.least_idle, share);
    analysis.most_idle = std::max(analysis.most_idle, share);
  }
  const double to_ms = kMsPerMicrosecond / count;
  analysis.step_ms = length * to_ms;
  analysis.idle_ms = idle * to_ms;
  if (undisturbed_ms > 0) undisturb(analysis, undisturbed_ms);
  const Replay replay = replay_of(activity, undisturbed_ms);
  const Schedule as_it_is = replay.play({}), free = replay.play(every_place(activity));
  const double gain = std::clamp((replay.length(as_it_is) - replay.length(free)) * to_ms, 0.0, analysis.idle_ms);
  const GapReader reader = read_gaps(activity, replay, free);
  analysis.causes = reader.causes();
  scale(analysis.causes, analysis.idle_ms - gain);
  analysis.causes.waits = gain;
  analysis.run_ahead_ms = median_run_ahead(activity, replay) * kMsPerMicrosecond;
  for (const auto& [place, time] : reader.code()) analysis.code.emplace_back(place, time * to_ms * analysis.scale);
  std::ranges::stable_sort(analysis.code, std::ranges::greater{}, &std::pair<std::size_t, double>::second);
  analysis.bound = bound_of(analysis);
  return analysis;
}

std::vector<WaitEstimate> estimate_waits(const Activity& activity, double undisturbed_ms,
                                         std::span<const std::vector<std::size_t>> groups) {
  std::vector<WaitEstimate> estimates(groups.size());
  if (activity.steps.empty()) return estimates;
  const Replay replay = replay_of(activity, undisturbed_ms);
  const double whole = replay.length(replay.play({})), count = static_cast<double>(activity.steps.size());
  std::unordered_map<std::size_t, WaitEstimate> of_place;
  for (std::size_t event = 0; event < activity.events.size(); ++event) {
    const HostEvent& call = activity.events[event];
    if (call.place < 0 || !replay.waits(event) || !in_steps(activity, call.begin)) continue;
    WaitEstimate& estimate = of_place[static_cast<std::size_t>(call.place)];
    estimate.waits += 1 / count;
    estimate.wait_ms += (call.end - call.begin) * kMsPerMicrosecond / count;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    WaitEstimate& estimate = estimates[i];
    for (const std::size_t place : groups[i]) {
      const auto known = of_place.find(place);
      if (known == of_place.end()) continue;
      estimate.waits += known->second.waits;
      estimate.wait_ms += known->second.wait_ms;
    }
    if (estimate.waits == 0) continue;
    const double gain = whole - replay.length(replay.play(flags(groups[i])));
    estimate.gain_ms = std::max(0.0, gain) * kMsPerMicrosecond / count;
  }
  return estimates;
}

}  // namespace syncfree::confirm
