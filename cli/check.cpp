#include "cli/check.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
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
#include "cli/exact_mode.h"
#include "cli/file_names.h"
#include "cli/file_settings.h"
#include "cli/found_files.h"
#include "cli/language.h"
#include "cli/macro_definitions.h"
#include "cli/module_name.h"
#include "cli/relevance.h"
#include "cli/version.h"
#include "frontends/cxx/lower.h"
#include "frontends/cxx/render_edits.h"
#include "frontends/python/lower.h"
#include "frontends/python/render_edits.h"
#include "rules/rule_table.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

/// What is in a file, and what is wrong with it.
struct ReadFile {
  CheckedFile file;
  std::unique_ptr<model::Module> module;  ///< null if the file was refused, or has nothing that could be reported
  std::vector<engine::Problem> problems;

  const std::string& path() const { return file.source->path; }
};

engine::Problem problem_at(const CheckedFile& file, const model::SyntaxProblem& problem) {
  const source::Position position = file.lines->position(problem.range.begin);
  const std::string& path = file.source->path;
  if (file.source->notebook) {
    const source::CellPlace place = source::place_in_cell(*file.source->notebook, position.line);
    return {.path = path,
            .line = place.file_line,
            .message =
                "cell " + std::to_string(place.cell) + ", line " + std::to_string(place.line) + ": " + problem.message};
  }
  return {.path = path, .line = position.line, .column = position.character_column, .message = problem.message};
}

ReadFile refused_file(const std::string& path, std::string message) {
  ReadFile result;
  result.file.source = std::make_unique<source::SourceFile>(source::SourceFile{.path = path});
  result.file.lines = std::make_unique<source::LineTable>(result.file.source->text);
  result.problems.push_back({.path = path, .message = std::move(message), .fatal = true});
  return result;
}

ReadFile read_file(const std::string& path, std::expected<source::SourceFile, std::string> loaded,
                   python::Parser& parser, model::SymbolTable& symbols, bool named, std::span<const std::string> signs,
                   const cxx::Facts& facts) {
  if (!loaded) return refused_file(path, std::move(loaded.error()));
  ReadFile result;
  result.file.source = std::make_unique<source::SourceFile>(std::move(*loaded));
  // A file that someone names is read whatever it holds, so that its syntax errors are told.
  if (!named && !is_cxx(path) && !may_matter(path, result.file.source->text, signs)) {
    result.file.lines = std::make_unique<source::LineTable>(result.file.source->text);
    return result;
  }
  const auto known = facts.empty() ? facts.end() : facts.find(real_path(path));
  const cxx::FileFacts* compiled = known == facts.end() ? nullptr : &known->second;
  auto module = is_cxx(path) ? cxx::read_cxx(result.file.source->text, symbols, cxx::place_of_path(path), compiled)
                             : parser.parse(result.file.source->text);
  if (!module) return refused_file(path, std::move(module.error()));
  result.module = std::move(*module);
  result.file.lines = std::make_unique<source::LineTable>(result.file.source->text);
  for (const model::SyntaxProblem& problem : result.module->problems) {
    result.problems.push_back(problem_at(result.file, problem));
  }
  return result;
}

/// Words of the configurations without which a file has nothing to do with them.
std::vector<std::string> configured_words(const FileSettings& settings) {
  std::vector<std::string> words;
  for (const Settings* each : settings.all()) {
    for (const std::string& name : each->blocks) words.push_back(name.substr(name.rfind('.') + 1));
    for (const AssumedDevice& assumed : each->devices) words.push_back(assumed.name);
  }
  return words;
}

std::vector<ReadFile> read_files(const CheckRequest& request, std::span<const std::string> paths,
                                 std::span<const std::string> signs, model::SymbolTable& symbols,
                                 const cxx::Facts& facts, Progress& progress) {
  std::vector<ReadFile> files(paths.size());
  progress.start("reading", paths.size());
  const auto make_parser = [&] { return std::make_unique<python::Parser>(symbols); };
  parallel::for_each_index(paths.size(), request.jobs, make_parser, [&](python::Parser& parser, std::size_t index) {
    const std::string& path = paths[index];
    auto loaded = request.text ? source::make_source_file(path, request.text->bytes) : source::load_source_file(path);
    if (const auto changed = request.changed.find(path); loaded && changed != request.changed.end()) {
      loaded->text = changed->second;
      if (loaded->notebook) loaded->notebook->first_lines = source::first_lines_of_cells(loaded->text);
    }
    const bool named = request.text.has_value() || std::ranges::find(request.paths, path) != request.paths.end();
    files[index] = read_file(path, std::move(loaded), parser, symbols, named, signs, facts);
    progress.advance();
  });
  return files;
}

