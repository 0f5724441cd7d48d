#include "cli/confirm/activity_reader.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace syncfree::confirm {
namespace {

using Json = nlohmann::json;

constexpr int kTimelineFormat = 1;
constexpr double kMicrosecondsPerNs = 1e-3;
constexpr std::size_t kMostStreams = 4096;

std::int64_t integer(const Json& row, std::size_t column) {
  return row.at(column).get_ref<const Json::number_integer_t&>();
}

double time(const Json& row, std::size_t column) {
  return static_cast<double>(integer(row, column)) * kMicrosecondsPerNs;
}

/// Throws if the number is none of an enumeration whose last value is given.
template <typename Enum>
Enum one_of(std::int64_t value, Enum last) {
  if (value < 0 || value > static_cast<std::int64_t>(last)) throw std::runtime_error("a kind that is not known");
  return static_cast<Enum>(value);
}

std::uint32_t column_number(const Json& row, std::size_t column) {
  return static_cast<std::uint32_t>(integer(row, column));
}

Span span_of(const Json& row) {
  const Span span{time(row, 0), time(row, 1)};
  if (span.end < span.begin) throw std::runtime_error("something that ends before it begins");
  return span;
}

GpuWork read_work(const Json& row, std::size_t names) {
  const auto [begin, end] = span_of(row);
  const GpuWork work{.begin = begin,
                     .end = end,
                     .stream = column_number(row, 2),
                     .correlation = column_number(row, 3),
                     .kind = one_of(integer(row, 4), GpuWorkKind::kSet),
                     .name = column_number(row, 5)};
  if (work.name >= names) throw std::runtime_error("a name that is not there");
  return work;
}

HostEvent read_event(const Json& row) {
  const auto [begin, end] = span_of(row);
  return {.begin = begin,
          .end = end,
          .thread = column_number(row, 2),
          .correlation = column_number(row, 3),
          .kind = one_of(integer(row, 4), HostEventKind::kCollect),
          .blocked = integer(row, 5) != 0,
          .place = integer(row, 6)};
}

/// Work of one stream runs in order. Where CUPTI was turned off while a graph ran, its nodes have ends of much later.
void limit_ends(std::vector<GpuWork>& works) {
  std::map<std::uint32_t, GpuWork*> last;
  for (GpuWork& work : works) {
    const auto [before, is_new] = last.try_emplace(work.stream, &work);
    if (last.size() > kMostStreams) throw std::runtime_error("more streams than a GPU runs");
    if (is_new) continue;
    before->second->end = std::min(before->second->end, work.begin);
    before->second = &work;
  }
}

Activity read_timeline(const Json& document) {
  if (document.at("format") != kTimelineFormat) throw std::runtime_error("a timeline of another version");
  Activity activity;
  const auto origin = document.value("origin_ns", Json(0));
  if (!origin.is_number_integer()) throw std::runtime_error("an origin that is no time");
  activity.origin = origin.get<double>() * kMicrosecondsPerNs;
  for (const Json& row : document.at("steps")) activity.steps.push_back(span_of(row));
  for (const Json& name : document.at("names")) activity.names.push_back(name.get<std::string>());
  for (const Json& row : document.at("works")) activity.works.push_back(read_work(row, activity.names.size()));
  for (const Json& row : document.at("events")) activity.events.push_back(read_event(row));
  std::ranges::stable_sort(activity.steps, {}, &Span::begin);
  std::ranges::stable_sort(activity.works, {}, &GpuWork::begin);
  limit_ends(activity.works);
  std::ranges::stable_sort(activity.events, {}, &HostEvent::begin);
  return activity;
}

}  // namespace

std::expected<Activity, std::string> read_activity(std::string_view text) {
  try {
    return read_timeline(Json::parse(text));
  } catch (const std::exception& error) {
    return std::unexpected("no timeline of this program: " + std::string(error.what()));
  }
}

}  // namespace syncfree::confirm
