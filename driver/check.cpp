#include "driver/check.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analyzer/engine/one_wait.h"
#include "analyzer/system/path_text.h"
#include "analyzer/work/work.h"
#include "driver/environment.h"
#include "driver/exact_mode.h"
#include "driver/file_names.h"
#include "driver/file_settings.h"
#include "driver/finding_order.h"
#include "driver/found_files.h"
#include "driver/known_files.h"
#include "driver/language.h"
#include "driver/library_inputs.h"
#include "driver/memory.h"
#include "driver/outside_findings.h"
#include "driver/summary_cache.h"
#include "driver/unit.h"
#include "driver/unit_analysis.h"
#include "frontends/cxx/api_names.h"
#include "rules/rule_table.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

/// A file alone is analysed as soon as it is looked up.
constexpr std::size_t kFewestCached = 2;

/// Joins the summaries of the files of all units. Reported files come first, in the order in which they were
/// found; behind them those that findings of theirs point to.
class Assembly {
 public:
  Assembly(std::span<const Unit> units, std::vector<std::vector<AnalysedFile>> analysed, CheckResult& result)
      : units_(units), analysed_(std::move(analysed)), result_(result) {
    for (const std::vector<AnalysedFile>& files : analysed_) numbers_.emplace_back(files.size(), kNoNumber);
  }

  void add_reported(std::span<const std::string> paths) {
    std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>> places;
    for (std::size_t unit = 0; unit < units_.size(); ++unit) {
      for (std::size_t file = 0; file < units_[unit].files.size(); ++file) {
        if (units_[unit].files[file].reported) places.emplace(units_[unit].files[file].path, std::pair(unit, file));
      }
    }
    for (const std::string& path : paths) {
      const auto [unit, file] = places.at(path);
      number_of(unit, static_cast<std::uint32_t>(file));
    }
    reported_ = result_.files.size();
    for (const std::string& path : paths) {
      const auto [unit, file] = places.at(path);
      left_out_ += analysed_[unit][file].is_left_out ? 1 : 0;
      add_findings(unit, analysed_[unit][file].summary);
      for (engine::Problem& problem : analysed_[unit][file].summary.problems) {
        problem.path = path;
        result_.report.problems.push_back(std::move(problem));
      }
      for (const engine::OutsideCall& call : analysed_[unit][file].summary.calls) add_call(unit, call);
      add_insight(unit, file);
    }
    std::ranges::sort(result_.report.findings, {}, order);
    std::ranges::sort(result_.runs, {}, &engine::RunFunction::key);
  }

  std::size_t reported() const { return reported_; }
  std::size_t left_out() const { return left_out_; }
  std::span<const engine::OutsideCall> calls() const { return calls_; }
  /// What nobody needs any more.
  std::vector<std::vector<AnalysedFile>> take_rest() { return std::move(analysed_); }

 private:
  static constexpr std::uint32_t kNoNumber = 0xFFFFFFFF;

  /// In the report, of a file of a unit.
  std::uint32_t number_of(std::size_t unit, std::uint32_t file) {
    std::uint32_t& number = numbers_[unit][file];
    if (number == kNoNumber) {
      number = static_cast<std::uint32_t>(result_.files.size());
      result_.files.push_back(std::move(analysed_[unit][file].file));
    }
    return number;
  }

  void add_findings(std::size_t unit, FileSummary& summary) {
    for (engine::Finding& finding : summary.findings) {
      finding.file = number_of(unit, finding.file);
      for (engine::Related& place : finding.related) place.file = number_of(unit, place.file);
      for (engine::Related& place : finding.chain) place.file = number_of(unit, place.file);
      result_.report.findings.push_back(std::move(finding));
    }
    summary.findings.clear();
  }

  void add_insight(std::size_t unit, std::size_t file) {
    AnalysedFile& analysed = analysed_[unit][file];
    for (engine::HotFunction& each : analysed.summary.hot) {
      each.file = number_of(unit, each.file);
      if (each.caller) each.caller->file = number_of(unit, each.caller->file);
      result_.hot.push_back(std::move(each));
    }
    add_runs(unit, analysed.runs);
    add_goals(unit, analysed.goals);
    if (!analysed.names) return;
    const std::uint32_t number = number_of(unit, static_cast<std::uint32_t>(file));
    result_.names.push_back({number, std::move(*analysed.names)});
    for (engine::KnownName& each : result_.names.back().names) each.file = number;
  }

