#include "driver/unit_analysis.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>
#include <tuple>
#include <utility>

#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/wrappers.h"
#include "analyzer/engine/analyze.h"
#include "analyzer/engine/suppression.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/project.h"
#include "analyzer/parallel/for_each_index.h"
#include "analyzer/work/work.h"
#include "driver/connected_files.h"
#include "driver/content_hash.h"
#include "driver/exact_mode.h"
#include "driver/insight.h"
#include "driver/language.h"
#include "driver/library_inputs.h"
#include "driver/macro_definitions.h"
#include "driver/relevance.h"
#include "driver/source_roots.h"
#include "driver/test_files.h"
#include "frontends/cxx/link.h"
#include "frontends/cxx/lower.h"
#include "frontends/cxx/render_edits.h"
#include "frontends/python/lower.h"
#include "frontends/python/render_edits.h"
#include "rules/rule_table.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

/// Groups of so few files are not worth more than one thread.
constexpr std::size_t kSmallGroup = 32;

/// A file, and its module if values are to be followed through it.
struct ReadFile {
  AnalysedFile analysed;
  std::unique_ptr<model::Module> module;
  std::vector<TextImport> imports;
  cxx::FileLinks links;                             ///< of C++
  std::vector<inference::OutsideFunction> outside;  ///< of other files, by the names that its calls have for them
  bool is_refused = false;
  bool is_followed = true;  ///< otherwise nothing in it waits, and it calls nothing that does
  bool has_sign = false;    ///< of a GPU; without one, it is of interest only to those that it is connected with
};

engine::Problem problem_at(const CheckedFile& file, const model::SyntaxProblem& problem) {
  const source::Position position = file.lines->position(problem.range.begin);
  if (file.source->notebook) {
    const source::CellPlace place = source::place_in_cell(*file.source->notebook, position.line);
    return {.line = place.file_line,
            .message =
                "cell " + std::to_string(place.cell) + ", line " + std::to_string(place.line) + ": " + problem.message,
            .kind = engine::ProblemKind::kUnread};
  }
  return {.line = position.line,
          .column = position.character_column,
          .message = problem.message,
          .kind = engine::ProblemKind::kUnread};
}

/// A file of which nothing is known but its name.
CheckedFile without_text(const std::string& path) {
  CheckedFile file;
  file.source = std::make_unique<source::SourceFile>(source::SourceFile{.path = path});
  file.lines = std::make_unique<source::LineTable>(file.source->text);
  return file;
}

void add_problems(const model::Module& module, AnalysedFile& file) {
  for (const model::SyntaxProblem& problem : module.problems) {
    file.summary.problems.push_back(problem_at(file.file, problem));
  }
}

void tell_unfinished(const engine::UnfinishedFile& unfinished, AnalysedFile& file) {
  constexpr const char* kMessage = "analysis incomplete: more work than one file gets; findings may be missing";
  file.summary.problems.push_back(problem_at(file.file, {unfinished.range, kMessage}));
}

bool matters(const source::SourceFile& file, std::span<const std::string> signs) {
  return is_cxx(file.path) || has_sign(file.text, signs);
}

class UnitReader {
 public:
  UnitReader(const Unit& unit, std::span<const std::string> signs, const cxx::Facts& facts, model::SymbolTable& symbols)
      : unit_(unit), signs_(signs), facts_(facts), symbols_(symbols) {
    for (const UnitFile& file : unit.files) {
      if (is_cxx_header(file.path)) headers_[stem_of(file.path)].push_back(file.path);
    }
  }

  ReadFile read(python::Parser& parser, const UnitFile& file) const {
    ReadFile result;
    CheckedFile& checked = result.analysed.file;
    auto loaded = load_source(unit_.request, file.path, result.analysed.content);
    if (!loaded) {
      refuse(file.path, std::move(loaded.error()), result);
      return result;
    }
    checked.source = std::make_unique<source::SourceFile>(std::move(*loaded));
    result.has_sign = matters(*checked.source, signs_) || names_file(unit_.request.goal, file.absolute);
    if (!is_cxx(file.path)) result.imports = imports_in(checked.source->text);
    if (result.has_sign) parse(parser, result);
    if (!checked.lines) checked.lines = std::make_unique<source::LineTable>(checked.source->text);
    return result;
  }

