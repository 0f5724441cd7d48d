// The observed stalls, joined with the findings in the sources that ran.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/engine/report_data.h"
#include "cli/confirm/ranks.h"
#include "cli/confirm/recording.h"
#include "cli/confirm/step_analysis.h"

namespace syncfree::confirm {

enum class Outcome : std::uint8_t {
  kConfirmed,               ///< found, and the host waited there
  kNotFound,                ///< the host waited, and the analysis found nothing there
  kReachedWithoutBlocking,  ///< found; it ran, and no call there held the host
  kNotReached,              ///< found; its file ran, its lines did not
  kNotSeen,                 ///< found; no call there held the host, and whether it ran is not known
  kBriefWait,               ///< not found; the host waited, and the GPU was done already
};

std::string_view name_of(Outcome);  ///< "confirmed", "blocked but not found", …

struct Share {
  std::size_t process;  ///< index into Recording::processes
  Tally tally;          ///< per step; of the whole run where there are no steps
};

struct Result {
  Outcome outcome = Outcome::kNotSeen;
  std::optional<std::size_t> finding;  ///< index into Report::findings
  std::optional<std::uint32_t> file;   ///< of Report::files, where the place lies in one
  source::TextRange range;
  Frame frame;                       ///< of a place that lies in none: where it is all the same
  std::vector<std::string> through;  ///< for a place in code that was not analysed: what called it, innermost first
  std::string details;        ///< "cuStreamSynchronize; pageable to device, 4 MiB; in backward of IndexBackward0"
  std::vector<Share> shares;  ///< by process
  Tally total;                ///< of all shares
  std::vector<std::pair<std::size_t, std::size_t>> places;  ///< by process, and index into its places
  WaitEstimate estimate;                                    ///< mean of the processes with a timeline
};

struct Joined {
  std::vector<Result> results;      ///< what blocked first, by gain, then by time; then the findings in their order
  bool per_step = false;            ///< tallies are per step
  std::vector<StepAnalysis> steps;  ///< by process; without steps where there is no timeline
  Ranks ranks;                      ///< beside each other; without steps where there are none to compare
};

/// Findings are those of all levels; `wanted` says of each whether it is reported when it did not block. Paths of
/// `report` are resolved from `working_directory`.
Joined join(const Recording& recording, const engine::Report& report, const std::vector<bool>& wanted,
            const std::string& working_directory);

}  // namespace syncfree::confirm
