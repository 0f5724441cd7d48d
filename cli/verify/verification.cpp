#include "cli/verify/verification.h"

#include <algorithm>
#include <csignal>
#include <map>
#include <optional>
#include <ranges>
#include <utility>

#include "analyzer/fixes/apply.h"
#include "analyzer/report/place.h"
#include "analyzer/work/work.h"
#include "cli/confirm/observed_sources.h"
#include "driver/rewrites.h"

namespace syncfree::verify {
namespace {

using confirm::Agreement;
using driver::Rewrite;

constexpr int kMostRounds = 10;
// Figures of two runs differ a little; a rewrite takes away a whole wait of a few.
constexpr double kFewer = 0.75;

/// How often a step the host waits there, be it that the GPU was done already. A blocking copy is several calls, and
/// one visit.
double waits_of(const confirm::Result& result) {
  return std::max(result.total.blocked, std::min(result.total.visits, result.estimate.waits));
}

std::size_t steps_of(const Trial& trial) {
  double steps = 0;
  for (const confirm::Process& process : trial.recording.processes) steps = std::max(steps, process.steps);
  return static_cast<std::size_t>(steps);
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of("\r\n ");
  if (end == std::string::npos) return {};
  const std::size_t begin = text.find_last_of('\n', end);
  return text.substr(begin + 1, end - begin);
}

/// "the program ends with exit status 1"; of a trial that could not be built, "the build ends with …".
std::string ended(const Trial& trial) {
  const std::string who = trial.was_built ? "the program " : "the build ";
  if (trial.end.timed_out) return who + "runs into the time limit";
  return who + "ends with exit status " + std::to_string(trial.end.status);
}

bool was_interrupted(const Trial& trial) {
  return trial.checked.report.interrupted || trial.end.status == 128 + SIGINT ||
         (trial.end.status == 128 + SIGTERM && !trial.end.timed_out);
}

/// Which rewrites of one file a text has, as edits.
using EditsByPath = std::map<std::string, std::vector<fixes::TextEdit>>;

/// How often the host waits a step at what a rewrite is about. `edits` lead from the rewrite's text to the trial's.
double waits_at(const Trial& trial, const Rewrite& rewrite, const EditsByPath& edits) {
  static const std::vector<fixes::TextEdit> none;
  const auto made = edits.find(rewrite.path);
  double waits = 0;
  for (const confirm::Result& result : trial.joined.results) {
    if (!result.file || trial.checked.report.files[*result.file].path != rewrite.path) continue;
    const auto range = driver::range_before(made == edits.end() ? none : made->second, result.range);
    if (driver::touches(rewrite, range)) waits += waits_of(result);
  }
  return waits;
}

/// A rewrite that was tried, where it is in the text of this round.
struct Tried {
  std::string path, title;
  std::string_view code;
  std::uint32_t begin;
};

class Verifier {
 public:
  Verifier(Stage& stage, const Request& request) : stage_(stage), request_(request) {}

  std::expected<Verification, Failure> run() {
    if (auto failure = run_base()) return std::unexpected(std::move(*failure));
    if (auto failure = run_control()) return std::unexpected(std::move(*failure));
    for (int round = 0; round < kMostRounds && try_round(); ++round) {
    }
    if (failure_) return std::unexpected(std::move(*failure_));
    for (auto& [path, file] : changed_) result_.changed.push_back(std::move(file));
    result_.comparison = confirm::compare("the program as it is", base_.figures, current().figures, request_.tolerance);
    return std::move(result_);
  }

 private:
  std::optional<Failure> run_trial(const std::string& what, std::span<const driver::ChangedFile> changed, Trial& out) {
    ++result_.runs;
    request_.progress("run " + std::to_string(result_.runs) + ": " + what);
    auto trial = stage_.run(changed);
    if (!trial) return Failure{.message = trial.error()};
    if (was_interrupted(*trial)) return Failure{.message = "interrupted", .is_interrupted = true};
    out = std::move(*trial);
    return std::nullopt;
  }

