#include "cli/confirm/replay.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace syncfree::confirm {
namespace {

// Measured on an H200: kernels of one stream follow each other after 1 to 2 µs, a launch reaches an idle GPU some 1.3
// µs after the call has returned, and a wait returns some 6 µs after the work is done.
constexpr double kPause = 3;
constexpr double kUsualPause = 1.3;
constexpr double kUsualReturn = 6;
// A call that gives the GPU something takes no longer than that for itself.
constexpr double kLongestLaunch = 15;
// What a read copies is there after that: 1.3 to 1.6 µs for up to 512 bytes.
constexpr double kLongestRead = 3;
// From pinned memory, in bytes for a microsecond: the lower of 25 and 52 GB/s, measured on an H100. The same copies
// went at 7 and 9 GB/s from pageable memory.
constexpr double kPinnedRate = 25'000;
// Launches of one operation follow each other after 1 to 3 µs, those of different ones after 9 and more.
constexpr double kSameOperation = 4;
// A launch takes no less without the observer.
constexpr double kShortestLaunch = 2;
// What the observer costs the host for an event is no more than that: 2.2 and 2.9 µs, where the host was behind and
// all of it counted. What recorded steps are longer beyond that is noise.
constexpr double kLongestObserving = 3;
// What starts that long after its call and after its stream was free has waited for something else.
constexpr double kOtherCause = 30;

}  // namespace

Replay::Replay(const Activity& activity)
    : activity_(activity), hosts_(activity.events.size()), works_(activity.works.size()) {
  link_events();
  link_works();
  order_moments();
}

void Replay::link_events() {
  const std::vector<HostEvent>& events = activity_.events;
  const double origin = events.empty() ? 0 : events.front().begin;
  std::vector<std::size_t> by_end;
  for (std::size_t i = 0; i < events.size(); ++i) {
    hosts_[i].is_span = events[i].kind == HostEventKind::kLoad || events[i].kind == HostEventKind::kCollect;
    if (!hosts_[i].is_span) by_end.push_back(i);
  }
  std::ranges::stable_sort(by_end, {}, [&](std::size_t i) { return events[i].end; });
  std::map<std::uint32_t, std::size_t> last_of_thread;
  std::size_t ended = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    Host& host = hosts_[i];
    if (host.is_span) continue;
    while (ended < by_end.size() && events[by_end[ended]].end <= events[i].begin && by_end[ended] < i) ++ended;
    if (ended > 0) host.before = by_end[ended - 1];
    host.delay = events[i].begin - (ended > 0 ? events[host.before].end : origin);
    const auto [last, is_new] = last_of_thread.try_emplace(events[i].thread, i);
    if (!is_new) host.same_thread = std::exchange(last->second, i);
    host.own = events[i].end - events[i].begin;
  }
}

void Replay::link_works() {
  std::unordered_map<std::uint32_t, std::size_t> event_of;
  for (std::size_t i = 0; i < hosts_.size(); ++i) {
    if (!hosts_[i].is_span) event_of.emplace(activity_.events[i].correlation, i);
  }
  std::map<std::uint32_t, std::vector<std::size_t>> streams;
  std::size_t latest_end = kNone;  // of all streams
  for (std::size_t i = 0; i < works_.size(); ++i) {
    const GpuWork& recorded = activity_.works[i];
    Work& work = works_[i];
    std::vector<std::size_t>& stream = streams[recorded.stream];
    double free_since = -std::numeric_limits<double>::infinity(), asked = free_since;
    if (!stream.empty()) {
      work.previous = stream.back();
      free_since = activity_.works[work.previous].end;
    }
    if (const auto event = event_of.find(recorded.correlation); event != event_of.end()) {
      const HostEvent& call = activity_.events[event->second];
      work.event = event->second;
      std::size_t& own = hosts_[work.event].work;
      if (own == kNone || recorded.end > activity_.works[own].end) own = i;
      const double usual = std::min(call.end - call.begin, kLongestLaunch) + kUsualPause;
      const double seen = recorded.begin - call.begin;
      const bool waited = free_since > recorded.begin - kPause || recorded.begin - call.end > kOtherCause;
      work.latency = std::max(0.0, waited ? std::min(usual, seen) : seen);
      asked = call.begin + work.latency;
    }
    work.pause = std::clamp(recorded.begin - free_since, 0.0, kUsualPause);
    const double late = recorded.begin - std::max(free_since, asked);
    if (late > kPause && latest_end != kNone && activity_.works[latest_end].end <= recorded.begin) {
      work.other = latest_end;
      work.lag = recorded.begin - activity_.works[latest_end].end;
    } else if (free_since > asked) {
      work.pause = std::max(0.0, recorded.begin - free_since);
    }
    stream.push_back(i);
    if (latest_end == kNone || recorded.end > activity_.works[latest_end].end) latest_end = i;
  }
  std::vector<std::vector<std::size_t>> by_stream;
  for (auto& [number, stream] : streams) by_stream.push_back(std::move(stream));
  for (std::size_t i = 0; i < hosts_.size(); ++i) link_wait(i, by_stream);
  link_reads();
}

