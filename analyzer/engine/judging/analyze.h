// From a linked and settled project to findings.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/engine/goal.h"
#include "analyzer/engine/judging/edit_writer.h"
#include "analyzer/engine/judging/insight.h"
#include "analyzer/engine/judging/judged_before.h"
#include "analyzer/engine/judging/outside_call.h"
#include "analyzer/engine/judging/runs.h"
#include "analyzer/engine/rule.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::engine {

/// A file whose work came to its limit: findings may be missing.
struct UnfinishedFile {
  std::uint32_t file;
  source::TextRange range;  ///< of the function in which that was; at the file's beginning for its top level
};

/// What an editor, or who follows a step, wants to know besides.
struct Insight {
  std::vector<std::uint32_t> files;  ///< whose names are described (ModuleInput::file, sorted); set by the caller
  std::vector<KnownName> names;
  std::vector<HotFunction> hot;
  bool wants_hot_elsewhere = true;  ///< not only in `files`; set by the caller
  /// By ModuleInput::file: whose findings are wanted, and the calls in them that lead to findings elsewhere, with
  /// these. Empty: all are. Set by the caller.
  std::vector<bool> reported = {};
  bool wants_runs = false;  ///< set by the caller
  std::vector<RunFunction> runs = {};
  std::optional<GoalQuestion> goal = {};  ///< set by the caller
  GoalAnswers answers = {};
  bool wants_waits = false;                        ///< set by the caller
  std::vector<std::vector<FoundWait>> waits = {};  ///< by context, the findings there that are at least likely
};

/// An analysis of a world that was analysed before.
struct Again {
  JudgedBefore& before;  ///< after that analysis; then after this one
  Unjudged& since;       ///< nothing, if this one comes to its end
};

/// Every finding of every module, at all temperatures and confidences: selection comes later. Sorted by file number,
/// then position, then code; one for each blocking expression. Without a writer findings carry no fixes. `calls`, if it
/// is not null, receives the calls that lead to them from other files; `unfinished` the files of which that is not all;
/// `insight` what it asks for. `again`: what is known of an earlier analysis; null: nothing. `jobs` threads share the
/// modules; the result is the same for every number.
std::vector<Finding> analyze(const inference::Analysis& analysis, std::span<const RuleInfo> rules, unsigned jobs,
                             const EditWriter& write = nullptr, std::vector<OutsideCall>* calls = nullptr,
                             std::vector<UnfinishedFile>* unfinished = nullptr, Insight* insight = nullptr,
                             const Again* again = nullptr);

}  // namespace syncfree::engine
