#include "cli/confirm/join.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <tuple>

#include "analyzer/system/path_text.h"
#include "cli/confirm/function_match.h"

namespace syncfree::confirm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostCallers = 3;

std::string real_path(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? sys::path_text(path.lexically_normal()) : sys::path_text(real);
}

class Sources {
 public:
  Sources(const engine::Report& report, const fs::path& working_directory) : report_(report) {
    for (std::uint32_t i = 0; i < report.files.size(); ++i)
      numbers_.emplace(real_path(working_directory / report.files[i].path), i);
  }

  std::optional<std::uint32_t> number_of(const std::string& path) {
    const auto [entry, is_new] = known_.try_emplace(path);
    if (is_new && !path.empty())
      entry->second = fs::path(path).is_absolute() ? find(real_path(path)) : find_ending(path);
    return entry->second;
  }

  /// The line that defines the frame's function.
  source::TextRange definition_of(std::uint32_t file, const Frame& frame) const {
    const engine::ReportedFile& source = report_.files[file];
    return without_indent(file, source.lines->line_range(definition_line(source, frame)));
  }

  /// What the frame runs, as bytes of the file: its exact range, or its whole line.
  source::TextRange range_of(std::uint32_t file, const Frame& frame) const {
    const source::LineTable& lines = *report_.files[file].lines;
    const auto line_range = [&](int line) {
      return lines.line_range(
          std::clamp<std::uint32_t>(static_cast<std::uint32_t>(std::max(line, 1)), 1, lines.line_count()));
    };
    const source::TextRange first = line_range(frame.line), last = line_range(frame.end_line);
    if (frame.column < 0 || frame.end_column < 0) return without_indent(file, {first.begin, last.end});
    const auto at = [](source::TextRange line, int column) {
      return std::min(line.begin + static_cast<std::uint32_t>(column), line.end);
    };
    return {at(first, frame.column), std::max(at(first, frame.column), at(last, frame.end_column))};
  }

 private:
  std::optional<std::uint32_t> find(const std::string& path) const {
    const auto found = numbers_.find(path);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

  /// PyTorch's profiler cuts paths off at the left. Of two files that fit, neither is taken.
  std::optional<std::uint32_t> find_ending(const std::string& path) const {
    std::optional<std::uint32_t> result;
    for (const auto& [whole, number] : numbers_) {
      if (!whole.ends_with("/" + path)) continue;
      if (result) return std::nullopt;
      result = number;
    }
    return result;
  }

  source::TextRange without_indent(std::uint32_t file, source::TextRange range) const {
    const std::string_view text = report_.files[file].text;
    while (range.begin < range.end && (text[range.begin] == ' ' || text[range.begin] == '\t')) ++range.begin;
    return range;
  }

  const engine::Report& report_;
  std::map<std::string, std::uint32_t> numbers_;
  std::map<std::string, std::optional<std::uint32_t>> known_;  // by path as recorded
};

/// Where a place lies in the analysed sources, and which of its frames that is.
struct ResolvedPlace {
  std::optional<std::uint32_t> file;
  std::size_t frame = 0;
  source::TextRange range;
};

ResolvedPlace position_of(const CallSite& place, Sources& sources, Precision precision) {
  for (std::size_t i = 0; i < place.frames.size(); ++i) {
    const auto file = sources.number_of(place.frames[i].file);
    if (!file) continue;
    const source::TextRange range = precision == Precision::kFunction ? sources.definition_of(*file, place.frames[i])
                                                                      : sources.range_of(*file, place.frames[i]);
    return {.file = file, .frame = i, .range = range};
  }
  return {};
}

std::uint32_t distance(source::TextRange a, source::TextRange b) {
  const auto apart = [](std::uint32_t x, std::uint32_t y) { return x > y ? x - y : y - x; };
  return apart(a.begin, b.begin) + apart(a.end, b.end);
}

/// Comments on suppressions, and patterns of several calls, name no place that could wait.
bool names_a_wait(std::string_view code) { return !code.starts_with("SF0") && code < "SF7"; }

/// The finding of this range: the same range, else the closest of those that lie in it or around it.
std::optional<std::size_t> finding_at(const engine::Report& report, std::uint32_t file, source::TextRange range) {
  std::optional<std::size_t> best;
  std::uint32_t closest = std::numeric_limits<std::uint32_t>::max();
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const engine::Finding& finding = report.findings[i];
    if (finding.file != file || !names_a_wait(finding.code)) continue;
    if (!range.contains(finding.range) && !finding.range.contains(range)) continue;
    const std::uint32_t away = distance(finding.range, range);
    if (away < closest) {
      closest = away;
      best = i;
    }
  }
  return best;
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + " bytes";
  if (bytes < 1024 * 1024) return std::to_string(bytes / 1024) + " KiB";
  return std::to_string(bytes / (1024 * 1024)) + " MiB";
}

