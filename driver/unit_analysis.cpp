#include "driver/unit_analysis.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/more_rows.h"
#include "analyzer/engine/judging/analyze.h"
#include "analyzer/engine/judging/goal_targets.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/replay.h"
#include "analyzer/parallel/both.h"
#include "analyzer/parallel/for_each_index.h"
#include "analyzer/system/path_text.h"
#include "analyzer/work/work.h"
#include "driver/build_files.h"
#include "driver/exact_mode.h"
#include "driver/insight.h"
#include "driver/language.h"
#include "driver/library_inputs.h"
#include "driver/macro_definitions.h"
#include "driver/memory.h"
#include "driver/other_torch.h"
#include "driver/read_unit.h"
#include "driver/silenced_file.h"
#include "driver/source_roots.h"
#include "driver/summary_cache.h"
#include "driver/test_files.h"
#include "frontends/cxx/render_edits.h"
#include "frontends/python/lower.h"
#include "frontends/python/render_edits.h"
#include "rules/rule_table.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

/// Groups of so few files are not worth more than one thread.
constexpr std::size_t kSmallGroup = 32;

/// Of what is kept of a project: the part that nothing needs, before it is looked for while somebody waits.
constexpr std::size_t kMostOfKept = 5;

void tell_unfinished(const engine::UnfinishedFile& unfinished, AnalysedFile& file) {
  constexpr const char* kMessage = "analysis incomplete: more work than one file gets; findings may be missing";
  file.summary.problems.push_back(problem_at(file.file, {unfinished.range, kMessage}));
}

/// What users say of code, as the inference takes it; one for each file of which something is said.
class UserAssumptions {
 public:
  explicit UserAssumptions(model::SymbolTable& symbols) : symbols_(symbols) {}

  const inference::Assumptions* of(const FileSetup& file) {
    if (file.devices->empty() && file.hot.empty()) return nullptr;
    inference::Assumptions assumptions{.places = {}, .hot = file.hot};
    for (const AssumedDevice& assumed : *file.devices) {
      const auto place = assumed.device == Device::kCuda ? values::Place::kCuda : values::Place::kCpu;
      assumptions.places.emplace(symbols_.intern(assumed.name), place);
    }
    return &kept_.emplace_back(std::move(assumptions));
  }

 private:
  model::SymbolTable& symbols_;
  std::deque<inference::Assumptions> kept_;
};

/// What is asked for is kept in the request's memory.
bool is_remembered(const Unit& unit) {
  return unit.request.memory != nullptr && !unit.request.wants_runs && !unit.request.goal && !unit.request.build;
}

bool has_module(const KeptGroup& group, const model::Module* module) {
  return group.project && std::ranges::any_of(group.project->modules(), [&](const inference::ModuleInfo& each) {
           return each.input.module == module;
         });
}

/// The files as they are now, and the former ones of those that changed or are gone, to which a group's values may
/// point.
void keep_files(const Unit& unit, const ReadUnit& read, std::int64_t started, KeptUnit& kept) {
  for (const ReadFile& before : kept.keep(read.files, started, unit.request.files_state)) {
    for (KeptGroup& group : kept.groups) {
      if (has_module(group, before.module.get())) group.replaced.push_back(before);
    }
  }
}

struct Found {
  bool is_whole = false;                   ///< otherwise somebody asked to stop
  std::vector<engine::Finding> findings;   ///< of all rules and levels, sorted by file, position and code
  std::vector<engine::OutsideCall> calls;  ///< sorted by file and position
  std::vector<engine::UnfinishedFile> unfinished;
  engine::Insight insight;
};

/// What of a group is kept for the next analysis.
struct Keeping {
  KeptGroup* group;                         ///< null: nothing is
  std::shared_ptr<const void> assumptions;  ///< what the inputs point to
};

/// A project and its analysis.
struct Followed {
  std::unique_ptr<inference::Project> project;
  std::unique_ptr<inference::Analysis> analysis;
  engine::Unjudged changed = {};                     ///< if it is the analysis before but for that
  std::unique_ptr<inference::Analysis> before = {};  ///< what is left of it
};