  std::optional<Failure> run_base() {
    if (auto failure = run_trial("the program as it is", {}, base_)) return failure;
    if (auto failure = failure_as_it_is(base_)) return failure;
    if (base_.strays.empty()) return confirm_has_all(base_);
    if (stage_.builds() && !base_.strays.front().ends_with(".py"))
      return Failure{.message = base_.strays.front() +
                                " was compiled where it is, not in the copy of the project: let the --build command "
                                "build everything from nothing, and by relative paths"};
    stage_.import_from_copy(base_.strays);
    if (auto failure = run_trial("the same, its packages from the copy", {}, base_)) return failure;
    if (auto failure = failure_as_it_is(base_)) return failure;
    if (!base_.strays.empty())
      return Failure{.message = base_.strays.front() +
                                " runs from where it is, not from the copy of the project: an import that goes by an "
                                "absolute path cannot be verified"};
    return confirm_has_all(base_);
  }

  static std::optional<Failure> failure_as_it_is(const Trial& trial) {
    if (trial.end.status == 0 && !trial.end.timed_out) return std::nullopt;
    const bool no_cuda = trial.was_built && trial.recording.processes.empty();
    return Failure{
        .message = ended(trial) + " as it is, without a rewrite" + (no_cuda ? ", and has not used CUDA" : ""),
        .last_words = trial.last_words,
        .is_of_program = true};
  }

  /// What a run has to show, so that others can be held against it.
  std::optional<Failure> confirm_has_all(const Trial& trial) const {
    if (auto reason = confirm::nothing_seen(trial.recording); !reason.empty()) return Failure{.message = reason};
    if (steps_of(trial) == 0) {
      std::uint64_t seen = 0;
      for (const confirm::Process& process : trial.recording.processes) seen = std::max(seen, process.steps_seen);
      return Failure{.message = seen == 0 ? "no step was seen: name a step with --step (a Python function, "
                                            "profiler, nvtx:NAME)"
                                          : "the program makes " + std::to_string(seen) +
                                                " steps, too few to observe some: ask for fewer with --warmup"};
    }
    if (!request_.needs_results || trial.figures.has_results()) return std::nullopt;
    std::string problem;
    for (const confirm::ProcessResults& each : trial.figures.results) problem = each.results.problem;
    return Failure{
        .message =
            "the program kept no results that runs could be compared by" +
            (problem.empty() ? std::string() : " (" + problem + ")") +
            ": name a function that returns some with --keep (in C++, call syncfree_keep), or leave it at the exit "
            "status with --without-results"};
  }

  std::optional<Failure> run_control() {
    Trial control;
    if (auto failure = run_trial("the program as it is, again", {}, control)) return failure;
    if (auto failure = failure_as_it_is(control)) return failure;
    const auto compared = confirm::compare_results(base_.figures.results, control.figures.results, request_.tolerance);
    std::string example;
    for (const confirm::NameComparison& each : compared) {
      if (each.agreement != Agreement::kDifferent) continue;
      if (example.empty()) example = each.name + " " + confirm::agreement_text(each);
      result_.varying.push_back(each.name);
    }
    if (!request_.needs_results || result_.varying.size() < compared.size()) return std::nullopt;
    return Failure{.message = "the results of the program differ from run to run (" + example +
                              "): seed its random numbers, or allow for it with --rtol and --atol"};
  }

  const Trial& current() const { return accepted_ ? *accepted_ : base_; }

  /// Tries what can be tried together of what is left; false if nothing is, or on failure.
  bool try_round() {
    const std::vector<Rewrite> all = driver::rewrites_of(current().checked, request_.least);
    rebase_tried(all);
    candidates_.clear();
    for (const Rewrite& rewrite : all) {
      const bool runs_changed = rewrite.path.ends_with(".py") || stage_.builds();
      const bool can_run = runs_changed && stage_.may_rewrite(rewrite.path);
      if (can_run && original(rewrite.path) != nullptr && !is_tried(rewrite)) consider(rewrite);
    }
    keep_those_together();
    if (candidates_.empty()) return false;
    trials_.clear();
    const std::vector<Fate> fates =
        search(candidates_.size(), [this](const std::vector<std::size_t>& set) { return try_set(set); });
    if (failure_) return false;
    accept(fates);
    return true;
  }

  bool is_tried(const Rewrite& rewrite) const {
    return std::ranges::any_of(tried_, [&](const Tried& each) {
      return each.path == rewrite.path && each.code == rewrite.code && each.title == rewrite.fix.title &&
             each.begin == rewrite.range.begin;
    });
  }