std::string details_of(const CallSite& place) {
  std::string text;
  for (const auto& [name, count] : place.calls) text += (text.empty() ? "" : ", ") + name;
  if (!place.operation.empty()) text += "; " + place.operation;
  if (!place.copy.empty()) text += "; " + place.copy + ", at most " + size_text(place.copy_bytes);
  if (!place.node.empty()) text += "; in the backward pass, " + place.node;
  if (place.thread != "main" && place.node.empty()) text += "; on thread " + place.thread;
  return text;
}

std::string caller_text(const Frame& frame) {
  if (frame.file.empty()) return frame.function;
  return frame.file + ":" + std::to_string(frame.line) + " " + frame.function;
}

class Joiner {
 public:
  Joiner(const Recording& recording, const engine::Report& report, const std::string& working_directory)
      : recording_(recording), report_(report), sources_(report, working_directory) {}

  Joined run(const std::vector<bool>& wanted) {
    joined_.per_step = std::ranges::any_of(recording_.processes, [](const Process& each) { return each.steps > 0; });
    for (std::size_t i = 0; i < recording_.processes.size(); ++i) {
      for (std::size_t j = 0; j < recording_.processes[i].places.size(); ++j) add(i, j);
    }
    for (std::size_t i = 0; i < report_.findings.size(); ++i) add_unblocked(i, wanted[i]);
    for (Result& result : joined_.results) {
      if (result.outcome == Outcome::kNotFound && result.total.blocked == 0) result.outcome = Outcome::kBriefWait;
    }
    add_estimates();
    joined_.ranks = compare_ranks(recording_);
    std::erase_if(joined_.results, [](const Result& result) {
      return result.outcome == Outcome::kBriefWait && (result.finding || result.estimate.waits == 0);
    });
    sort();
    return std::move(joined_);
  }

 private:
  /// Places of one finding, or of one range, are one result.
  using Key = std::tuple<std::size_t, std::uint32_t, std::uint32_t, std::uint32_t, std::string>;
  static constexpr std::uint32_t kNoFile = std::numeric_limits<std::uint32_t>::max();

  void add(std::size_t process, std::size_t number) {
    const CallSite& place = recording_.processes[process].places[number];
    if (place.tally.visits == 0) return;  // it is there for the timeline alone
    const Precision precision = recording_.processes[process].precision;
    const ResolvedPlace position = position_of(place, sources_, precision);
    std::optional<std::size_t> finding;
    if (position.file && precision == Precision::kFunction) {
      finding = finding_in_function(report_, *position.file, place.frames[position.frame], place, position.frame == 0);
    } else if (precision == Precision::kFunction) {
      finding = finding_of_call(report_, place);
    } else if (position.file) {
      finding = finding_at(report_, *position.file, position.range);
    }
    Result& result = result_of(place, position, finding);
    result.places.emplace_back(process, number);
    if (result.details.empty() || place.tally.blocked > 0) result.details = details_of(place);
    const double steps = recording_.processes[process].steps;
    const Tally tally = joined_.per_step && steps > 0 ? place.tally.divided(steps) : place.tally;
    result.total.add(tally);
    if (result.shares.empty() || result.shares.back().process != process) result.shares.push_back({process, {}});
    result.shares.back().tally.add(tally);
  }

  Result& result_of(const CallSite& place, const ResolvedPlace& position, std::optional<std::size_t> finding) {
    const std::size_t none = report_.findings.size();
    const Frame innermost = place.frames.empty() ? Frame{.function = "unknown"} : place.frames.front();
    const Key key = finding         ? Key{*finding, 0, 0, 0, ""}
                    : position.file ? Key{none, *position.file, position.range.begin, position.range.end, place.node}
                                    : Key{none, kNoFile, 0, 0, caller_text(innermost) + place.node};
    const auto [entry, is_new] = numbers_.try_emplace(key, joined_.results.size());
    if (!is_new) return joined_.results[entry->second];
    Result result{.outcome = Outcome::kNotFound, .finding = finding, .file = position.file, .range = position.range};
    if (finding) {
      result.file = report_.findings[*finding].file;
      result.range = report_.findings[*finding].range;
    }
    if (!result.file) {
      result.frame = innermost;
      const auto own = std::ranges::find_if(
          place.frames, [](const Frame& frame) { return !frame.file.empty() && !is_installed(frame.file); });
      for (std::size_t i = 1; i < place.frames.size() && i <= kMostCallers; ++i)
        result.through.push_back(caller_text(place.frames[i]));
      // The line of one's own that led into a library is reported however far away it is.
      if (own != place.frames.end() && own - place.frames.begin() > static_cast<std::ptrdiff_t>(kMostCallers))
        result.through.push_back(caller_text(*own));
    } else if (!finding) {
      result.frame = place.frames[position.frame];
      for (std::size_t i = position.frame; i > 0 && result.through.size() < kMostCallers; --i)
        result.through.insert(result.through.begin(), caller_text(place.frames[i - 1]));
    }
    joined_.results.push_back(std::move(result));
    return joined_.results.back();
  }