/// The modules whose models are not those that the group was analysed with.
std::vector<std::uint32_t> changed_modules(const inference::Project& project, const inference::Project& before) {
  std::vector<std::uint32_t> changed;
  for (std::uint32_t i = 0; i < project.modules().size(); ++i) {
    if (project.modules()[i].input.module != before.modules()[i].input.module) changed.push_back(i);
  }
  return changed;
}

/// Sets the analysis if it can be had from the one before.
void follow_again(KeptGroup& before, Followed& followed, unsigned jobs) {
  if (!before.analysis) return;
  if (before.project->modules().size() != followed.project->modules().size()) return;
  std::vector<std::uint32_t> changed = changed_modules(*followed.project, *before.project);
  // Out of memory it may be left in parts.
  auto old = std::move(before.analysis);
  inference::Replayed replayed;
  std::unique_ptr<inference::Analysis> inferred;
  try {
    replayed = inference::replay(*followed.project, *old, changed);
    if (!replayed.analysis && replayed.has_same_texts)
      inferred = inference::infer_again(*followed.project, *old, replayed.redone, jobs);
  } catch (const work::BrokenOff&) {
    before.analysis = std::move(old);
    throw;
  }
  if (replayed.analysis || inferred) followed.before = std::move(old);
  if (replayed.analysis) {
    followed.analysis = std::move(replayed.analysis);
    followed.changed = {.modules = std::move(changed), .is_replayed = true};
    ++before.replays;
  } else if (inferred) {
    followed.analysis = std::move(inferred);
    followed.changed = {.modules = std::move(changed), .is_replayed = false};
    std::ranges::copy(replayed.redone.modules, std::back_inserter(followed.changed.modules));
    std::ranges::copy(followed.analysis->touched, std::back_inserter(followed.changed.modules));
    ++before.recalls;
    before.has_freed = true;  // of two worlds, one is left
  } else {
    before.analysis = std::move(old);
  }
}

Followed follow(std::vector<inference::ModuleInput> inputs, const std::optional<engine::GoalQuestion>& goal,
                const Unit& unit, const UnitSetup& setup, KeptUnit& kept, KeptGroup* before, unsigned jobs) {
  Followed followed;
  if (before != nullptr) {  // the project has one group alone, whose number is another one where files come and go
    for (inference::ModuleInput& input : inputs) input.group = 0;
    before->compact(kMostOfKept);
  }
  if (before != nullptr && before->analysis) {
    followed.project = inference::Project::again(inputs, *before->project, std::move(before->spare));
    if (followed.project) follow_again(*before, followed, jobs);
  }
  if (!followed.analysis && before != nullptr && before->analysis) {
    followed.project = inference::Project::after(inputs, *before->project, jobs, setup.roots);
    if (followed.project) follow_again(*before, followed, jobs);
  }
  if (followed.analysis) return followed;
  if (!followed.project)
    followed.project = std::make_unique<inference::Project>(std::move(inputs), *kept.catalog, kept.symbols, jobs,
                                                            setup.roots, before != nullptr);
  inference::InferenceOptions options{.most_work = unit.request.most_work, .is_logged = before != nullptr};
  if (goal) options.plain_calls = engine::calls_asked_about(*followed.project, *goal);
  followed.analysis = std::make_unique<inference::Analysis>(inference::infer(*followed.project, jobs, options));
  if (before != nullptr) before->begin_afresh();
  return followed;
}

/// The group holds the new ones, and `followed` the old ones.
void keep_followed(Followed& followed, const Keeping& keeping) {
  std::swap(keeping.group->analysis, followed.analysis);
  std::swap(keeping.group->project, followed.project);
  // Nothing refers to it any more.
  if (followed.before && followed.project->links() == keeping.group->project->links())
    keeping.group->spare = std::move(followed.project);
  if (followed.before) followed.analysis = std::move(followed.before);
  keeping.group->assumptions = keeping.assumptions;
  std::ranges::copy(followed.changed.modules, std::back_inserter(keeping.group->unjudged.modules));
  keeping.group->unjudged.is_replayed &= followed.changed.is_replayed;
}