  /// A file without a sign, since others have to do with it. Its syntax is nobody's problem (see tell_syntax_problems).
  void read_too(python::Parser& parser, ReadFile& file) const {
    if (file.is_refused || file.module) return;
    parse(parser, file);
    file.analysed.summary.problems.clear();
  }

 private:
  static void refuse(const std::string& path, std::string message, ReadFile& result) {
    result.analysed.file = without_text(path);
    result.analysed.summary.problems.push_back({.message = std::move(message), .fatal = true});
    result.is_refused = true;
  }

  void parse(python::Parser& parser, ReadFile& result) const {
    CheckedFile& checked = result.analysed.file;
    const std::string& path = checked.source->path;
    const auto known = facts_.empty() ? facts_.end() : facts_.find(real_path(path));
    const cxx::FileFacts* compiled = known == facts_.end() ? nullptr : &known->second;
    const cxx::MemberTypes members = is_cxx(path) ? members_beside(path) : cxx::MemberTypes();
    auto module = is_cxx(path) ? cxx::read_cxx(checked.source->text, symbols_, cxx::place_of_path(path), compiled, {},
                                               &result.links, &members)
                               : parser.parse(checked.source->text);
    if (!module) {
      if (result.has_sign) refuse(std::string(path), std::move(module.error()), result);
      return;
    }
    checked.lines = std::make_unique<source::LineTable>(checked.source->text);
    add_problems(**module, result.analysed);
    result.module = std::move(*module);
  }

  /// What the header of a source declares: of the same name, the nearest one.
  cxx::MemberTypes members_beside(std::string_view path) const {
    if (is_cxx_header(path)) return {};
    const auto found = headers_.find(stem_of(path));
    if (found == headers_.end()) return {};
    const auto shared = [&](std::string_view other) { return std::ranges::mismatch(path, other).in1 - path.begin(); };
    const std::string* best = &found->second.front();
    for (const std::string& other : found->second) {
      if (shared(other) > shared(*best)) best = &other;
    }
    std::optional<ContentKey> content;
    const auto header = load_source(unit_.request, *best, content);
    return header ? cxx::member_types(header->text) : cxx::MemberTypes();
  }

  static std::string stem_of(std::string_view path) { return fs::path(path).stem().string(); }

  const Unit& unit_;
  std::map<std::string, std::vector<std::string>> headers_;  ///< of C++, by stem
  std::span<const std::string> signs_;
  const cxx::Facts& facts_;
  model::SymbolTable& symbols_;
};

/// Words of the configurations without which a file has nothing to do with them.
std::vector<std::string> configured_words(const UnitSetup& setup) {
  std::vector<std::string> words;
  for (const std::string& name : setup.blocks) words.push_back(name.substr(name.rfind('.') + 1));
  const std::vector<AssumedDevice>* last = nullptr;
  for (const FileSetup& file : setup.files) {
    if (file.devices == last) continue;
    last = file.devices;
    for (const AssumedDevice& assumed : *last) words.push_back(assumed.name);
  }
  return words;
}

/// Numbers of files of the unit that are analysed together.
using Group = std::vector<std::size_t>;

struct ReadUnit {
  std::vector<ReadFile> files;
  std::vector<Group> groups;
};

/// Without those in which there is nothing to find.
std::vector<Group> groups_of(std::span<const ReadFile> files, const UnitSetup& setup, const Unit& unit) {
  std::vector<ImportingFile> importing;
  for (std::size_t i = 0; i < files.size(); ++i) {
    importing.push_back({is_cxx(unit.files[i].path) ? nullptr : &setup.files[i].name, files[i].imports});
  }
  std::vector<Group> groups = connected_files(importing, setup.roots);
  std::erase_if(groups, [&](const Group& group) {
    return std::ranges::none_of(group, [&](std::size_t file) { return files[file].has_sign; });
  });
  return groups;
}