  void add_runs(std::size_t unit, std::vector<engine::RunFunction>& runs) {
    for (engine::RunFunction& run : runs) {
      run.key.file = number_of(unit, run.key.file);
      for (engine::RunPoint& point : run.points) {
        for (engine::RunCallee& callee : point.callees) callee.key.file = number_of(unit, callee.key.file);
      }
      result_.runs.push_back(std::move(run));
    }
  }

  void add_goals(std::size_t unit, engine::GoalAnswers& goals) {
    for (engine::GoalAnswer& answer : goals.answers) {
      answer.file = number_of(unit, answer.file);
      for (engine::Finding& finding : answer.findings) {
        finding.file = number_of(unit, finding.file);
        for (engine::Related& call : finding.chain) call.file = number_of(unit, call.file);
      }
      for (engine::Related& call : answer.unfollowed) call.file = number_of(unit, call.file);
      result_.goals.answers.push_back(std::move(answer));
    }
    for (engine::GoalFailure& failure : goals.failures) {
      failure.target.file = number_of(unit, failure.target.file);
      result_.goals.failures.push_back(std::move(failure));
    }
  }

  /// With those of its waits that the report leaves out, and their findings; in C++ with all.
  void add_call(std::size_t unit, engine::OutsideCall call) {
    const bool is_wrapper = is_cxx(units_[unit].files[call.file].path);
    const auto is_reported = [&](std::uint32_t file) { return !is_wrapper && units_[unit].files[file].reported; };
    std::erase_if(call.waits, [&](const engine::ReachedWait& wait) {
      return is_reported(wait.file) || std::ranges::any_of(wait.through, is_reported);
    });
    if (call.waits.empty()) return;
    for (engine::ReachedWait& wait : call.waits) {
      if (!units_[unit].files[wait.file].reported) add_findings(unit, analysed_[unit][wait.file].summary);
      wait.file = number_of(unit, wait.file);
    }
    call.file = number_of(unit, call.file);
    for (engine::Related& place : call.chain) place.file = number_of(unit, place.file);
    calls_.push_back(std::move(call));
  }

  std::span<const Unit> units_;
  std::vector<std::vector<AnalysedFile>> analysed_;
  CheckResult& result_;
  std::vector<std::vector<std::uint32_t>> numbers_;  // by unit and file
  std::size_t reported_ = 0;
  std::size_t left_out_ = 0;  // of the reported files
  std::vector<engine::OutsideCall> calls_;
};

/// Lines as git counts them, which knows no lone carriage returns. A notebook's text is not what git compares: any
/// change of it counts.
bool is_changed(const ChangedLines& changes, const engine::Report& report, const engine::Finding& finding) {
  const engine::ReportedFile& file = report.files[finding.file];
  const fs::path path = fs::path(report.root) / file.uri;
  if (file.uri.ends_with(".ipynb")) return changes.contains_file(path);
  const auto line = [&](std::uint32_t offset) {
    return static_cast<std::uint32_t>(1 + std::ranges::count(file.text.substr(0, offset), '\n'));
  };
  return changes.touch(path, {line(finding.range.begin), line(std::max(finding.range.end, 1U) - 1)});
}

/// Sources of HIP are advised in HIP's names.
void name_own_api(engine::Finding& finding) {
  if (!cxx::names_hip(finding.message)) return;
  finding.reason = cxx::in_hip_names(finding.reason);
  finding.hint = cxx::in_hip_names(finding.hint);
}

/// From all findings to those of the report.
class Filter {
 public:
  Filter(const CheckRequest& request, FileSettings& settings, CheckResult& result)
      : request_(request),
        settings_(settings),
        report_(result.report),
        stale_(result.stale),
        remains_(result.remains) {}

