#include "cli/check.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>
#include <tuple>
#include <utility>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/analyze.h"
#include "analyzer/engine/suppression.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/project.h"
#include "analyzer/source/file_discovery.h"
#include "cli/file_names.h"
#include "cli/language.h"
#include "cli/module_name.h"
#include "cli/parallel.h"
#include "cli/relevance.h"
#include "cli/version.h"
#include "frontends/cxx/lower.h"
#include "frontends/python/lower.h"
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

engine::Problem problem_at(const std::string& path, const source::LineTable& lines,
                           const model::SyntaxProblem& problem) {
  const source::Position position = lines.position(problem.range.begin);
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
                   python::Parser& parser, model::SymbolTable& symbols, bool named) {
  if (!loaded) return refused_file(path, std::move(loaded.error()));
  ReadFile result;
  result.file.source = std::make_unique<source::SourceFile>(std::move(*loaded));
  // A file that someone names is read whatever it holds, so that its syntax errors are told.
  if (!named && !is_cxx(path) && !may_matter(path, result.file.source->text)) {
    result.file.lines = std::make_unique<source::LineTable>(result.file.source->text);
    return result;
  }
  auto module = is_cxx(path) ? cxx::read_cxx(result.file.source->text, symbols, cxx::place_of_path(path))
                             : parser.parse(result.file.source->text);
  if (!module) return refused_file(path, std::move(module.error()));
  result.module = std::move(*module);
  result.file.lines = std::make_unique<source::LineTable>(result.file.source->text);
  for (const model::SyntaxProblem& problem : result.module->problems) {
    result.problems.push_back(problem_at(path, *result.file.lines, problem));
  }
  return result;
}

std::vector<ReadFile> read_files(const CheckRequest& request, std::span<const std::string> paths,
                                 model::SymbolTable& symbols, Progress& progress) {
  std::vector<ReadFile> files(paths.size());
  progress.start("reading", paths.size());
  const auto make_parser = [&] { return std::make_unique<python::Parser>(symbols); };
  for_each_index(paths.size(), request.jobs, make_parser, [&](python::Parser& parser, std::size_t index) {
    const std::string& path = paths[index];
    auto loaded = request.text ? source::make_source_file(path, request.text->bytes) : source::load_source_file(path);
    const bool named = request.text.has_value() || std::ranges::find(request.paths, path) != request.paths.end();
    files[index] = read_file(path, std::move(loaded), parser, symbols, named);
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

std::vector<inference::ModuleInput> module_inputs(const CheckRequest& request, std::span<const ReadFile> files) {
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
                      .file = static_cast<std::uint32_t>(i)});
  }
  return inputs;
}

/// All findings of all rules and levels, sorted by file, position and code.
std::vector<engine::Finding> analyze(const CheckRequest& request, std::span<const ReadFile> files,
                                     model::SymbolTable& symbols) {
  const catalog::Catalog catalog(catalog::builtin_rows(), symbols);
  const inference::Project project(module_inputs(request, files), catalog, symbols);
  const inference::Analysis analysis = inference::infer(project, request.jobs);
  return engine::analyze(analysis, rules::rule_table());
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

/// Lines as git counts them, which knows no lone carriage returns. A notebook's text is not what git compares: any change
/// of it counts.
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
void filter(const CheckRequest& request, CheckResult& result) {
  const fs::path working_directory = fs::current_path();
  engine::Report& report = result.report;
  const auto is_reported = [&](const engine::Finding& finding) {
    const fs::path path = (working_directory / report.files[finding.file].path).lexically_normal();
    return is_wanted(finding, path, request.settings);
  };
  if (request.baseline) {
    result.stale = apply_baseline(*request.baseline, report, is_reported);
    std::erase_if(result.stale, [&](const auto& entry) { return !request.settings.selection.contains(entry.code); });
  }
  std::erase_if(report.findings, [&](const engine::Finding& finding) {
    return !is_reported(finding) || (request.changes && !is_changed(*request.changes, report, finding));
  });
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
                            .lines = read.file.lines.get()});
  }
  for (engine::Problem& problem : report.problems) problem.uri = namer.uri_of(problem.path);
  std::ranges::stable_sort(report.problems, {}, [](const engine::Problem& problem) {
    return std::tuple(std::string_view(problem.path), problem.line, problem.column);
  });
}

bool is_missing(const std::string& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() == fs::file_type::not_found;
}

}  // namespace

FoundFiles find_files(const CheckRequest& request) {
  const Settings& settings = request.settings;
  const source::DiscoveryOptions options{.extensions = read_extensions(),
                                         .excludes = settings.exclude,
                                         .exclude_root = settings.exclude_root.string(),
                                         .respect_gitignore = settings.respect_gitignore,
                                         .force_exclude = settings.force_exclude};
  FoundFiles found;
  if (request.text) {
    // An editor sends what it has of a file; whether that is excluded, the file itself decides.
    const std::vector<std::string> path = {request.text->path};
    const bool excluded =
        settings.force_exclude && !is_missing(path[0]) && source::discover_files(path, options).files.empty();
    if (!excluded) found.paths = path;
    return found;
  }
  source::Discovery discovery = source::discover_files(request.paths, options);
  found.paths = std::move(discovery.files);
  for (source::DiscoveryProblem& problem : discovery.problems) {
    found.problems.push_back({.path = std::move(problem.path), .message = std::move(problem.message), .fatal = true});
  }
  return found;
}

CheckResult check(const CheckRequest& request, Progress& progress) {
  progress.start("looking for files", 0);
  FoundFiles found = find_files(request);
  CheckResult result;
  engine::Report& report = result.report;
  report.version = version();
  report.rules = rules::rule_table();
  report.problems = std::move(found.problems);
  result.named_path_missing = !request.text && std::ranges::any_of(request.paths, is_missing);
  model::SymbolTable symbols;
  std::vector<ReadFile> files = read_files(request, found.paths, symbols, progress);
  for (ReadFile& read : files) std::ranges::move(read.problems, std::back_inserter(report.problems));
  progress.start("analysing " + std::to_string(files.size()) + " files", 0);
  report.findings = analyze(request, files, symbols);
  suppress(files, report.findings);
  name_files(request, files, report);
  filter(request, result);
  for (ReadFile& read : files) result.files.push_back(std::move(read.file));
  return result;
}

}  // namespace syncfree::cli