  /// What was tried in earlier rounds stands elsewhere in the text that they left.
  void rebase_tried(const std::vector<Rewrite>& now) {
    std::vector<Tried> rebased;
    for (const Rewrite& rewrite : now) {
      Rewrite before = rewrite;
      if (const auto edits = last_edits_.find(rewrite.path); edits != last_edits_.end())
        before.range = driver::range_before(edits->second, rewrite.range);
      if (is_tried(before)) rebased.push_back(tried(rewrite));
    }
    tried_ = std::move(rebased);
    last_edits_.clear();
  }

  static Tried tried(const Rewrite& rewrite) {
    return {.path = rewrite.path, .title = rewrite.fix.title, .code = rewrite.code, .begin = rewrite.range.begin};
  }

  Row row_of(const Rewrite& rewrite) const {
    const engine::Report& report = current().checked.report;
    const engine::Finding& finding = report.findings[rewrite.findings.front()];
    return {.place = report::place_of(report.files[finding.file], rewrite.range),
            .path = rewrite.path,
            .code = std::string(rewrite.code),
            .title = rewrite.fix.title,
            .applicability = rewrite.fix.applicability,
            .waits_before = waits_at(current(), rewrite, {})};
  }

  /// A candidate if the host waits there; else there is nothing to try.
  void consider(const Rewrite& rewrite) {
    Row row = row_of(rewrite);
    if (row.waits_before > 0) {
      candidates_.push_back(rewrite);
      return;
    }
    tried_.push_back(tried(rewrite));
    row.reason = why_no_wait(rewrite);
    result_.rows.push_back(std::move(row));
  }

  std::string why_no_wait(const Rewrite& rewrite) const {
    for (const confirm::Result& result : current().joined.results) {
      if (result.finding && std::ranges::find(rewrite.findings, *result.finding) != rewrite.findings.end())
        return std::string(confirm::name_of(result.outcome));
    }
    return std::string(confirm::name_of(confirm::Outcome::kReachedWithoutBlocking));
  }

  std::string_view text_of(const std::string& path) const {
    const auto& files = current().checked.report.files;
    return std::ranges::find(files, path, &engine::ReportedFile::path)->text;
  }

  /// Those that touch lines of others wait for the next round.
  void keep_those_together() {
    std::vector<Rewrite> together;
    std::map<std::string, std::vector<const Rewrite*>> by_path;
    for (const Rewrite& rewrite : candidates_) by_path[rewrite.path].push_back(&rewrite);
    for (const auto& [path, rewrites] : by_path) {
      for (const std::size_t index : driver::made_together(text_of(path), rewrites))
        together.push_back(*rewrites[index]);
    }
    candidates_ = std::move(together);
  }

  EditsByPath edits_of(const std::vector<std::size_t>& set) const {
    std::map<std::string, std::vector<const Rewrite*>> by_path;
    for (const std::size_t index : set) by_path[candidates_[index].path].push_back(&candidates_[index]);
    EditsByPath edits;
    for (const auto& [path, rewrites] : by_path) edits[path] = driver::edits_of(rewrites);
    return edits;
  }

  /// What was accepted before, and these.
  std::map<std::string, driver::ChangedFile> texts_with(const std::vector<std::size_t>& set) const {
    std::map<std::string, driver::ChangedFile> changed = changed_;
    for (const auto& [path, edits] : edits_of(set)) {
      std::string text = fixes::apply_edits(text_of(path), edits);
      changed.try_emplace(path, driver::ChangedFile{*original(path), {}, {}}).first->second.text = std::move(text);
    }
    return changed;
  }

  /// Null for a file that the program as it is has not run.
  const source::SourceFile* original(const std::string& path) const {
    const auto found = std::ranges::find_if(base_.checked.files,
                                            [&](const driver::CheckedFile& file) { return file.source->path == path; });
    return found == base_.checked.files.end() ? nullptr : found->source.get();
  }

