#include "cli/confirm/record_reader.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <span>
#include <sstream>

#include <nlohmann/json.hpp>

#include "analyzer/system/path_text.h"
#include "cli/confirm/activity_reader.h"
#include "cli/confirm/symbolize.h"

namespace syncfree::confirm {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int kRecordFormat = 1;
constexpr double kMsPerNs = 1e-6;
// What the observer calls the parts of a run.
constexpr std::string_view kTimeline = "timeline";
constexpr std::string_view kSteps[] = {"observed", kTimeline};
constexpr std::string_view kOwnCode = "<syncfree-lint";                         // frames of the observer's Python part
constexpr std::string_view kWholeRun[] = {"start_up", "warm_up", "open_step"};  // where no step was observed

std::string absolute_path(const std::string& path, const fs::path& folder) {
  if (path.empty() || path.starts_with('<')) return path;
  return sys::path_text((folder / path).lexically_normal());
}

std::vector<double> read_times(const Json& times) {
  std::vector<double> result;
  for (const Json& time : times) result.push_back(time.get<double>() * kMsPerNs);
  return result;
}

Tally read_tally(const Json& counters) {
  return {.visits = counters.at("visits").get<double>(),
          .blocked = counters.at("blocked").get<double>(),
          .blocked_ms = counters.at("blocked_ns").get<double>() * kMsPerNs,
          .longest_ms = counters.at("longest_ns").get<double>() * kMsPerNs,
          .idle_ms = counters.at("idle_ns").get<double>() * kMsPerNs};
}

/// Throws if it is no whole number; a double would be converted, even if there is no such number.
int whole_number(const Json& json) { return static_cast<int>(json.get_ref<const Json::number_integer_t&>()); }
std::uint64_t count(const Json& json) {
  return static_cast<std::uint64_t>(json.get_ref<const Json::number_integer_t&>());
}

Frame read_frame(const Json& frame, const fs::path& folder) {
  const Json& range = frame.at("range");
  return {.file = absolute_path(frame.at("file").get<std::string>(), folder),
          .function = frame.at("function").get<std::string>(),
          .line = whole_number(range.at(0)),
          .column = whole_number(range.at(1)),
          .end_line = whole_number(range.at(2)),
          .end_column = whole_number(range.at(3))};
}

/// The part of the run that counts: all steps that were observed, or the whole run where there were none. Only steps
/// with a timeline tell when the GPU got work again, so idle times are those of these steps, as if all steps had them.
Tally tally_of(const Json& site, const Process& process) {
  const auto phases = process.steps > 0 ? std::span<const std::string_view>(kSteps) : kWholeRun;
  Tally tally;
  for (const std::string_view phase : phases) {
    if (site.contains(phase)) tally.add(read_tally(site[phase]));
  }
  if (process.timeline_ms.empty()) return tally;
  const double idle_ms = site.contains(kTimeline) ? read_tally(site[kTimeline]).idle_ms : 0;
  tally.idle_ms = idle_ms * process.steps / static_cast<double>(process.timeline_ms.size());
  return tally;
}

CallSite read_place(const Json& site, const Process& process, const fs::path& folder, Symbolizer& symbolizer) {
  CallSite place{.thread = site.at("thread").get<std::string>(), .node = site.at("node").get<std::string>()};
  for (const Json& frame : site.at("frames")) {
    if (!frame.at("file").get_ref<const std::string&>().starts_with(kOwnCode))
      place.frames.push_back(read_frame(frame, folder));
  }
  std::vector<Frame> native;
  for (const Json& address : site.at("native")) {
    symbolizer.append(address.at("module").get<std::string>(), count(address.at("offset")),
                      address.at("symbol").get<std::string>(), native);
  }
  place.frames.insert(place.frames.begin(), native.begin(), native.end());
  for (const auto& [name, times] : site.at("calls").items()) place.calls.emplace_back(name, count(times));
  place.copy = site.value("copy", "");
  if (site.contains("copy_bytes")) place.copy_bytes = count(site["copy_bytes"]);
  place.tally = tally_of(site, process);
  return place;
}

Process read_process(const Json& record) {
  if (whole_number(record.at("format")) != kRecordFormat) throw std::runtime_error("a record of another version");
  const fs::path folder = record.at("folder").get<std::string>();
  const std::string rank = record.at("rank").get<std::string>();
  const Json& steps = record.at("steps");
  Process process{.name = rank.empty() ? "process " + std::to_string(count(record.at("process"))) : "rank " + rank,
                  .problem = record.at("attached").get<bool>() ? "" : record.at("message").get<std::string>(),
                  .limits = record.at("python_problem").get<std::string>(),
                  .steps_seen = count(steps.at("seen")),
                  .step_source = steps.at("source").get<std::string>(),
                  .observed_ms = read_times(steps.at("observed_ns")),
                  .unobserved_ms = read_times(steps.at("unobserved_ns")),
                  .lines_known = record.at("lines_known").get<bool>()};
  if (steps.contains("timeline_ns")) process.timeline_ms = read_times(steps["timeline_ns"]);
  process.steps = static_cast<double>(process.observed_ms.size() + process.timeline_ms.size());
  for (const auto& [file, lines] : record.at("lines").items()) {
    std::set<int>& ran = process.lines[absolute_path(file, folder)];
    for (const Json& line : lines) ran.insert(whole_number(line));
  }
  Symbolizer symbolizer;
  for (const Json& site : record.at("sites")) process.places.push_back(read_place(site, process, folder, symbolizer));
  return process;
}

/// "rank 10" comes after "rank 9".
std::pair<std::string, int> sort_key(const Process& process) {
  const std::size_t space = process.name.rfind(' ');
  int number = 0;
  const char* end = process.name.data() + process.name.size();
  std::from_chars(process.name.data() + space + 1, end, number);
  return {process.name.substr(0, space), number};
}

}  // namespace