/// The innermost of the named folders that holds a file, for the names of modules outside of packages.
class NamedFolders {
 public:
  NamedFolders(std::span<const std::string> paths, const fs::path& working_directory) {
    for (const std::string& path : paths) {
      std::error_code ignored;
      const fs::path absolute = (working_directory / path).lexically_normal();
      folders_.push_back(fs::is_directory(absolute, ignored) ? absolute / "" : absolute.parent_path() / "");
    }
    std::ranges::sort(folders_, std::ranges::greater{}, [](const fs::path& path) { return path.native().size(); });
  }

  fs::path holding(const fs::path& file) const {
    for (const fs::path& folder : folders_) {
      if (file.native().starts_with(folder.native())) return folder.parent_path();
    }
    return file.parent_path();
  }

 private:
  std::vector<fs::path> folders_;
};

/// What configurations say of code, as the inference takes it; one for each file that has any.
class UserAssumptions {
 public:
  UserAssumptions(FileSettings& settings, model::SymbolTable& symbols) : settings_(settings), symbols_(symbols) {}

  const inference::Assumptions* of(const fs::path& file) {
    const Settings& settings = settings_.of(file);
    inference::Assumptions assumptions{.places = {}, .hot = hot_names(file, settings)};
    for (const AssumedDevice& assumed : settings.devices) {
      const auto place = assumed.device == Device::kCuda ? values::Place::kCuda : values::Place::kCpu;
      assumptions.places.emplace(symbols_.intern(assumed.name), place);
    }
    if (assumptions.places.empty() && assumptions.hot.empty()) return nullptr;
    return &kept_.emplace_back(std::move(assumptions));
  }

 private:
  FileSettings& settings_;
  model::SymbolTable& symbols_;
  std::deque<inference::Assumptions> kept_;
};

std::vector<inference::ModuleInput> module_inputs(const CheckRequest& request, std::span<const ReadFile> files,
                                                  UserAssumptions& assumptions) {
  const fs::path working_directory = fs::current_path();
  const NamedFolders folders(request.paths, working_directory);
  ModuleNamer namer;
  std::vector<inference::ModuleInput> inputs;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!files[i].module) continue;
    const fs::path path = (working_directory / files[i].path()).lexically_normal();
    ModuleName name = namer.name_of(path, folders.holding(path));
    if (is_cxx(files[i].path())) {  // no Python code imports it
      name = {.dotted = path.string()};
    }
    inputs.push_back({.module = files[i].module.get(),
                      .name = std::move(name.dotted),
                      .is_package = name.is_package,
                      .file = static_cast<std::uint32_t>(i),
                      .assumptions = assumptions.of(path)});
  }
  return inputs;
}

/// All findings of all rules and levels, sorted by file, position and code.
std::vector<engine::Finding> analyze(const CheckRequest& request, std::span<const ReadFile> files,
                                     FileSettings& settings, model::SymbolTable& symbols, Remains& remains) {
  UserAssumptions assumptions(settings, symbols);
  std::vector<inference::ModuleInput> inputs = module_inputs(request, files, assumptions);
  std::vector<std::string> blocks;
  for (const Settings* each : settings.all()) blocks.insert(blocks.end(), each->blocks.begin(), each->blocks.end());
  const catalog::RowsWithWrappers rows(catalog::builtin_rows(), blocks);
  const catalog::Catalog catalog(rows.rows(), symbols);
  auto project = std::make_unique<inference::Project>(std::move(inputs), catalog, symbols, request.jobs);
  auto analysis = std::make_unique<inference::Analysis>(inference::infer(*project, request.jobs));
  const auto write = [&](std::uint32_t file, const model::Module& module, const model::Location& around,
                         std::span<const fixes::Edit> edits) -> std::optional<std::vector<fixes::TextEdit>> {
    auto* const render = is_cxx(files[file].path()) ? &cxx::render_edits : &python::render_edits;
    return render({module, symbols}, around, edits);
  };
  std::vector<engine::Finding> findings = engine::analyze(*analysis, rules::rule_table(), request.jobs, write);
  keep(remains, std::move(analysis));
  keep(remains, std::move(project));
  return findings;
}

