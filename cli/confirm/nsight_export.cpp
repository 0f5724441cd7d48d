#include "cli/confirm/nsight_export.h"

#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "cli/confirm/scope_cursor.h"
#include "cli/confirm/sqlite.h"
#include "cli/confirm/timeline.h"

namespace syncfree::confirm {
namespace {

constexpr double kUsPerNs = 1e-3;

// A thread's number holds its process's: the upper bits are the machine's and the process's, the lower 24 the thread's.
constexpr std::int64_t kThreadBits = 24;
constexpr std::int64_t kProcessMask = 0xFFFFFF;

std::int64_t process_of(std::int64_t global_thread) { return (global_thread >> kThreadBits) & kProcessMask; }

struct ExportedProcess {
  Timeline timeline;
  std::map<std::pair<std::int64_t, double>, std::int64_t> chain_of;  ///< by thread and begin
  std::map<std::int64_t, std::vector<Scope>> ranges;                 ///< NVTX, by thread, sorted
};

class Export {
 public:
  explicit Export(const SqliteFile& file) : file_(file) {}

  std::expected<Recording, std::string> read() {
    if (!file_.has_columns("CUPTI_ACTIVITY_KIND_RUNTIME", "start, end, globalTid, correlationId, nameId"))
      return std::unexpected("it has no calls of CUDA (nsys profile --trace=cuda records them)");
    for (const auto& done : {read_calls(), read_work("CUPTI_ACTIVITY_KIND_KERNEL"),
                             read_work("CUPTI_ACTIVITY_KIND_MEMSET"), read_copies(), read_ranges(), read_chains()}) {
      if (!done) return std::unexpected(done.error());
    }
    Recording recording;
    for (auto& [number, exported] : processes_) {
      Process process = process_from(number, exported);
      if (!process.places.empty()) recording.processes.push_back(std::move(process));
    }
    return recording;
  }

 private:
  using Done = std::expected<void, std::string>;

  Done read_calls() {
    const bool has_chains = file_.has_columns("CUPTI_ACTIVITY_KIND_RUNTIME", "callchainId");
    return file_.query("SELECT r.start, r.end, r.globalTid, r.correlationId, s.value, " +
                           std::string(has_chains ? "r.callchainId" : "0") +
                           " FROM CUPTI_ACTIVITY_KIND_RUNTIME r JOIN StringIds s ON s.id = r.nameId",
                       [&](const SqliteRow& row) {
                         const std::int64_t thread = row.number(2);
                         ExportedProcess& process = processes_[process_of(thread)];
                         const double begin = static_cast<double>(row.number(0)) * kUsPerNs;
                         process.timeline.calls.push_back({.begin = begin,
                                                           .end = static_cast<double>(row.number(1)) * kUsPerNs,
                                                           .thread = thread,
                                                           .correlation = row.number(3),
                                                           .name = row.text(4)});
                         if (row.number(5) != 0) process.chain_of[{thread, begin}] = row.number(5);
                       });
  }

  /// Tables are there only if something of their kind was recorded.
  Done read_work(const std::string& table) {
    if (!file_.has_columns(table, "start, end, correlationId, globalPid")) return {};
    return file_.query("SELECT start, end, correlationId, globalPid FROM " + table,
                       [&](const SqliteRow& row) { add_work(row, {}); });
  }

  Done read_copies() {
    if (!file_.has_columns("CUPTI_ACTIVITY_KIND_MEMCPY",
                           "start, end, correlationId, globalPid, bytes, srcKind, dstKind"))
      return {};
    return file_.query(
        "SELECT start, end, correlationId, globalPid, bytes, srcKind, dstKind FROM CUPTI_ACTIVITY_KIND_MEMCPY",
        [&](const SqliteRow& row) {
          add_work(row, {.copy = memory_name(row.number(5)) + " to " + memory_name(row.number(6)),
                         .bytes = static_cast<std::uint64_t>(row.number(4))});
        });
  }

  void add_work(const SqliteRow& row, DeviceWork work) {
    work.begin = static_cast<double>(row.number(0)) * kUsPerNs;
    work.end = static_cast<double>(row.number(1)) * kUsPerNs;
    work.correlation = row.number(2);
    processes_[process_of(row.number(3))].timeline.works.push_back(std::move(work));
  }

