// What a run of a program showed: where its host waited for the GPU, how often and how long. However it was recorded.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/confirm/activity.h"
#include "cli/confirm/kept_results.h"

namespace syncfree::confirm {

/// A running function. Lines count from 1, columns are bytes from 0; -1 where they are not known.
struct Frame {
  std::string file;
  std::string function;
  int line = 0;
  int column = -1;
  int end_line = 0;
  int end_column = -1;
};

struct Tally {
  double visits = 0;   ///< times the place made a call that can hold the host
  double blocked = 0;  ///< visits that held it
  double blocked_ms = 0;
  double longest_ms = 0;
  double idle_ms = 0;  ///< from the end of such a visit to the next work for the GPU

  void add(const Tally& other);
  /// For each of `count`.
  Tally divided(double count) const;
};

/// A place that made calls which can hold the host.
struct CallSite {
  std::vector<Frame> frames;  ///< innermost first; empty where the recording does not tell
  std::string thread;         ///< "main", or its name
  std::string node;           ///< what torch's autograd engine ran, for calls of its thread
  // Where frames name functions only: what ran in the innermost one.
  std::string method;       ///< the built-in method that it called, "item"
  std::string operation;    ///< the operator of torch, "aten::index"
  std::size_t ordinal = 0;  ///< among the calls of one run of the function that are alike in both, by time
  std::size_t alike = 0;    ///< how many these are
  std::vector<std::pair<std::string, std::uint64_t>> calls;
  std::string copy;  ///< "pageable to device"
  std::uint64_t copy_bytes = 0;
  Tally tally;
};

/// How exactly frames are tied to source.
enum class Precision : std::uint8_t { kRange, kLine, kFunction };

struct Process {
  std::string name;     ///< "rank 0", "process 4711"
  std::string problem;  ///< why nothing was seen of it; empty if it was
  std::string limits;   ///< what is not known of it, and why
  Precision precision = Precision::kRange;
  double steps = 0;  ///< that the tallies are of; 0: of the whole run
  std::uint64_t steps_seen = 0;
  std::string step_source;            ///< "optimizer", "marker", "function"
  std::vector<double> timeline_ms;    ///< step by step, those in which the GPU's work was recorded
  std::vector<double> observed_ms;    ///< the other observed ones
  std::vector<double> unobserved_ms;  ///< steps between them that ran without the observer
  bool lines_known = false;
  std::map<std::string, std::set<int>> lines;  ///< that ran, by absolute path
  std::vector<CallSite> places;
  std::optional<Activity> activity;  ///< of the steps of timeline_ms
  KeptResults results;

  /// Of the observed steps; of those of the timeline if there are no others.
  double median_step_ms() const;
  /// Part of a step that the observer costs; negative if it is lost in the noise. 0 without unobserved steps.
  double overhead() const;
};

/// A file that an installation brought, not the user's.
bool is_installed(const std::string& path);

/// 0 of none.
double mean(const std::vector<double>& values);

struct Recording {
  std::vector<Process> processes;  ///< by rank, then by process number
};

}  // namespace syncfree::confirm