/// Which C++ files name something of a GPU, or call what lies in such a file, directly or through others. What lies in
/// the others cannot wait.
void choose_followed(const Unit& unit, std::span<const std::string> signs, std::span<ReadFile> files) {
  std::vector<std::vector<std::size_t>> callers(files.size());
  std::vector<std::size_t> todo;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!is_cxx(unit.files[i].path) || !files[i].module) continue;
    files[i].is_followed = files[i].links.names_library || names_any(files[i].analysed.file.source->text, signs);
    if (files[i].is_followed) todo.push_back(i);
    for (const inference::OutsideFunction& each : files[i].outside) callers[each.file].push_back(i);
  }
  while (!todo.empty()) {
    const std::size_t called = todo.back();
    todo.pop_back();
    for (const std::size_t caller : callers[called]) {
      if (!std::exchange(files[caller].is_followed, true)) todo.push_back(caller);
    }
  }
  for (ReadFile& file : files) {
    std::erase_if(file.outside, [&](const inference::OutsideFunction& each) { return !files[each.file].is_followed; });
  }
}

/// Finds what the calls of C++ files mean in other files.
void link_cxx(const Unit& unit, const UnitSetup& setup, std::span<const std::string> signs, std::span<ReadFile> files,
              model::SymbolTable& symbols) {
  std::vector<cxx::LinkedFile> linked;
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    model::Module* const module = is_cxx(unit.files[i].path) ? files[i].module.get() : nullptr;
    paths.push_back(module != nullptr ? unit.files[i].absolute.string() : std::string());
    linked.push_back({paths.back(), module, &files[i].links, setup.files[i].is_test});
  }
  const std::vector<std::vector<cxx::OutsideName>> names = cxx::link_files(linked, symbols);
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const cxx::OutsideName& each : names[i]) files[i].outside.push_back({each.name, each.file, each.function});
  }
  choose_followed(unit, signs, files);
  for (ReadFile& file : files) file.links = {};
}

/// Nothing at all if somebody asked to stop.
ReadUnit read_files(const Unit& unit, const UnitSetup& setup, const cxx::Facts& facts, model::SymbolTable& symbols,
                    Progress& progress) {
  std::vector<ReadFile> files(unit.files.size());
  progress.start("reading", files.size());
  const std::vector<std::string> signs = configured_words(setup);
  const UnitReader reader(unit, signs, facts, symbols);
  const auto make_parser = [&] { return std::make_unique<python::Parser>(symbols); };
  const bool is_whole = work::unless_stopped([&] {
    parallel::for_each_index(files.size(), unit.request.jobs, make_parser,
                             [&](python::Parser& parser, std::size_t index) {
                               files[index] = reader.read(parser, unit.files[index]);
                               progress.advance();
                             });
  });
  if (!is_whole) return {};
  link_cxx(unit, setup, signs, files, symbols);
  std::vector<Group> groups = groups_of(files, setup, unit);
  Group rest;
  for (const Group& group : groups) {
    std::ranges::copy_if(group, std::back_inserter(rest), [&](std::size_t file) { return !files[file].module; });
  }
  const bool are_joined = work::unless_stopped([&] {
    parallel::for_each_index(
        rest.size(), unit.request.jobs, make_parser,
        [&](python::Parser& parser, std::size_t index) { reader.read_too(parser, files[rest[index]]); });
  });
  if (!are_joined) return {};
  return {std::move(files), std::move(groups)};
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

struct Found {
  bool is_whole = false;                   ///< otherwise somebody asked to stop
  std::vector<engine::Finding> findings;   ///< of all rules and levels, sorted by file, position and code
  std::vector<engine::OutsideCall> calls;  ///< sorted by file and position
  std::vector<engine::UnfinishedFile> unfinished;
  engine::Insight insight;
};

/// One group of files.
Found follow_values(const Unit& unit, const UnitSetup& setup, std::vector<inference::ModuleInput> inputs,
                    const catalog::Catalog& catalog, model::SymbolTable& symbols, unsigned jobs, Remains& remains) {
  auto project = std::make_unique<inference::Project>(std::move(inputs), catalog, symbols, jobs, setup.roots);
  auto analysis =
      std::make_unique<inference::Analysis>(inference::infer(*project, jobs, false, unit.request.most_work));
  const auto write = [&](std::uint32_t file, const model::Module& module, model::Locator& locator,
                         const model::Location& around,
                         std::span<const fixes::Edit> edits) -> std::optional<std::vector<fixes::TextEdit>> {
    auto* const render = is_cxx(unit.files[file].path) ? &cxx::render_edits : &python::render_edits;
    return render({module, symbols, locator}, around, edits);
  };
  Found found;
  found.insight.files = described_files(unit);
  found.insight.wants_runs = unit.request.wants_runs;
  found.insight.goal = goal_question(unit);
  found.findings =
      engine::analyze(*analysis, rules::rule_table(), jobs, write, &found.calls, &found.unfinished, &found.insight);
  found.is_whole = !work::is_asked_to_stop();
  keep(remains, std::move(analysis));
  keep(remains, std::move(project));
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
                              .group = static_cast<std::uint32_t>(groups.size() - 1),
                              .outside = read.files[i].outside});
    }
  }
  return groups;
}

