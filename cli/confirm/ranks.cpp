#include "cli/confirm/ranks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "cli/confirm/measures.h"

namespace syncfree::confirm {
namespace {

// Ends of one collective on several ranks are some 20 µs apart, measured on two H100s.
constexpr double kEndSlack = 200;
constexpr double kOtherClock = 500;

/// "AllReduce", of a mangled kernel name of NCCL; empty for what is no collective.
std::string_view collective_kind(std::string_view name) {
  for (const std::string_view mark : {"ncclDevKernel_", "ncclKernel_"}) {
    const std::size_t at = name.find(mark);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = name.substr(at + mark.size());
    return rest.substr(0, rest.find('_'));
  }
  return {};
}

/// Spans that may overlap, to be asked how much of an interval they cover.
class Cover {
 public:
  explicit Cover(std::vector<Span> spans) {
    std::ranges::sort(spans, {}, &Span::begin);
    for (const Span& span : spans) {
      if (!merged_.empty() && span.begin <= merged_.back().end) {
        merged_.back().end = std::max(merged_.back().end, span.end);
      } else {
        merged_.push_back(span);
      }
    }
    until_.reserve(merged_.size() + 1);
    until_.push_back(0);
    for (const Span& span : merged_) until_.push_back(until_.back() + span.end - span.begin);
  }

  double within(double begin, double end) const { return end > begin ? before(end) - before(begin) : 0; }

  std::vector<Span> parts(double begin, double end) const {
    std::vector<Span> result;
    auto span = std::ranges::upper_bound(merged_, begin, {}, &Span::end);
    for (; span != merged_.end() && span->begin < end; ++span)
      result.push_back({std::max(begin, span->begin), std::min(end, span->end)});
    return result;
  }

 private:
  double before(double time) const {
    const auto next = std::ranges::upper_bound(merged_, time, {}, &Span::begin);
    const auto index = static_cast<std::size_t>(next - merged_.begin());
    if (index == 0) return 0;
    const Span& span = merged_[index - 1];
    return until_[index - 1] + std::min(time, span.end) - span.begin;
  }

  std::vector<Span> merged_;
  std::vector<double> until_;  ///< the sum of those before
};

/// A collective as one rank ran it, on the common clock.
struct Taken {
  Span span;
  std::int64_t place = -1;
};

/// In the order in which the host asked for them: it is the same on all ranks.
using TakenByKind = std::map<std::string, std::vector<Taken>, std::less<>>;

struct Rank {
  std::size_t process;
  std::vector<Span> steps;
  std::vector<TakenByKind> taken;  ///< by step
  Cover works{{}};                 ///< without collectives
  Cover collectives{{}};
  double together = 0;  ///< end of the last collective of the step before: there ranks were together
};

Span shifted(const Span& span, double by) { return {span.begin + by, span.end + by}; }

/// By `shift`, its times come to the common clock.
Rank read_rank(std::size_t number, const Activity& activity, double shift) {
  Rank rank{.process = number, .steps = {}, .taken = std::vector<TakenByKind>(activity.steps.size())};
  for (const Span& step : activity.steps) rank.steps.push_back(shifted(step, shift));
  std::vector<bool> is_collective;
  for (const std::string& name : activity.names) is_collective.push_back(!collective_kind(name).empty());
  std::unordered_map<std::uint32_t, const HostEvent*> asked;
  for (const HostEvent& event : activity.events) {
    if (event.correlation != 0) asked.emplace(event.correlation, &event);
  }
  std::vector<Span> works, collectives;
  std::vector<std::pair<double, const GpuWork*>> in_order;  // by when they were asked for
  for (const GpuWork& work : activity.works) {
    (is_collective[work.name] ? collectives : works).push_back(shifted({work.begin, work.end}, shift));
    if (!is_collective[work.name]) continue;
    if (const auto event = asked.find(work.correlation); event != asked.end())
      in_order.emplace_back(event->second->begin, &work);
  }
  std::ranges::stable_sort(in_order, {}, [](const auto& each) { return each.first; });
  for (const auto& [time, work] : in_order) {
    const auto behind = std::ranges::upper_bound(activity.steps, time, {}, &Span::begin);
    if (behind == activity.steps.begin() || time >= std::prev(behind)->end) continue;
    auto& kinds = rank.taken[static_cast<std::size_t>(behind - activity.steps.begin()) - 1];
    kinds[std::string(collective_kind(activity.names[work->name]))].push_back(
        {.span = shifted({work->begin, work->end}, shift), .place = asked.at(work->correlation)->place});
  }
  rank.works = Cover(std::move(works));
  rank.collectives = Cover(std::move(collectives));
  rank.together = rank.steps.front().begin;
  return rank;
}

/// Collectives of one step and kind, if all ranks have as many; empty otherwise.
std::vector<std::vector<Taken>> rows_of(const std::vector<Rank>& ranks, std::size_t step, const std::string& kind) {
  std::vector<std::vector<Taken>> rows;
  for (const Rank& rank : ranks) {
    const auto taken = rank.taken[step].find(kind);
    if (taken == rank.taken[step].end()) return {};
    if (&rank == &ranks.front()) rows.resize(taken->second.size());
    if (taken->second.size() != rows.size()) return {};
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(taken->second[i]);
  }
  return rows;
}

/// A collective cannot be over anywhere before all have begun.
bool is_one(const std::vector<Taken>& row) {
  double latest_begin = row.front().span.begin, first_end = row.front().span.end;
  for (const Taken& taken : row) {
    latest_begin = std::max(latest_begin, taken.span.begin);
    first_end = std::min(first_end, taken.span.end);
  }
  return latest_begin <= first_end + kEndSlack;
}

/// By how much the clock of `other` is ahead of that of `first`, where they are not one clock.
double clock_difference(const Rank& first, const Rank& other) {
  std::vector<double> apart;
  for (std::size_t step = 0; step < std::min(first.taken.size(), other.taken.size()); ++step) {
    for (const auto& [kind, taken] : first.taken[step]) {
      const auto there = other.taken[step].find(kind);
      if (there == other.taken[step].end() || there->second.size() != taken.size()) continue;
      for (std::size_t i = 0; i < taken.size(); ++i) apart.push_back(there->second[i].span.end - taken[i].span.end);
    }
  }
  if (apart.empty()) return 0;
  const auto middle = apart.begin() + static_cast<std::ptrdiff_t>(apart.size() / 2);
  std::ranges::nth_element(apart, middle);
  return std::abs(*middle) > kOtherClock ? *middle : 0;
}

/// Adds up what the ranks show; figures are sums until divided().
class Comparer {
 public:
  explicit Comparer(std::vector<Rank> ranks) : ranks_(std::move(ranks)) {
    result_.steps = std::ranges::min(ranks_, {}, [](const Rank& rank) { return rank.steps.size(); }).steps.size();
    for (const Rank& rank : ranks_) result_.times.push_back({.process = rank.process});
  }