  void run(const Assembly& assembly) {
    std::vector<engine::Finding> at_calls = findings_at(assembly.calls());
    if (request_.baseline) {
      join_python_calls(at_calls);
      take_baseline(at_calls);
      at_calls = still_at(assembly.calls(), at_calls);
    }
    std::erase_if(report_.findings,
                  [&](const engine::Finding& finding) { return finding.file >= assembly.reported(); });
    count_hidden();
    const auto unwanted = std::ranges::stable_partition(
        report_.findings, [&](const engine::Finding& finding) { return is_wanted(finding); });
    keep(remains_, std::make_unique<std::vector<engine::Finding>>(std::make_move_iterator(unwanted.begin()),
                                                                  std::make_move_iterator(unwanted.end())));
    report_.findings.erase(unwanted.begin(), unwanted.end());
    for (std::vector<engine::Finding>* findings : {&report_.findings, &at_calls}) {
      std::erase_if(*findings, [&](const engine::Finding& finding) {
        return request_.changes && !is_changed(*request_.changes, report_, finding);
      });
      for (engine::Finding& finding : *findings) {
        const Settings& settings = look_up(finding);
        finding.severity = severity_of(finding, path_, settings);
        name_own_api(finding);
      }
    }
    join_python_calls(at_calls);
    std::ranges::move(at_calls, std::back_inserter(report_.findings));
    std::ranges::stable_sort(report_.findings, {}, order);
    engine::join_same_waits(report_.findings, report_.rules);
  }

 private:
  const Settings& look_up(const engine::Finding& finding) {
    // Findings come by file, so that its path and settings are looked up once.
    if (file_ != finding.file) {
      file_ = finding.file;
      path_ = (working_directory_ / report_.files[finding.file].path).lexically_normal();
      of_file_ = &settings_.of(path_);
    }
    return *of_file_;
  }

  bool is_wanted(const engine::Finding& finding) {
    const Settings& settings = look_up(finding);
    return driver::is_wanted(finding, path_, settings);
  }

  /// What would be reported at other levels. Several findings about one wait count once.
  void count_hidden() {
    engine::Hidden& hidden = report_.hidden;
    const engine::Finding* last = nullptr;
    for (const engine::Finding& finding : report_.findings) {
      if (finding.suppressed || (last != nullptr && last->file == finding.file && last->range == finding.range))
        continue;
      const Settings& settings = look_up(finding);
      if (!is_selected(finding, path_, settings)) continue;
      last = &finding;
      if (request_.changes && !is_changed(*request_.changes, report_, finding)) continue;
      const Levels levels = levels_of(path_, settings);
      const bool cold = !is_warm_enough(finding, levels);
      const bool unsure = finding.confidence < levels.confidence;
      hidden.cold += cold && !unsure ? 1 : 0;
      hidden.possible += unsure && !cold ? 1 : 0;
      hidden.both += cold && unsure ? 1 : 0;
    }
  }

  /// The calls of a C++ wrapper are places of their own.
  void join_python_calls(std::vector<engine::Finding>& at_calls) const {
    const auto of_cxx = std::ranges::stable_partition(
        at_calls, [&](const engine::Finding& finding) { return !is_cxx(report_.files[finding.file].path); });
    std::vector<engine::Finding> wrappers(std::make_move_iterator(of_cxx.begin()),
                                          std::make_move_iterator(of_cxx.end()));
    at_calls.erase(of_cxx.begin(), of_cxx.end());
    join_calls(at_calls);
    std::ranges::move(wrappers, std::back_inserter(at_calls));
  }

  std::vector<engine::Finding> findings_at(std::span<const engine::OutsideCall> calls) {
    std::vector<engine::Finding> findings;
    for (const engine::OutsideCall& call : calls) {
      auto finding = finding_at_call(call, report_, [&](const engine::Finding& each) { return is_wanted(each); });
      if (finding) findings.push_back(std::move(*finding));
    }
    return findings;
  }