/// One group of files.
Found follow_values(const Unit& unit, const UnitSetup& setup, std::vector<inference::ModuleInput> inputs,
                    KeptUnit& kept, const Keeping& keeping, unsigned jobs, Remains& remains) {
  auto goal = goal_question(unit, kept.symbols);
  Followed followed = follow(std::move(inputs), goal, unit, setup, kept, keeping.group, jobs);
  const inference::Analysis& analysis = *followed.analysis;
  // Before anything else can be broken off: the new analysis may have parts of the old one.
  if (keeping.group != nullptr) keep_followed(followed, keeping);
  const model::SymbolTable& symbols = kept.symbols;
  const auto write = [&](std::uint32_t file, const model::Module& module, model::Locator& locator,
                         const model::Location& around,
                         std::span<const fixes::Edit> edits) -> std::optional<std::vector<fixes::TextEdit>> {
    if (needs_newer_torch(edits, setup.torch_version)) return std::nullopt;
    auto* const render = is_cxx(unit.files[file].path) ? &cxx::render_edits : &python::render_edits;
    return render({module, symbols, locator}, around, edits);
  };
  Found found;
  found.insight.files = described_files(unit);
  // An editor shows them in these files alone.
  found.insight.wants_hot_elsewhere = unit.request.is_kept || found.insight.files.empty();
  found.insight.wants_runs = unit.request.wants_runs;
  found.insight.reported = reported_files(unit);
  found.insight.goal = std::move(goal);
  std::optional<engine::Again> again;
  if (keeping.group != nullptr) again.emplace(keeping.group->judged, keeping.group->unjudged);
  found.findings = engine::analyze(analysis, rules::rule_table(), jobs, write, &found.calls, &found.unfinished,
                                   &found.insight, again ? &*again : nullptr);
  found.is_whole = !work::is_asked_to_stop();
  if (followed.analysis) keep(remains, std::move(followed.analysis));
  if (followed.project) keep(remains, std::move(followed.project));
  return found;
}

std::vector<FileGroup> inputs_of(const UnitSetup& setup, const ReadUnit& read, UserAssumptions& assumptions) {
  std::vector<FileGroup> groups;
  for (const Group& files : read.groups) {
    FileGroup& group = groups.emplace_back(FileGroup{.files = files, .inputs = {}});
    for (const std::size_t i : files) {
      if (!read.files[i].module || !read.files[i].is_followed) continue;
      group.inputs.push_back({.module = read.files[i].module.get(),
                              .name = setup.files[i].name.dotted,
                              .is_package = setup.files[i].name.is_package,
                              .file = static_cast<std::uint32_t>(i),
                              .assumptions = assumptions.of(setup.files[i]),
                              .place = setup.files[i].name.place,
                              .root = setup.files[i].name.root,
                              .is_test = setup.files[i].is_test,
                              .in_tests = setup.files[i].in_tests,
                              .group = static_cast<std::uint32_t>(groups.size() - 1),
                              .outside = read.files[i].outside,
                              .silent = read.files[i].silent});
    }
  }
  return groups;
}

/// The group that had all these files, or else the one that had most of them.
std::list<KeptGroup>::iterator group_of(std::list<KeptGroup>& groups, const std::vector<std::string>& paths) {
  const auto same = std::ranges::find(groups, paths, &KeptGroup::paths);
  if (same != groups.end() || paths.empty()) return same;
  const std::unordered_set<std::string_view> wanted(paths.begin(), paths.end());
  return std::ranges::find_if(groups, [&](const KeptGroup& group) {
    const auto both =
        std::ranges::count_if(group.paths, [&](const std::string& path) { return wanted.contains(path); });
    return static_cast<std::size_t>(both) * 2 > std::max(group.paths.size(), paths.size());
  });
}