  Ranks run() {
    double longest = -1;
    std::size_t picture = 0;
    for (std::size_t step = 0; step < result_.steps; ++step) {
      waiting_.assign(ranks_.size(), {});
      const double waited = add_step(step);
      if (waited <= longest) continue;
      longest = waited;
      picture = step;
      pictured_ = waiting_;
    }
    draw(picture);
    divide();
    return std::move(result_);
  }

 private:
  struct Met {
    std::string kind;
    std::size_t ordinal, of;
    std::vector<Taken> row;
  };

  struct LastOne {
    std::size_t steps = 0;
    std::int64_t place = -1;
  };
  using LastOnes = std::vector<LastOne>;  ///< by rank

  double add_step(std::size_t step) {
    std::vector<Met> met;
    for (const auto& [kind, taken] : ranks_.front().taken[step]) {
      const auto rows = rows_of(ranks_, step, kind);
      if (rows.empty()) result_.unmatched += static_cast<double>(taken.size());
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (is_one(rows[i])) {
          met.push_back({kind, i + 1, rows.size(), rows[i]});
        } else {
          ++result_.unmatched;
        }
      }
    }
    std::ranges::stable_sort(met, {}, [](const Met& each) { return each.row.front().span.end; });
    double waited = 0;
    for (const Met& each : met) waited += add_meeting(each);
    for (std::size_t i = 0; i < ranks_.size() && !met.empty(); ++i) ranks_[i].together = met.back().row[i].span.end;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      const Span& span = ranks_[i].steps[step];
      RankTimes& times = result_.times[i];
      const double work = ranks_[i].works.within(span.begin, span.end);
      const double collective = ranks_[i].collectives.within(span.begin, span.end);
      times.step_ms += span.end - span.begin;
      times.work_ms += work;
      times.collective_ms += collective;
      double both = 0;
      for (const Span& part : ranks_[i].collectives.parts(span.begin, span.end))
        both += ranks_[i].works.within(part.begin, part.end);
      times.idle_ms += span.end - span.begin - (work + collective - both);
    }
    return waited;
  }