  void take_baseline(std::vector<engine::Finding>& at_calls) {
    const std::size_t own = report_.findings.size();
    std::ranges::move(at_calls, std::back_inserter(report_.findings));
    stale_ = apply_baseline(*request_.baseline, report_, [&](const engine::Finding& each) { return is_wanted(each); });
    std::erase_if(stale_, [&](const auto& entry) { return !request_.settings.selection.contains(entry.code); });
    at_calls.assign(std::make_move_iterator(report_.findings.begin() + static_cast<std::ptrdiff_t>(own)),
                    std::make_move_iterator(report_.findings.end()));
    report_.findings.resize(own);
  }

  /// A baseline that holds a wait holds the calls that lead to it, and one that holds such a call holds the others.
  std::vector<engine::Finding> still_at(std::span<const engine::OutsideCall> calls,
                                        std::span<engine::Finding> before_baseline) {
    std::vector<engine::Finding> findings = findings_at(calls);
    for (engine::Finding& known : before_baseline) {
      if (!known.in_baseline) continue;
      std::erase_if(findings, [&](const engine::Finding& finding) {
        const engine::Related& wait = known.related.front();
        const engine::Related& other = finding.related.front();
        return wait.file == other.file && wait.range == other.range;
      });
      findings.push_back(std::move(known));
    }
    return findings;
  }

  const CheckRequest& request_;
  FileSettings& settings_;
  engine::Report& report_;
  std::vector<engine::BaselineEntry>& stale_;
  Remains& remains_;
  fs::path working_directory_ = fs::current_path();
  std::optional<std::uint32_t> file_;  ///< asked for last
  fs::path path_;
  const Settings* of_file_ = nullptr;
};

/// It stands at the first file that is reported, which differs between runs of one unit.
void tell_limit_of_libraries(const Unit& unit, std::span<AnalysedFile> files) {
  const auto first = std::ranges::find_if(unit.files, &UnitFile::reported);
  if (first == unit.files.end()) return;
  files[static_cast<std::size_t>(first - unit.files.begin())].summary.problems.push_back(limit_of_libraries());
}

/// From what is known without an analysis, from the cache, or by an analysis.
std::vector<AnalysedFile> summaries_of(const CheckRequest& request, const Unit& unit, const UnitSetup& setup,
                                       const cxx::Facts& facts, Progress& progress, Remains& remains) {
  if (!request.goal) {
    if (auto files = without_analysis(unit, setup)) return std::move(*files);
  }
  const bool is_cached = request.cache && !request.wants_runs && !request.goal && !request.build &&
                         (unit.files.size() >= kFewestCached || !setup.libraries.empty());
  if (is_cached) {
    if (auto kept = load_summaries(*request.cache, unit, setup)) {
      if (kept->are_libraries_cut_short) tell_limit_of_libraries(unit, kept->files);
      return std::move(kept->files);
    }
  }
  const std::int64_t started = time_before_reading();
  LibraryReads reads;
  std::vector<AnalysedFile> files = analyze_unit(unit, setup, facts, progress, reads, remains);
  if (is_cached && request.is_kept && !work::is_asked_to_stop())
    store_summaries(*request.cache, unit, setup, files, reads, started);
  if (reads.is_cut_short) tell_limit_of_libraries(unit, files);
  return files;
}

void name_files(const CheckRequest& request, std::size_t reported, CheckResult& result) {
  const fs::path working_directory = fs::current_path();
  const std::vector<std::string> named = request.text ? std::vector{request.text->path} : request.paths;
  engine::Report& report = result.report;
  UriNamer namer(report_root(named, working_directory));
  report.root = sys::path_text(namer.root());
  for (const CheckedFile& file : result.files) {
    const std::string& path = file.source->path;
    report.files.push_back({.path = path,
                            .uri = namer.uri_of(path),
                            .text = file.source->text,
                            .lines = file.lines.get(),
                            .notebook = file.source->notebook.get(),
                            .reported = report.files.size() < reported});
  }
  for (engine::Problem& problem : report.problems) problem.uri = namer.uri_of(problem.path);
  std::ranges::stable_sort(report.problems, {}, [](const engine::Problem& problem) {
    return std::tuple(std::string_view(problem.path), problem.line, problem.column);
  });
}