std::expected<Process, std::string> read_record(std::string_view text) {
  try {
    return read_process(Json::parse(text));
  } catch (const std::exception& error) {
    return std::unexpected("no record of this program: " + std::string(error.what()));
  }
}

namespace {

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

/// What lies beside the record, if it is there.
template <typename Reader>
std::expected<void, std::string> read_beside(const fs::path& path, const char* extension, Reader read) {
  const fs::path beside = fs::path(path).replace_extension(extension);
  std::error_code error;
  if (!fs::exists(beside, error)) return {};
  const auto done = read(content_of(beside));
  if (!done) return std::unexpected(sys::path_text(beside) + ": " + done.error());
  return {};
}

std::expected<void, std::string> take_activity(Process& process, std::string_view text) {
  auto activity = read_activity(text);
  if (!activity) return std::unexpected(activity.error());
  const auto places = static_cast<std::int64_t>(process.places.size());
  for (HostEvent& event : activity->events) {
    if (event.place >= places) event.place = -1;  // written before that place was
    if (event.place < 0 || event.kind != HostEventKind::kCall) continue;
    const CallSite& place = process.places[static_cast<std::size_t>(event.place)];
    if (place.copy.find("pageable") != std::string::npos) event.pageable_bytes = place.copy_bytes;
  }
  if (!activity->steps.empty()) process.activity = std::move(*activity);
  return {};
}

std::expected<void, std::string> take_results(Process& process, std::string_view text) {
  auto results = read_kept_results(text);
  if (!results) return std::unexpected(results.error());
  process.results = std::move(*results);
  return {};
}

/// Reads the record and what lies beside it.
std::expected<Process, std::string> read_file(const fs::path& path) {
  auto process = read_record(content_of(path));
  if (!process) return std::unexpected(sys::path_text(path) + ": " + process.error());
  auto done = read_beside(path, ".timeline", [&](const std::string& text) { return take_activity(*process, text); });
  if (done) done = read_beside(path, ".results", [&](const std::string& text) { return take_results(*process, text); });
  if (!done) return std::unexpected(done.error());
  return process;
}

}  // namespace

std::expected<Recording, std::string> read_records(const fs::path& folder) {
  Recording recording;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".json") continue;
    auto process = read_file(entry.path());
    if (!process) return std::unexpected(process.error());
    recording.processes.push_back(std::move(*process));
  }
  if (error) return std::unexpected(sys::path_text(folder) + ": " + error.message());
  // A launcher that only counts GPUs has nothing to tell.
  const auto is_idle = [](const Process& each) {
    return each.problem.empty() && each.places.empty() && each.steps_seen == 0;
  };
  if (!std::ranges::all_of(recording.processes, is_idle)) std::erase_if(recording.processes, is_idle);
  std::ranges::sort(recording.processes, {}, sort_key);
  return recording;
}

}  // namespace syncfree::confirm