  void add_unblocked(std::size_t number, bool wanted) {
    const engine::Finding& finding = report_.findings[number];
    const auto known = numbers_.find(Key{number, 0, 0, 0, ""});
    if (known != numbers_.end()) {
      Result& result = joined_.results[known->second];
      if (result.total.blocked > 0) {
        result.outcome = Outcome::kConfirmed;
        return;
      }
      result.outcome = Outcome::kReachedWithoutBlocking;
      if (!wanted) result.outcome = Outcome::kNotFound;  // neither blocked nor wanted: taken out
      return;
    }
    if (!wanted || finding.suppressed || !names_a_wait(finding.code)) return;
    joined_.results.push_back(
        {.outcome = unblocked_outcome(finding), .finding = number, .file = finding.file, .range = finding.range});
  }

  Outcome unblocked_outcome(const engine::Finding& finding) {
    bool known = false;
    for (const Process& process : recording_.processes) {
      if (!process.lines_known) continue;
      known = true;
      for (const auto& [path, lines] : process.lines) {
        if (sources_.number_of(path) != finding.file) continue;
        const source::LineTable& table = *report_.files[finding.file].lines;
        const int first = static_cast<int>(table.line_of(finding.range.begin));
        const int last = static_cast<int>(table.line_of(finding.range.end));
        const auto ran = lines.lower_bound(first);
        if (ran != lines.end() && *ran <= last) return Outcome::kReachedWithoutBlocking;
      }
    }
    return known ? Outcome::kNotReached : Outcome::kNotSeen;
  }

  /// What steps would gain without the waits of each result.
  void add_estimates() {
    double processes = 0;
    for (const Process& process : recording_.processes) {
      joined_.steps.push_back(process.activity ? analyze_steps(*process.activity, mean(process.unobserved_ms))
                                               : StepAnalysis{});
      processes += process.activity ? 1 : 0;
    }
    for (std::size_t i = 0; i < recording_.processes.size(); ++i) {
      if (!recording_.processes[i].activity) continue;
      std::vector<std::vector<std::size_t>> groups(joined_.results.size());
      for (std::size_t j = 0; j < groups.size(); ++j) {
        for (const auto& [process, place] : joined_.results[j].places) {
          if (process == i) groups[j].push_back(place);
        }
      }
      const std::vector<WaitEstimate> estimates =
          estimate_waits(*recording_.processes[i].activity, mean(recording_.processes[i].unobserved_ms), groups);
      for (std::size_t j = 0; j < groups.size(); ++j) {
        WaitEstimate& estimate = joined_.results[j].estimate;
        estimate.waits += estimates[j].waits / processes;
        estimate.wait_ms += estimates[j].wait_ms / processes;
        estimate.gain_ms += std::min(estimates[j].gain_ms, joined_.steps[i].idle_ms) / processes;
      }
    }
  }

  void sort() {
    const auto rank = [](const Result& result) {
      const bool blocked = result.outcome == Outcome::kConfirmed || result.outcome == Outcome::kNotFound;
      const double gain = blocked || result.outcome == Outcome::kBriefWait ? -result.estimate.gain_ms : 0.0;
      return std::tuple(blocked ? 0 : static_cast<int>(result.outcome), gain, blocked ? -result.total.blocked_ms : 0.0,
                        result.file.value_or(kNoFile), result.range.begin, result.range.end);
    };
    std::ranges::stable_sort(joined_.results, {}, rank);
  }

  const Recording& recording_;
  const engine::Report& report_;
  Sources sources_;
  std::map<Key, std::size_t> numbers_;
  Joined joined_;
};

}  // namespace

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kConfirmed:
      return "confirmed";
    case Outcome::kNotFound:
      return "blocked but not found";
    case Outcome::kReachedWithoutBlocking:
      return "reached without blocking";
    case Outcome::kNotReached:
      return "not reached";
    case Outcome::kNotSeen:
      return "not seen to block";
    case Outcome::kBriefWait:
      return "waited briefly";
  }
  return {};
}

Joined join(const Recording& recording, const engine::Report& report, const std::vector<bool>& wanted,
            const std::string& working_directory) {
  return Joiner(recording, report, working_directory).run(wanted);
}

}  // namespace syncfree::confirm