/// The findings of each file that a comment does not silence stay; those about comments come in between.
void suppress(std::span<const ReadFile> files, std::vector<engine::Finding>& findings) {
  std::vector<engine::Finding> about_comments;
  auto rest = std::span(findings);
  for (std::uint32_t number = 0; number < files.size(); ++number) {
    const auto end = std::ranges::find_if(rest, [&](const engine::Finding& finding) { return finding.file != number; });
    const auto count = static_cast<std::size_t>(end - rest.begin());
    const ReadFile& read = files[number];
    if (read.module) {
      std::ranges::move(
          engine::suppress_findings(*read.module, *read.file.lines, number, rules::rule_table(), rest.first(count)),
          std::back_inserter(about_comments));
    }
    rest = rest.subspan(count);
  }
  std::ranges::move(about_comments, std::back_inserter(findings));
  std::ranges::stable_sort(findings, {}, [](const engine::Finding& finding) {
    return std::tuple(finding.file, finding.range.begin, finding.range.end, finding.code);
  });
}

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

/// From all findings to those of the report.
void filter(const CheckRequest& request, FileSettings& settings, CheckResult& result) {
  const fs::path working_directory = fs::current_path();
  engine::Report& report = result.report;
  // Findings come by file, so that its path and settings are looked up once.
  std::optional<std::uint32_t> file;
  fs::path path;
  const Settings* of_file = nullptr;
  const auto is_reported = [&](const engine::Finding& finding) {
    if (file != finding.file) {
      file = finding.file;
      path = (working_directory / report.files[finding.file].path).lexically_normal();
      of_file = &settings.of(path);
    }
    return is_wanted(finding, path, *of_file);
  };
  if (request.baseline) {
    result.stale = apply_baseline(*request.baseline, report, is_reported);
    std::erase_if(result.stale, [&](const auto& entry) { return !request.settings.selection.contains(entry.code); });
  }
  std::erase_if(report.findings, [&](const engine::Finding& finding) {
    return !is_reported(finding) || (request.changes && !is_changed(*request.changes, report, finding));
  });
}

void show_macros(std::span<const ReadFile> files, std::vector<engine::Finding>& findings) {
  std::map<std::string, std::uint32_t> numbers;  // made when first asked for
  const auto file_number = [&](const std::string& path) -> std::optional<std::uint32_t> {
    if (numbers.empty()) {
      for (std::uint32_t i = 0; i < files.size(); ++i) numbers.emplace(real_path(files[i].path()), i);
    }
    const auto found = numbers.find(path);
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  };
  for (engine::Finding& finding : findings) {
    if (files[finding.file].module) add_macro_definition(*files[finding.file].module, file_number, finding);
  }
}

void name_files(const CheckRequest& request, std::span<const ReadFile> files, engine::Report& report) {
  const fs::path working_directory = fs::current_path();
  const std::vector<std::string> named = request.text ? std::vector{request.text->path} : request.paths;
  UriNamer namer(report_root(named, working_directory));
  report.root = namer.root().string();
  for (const ReadFile& read : files) {
    report.files.push_back({.path = read.path(),
                            .uri = namer.uri_of(read.path()),
                            .text = read.file.source->text,
                            .lines = read.file.lines.get(),
                            .notebook = read.file.source->notebook.get()});
  }
  for (engine::Problem& problem : report.problems) problem.uri = namer.uri_of(problem.path);
  std::ranges::stable_sort(report.problems, {}, [](const engine::Problem& problem) {
    return std::tuple(std::string_view(problem.path), problem.line, problem.column);
  });
}

}  // namespace

CheckResult check(const CheckRequest& request, Progress& progress) {
  progress.start("looking for files", 0);
  FileSettings file_settings = settings_of_files(request);
  FoundFiles found = find_files(request, file_settings);
  CheckResult result;
  if (!found.fault.empty()) {
    result.fault = std::move(found.fault);
    return result;
  }
  engine::Report& report = result.report;
  report.version = version();
  report.rules = rules::rule_table();
  report.problems = std::move(found.problems);
  result.named_path_missing = !request.text && std::ranges::any_of(request.paths, is_missing);
  model::SymbolTable symbols;
  CompiledSources compiled;
  if (request.build) {
    const std::string* text = request.text ? &request.text->bytes : nullptr;
    compiled = compile_sources(*request.build, found.paths, text, request.jobs, progress);
    std::ranges::move(compiled.problems, std::back_inserter(report.problems));
  }
  std::vector<ReadFile> files =
      read_files(request, found.paths, configured_words(file_settings), symbols, compiled.facts, progress);
  for (ReadFile& read : files) std::ranges::move(read.problems, std::back_inserter(report.problems));
  progress.start("analysing " + std::to_string(files.size()) + " files", 0);
  report.findings = analyze(request, files, file_settings, symbols, result.remains);
  suppress(files, report.findings);
  show_macros(files, report.findings);
  name_files(request, files, report);
  filter(request, file_settings, result);
  for (ReadFile& read : files) result.files.push_back(std::move(read.file));
  keep(result.remains, std::make_unique<std::vector<ReadFile>>(std::move(files)));
  return result;
}

}  // namespace syncfree::cli