/// Of a baseline nothing can be said: what it holds may be in what was left out.
void tell_interruption(const Assembly& assembly, CheckResult& result) {
  result.report.interrupted = {.analysed = assembly.reported() - assembly.left_out(), .files = assembly.reported()};
  result.stale.clear();
}

/// Every file that is read is reported. Faults of those that nobody named are not.
class AllFiles {
 public:
  AllFiles(std::vector<Unit>& units, std::vector<std::string>& paths) : named_(paths.begin(), paths.end()) {
    std::set<std::string> known = named_;
    for (Unit& unit : units) {
      for (UnitFile& file : unit.files) {
        if (file.reported || !known.insert(file.path).second) continue;
        file.reported = true;
        paths.push_back(file.path);
      }
    }
  }

  void leave_out_problems(engine::Report& report) const {
    std::erase_if(report.problems, [&](const engine::Problem& problem) {
      return known_beside(report, problem.path) && !named_.contains(problem.path);
    });
  }

 private:
  static bool known_beside(const engine::Report& report, const std::string& path) {
    return std::ranges::find(report.files, path, &engine::ReportedFile::path) != report.files.end();
  }

  std::set<std::string> named_;
};

}  // namespace

CheckResult check(const CheckRequest& request, Progress& progress) {
  progress.start("looking for files", 0);
  FileSettings file_settings = settings_of_files(request);
  CheckResult result;
  KnownFiles* before = request.memory == nullptr ? nullptr : request.memory->files_of(request);
  FoundFiles now = before == nullptr ? find_files(request, file_settings) : FoundFiles();
  result.fault = now.fault;
  if (result.fault.empty()) result.fault = find_environment(request.settings.environment, fs::current_path()).fault;
  if (!result.fault.empty()) return result;
  std::optional<KnownFiles> forgotten;
  const bool is_kept = request.memory != nullptr && can_come_back(request);
  KnownFiles& known = before != nullptr ? *before
                      : is_kept         ? request.memory->keep(request, std::move(now))
                                        : forgotten.emplace(request, std::move(now));
  FoundFiles& found = known.found();
  Units& units = known.units();
  result.fault = units.fault;
  if (!result.fault.empty()) return result;
  std::optional<AllFiles> all_files;
  if (request.wants_runs || request.goal) all_files.emplace(units.units, found.paths);
  engine::Report& report = result.report;
  report.rules = rules::rule_table();
  report.problems = found.problems;
  std::ranges::copy(units.problems, std::back_inserter(report.problems));
  result.named_path_missing = !request.text && std::ranges::any_of(request.paths, is_missing);
  CompiledSources compiled;
  if (request.build) {
    const std::string* text = request.text ? &request.text->bytes : nullptr;
    const ExactSetup setup{.build = *request.build,
                           .text = text,
                           .jobs = request.jobs,
                           .cache = request.cache,
                           .is_kept = request.is_kept};
    work::unless_stopped([&] { compiled = compile_sources(setup, found.paths, progress); });
    std::ranges::move(compiled.problems, std::back_inserter(report.problems));
  }
  std::vector<std::vector<AnalysedFile>> analysed;
  for (std::size_t i = 0; i < units.units.size(); ++i) {
    const Unit& unit = units.units[i];
    if (work::is_asked_to_stop()) {
      analysed.push_back(left_out(unit));
      continue;
    }
    const UnitSetup& setup = known.setup(i);
    if (!setup.fault.empty()) {
      result.fault = setup.fault;
      return result;
    }
    analysed.push_back(summaries_of(request, unit, setup, compiled.facts, progress, result.remains));
    work::unless_stopped([&] { tell_syntax_problems(unit, setup, analysed.back()); });
  }
  Assembly assembly(units.units, std::move(analysed), result);
  assembly.add_reported(found.paths);
  name_files(request, assembly.reported(), result);
  if (all_files) all_files->leave_out_problems(report);
  Filter(request, file_settings, result).run(assembly);
  if (work::is_asked_to_stop()) tell_interruption(assembly, result);
  keep(result.remains, std::make_unique<std::vector<std::vector<AnalysedFile>>>(assembly.take_rest()));
  return result;
}

}  // namespace syncfree::driver