bool Replay::is_read(std::size_t event) const {
  const std::size_t work = hosts_[event].work;
  if (activity_.events[event].kind != HostEventKind::kCall || work == kNone) return false;
  const GpuWork& copy = activity_.works[work];
  return copy.kind == GpuWorkKind::kCopy && copy.name < activity_.names.size() &&
         activity_.names[copy.name] == "copy to host" && copy.end - copy.begin <= kLongestRead;
}

/// The host's time between two launches, which is what an operation costs it beside its calls.
double Replay::usual_gap() const {
  std::vector<double> gaps;
  for (std::size_t i = 0; i < hosts_.size(); ++i) {
    const std::size_t before = hosts_[i].before;
    if (hosts_[i].is_span || before == kNone || before != hosts_[i].same_thread) continue;
    const bool launches =
        activity_.events[i].kind == HostEventKind::kLaunch && activity_.events[before].kind == HostEventKind::kLaunch;
    if (launches && hosts_[i].delay > kSameOperation) gaps.push_back(hosts_[i].delay);
  }
  if (gaps.empty()) return 0;
  const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::ranges::nth_element(gaps, middle);
  return *middle;
}

/// A read is a small copy and the wait behind it. Without both, what lies before and behind them is as far apart as
/// calls usually are; more of the host's time does not go with them.
void Replay::link_reads() {
  const double usual = usual_gap();
  for (std::size_t i = 0; i < hosts_.size(); ++i) {
    const std::size_t copy = hosts_[i].same_thread;
    if (!hosts_[i].waits || hosts_[i].work != kNone || copy == kNone || !is_read(copy)) continue;
    if (activity_.events[copy].place != activity_.events[i].place) continue;
    hosts_[copy].reads = true;
    hosts_[copy].operation = std::min(usual, hosts_[copy].delay);
  }
  for (std::size_t i = 0; i < hosts_.size(); ++i) {
    const std::size_t wait = hosts_[i].before, copy = wait == kNone ? kNone : hosts_[wait].same_thread;
    if (copy == kNone || !hosts_[copy].reads || activity_.events[copy].place != activity_.events[wait].place) continue;
    const double around = hosts_[copy].delay + hosts_[i].delay;
    hosts_[copy].operation = std::clamp(around - usual, 0.0, hosts_[copy].operation);
  }
}

double Replay::freed_length(std::size_t work) const {
  const GpuWork& recorded = activity_.works[work];
  const std::size_t event = works_[work].event;
  const double length = recorded.end - recorded.begin;
  if (recorded.kind != GpuWorkKind::kCopy || event == kNone) return length;
  if (hosts_[event].reads) return 0;
  const auto bytes = static_cast<double>(activity_.events[event].pageable_bytes);
  return bytes > 0 ? std::min(length, std::max(kLongestRead, bytes / kPinnedRate)) : length;
}

void Replay::link_wait(std::size_t index, const std::vector<std::vector<std::size_t>>& streams) {
  const HostEvent& call = activity_.events[index];
  Host& host = hosts_[index];
  if (call.kind != HostEventKind::kCall) return;
  // A copy that came back before it was done has held nobody.
  host.waits = host.work == kNone || activity_.works[host.work].end <= call.end;
  if (!host.waits) return;
  double done = -std::numeric_limits<double>::infinity();
  for (const std::vector<std::size_t>& stream : streams) {
    // The last work of the stream that was done when the call returned, and that had been asked for before.
    const auto above =
        std::ranges::upper_bound(stream, call.end, {}, [&](std::size_t i) { return activity_.works[i].end; });
    const auto asked_before = [&](std::size_t i) {
      return works_[i].event == kNone || activity_.events[works_[i].event].begin <= call.begin;
    };
    const auto last = std::find_if(std::make_reverse_iterator(above), stream.rend(), asked_before);
    if (last == stream.rend()) continue;
    host.awaited.push_back(*last);
    done = std::max(done, activity_.works[*last].end);
  }
  const bool held = done > call.begin;
  host.after = held ? call.end - done : kUsualReturn;
  if (held) host.own = std::min(host.own, host.work != kNone ? kLongestLaunch : kUsualReturn);
}

void Replay::order_moments() {
  for (std::size_t i = 0; i < hosts_.size(); ++i) {
    if (hosts_[i].is_span) continue;
    moments_.push_back({activity_.events[i].begin, 1, i});
    moments_.push_back({activity_.events[i].end, 0, i});
  }
  for (std::size_t i = 0; i < works_.size(); ++i) moments_.push_back({activity_.works[i].begin, 2, i});
  std::ranges::stable_sort(moments_, {}, [](const Moment& moment) { return std::tuple(moment.time, moment.order); });
}

std::optional<std::size_t> Replay::before(std::size_t event) const {
  const std::size_t before = hosts_[event].before;
  return before == kNone ? std::nullopt : std::optional(before);
}