/// By group, where it is kept what was found out of it: in Python groups of requests that have a memory.
std::vector<KeptGroup*> kept_groups(const Unit& unit, const ReadUnit& read, const UnitSetup& setup, KeptUnit& kept) {
  std::vector<KeptGroup*> found(read.groups.size(), nullptr);
  std::list<KeptGroup> now;
  if (!is_remembered(unit) || !setup.libraries.empty()) {
    kept.groups = std::move(now);
    return found;
  }
  for (std::size_t group = 0; group < read.groups.size(); ++group) {
    const auto is_python = [&](std::size_t file) { return !is_cxx(unit.files[file].path); };
    if (!std::ranges::all_of(read.groups[group], is_python)) continue;
    std::vector<std::string> paths;
    for (const std::size_t file : read.groups[group]) paths.push_back(unit.files[file].path);
    const auto before = group_of(kept.groups, paths);
    if (before != kept.groups.end()) {
      now.splice(now.end(), kept.groups, before);
    } else {
      now.emplace_back();
    }
    now.back().paths = std::move(paths);
    found[group] = &now.back();
  }
  kept.groups = std::move(now);
  return found;
}

/// Groups have nothing to do with one another. Many small ones share the threads, a large one has them all. What is
/// found in each one of `read.groups`, which become those that were analysed.
std::vector<Found> follow_values(const Unit& unit, const UnitSetup& setup, ReadUnit& read, KeptUnit& kept,
                                 Libraries& libraries, Remains& remains) {
  const auto assumptions = std::make_shared<UserAssumptions>(kept.symbols);
  std::vector<FileGroup> groups = inputs_of(setup, read, *assumptions);
  std::vector<std::string> asked;
  if (unit.request.goal) {
    for (const GoalRequest::Target& target : unit.request.goal->targets) asked.push_back(target.name);
  }
  libraries = add_libraries(setup.libraries, unit.files.size(), asked, *kept.catalog, kept.symbols, groups);
  read.groups.clear();
  for (FileGroup& group : groups) read.groups.push_back(std::move(group.files));
  std::vector<Found> found(groups.size());
  std::vector<Remains> left(groups.size());
  std::vector<std::size_t> small;
  std::vector<std::size_t> large;
  const std::vector<KeptGroup*> before = kept_groups(unit, read, setup, kept);
  const auto follow = [&](std::size_t group, unsigned jobs) {
    work::unless_stopped([&] {
      found[group] = follow_values(unit, setup, std::move(groups[group].inputs), kept, {before[group], assumptions},
                                   jobs, left[group]);
    });
  };
  // The small ones first: whoever interrupts the run has them all.
  for (std::size_t group = 0; group < groups.size(); ++group) {
    (groups[group].inputs.size() <= kSmallGroup ? small : large).push_back(group);
  }
  work::unless_stopped([&] {
    parallel::for_each_index(small.size(), unit.request.jobs, [&](std::size_t index) { follow(small[index], 1); });
  });
  for (const std::size_t group : large) follow(group, unit.request.jobs);
  for (Remains& each : left) std::ranges::move(each, std::back_inserter(remains));
  return found;
}

/// Of a dotted name: "torch_geometric.nn" is of torch_geometric.
std::string_view package_of(std::string_view name) { return name.substr(0, name.find('.')); }

/// Of what the files import, but for what lies among them.
std::vector<SharedRows> summaries_for(const ReadUnit& read, const UnitSetup& setup) {
  std::unordered_set<std::string_view> imported;
  std::unordered_set<std::string_view> own;
  for (std::size_t i = 0; i < read.files.size(); ++i) {
    if (setup.files[i].name.dotted.contains('.') || setup.files[i].name.is_package)
      own.insert(package_of(setup.files[i].name.dotted));
    if (!read.files[i].module) continue;
    for (const TextImport& import : imports_of(read.files[i])) {
      if (import.level == 0) imported.insert(package_of(import.path));
    }
  }
  return rows_of({imported.begin(), imported.end()}, {own.begin(), own.end()}, setup.summaries,
                 setup.libraries.empty());
}