  double add_meeting(const Met& met) {
    ++result_.collectives;
    const auto latest = std::ranges::max_element(met.row, {}, [](const Taken& each) { return each.span.begin; });
    const auto last = static_cast<std::size_t>(latest - met.row.begin());
    const double all_there = latest->span.begin;
    ++result_.times[last].last;
    const double last_idle = idle_before(last, all_there);
    double longest = 0;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      const double begin = met.row[i].span.begin;
      const double waiting = all_there - begin;
      if (i == last || waiting <= 0) continue;
      longest = std::max(longest, waiting);
      const double exposed = waiting - ranks_[i].works.within(begin, all_there);
      result_.times[i].waiting_ms += waiting;
      result_.times[i].exposed_ms += exposed;
      RankWait& wait = waits_[{i, last}];
      wait.waiting_ms += waiting;
      wait.exposed_ms += exposed;
      wait.idle_ms += std::clamp(last_idle - idle_before(i, begin), 0.0, waiting);
      waiting_[i].push_back({begin, all_there});
    }
    Meeting& meeting = meetings_[{met.kind, met.ordinal}];
    ++meeting.steps;
    meeting.of = std::max(meeting.of, met.of);
    meeting.waiting_ms += longest;
    LastOnes& lasts = last_of_[{met.kind, met.ordinal}];
    lasts.resize(ranks_.size());
    ++lasts[last].steps;
    if (lasts[last].place < 0) lasts[last].place = met.row[last].place;
    return longest;
  }

  /// How long the rank's GPU had nothing to do in this step. What it loses once makes it late at all that follow.
  double idle_before(std::size_t rank, double time) const {
    const double since = ranks_[rank].together;
    return std::max(0.0, time - since - ranks_[rank].works.within(since, time));
  }

  void draw(std::size_t step) {
    const double origin = ranks_.front().steps[step].begin;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      const Span& span = ranks_[i].steps[step];
      RankLane lane{.step = shifted(span, -origin), .work = {}, .collectives = {}, .waiting = {}};
      for (const Span& each : ranks_[i].works.parts(span.begin, span.end)) lane.work.push_back(shifted(each, -origin));
      for (const Span& each : ranks_[i].collectives.parts(span.begin, span.end))
        lane.collectives.push_back(shifted(each, -origin));
      for (const Span& each : pictured_[i]) lane.waiting.push_back(shifted(each, -origin));
      result_.lanes.push_back(std::move(lane));
    }
  }

  void divide() {
    const auto count = static_cast<double>(result_.steps);
    const double to_ms = kMsPerMicrosecond / count;
    for (RankTimes& times : result_.times) {
      for (double* each :
           {&times.step_ms, &times.idle_ms, &times.work_ms, &times.collective_ms, &times.waiting_ms, &times.exposed_ms})
        *each *= to_ms;
      times.last /= count;
    }
    for (auto& [ranks, wait] : waits_) {
      std::tie(wait.waiting, wait.last) = ranks;
      for (double* each : {&wait.waiting_ms, &wait.exposed_ms, &wait.idle_ms}) *each *= to_ms;
      result_.waits.push_back(wait);
    }
    for (auto& [name, meeting] : meetings_) {
      std::tie(meeting.kind, meeting.ordinal) = name;
      meeting.waiting_ms *= to_ms;
      const LastOnes& lasts = last_of_[name];
      const auto most = std::ranges::max_element(lasts, {}, &LastOne::steps);
      meeting.last = static_cast<std::size_t>(most - lasts.begin());
      meeting.last_in = most->steps;
      meeting.place = most->place;
      result_.meetings.push_back(meeting);
    }
    std::ranges::stable_sort(result_.waits, std::ranges::greater{}, &RankWait::waiting_ms);
    std::ranges::stable_sort(result_.meetings, std::ranges::greater{}, &Meeting::waiting_ms);
    result_.collectives /= count;
    result_.unmatched /= count;
  }

  std::vector<Rank> ranks_;
  Ranks result_;
  std::map<std::pair<std::size_t, std::size_t>, RankWait> waits_;
  std::map<std::pair<std::string, std::size_t>, Meeting> meetings_;
  std::map<std::pair<std::string, std::size_t>, LastOnes> last_of_;
  std::vector<std::vector<Span>> waiting_, pictured_;  ///< of this step and of the one to be drawn, by rank
};

}  // namespace

Ranks compare_ranks(const Recording& recording) {
  std::vector<Rank> ranks;
  std::optional<double> origin;
  for (std::size_t i = 0; i < recording.processes.size(); ++i) {
    const Process& process = recording.processes[i];
    if (!process.name.starts_with("rank ") || !process.activity || process.activity->steps.empty()) continue;
    const double shift = process.activity->origin - origin.value_or(process.activity->origin);
    Rank rank = read_rank(i, *process.activity, shift);
    if (std::ranges::all_of(rank.taken, &TakenByKind::empty)) continue;
    if (!origin) origin = process.activity->origin;
    if (!ranks.empty()) {
      const double apart = clock_difference(ranks.front(), rank);
      if (apart != 0) rank = read_rank(i, *process.activity, shift - apart);
    }
    ranks.push_back(std::move(rank));
  }
  if (ranks.size() < 2) return {};
  return Comparer(std::move(ranks)).run();
}

}  // namespace syncfree::confirm