/// Groups have nothing to do with one another. Many small ones share the threads, a large one has them all. What is
/// found in each one of `read.groups`, which become those that were analysed.
std::vector<Found> follow_values(const Unit& unit, const UnitSetup& setup, ReadUnit& read, model::SymbolTable& symbols,
                                 Libraries& libraries, Remains& remains) {
  UserAssumptions assumptions(symbols);
  const catalog::RowsWithWrappers rows(catalog::builtin_rows(), setup.blocks);
  const catalog::Catalog catalog(rows.rows(), symbols);
  std::vector<FileGroup> groups = inputs_of(setup, read, assumptions);
  libraries = add_libraries(setup.libraries, unit.files.size(), catalog, symbols, groups);
  read.groups.clear();
  for (FileGroup& group : groups) read.groups.push_back(std::move(group.files));
  std::vector<Found> found(groups.size());
  std::vector<Remains> left(groups.size());
  std::vector<std::size_t> small;
  std::vector<std::size_t> large;
  const auto follow = [&](std::size_t group, unsigned jobs) {
    work::unless_stopped([&] {
      found[group] = follow_values(unit, setup, std::move(groups[group].inputs), catalog, symbols, jobs, left[group]);
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

/// The findings of each file that a comment does not silence stay; those about comments come in between.
void suppress(const ReadFile& file, std::uint32_t number, FileSummary& summary) {
  if (!file.module) return;
  engine::Suppressions suppressions(*file.module, *file.analysed.file.lines, rules::rule_table());
  suppressions.mark(summary.findings);
  for (engine::OutsideCall& call : summary.calls) engine::silence(call, suppressions);
  // Nobody knows what a comment silences in a file that was left out.
  if (!file.analysed.is_left_out) {
    std::ranges::move(suppressions.about_comments(number), std::back_inserter(summary.findings));
  }
  std::ranges::stable_sort(summary.findings, {}, [](const engine::Finding& finding) {
    return std::tuple(finding.range.begin, finding.range.end, finding.code);
  });
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

std::expected<source::SourceFile, std::string> load_source(const CheckRequest& request, const std::string& path,
                                                           std::optional<ContentKey>& content) {
  auto read = source::read_bytes(path, source::kDefaultSizeLimit);
  const auto changed = request.changed.find(path);
  const bool is_changed = changed != request.changed.end();
  const std::string* given = given_bytes(request, path);
  if (given == nullptr && !read) return std::unexpected(std::move(read.error()));
  const std::uint64_t hash = content_hash(given != nullptr ? *given : read->bytes);
  // Of a text that is given, only if it is what the file holds.
  const bool is_file = read && (given == nullptr || content_hash(read->bytes) == hash);
  if (is_file && !is_changed) content = {.stamp = read->stamp, .hash = hash};
  auto loaded = source::make_source_file(path, given != nullptr ? *given : std::move(read->bytes),
                                         source::kDefaultSizeLimit, decoder_of(path));
  if (loaded && is_changed) {
    loaded->text = changed->second;
    if (loaded->notebook) loaded->notebook->first_lines = source::first_lines_of_cells(loaded->text);
  }
  return loaded;
}

std::vector<AnalysedFile> left_out(const Unit& unit) {
  std::vector<AnalysedFile> files;
  for (const UnitFile& file : unit.files) {
    files.push_back({.file = without_text(file.path), .summary = {}, .is_left_out = true, .content = {}});
  }
  return files;
}

UnitSetup setup_of(const Unit& unit, FileSettings& settings) {
  ModuleNamer namer;
  TestFiles tests;
  UnitSetup setup;
  for (const UnitFile& file : unit.files) {
    const fs::path& path = file.absolute;
    const Settings& own = settings.of(path);
    FileSetup& made = setup.files.emplace_back();
    // No Python code imports a C++ file.
    made.name = is_cxx(file.path) ? ModuleName{.dotted = path.string(), .place = path.string()} : namer.name_of(path);
    made.is_test = is_cxx(file.path) ? tests.contains_cxx(path) : tests.contains(path);
    made.hot = hot_names(path, own);
    made.devices = &own.devices;
  }
  setup.roots = source_roots(unit, settings);
  setup.libraries = library_folders(unit);
  for (const Settings* each : settings.all()) {
    setup.blocks.insert(setup.blocks.end(), each->blocks.begin(), each->blocks.end());
  }
  return setup;
}

std::vector<AnalysedFile> analyze_unit(const Unit& unit, const UnitSetup& setup, const cxx::Facts& facts,
                                       Progress& progress, LibraryReads& reads, Remains& remains) {
  model::SymbolTable symbols;
  ReadUnit read = read_files(unit, setup, facts, symbols, progress);
  if (read.files.size() < unit.files.size()) return left_out(unit);
  std::vector<ReadFile>& files = read.files;
  progress.start("analysing " + std::to_string(files.size()) + " files", 0);
  Libraries libraries;
  std::vector<Found> all = follow_values(unit, setup, read, symbols, libraries, remains);
  for (std::size_t group = 0; group < all.size(); ++group) {
    Found& found = all[group];
    for (const std::size_t file : read.groups[group]) files[file].analysed.is_left_out = !found.is_whole;
    give_to_files(std::move(found.insight), read.groups[group], found.is_whole,
                  [&](std::uint32_t file) { return file < files.size() ? &files[file].analysed : nullptr; });
    for (engine::Finding& finding : found.findings) {
      files[finding.file].analysed.summary.findings.push_back(std::move(finding));
    }
    for (engine::OutsideCall& call : found.calls) files[call.file].analysed.summary.calls.push_back(std::move(call));
    for (const engine::UnfinishedFile& each : found.unfinished)
      if (each.file < files.size()) tell_unfinished(each, files[each.file].analysed);  // it is no library's
  }
  reads = std::move(libraries.reads);
  std::vector<FileSummary*> summaries;
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    suppress(files[i], i, files[i].analysed.summary);
    summaries.push_back(&files[i].analysed.summary);
  }
  show_macros(files, summaries);
  std::vector<AnalysedFile> analysed;
  analysed.reserve(files.size());
  for (ReadFile& file : files) analysed.push_back(std::move(file.analysed));
  keep(remains, std::make_unique<std::vector<ReadFile>>(std::move(files)));
  keep(remains, std::make_unique<Libraries>(std::move(libraries)));
  return analysed;
}

}  // namespace syncfree::driver
