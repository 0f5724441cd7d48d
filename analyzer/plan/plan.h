// A plan: the waits of a step in the order in which they run, with the remedy for each.
//
// A *step* is one round of a loop that trains, decodes or denoises, or one call of a function. It is followed through
// calls of the program. Each wait that is met on the way is an *entry*; a function that is called from several places
// has its entries where it is met first, and the other calls point there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/engine/judging/runs.h"
#include "analyzer/engine/remedy_kind.h"
#include "analyzer/engine/report_data.h"
#include "analyzer/fixes/fix.h"

namespace syncfree::plan {

/// What plans are made of; all of it outlives them.
struct Material {
  const engine::Report& report;                  ///< the findings that count; suppressed ones do not
  std::span<const engine::RunFunction> runs;     ///< sorted by key; files as in the report
  std::span<const engine::AdviceKind> advice;    ///< goes before `remedies`, in order
  std::span<const engine::RuleRemedy> remedies;  ///< sorted by code
};

struct FileRange {
  std::uint32_t file = 0;  ///< in the report
  source::TextRange range;
};

/// A loop of the step around a wait or a call.
struct Loop {
  FileRange head;
  std::optional<std::uint32_t> rounds;  ///< as its text says
};

enum class Chance : std::uint8_t {
  kAlways,
  kSometimes,  ///< behind a condition
  kSeldom,     ///< every N steps, in the first one, before an error
};

/// How often something runs in a step, by the way on which it is met first.
struct Times {
  std::vector<Loop> loops;  ///< outermost first; inside of the step
  Chance chance = Chance::kAlways;
  std::optional<FileRange> condition;  ///< the one that makes it so; nothing for kAlways
  std::uint32_t conditions = 0;        ///< that one and the others on the way
  double ways = 1;                     ///< calls that lead there, each way through the step counted
  double in_a_step = 1;  ///< an estimate, for comparison: a loop without a known count counts 2, a condition
                         ///< 0.5, a seldom one 0.05
};

/// Who can change it.
enum class Action : std::uint8_t {
  kSafe,    ///< `--fix`
  kUnsafe,  ///< `--fix --unsafe-fixes`, after a look
  kByHand,
  kLeave,  ///< nothing is gained by a change
};

/// What the host still waits for afterwards.
enum class Remains : std::uint8_t {
  kNothing,
  kFewer,      ///< one wait in place of several, or every N steps
  kElsewhere,  ///< a wait at another place: later, or outside of the step
  kTheWait,
};

struct Entry {
  std::size_t finding = 0;  ///< in Report::findings
  std::uint32_t depth = 0;  ///< calls between the step and it
  Times times;
  engine::RemedyKind kind = engine::RemedyKind::kLeave;
  Action action = Action::kLeave;
  Remains remains = Remains::kTheWait;
  std::string advice;   ///< what to do, one sentence without a full stop; why nothing is gained, for kLeave
  std::string caution;  ///< what to know before: the same kind of sentence; may be empty
  /// The entry that waits for the same value right behind this one, and is still there when this one is gone.
  std::optional<std::size_t> behind;
  double worth = 0;  ///< expected share of a step; for comparison
};

enum class LineKind : std::uint8_t {
  kCall,   ///< of a function in which there are waits, which follow
  kAgain,  ///< of one that was met before
  kWait,
  kCut,  ///< of one that is too many calls away: what is in it is left out
};

/// A line of a step in the order in which it runs.
struct Line {
  LineKind kind = LineKind::kWait;
  std::uint32_t depth = 0;  ///< calls around it
  FileRange place;          ///< of the call or wait
  std::string callee;       ///< qualified
  bool by_name = false;     ///< only the method's name says that this is called
  Times times;              ///< of a call, within the function or loop around it
  std::size_t entry = 0;    ///< of kWait; of kAgain the first in that function
  std::size_t entries = 0;  ///< of kAgain: how many there are
};

struct Step {
  FileRange start;       ///< the loop's head, or the function's name
  std::string function;  ///< qualified; empty for the top level of a file
  bool is_loop = false;
  std::vector<Entry> entries;  ///< in the order in which they are met
  std::vector<Line> lines;
  std::vector<std::size_t> worst_first;  ///< of `entries`: what can be changed, the worst first; then the others
  std::size_t left_out = 0;              ///< calls that are too far away, or came behind the limit
  double worth = 0;
};

struct Plan {
  std::vector<Step> steps;  ///< the worst first
  /// Steps of the same class or file that no followed call leads to, such as a decoding loop that is called by a name
  /// made when the program runs; without entries. Only for starts that a user named.
  std::vector<Step> beside;
  std::vector<bool> is_met;       ///< by finding of the report: some step runs into it
  std::size_t hot_elsewhere = 0;  ///< hot waits of the files in question that no step runs into, as far as is seen
  std::size_t milder = 0;         ///< further steps with waits, which are left out
  std::size_t without_waits = 0;  ///< starts of steps in which nothing waits
  std::size_t not_followed = 0;   ///< starts that the limit of work left out
};

/// Where a step starts: a function of `Material::runs`, or a loop in it.
struct Start {
  std::size_t function = 0;
  std::uint32_t scope = context::kNoScope;  ///< of the loop; kNoScope: one call of the function
};

/// The starts that matter in files (by number in the report): loops that step, and functions that somebody else's loop
/// calls in each step. With `reached`, those that the code of these files leads to count too. None that runs in another
/// one's step.
std::vector<Start> starts_in(const Material& material, const std::vector<bool>& files, bool reached);

/// What `Plan::beside` holds for calls of these functions: loops that step, in the class of a function, or in its file
/// for one without a class.
std::vector<Step> steps_beside(const Material& material, std::span<const Start> starts);

/// What `Plan::hot_elsewhere` holds for these files, by number in the report.
std::size_t count_hot_elsewhere(const Material& material, const Plan& plan, const std::vector<bool>& files);

/// Steps without waits are only counted, and so are those behind the worst `kMostSteps`.
inline constexpr std::size_t kMostSteps = 50;
Plan make_plan(const Material& material, std::span<const Start> starts);

}  // namespace syncfree::plan