void show_macros(std::span<const ReadFile> files, std::span<FileSummary* const> summaries) {
  std::map<std::string, std::uint32_t> numbers;  // made when first asked for
  const auto file_number = [&](const std::string& path) -> std::optional<std::uint32_t> {
    if (numbers.empty()) {
      for (std::uint32_t i = 0; i < files.size(); ++i) {
        numbers.emplace(real_path(files[i].analysed.file.source->path), i);
      }
    }
    const auto found = numbers.find(path);
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  };
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!files[i].module) continue;
    for (engine::Finding& finding : summaries[i]->findings) {
      add_macro_definition(*files[i].module, file_number, finding);
    }
  }
}

/// A file that does not matter has no findings; but syntax errors of a file that was named are reported.
void add_syntax_problems(AnalysedFile& file) {
  model::SymbolTable symbols;
  python::Parser parser(symbols);
  const auto module = parser.parse(file.file.source->text);
  if (module) {
    add_problems(**module, file);
  } else {
    file.summary.problems.push_back({.message = module.error(), .fatal = true});
  }
}

}  // namespace

std::optional<std::vector<AnalysedFile>> without_analysis(const Unit& unit, const UnitSetup& setup) {
  for (const UnitFile& file : unit.files) {
    if (file.reported && !file.named) return std::nullopt;
  }
  const std::vector<std::string> signs = configured_words(setup);
  std::vector<AnalysedFile> files(unit.files.size());
  for (const bool reported : {true, false}) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (unit.files[i].reported != reported) continue;
      auto loaded = load_source(unit.request, unit.files[i].path, files[i].content);
      if (loaded ? matters(*loaded, signs) : reported) return std::nullopt;
      if (!reported) continue;
      files[i].file.source = std::make_unique<source::SourceFile>(std::move(*loaded));
      files[i].file.lines = std::make_unique<source::LineTable>(files[i].file.source->text);
    }
  }
  return files;
}

void tell_syntax_problems(const Unit& unit, const UnitSetup& setup, std::span<AnalysedFile> files) {
  const std::vector<std::string> signs = configured_words(setup);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool is_refused = std::ranges::any_of(files[i].summary.problems, &engine::Problem::fatal);
    if (!unit.files[i].named || is_refused || matters(*files[i].file.source, signs)) continue;
    add_syntax_problems(files[i]);
  }
}

std::vector<AnalysedFile> left_out(const Unit& unit) {
  std::vector<AnalysedFile> files;
  for (const UnitFile& file : unit.files) {
    files.push_back({.file = without_text(file.path), .summary = {}, .is_left_out = true, .content = {}});
  }
  return files;
}

namespace {

/// Most files lie in the folder of the one before them.
class LastFolder {
 public:
  /// True if it is another one.
  bool enter(const fs::path& file) {
    const std::string& text = sys::path_text(file);
    const std::size_t slash = text.rfind('/');
    if (slash != std::string::npos && slash == text_.size() && text.starts_with(text_)) return false;
    folder_ = file.parent_path();
    text_ = sys::path_text(folder_);
    return true;
  }
  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
  std::string text_ = "/";  // of no file's folder
};

void add_files(const Unit& unit, FileSettings& settings, UnitSetup& setup) {
  ModuleNamer namer;
  TestFiles tests;
  LastFolder last;
  const Settings* own = nullptr;
  bool is_beside_tests = false;
  bool is_among_tests = false;
  for (const UnitFile& file : unit.files) {
    const fs::path& path = file.absolute;
    if (last.enter(path) || own == nullptr) {
      own = &settings.of_folder(last.folder());
      is_beside_tests = tests.contains_folder(last.folder());
      is_among_tests = tests.contains_tests_folder(last.folder());
    }
    FileSetup& made = setup.files.emplace_back();
    made.hot = hot_names(path, *own);
    made.devices = &own->devices;
    if (is_cxx(file.path)) {
      // No Python code imports a C++ file.
      made.name = {.dotted = sys::path_text(path), .place = sys::path_text(path)};
      made.in_tests = tests.contains_cxx(path);
      made.is_test = made.in_tests || tests.shows_cxx(path);
      continue;
    }
    const bool names_test = TestFiles::names_test(path);
    made.name = namer.name_of(path, last.folder());
    made.in_tests = names_test || is_among_tests;
    made.is_test = names_test || is_beside_tests;
  }
}

}  // namespace