  Judgement try_set(const std::vector<std::size_t>& set) {
    if (failure_) return {.fails = true};
    std::vector<driver::ChangedFile> changed;
    for (auto& [path, file] : texts_with(set)) changed.push_back(std::move(file));
    const std::string what = set.size() == 1 ? "with " + std::string(candidates_[set.front()].code) + " at " +
                                                   row_of(candidates_[set.front()]).place
                                             : "with " + std::to_string(set.size()) + " rewrites";
    Trial trial;
    failure_ = run_trial(what, changed, trial);
    if (failure_) return {.fails = true};
    Judgement judgement;
    judgement.fails = trial.end.status != 0 || trial.end.timed_out || steps_of(trial) == 0;
    judgement.changes_results = !judgement.fails && first_difference(trial) != std::nullopt;
    const EditsByPath edits = edits_of(set);
    for (const std::size_t index : set) {
      const double before = waits_at(current(), candidates_[index], {});
      if (waits_at(trial, candidates_[index], edits) > kFewer * before) judgement.keep_their_wait.push_back(index);
    }
    trials_.insert_or_assign(set, std::move(trial));
    return judgement;
  }

  std::vector<confirm::NameComparison> compared(const Trial& trial) const {
    auto all = confirm::compare_results(base_.figures.results, trial.figures.results, request_.tolerance);
    std::erase_if(all, [&](const confirm::NameComparison& each) {
      return std::ranges::find(result_.varying, each.name) != result_.varying.end();
    });
    return all;
  }

  std::optional<std::string> first_difference(const Trial& trial) const {
    for (const confirm::NameComparison& each : compared(trial)) {
      if (each.agreement == Agreement::kDifferent) return each.name + " " + confirm::agreement_text(each);
    }
    return std::nullopt;
  }

  /// The run that tells most of a rewrite: the one with the proven ones, or else the smallest that it was in.
  const std::vector<std::size_t>& deciding_set(std::size_t index, const std::vector<std::size_t>& proven) const {
    if (std::ranges::find(proven, index) != proven.end()) return proven;
    const std::vector<std::size_t>* smallest = nullptr;
    for (const auto& [set, trial] : trials_) {
      const bool holds = std::ranges::find(set, index) != set.end();
      if (holds && (smallest == nullptr || set.size() < smallest->size())) smallest = &set;
    }
    return *smallest;
  }

  Row judged_row(std::size_t index, Fate fate, const std::vector<std::size_t>& proven) const {
    Row row = row_of(candidates_[index]);
    const std::vector<std::size_t>& set = deciding_set(index, proven);
    const Trial& trial = trials_.at(set);
    row.was_tried = true;
    row.fate = fate;
    row.tried_with = set.size() - 1;
    row.waits_after = waits_at(trial, candidates_[index], edits_of(set));
    row.step_before = current().figures.step_ms;
    row.step_after = trial.figures.step_ms;
    row.results = confirm::worst_of(compared(trial));
    if (fate == Fate::kChangesResults) row.reason = first_difference(trial).value_or("");
    if (fate == Fate::kFails)
      row.reason = trial.end.status == 0 && !trial.end.timed_out ? "no step was seen"
                                                                 : ended(trial) + ": " + last_line(trial.last_words);
    return row;
  }

  void accept(const std::vector<Fate>& fates) {
    std::vector<std::size_t> proven;
    for (std::size_t i = 0; i < fates.size(); ++i) {
      if (fates[i] == Fate::kProven) proven.push_back(i);
    }
    for (std::size_t i = 0; i < fates.size(); ++i) {
      result_.rows.push_back(judged_row(i, fates[i], proven));
      tried_.push_back(tried(candidates_[i]));
    }
    if (proven.empty()) return;
    changed_ = texts_with(proven);
    last_edits_ = edits_of(proven);
    accepted_ = std::move(trials_.at(proven));
  }

  Stage& stage_;
  const Request& request_;
  Verification result_;
  Trial base_;
  std::optional<Trial> accepted_;  ///< with all that is proven so far
  std::map<std::string, driver::ChangedFile> changed_;
  std::vector<Rewrite> candidates_;                   ///< of this round, in current()'s texts
  std::map<std::vector<std::size_t>, Trial> trials_;  ///< of this round, by candidates
  std::vector<Tried> tried_;
  EditsByPath last_edits_;  ///< that the last round made
  std::optional<Failure> failure_;
};

}  // namespace

std::size_t Verification::count(Fate fate) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [&](const Row& row) { return row.was_tried && row.fate == fate; }));
}

std::expected<Verification, Failure> verify(Stage& stage, const Request& request) {
  return Verifier(stage, request).run();
}

}  // namespace syncfree::verify
