#include "cli/confirm/timeline.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

namespace syncfree::confirm {
namespace {

constexpr double kMsPerUs = 1e-3;

// As the observer has them (gpu_validation/observer/sites.cpp).
constexpr double kSameVisitUs = 1000;
constexpr double kLongUs = 50;

// Work that ends this shortly after a call began is not waited for; clocks of host and device agree no better.
constexpr double kClockUs = 2;

enum class CallKind : std::uint8_t { kNone, kWait, kCopy, kAsyncCopy, kRelease };

CallKind kind_of(std::string_view name) {
  static constexpr std::pair<std::string_view, CallKind> kKinds[] = {{"StreamSynchronize", CallKind::kWait},
                                                                     {"EventSynchronize", CallKind::kWait},
                                                                     {"DeviceSynchronize", CallKind::kWait},
                                                                     {"CtxSynchronize", CallKind::kWait},
                                                                     {"ThreadSynchronize", CallKind::kWait},
                                                                     {"HostUnregister", CallKind::kRelease},
                                                                     {"FreeHost", CallKind::kRelease},
                                                                     {"MemFree", CallKind::kRelease},
                                                                     {"Free", CallKind::kRelease}};
  name.remove_prefix(name.starts_with("cuda") ? 4 : name.starts_with("cu") ? 2 : 0);
  if (name.starts_with("Memcpy")) {
    const bool peer = name.starts_with("MemcpyPeer") || name.starts_with("MemcpyDtoD");
    if (name.find("Async") != std::string_view::npos) return CallKind::kAsyncCopy;
    return peer ? CallKind::kNone : CallKind::kCopy;
  }
  for (const auto& [known, kind] : kKinds) {
    // Names end in versions of the interface: _v2, _v3020, _ptsz.
    if (name == known || (name.starts_with(known) && name[known.size()] == '_')) return kind;
  }
  return CallKind::kNone;
}

class TimelineReader {
 public:
  explicit TimelineReader(Timeline& timeline) : timeline_(timeline) {
    std::ranges::sort(timeline.calls, {}, &HostCall::begin);
    std::ranges::sort(timeline.works, {}, &DeviceWork::begin);
    for (const HostCall& call : timeline.calls) asked_.emplace(call.correlation, call.begin);
    for (const DeviceWork& work : timeline.works) {
      const auto asked = asked_.find(work.correlation);
      asked_until_.emplace(asked != asked_.end() ? asked->second : work.begin, work.end);
      busy_until_.push_back(std::max(work.end, busy_until_.empty() ? 0.0 : busy_until_.back()));
      by_correlation_.emplace(work.correlation, &work);
    }
    double latest = 0;
    for (auto& [asked, until] : asked_until_) until = latest = std::max(latest, until);
  }

  std::vector<HostVisit> visits() {
    std::map<std::int64_t, Open> open;  // by thread
    for (std::size_t i = 0; i < timeline_.calls.size(); ++i) {
      const HostCall& call = timeline_.calls[i];
      if (kind_of(call.name) != CallKind::kNone && is_looked_at(call)) add(i, open[call.thread]);
    }
    return std::move(visits_);
  }

 private:
  struct Open {
    std::size_t visit = 0;
    double end = -1e18;
    double pending_until = 0;
    bool copy = false;
  };

  bool is_looked_at(const HostCall& call) const {
    return timeline_.steps.empty() || std::ranges::any_of(timeline_.steps, [&](const Span& step) {
             return step.begin <= call.begin && call.begin < step.end;
           });
  }

  /// When the work that was asked for before this time is done.
  double pending_until(double time) const {
    const auto after = asked_until_.lower_bound(time);
    return after == asked_until_.begin() ? 0.0 : std::prev(after)->second;
  }

  /// From this time to the next work; 0 while there is some.
  double idle_after(double time) const {
    const auto next = std::ranges::upper_bound(timeline_.works, time, {}, &DeviceWork::begin);
    const auto before = static_cast<std::size_t>(next - timeline_.works.begin());
    if (next == timeline_.works.end() || (before > 0 && busy_until_[before - 1] > time)) return 0;
    return next->begin - time;
  }

  bool blocks(CallKind kind, const HostCall& call, const DeviceWork* work, double pending_until) const {
    const double duration = call.end - call.begin;
    const bool pending = pending_until > call.begin + kClockUs;
    switch (kind) {
      case CallKind::kAsyncCopy: {
        const bool pageable = work != nullptr && work->copy.find("pageable") != std::string::npos;
        return pageable && pending && duration >= kLongUs / 2 && call.end >= pending_until - kClockUs;
      }
      case CallKind::kRelease:
        return pending && duration >= kLongUs;
      default:
        return pending || duration >= kLongUs;
    }
  }

  void add(std::size_t number, Open& open) {
    const HostCall& call = timeline_.calls[number];
    const CallKind kind = kind_of(call.name);
    const auto found = by_correlation_.find(call.correlation);
    const DeviceWork* work = found != by_correlation_.end() ? found->second : nullptr;
    const bool second_half = kind == CallKind::kWait && open.copy && call.begin - open.end < kSameVisitUs;
    if (!second_half) {
      open.visit = visits_.size();
      open.pending_until = pending_until(call.begin);
      visits_.push_back({.first_call = number, .tally = {.visits = 1}});
    }
    HostVisit& visit = visits_[open.visit];
    visit.calls.push_back(call.name);
    if (work != nullptr && !work->copy.empty()) {
      visit.copy = work->copy;
      visit.bytes = work->bytes;
    }
    const double duration = (call.end - call.begin) * kMsPerUs;
    visit.tally.longest_ms += duration;  // of the visit so far, whether or not it blocks
    if (blocks(kind, call, work, open.pending_until)) {
      visit.tally.blocked_ms = visit.tally.longest_ms;
      visit.tally.blocked = 1;
      visit.tally.idle_ms = idle_after(call.end) * kMsPerUs;
    }
    open.end = call.end;
    open.copy = kind == CallKind::kCopy || kind == CallKind::kAsyncCopy;
  }

  Timeline& timeline_;
  std::unordered_map<std::int64_t, double> asked_;
  std::multimap<double, double> asked_until_;  // asked for at that time: done then, and all before it
  std::vector<double> busy_until_;             // all works up to this one
  std::unordered_map<std::int64_t, const DeviceWork*> by_correlation_;
  std::vector<HostVisit> visits_;
};

}  // namespace

std::vector<HostVisit> host_visits(Timeline& timeline) { return TimelineReader(timeline).visits(); }

void add_visit(CallSite& place, const HostVisit& visit) {
  place.tally.add(visit.tally);
  for (const std::string& name : visit.calls) {
    const auto known = std::ranges::find(place.calls, name, &std::pair<std::string, std::uint64_t>::first);
    if (known != place.calls.end()) {
      ++known->second;
    } else {
      place.calls.emplace_back(name, 1);
    }
  }
  if (visit.bytes < place.copy_bytes || visit.copy.empty()) return;
  place.copy = visit.copy;
  place.copy_bytes = visit.bytes;
}

}  // namespace syncfree::confirm