std::optional<std::size_t> Replay::asked_by(std::size_t work) const {
  const std::size_t event = works_[work].event;
  return event == kNone ? std::nullopt : std::optional(event);
}

double Replay::cut(std::size_t event) const {
  const Host& host = hosts_[event];
  return host.waits ? 0 : std::clamp(host.own - kShortestLaunch, 0.0, observer_);
}

void Replay::undisturb(double microseconds) {
  observer_ = 0;
  if (length(play({})) <= microseconds) return;
  double low = 0, high = kLongestObserving;
  for (int i = 0; i < 12; ++i) {
    observer_ = (low + high) / 2;
    (length(play({})) > microseconds ? low : high) = observer_;
  }
}

Schedule Replay::play(const std::vector<bool>& removed) const {
  Schedule schedule{.events = std::vector<Span>(hosts_.size()),
                    .works = std::vector<Span>(works_.size()),
                    .issue_bound = std::vector<bool>(works_.size())};
  const double origin = activity_.events.empty() ? 0 : activity_.events.front().begin;
  const auto is_removed = [&](std::size_t i) {
    const std::int64_t place = activity_.events[i].place;
    return activity_.events[i].kind == HostEventKind::kCall && place >= 0 &&
           static_cast<std::size_t>(place) < removed.size() && removed[static_cast<std::size_t>(place)];
  };
  const auto begin_event = [&](std::size_t i) {
    const Host& host = hosts_[i];
    const double delay = std::max(0.0, host.delay - (observer_ - cut(i)));
    double begin = (host.before == kNone ? origin : schedule.events[host.before].end) + delay;
    const bool same =
        host.before != kNone && is_removed(i) && activity_.events[host.before].place == activity_.events[i].place;
    if (same) begin = schedule.events[host.before].end;  // between a copy and its wait
    if (host.reads && !same && is_removed(i)) begin -= std::min(host.operation, delay);
    if (host.same_thread != kNone) begin = std::max(begin, schedule.events[host.same_thread].end);
    schedule.events[i] = {begin, begin};
  };
  const auto end_event = [&](std::size_t i) {
    const Host& host = hosts_[i];
    Span& span = schedule.events[i];
    if (is_removed(i) && host.reads) {
      span.end = span.begin;
      return;
    }
    // The host moves pageable memory itself, and may be back shortly before the last part of it has arrived.
    const bool moved_by_host = host.work != kNone && activity_.events[i].pageable_bytes > 0;
    if ((host.waits || moved_by_host) && is_removed(i)) {
      // A wait is gone; a copy that waited is a copy that does not.
      span.end = span.begin + (host.work != kNone ? std::min(host.own - cut(i), kLongestLaunch) : 0);
      return;
    }
    span.end = span.begin + host.own - cut(i);
    for (const std::size_t work : host.awaited) span.end = std::max(span.end, schedule.works[work].end + host.after);
  };
  const auto run_work = [&](std::size_t i) {
    const Work& work = works_[i];
    const double asked = work.event == kNone
                             ? -std::numeric_limits<double>::infinity()
                             : schedule.events[work.event].begin + std::max(0.0, work.latency - cut(work.event));
    double begin = asked;
    if (work.previous != kNone) begin = std::max(begin, schedule.works[work.previous].end + work.pause);
    if (work.other != kNone) begin = std::max(begin, schedule.works[work.other].end + work.lag);
    const GpuWork& recorded = activity_.works[i];
    if (begin == -std::numeric_limits<double>::infinity()) begin = recorded.begin;
    schedule.issue_bound[i] = begin == asked;
    const bool is_free = work.event != kNone && is_removed(work.event);
    schedule.works[i] = {begin, begin + (is_free ? freed_length(i) : recorded.end - recorded.begin)};
  };
  for (const Moment& moment : moments_) {
    switch (moment.order) {
      case 0:
        if (activity_.events[moment.index].end > activity_.events[moment.index].begin) end_event(moment.index);
        break;
      case 1:
        begin_event(moment.index);
        if (activity_.events[moment.index].end == activity_.events[moment.index].begin) end_event(moment.index);
        break;
      default:
        run_work(moment.index);
    }
  }
  return schedule;
}

double Replay::reached(const Schedule& schedule, double time) const {
  double host = time, gpu = -std::numeric_limits<double>::infinity(), latest = gpu;
  for (std::size_t i = 0; i < hosts_.size(); ++i) {
    const HostEvent& event = activity_.events[i];
    if (hosts_[i].is_span || event.end > time || event.end < latest) continue;
    latest = event.end;
    host = schedule.events[i].end + time - event.end;
  }
  for (std::size_t i = 0; i < works_.size(); ++i) {
    if (works_[i].event != kNone && activity_.events[works_[i].event].begin < time)
      gpu = std::max(gpu, schedule.works[i].end);
  }
  return std::max(host, gpu);
}

double Replay::length(const Schedule& schedule) const {
  if (activity_.steps.empty()) return 0;
  return reached(schedule, activity_.steps.back().end) - reached(schedule, activity_.steps.front().begin);
}

}  // namespace syncfree::confirm