UnitSetup setup_of(const Unit& unit, FileSettings& settings) {
  UnitSetup setup;
  add_files(unit, settings, setup);
  setup.roots = source_roots(unit, settings);
  setup.libraries = library_folders(unit);
  setup.torch_version = unit.request.settings.torch_version;
  setup.build_files = build_files_of(unit);
  if (auto summaries = load_summaries(unit.request.settings.summaries)) {
    setup.summaries = std::move(*summaries);
  } else {
    setup.fault = std::move(summaries.error());
  }
  for (const Settings* each : settings.all()) {
    setup.blocks.insert(setup.blocks.end(), each->blocks.begin(), each->blocks.end());
  }
  return setup;
}

std::vector<AnalysedFile> analyze_unit(const Unit& unit, const UnitSetup& setup, const cxx::Facts& facts,
                                       Progress& progress, LibraryReads& reads, Remains& remains) {
  std::optional<KeptUnit> forgotten;
  KeptUnit& kept = is_remembered(unit) ? unit.request.memory->of(unit, setup) : forgotten.emplace(unit, setup);
  const std::int64_t started = time_before_reading();
  ReadUnit read = read_files(unit, setup, facts, kept, progress);
  if (read.files.size() < unit.files.size()) return left_out(unit);
  kept.use(summaries_for(read, setup));
  if (is_remembered(unit)) keep_files(unit, read, started, kept);
  std::vector<ReadFile>& files = read.files;
  progress.start("analysing " + std::to_string(files.size()) + " files", 0);
  Libraries libraries;
  std::vector<Found> all = follow_values(unit, setup, read, kept, libraries, remains);
  for (std::size_t group = 0; group < all.size(); ++group) {
    Found& found = all[group];
    for (const std::size_t file : read.groups[group]) files[file].analysed.is_left_out = !found.is_whole;
    give_to_files(std::move(found.insight), read.groups[group], found.is_whole,
                  [&](std::uint32_t file) { return file < files.size() ? &files[file].analysed : nullptr; });
    for (engine::Finding& finding : found.findings) {
      tell_torch_version(setup.torch_version, finding);
      files[finding.file].analysed.summary.findings.push_back(std::move(finding));
    }
    for (engine::OutsideCall& call : found.calls) files[call.file].analysed.summary.calls.push_back(std::move(call));
    for (const engine::UnfinishedFile& each : found.unfinished)
      if (each.file < files.size()) tell_unfinished(each, files[each.file].analysed);  // it is no library's
  }
  reads = std::move(libraries.reads);
  reads.contents.merge(read.build_files);
  const auto apply_to_every_second = [&](std::size_t first) {
    for (std::size_t i = first; i < files.size(); i += 2) {
      AnalysedFile& file = files[i].analysed;
      if (!files[i].module) continue;
      const auto number = static_cast<std::uint32_t>(i);
      apply_comments(*files[i].module, *file.file.lines, number, !file.is_left_out, *files[i].comments, file.summary);
    }
  };
  // Comments also count for what was found before somebody asked to stop.
  parallel::both(unit.request.jobs, [&] { apply_to_every_second(0); }, [&] { apply_to_every_second(1); });
  std::vector<FileSummary*> summaries;
  for (ReadFile& file : files) summaries.push_back(&file.analysed.summary);
  show_macros(files, summaries);
  std::vector<AnalysedFile> analysed;
  analysed.reserve(files.size());
  for (ReadFile& file : files) analysed.push_back(std::move(file.analysed));
  keep(remains, std::make_unique<std::vector<ReadFile>>(std::move(files)));
  keep(remains, std::make_unique<Libraries>(std::move(libraries)));
  return analysed;
}

}  // namespace syncfree::driver
