#include "cli/confirm/torch_trace.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <tuple>

#include <nlohmann/json.hpp>

#include "cli/confirm/scope_cursor.h"
#include "cli/confirm/timeline.h"

namespace syncfree::confirm {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kNodePrefix = "autograd::engine::evaluate_function: ";

struct Trace {
  Timeline timeline;
  std::map<std::int64_t, std::vector<Scope>> scopes;  ///< by thread
  bool has_python = false;
};

bool is_wanted(const Json& event) {
  static constexpr std::string_view kCategories[] = {"cuda_runtime", "cuda_driver",     "kernel", "gpu_memcpy",
                                                     "gpu_memset",   "python_function", "cpu_op", "user_annotation"};
  const auto category = event.find("cat");
  return category != event.end() && category->is_string() &&
         std::ranges::find(kCategories, category->get_ref<const std::string&>()) != std::end(kCategories);
}

/// "Memcpy HtoD (Pageable -> Device)" as "pageable to device".
std::string copy_of(const std::string& name) {
  const std::size_t open = name.find('('), close = name.rfind(')'), arrow = name.find(" -> ");
  if (open == std::string::npos || close == std::string::npos || arrow == std::string::npos) return {};
  std::string text = name.substr(open + 1, arrow - open - 1) + " to " + name.substr(arrow + 4, close - arrow - 4);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

void add_event(const Json& event, Trace& trace) {
  const std::string& category = event.at("cat").get_ref<const std::string&>();
  const std::string& name = event.at("name").get_ref<const std::string&>();
  const double begin = event.at("ts").get<double>();
  const double end = begin + event.value("dur", 0.0);
  const auto thread = event.at("tid").is_number_integer() ? event.at("tid").get<std::int64_t>() : 0;
  const Json arguments = event.value("args", Json::object());
  const auto correlation = arguments.value("correlation", std::int64_t{0});
  if (category.starts_with("cuda_")) {
    trace.timeline.calls.push_back({begin, end, thread, correlation, name});
  } else if (category == "kernel" || category.starts_with("gpu_mem")) {
    trace.timeline.works.push_back({.begin = begin,
                                    .end = end,
                                    .correlation = correlation,
                                    .copy = category == "gpu_memcpy" ? copy_of(name) : "",
                                    .bytes = arguments.value("bytes", std::uint64_t{0})});
  } else if (category == "user_annotation") {
    if (name.starts_with("ProfilerStep#")) trace.timeline.steps.push_back({begin, end});
  } else {
    const bool is_python = category == "python_function";
    trace.has_python |= is_python;
    trace.scopes[thread].push_back({begin, end, name, is_python});
  }
}

Trace read_events(std::string_view text) {
  constexpr int kEventDepth = 2;  // in the list of the document
  const Json document = Json::parse(text, [&](int depth, Json::parse_event_t kind, Json& value) {
    return kind != Json::parse_event_t::object_end || depth != kEventDepth || is_wanted(value);
  });
  Trace trace;
  const auto events = document.find("traceEvents");
  if (events == document.end() || !events->is_array()) throw std::runtime_error("it has no traceEvents");
  for (const Json& event : *events) {
    if (event.is_object() && event.contains("ts")) add_event(event, trace);
  }
  for (auto& [thread, scopes] : trace.scopes) {
    std::ranges::sort(scopes, {}, [](const Scope& scope) { return std::tuple(scope.begin, -scope.end); });
  }
  return trace;
}

/// "train.py(42): forward"; nothing for what is no function of Python.
std::optional<Frame> frame_of(const std::string& name) {
  const std::size_t close = name.find("): "), open = name.rfind('(', close);
  if (close == std::string::npos || open == std::string::npos || name.starts_with('<')) return std::nullopt;
  const int line = std::atoi(name.c_str() + open + 1);
  if (line <= 0) return std::nullopt;
  return Frame{.file = name.substr(0, open), .function = name.substr(close + 3), .line = line, .end_line = line};
}

/// "<built-in method item of Tensor object at 0x7f>" as "item".
std::string method_of(const std::string& name) {
  constexpr std::string_view kPrefix = "<built-in method ";
  if (!name.starts_with(kPrefix)) return {};
  return name.substr(kPrefix.size(), name.find(' ', kPrefix.size()) - kPrefix.size());
}

/// Where a call was made, before it is known which of its kind it was in its function.
struct Spot {
  CallSite place;
  const Scope* function = nullptr;  ///< this run of the innermost function
};

void describe(const std::vector<const Scope*>& scopes, Spot& spot) {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
    const std::string& name = (*scope)->name;
    if (!(*scope)->is_python) {
      if (name.starts_with(kNodePrefix)) spot.place.node = name.substr(kNodePrefix.size());
      if (spot.place.frames.empty() && name.starts_with("aten::")) spot.place.operation = name;  // the outermost stays
      continue;
    }
    if (spot.place.frames.empty() && spot.place.method.empty()) spot.place.method = method_of(name);
    auto frame = frame_of(name);
    if (!frame) continue;
    if (spot.function == nullptr) spot.function = *scope;
    spot.place.frames.push_back(std::move(*frame));
  }
}

class Placer {
 public:
  explicit Placer(const Trace& trace) {
    std::size_t most = 0;
    for (const auto& [thread, scopes] : trace.scopes) {
      cursors_.emplace(thread, ScopeCursor(scopes));
      const auto count = static_cast<std::size_t>(std::ranges::count_if(scopes, &Scope::is_python));
      if (count > most) std::tie(most, main_thread_) = std::pair(count, thread);
    }
  }