  /// CUpti_ActivityMemoryKind.
  static std::string memory_name(std::int64_t kind) {
    static constexpr std::array<const char*, 7> kNames = {"unknown", "pageable", "pinned",        "device",
                                                          "array",   "managed",  "managed device"};
    return kind >= 0 && kind < static_cast<std::int64_t>(kNames.size()) ? kNames[static_cast<std::size_t>(kind)]
                                                                        : kNames[0];
  }

  Done read_ranges() {
    if (!file_.has_columns("NVTX_EVENTS", "start, end, text, textId, globalTid")) return {};
    return file_.query(
        "SELECT n.start, n.end, n.globalTid, COALESCE(n.text, s.value) FROM NVTX_EVENTS n "
        "LEFT JOIN StringIds s ON s.id = n.textId WHERE n.end IS NOT NULL ORDER BY n.start",
        [&](const SqliteRow& row) {
          processes_[process_of(row.number(2))].ranges[row.number(2)].push_back(
              {.begin = static_cast<double>(row.number(0)) * kUsPerNs,
               .end = static_cast<double>(row.number(1)) * kUsPerNs,
               .name = row.text(3)});
        });
  }

  Done read_chains() {
    if (!file_.has_columns("CUDA_CALLCHAINS", "id, symbol, module, stackDepth")) return {};
    return file_.query(
        "SELECT c.id, s.value FROM CUDA_CALLCHAINS c JOIN StringIds s ON s.id = c.symbol ORDER BY c.id, c.stackDepth",
        [&](const SqliteRow& row) { chains_[row.number(0)].push_back(row.text(1)); });
  }

  /// CUDA's own functions, and addresses without a name.
  static bool is_left_out(std::string_view function) {
    return function.starts_with("cu") || function.starts_with("0x");
  }

  using Cursors = std::map<std::int64_t, ScopeCursor>;

  CallSite place_of(const ExportedProcess& process, const HostCall& call, Cursors& cursors) const {
    CallSite place{.thread = "thread " + std::to_string(call.thread & kProcessMask)};
    if (const auto chain = process.chain_of.find({call.thread, call.begin}); chain != process.chain_of.end()) {
      if (const auto functions = chains_.find(chain->second); functions != chains_.end()) {
        for (const std::string& function : functions->second) {
          if (!is_left_out(function)) place.frames.push_back({.function = function});
        }
      }
    }
    if (const auto ranges = cursors.find(call.thread); ranges != cursors.end()) {
      const std::vector<const Scope*>& holding = ranges->second.at(call.begin);
      for (auto range = holding.rbegin(); range != holding.rend(); ++range)
        place.frames.push_back({.function = "NVTX range " + (*range)->name});
    }
    return place;
  }

  Process process_from(std::int64_t number, ExportedProcess& exported) const {
    Process process{.name = "process " + std::to_string(number), .precision = Precision::kFunction};
    process.limits = "an export of Nsight Systems has no source lines: places are NVTX ranges and functions";
    Cursors cursors;
    for (const auto& [thread, ranges] : exported.ranges) cursors.emplace(thread, ScopeCursor(ranges));
    std::map<std::string, std::size_t> numbers;
    for (const HostVisit& visit : host_visits(exported.timeline)) {
      CallSite place = place_of(exported, exported.timeline.calls[visit.first_call], cursors);
      std::string key = visit.calls.front();
      for (const Frame& frame : place.frames) key += '\n' + frame.function;
      const auto [entry, is_new] = numbers.try_emplace(key, process.places.size());
      if (is_new) process.places.push_back(std::move(place));
      add_visit(process.places[entry->second], visit);
    }
    return process;
  }

  const SqliteFile& file_;
  std::map<std::int64_t, ExportedProcess> processes_;
  std::map<std::int64_t, std::vector<std::string>> chains_;  ///< functions, innermost first
};

}  // namespace

std::expected<Recording, std::string> read_nsight_export(const std::string& path) {
  const auto file = SqliteFile::open(path);
  if (!file) return std::unexpected(file.error());
  auto recording = Export(*file).read();
  if (recording && recording->processes.empty()) return std::unexpected("no call in it can hold the host");
  return recording;
}

}  // namespace syncfree::confirm