  /// Calls are asked for in the order of time.
  Spot spot_of(const HostCall& call) {
    Spot spot{.place = {.thread = call.thread == main_thread_ ? "main" : std::to_string(call.thread)}};
    if (const auto own = cursors_.find(call.thread); own != cursors_.end()) describe(own->second.at(call.begin), spot);
    // The autograd engine has a thread of its own, while the thread that called backward() waits.
    if (spot.place.frames.empty() && !spot.place.node.empty() && cursors_.contains(main_thread_)) {
      spot.place.operation.clear();
      Spot waiting;
      describe(cursors_.at(main_thread_).at(call.begin), waiting);
      spot.place.frames = std::move(waiting.place.frames);
    }
    return spot;
  }

 private:
  std::map<std::int64_t, ScopeCursor> cursors_;
  std::int64_t main_thread_ = 0;
};

/// Numbers what is alike in one run of a function, by the order of time.
void number_alike(std::vector<Spot>& spots) {
  std::map<std::tuple<const Scope*, std::string, std::string>, std::vector<CallSite*>> alike;
  for (Spot& spot : spots) {
    if (spot.function != nullptr && spot.place.node.empty())
      alike[{spot.function, spot.place.method, spot.place.operation}].push_back(&spot.place);
  }
  for (const auto& [key, places] : alike) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i]->ordinal = i;
      places[i]->alike = places.size();
    }
  }
}

/// Adds up what has happened at the same place.
class PlaceTable {
 public:
  void add(const CallSite& place, const HostVisit& visit) {
    std::string key = place.node + '\n' + place.method + '\n' + place.operation + '\n' + std::to_string(place.ordinal) +
                      '/' + std::to_string(place.alike);
    for (const Frame& frame : place.frames)
      key += '\n' + frame.file + ':' + std::to_string(frame.line) + ' ' + frame.function;
    const auto [entry, is_new] = numbers_.try_emplace(key, places_.size());
    if (is_new) places_.push_back(place);
    add_visit(places_[entry->second], visit);
  }
  std::vector<CallSite> take() { return std::move(places_); }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<CallSite> places_;
};

std::string rank_of(std::string_view text) {
  // "distributedInfo": {"backend": "nccl", "rank": 3, …}, near the head of the file
  const std::size_t info = text.substr(0, 1 << 16).find("\"distributedInfo\"");
  const std::size_t rank = info == std::string_view::npos ? info : text.find("\"rank\":", info);
  if (rank == std::string_view::npos) return "the trace";
  return "rank " + std::to_string(std::atoi(std::string(text.substr(rank + 7, 12)).c_str()));
}

Process read_process(std::string_view text) {
  Trace trace = read_events(text);
  Process process{.name = rank_of(text), .precision = Precision::kFunction, .step_source = "profiler steps"};
  process.limits = trace.has_python
                       ? "the trace names functions, not lines: places are tied to findings by operator and order"
                       : "the trace has no Python functions; record it with with_stack=True";
  process.steps = static_cast<double>(trace.timeline.steps.size());
  process.steps_seen = trace.timeline.steps.size();
  for (const Span& step : trace.timeline.steps) process.observed_ms.push_back((step.end - step.begin) * 1e-3);
  const std::vector<HostVisit> visits = host_visits(trace.timeline);
  Placer placer(trace);
  std::vector<Spot> spots;
  for (const HostVisit& visit : visits) spots.push_back(placer.spot_of(trace.timeline.calls[visit.first_call]));
  number_alike(spots);
  PlaceTable table;
  for (std::size_t i = 0; i < visits.size(); ++i) table.add(spots[i].place, visits[i]);
  process.places = table.take();
  return process;
}

}  // namespace

std::expected<Process, std::string> read_torch_trace(std::string_view text) {
  try {
    return read_process(text);
  } catch (const std::exception& error) {
    return std::unexpected("no trace of PyTorch's profiler: " + std::string(error.what()));
  }
}

}  // namespace syncfree::confirm
