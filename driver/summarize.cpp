#include "driver/summarize.h"

#include <algorithm>
#include <utility>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/judging/analyze.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/project.h"
#include "analyzer/parallel/for_each_index.h"
#include "analyzer/source/file_bytes.h"
#include "analyzer/source/source_file.h"
#include "analyzer/summary/summarize.h"
#include "analyzer/system/path_text.h"
#include "driver/language.h"
#include "driver/module_name.h"
#include "driver/test_files.h"
#include "frontends/python/lower.h"
#include "rules/libraries/shipped.h"
#include "rules/rule_table.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

struct PackageFile {
  fs::path path;
  std::optional<source::SourceFile> source;
  std::unique_ptr<model::Module> module;
  std::string problem;
};

/// Files of Python in the package and its sub-packages, sorted; tests say nothing of what a package gives.
std::expected<std::vector<PackageFile>, std::string> files_of(const fs::path& folder) {
  std::vector<PackageFile> files;
  TestFiles tests;
  std::error_code problem;
  fs::recursive_directory_iterator entries(folder, fs::directory_options::skip_permission_denied, problem);
  for (; !problem && entries != fs::recursive_directory_iterator(); entries.increment(problem)) {
    const fs::path& path = entries->path();
    const bool is_python = path.extension() == ".py" && entries->is_regular_file(problem);
    if (is_python && !tests.contains(path)) files.push_back({.path = path});
  }
  if (problem) return std::unexpected(sys::path_text(folder) + ": " + problem.message());
  std::ranges::sort(files, {}, &PackageFile::path);
  return files;
}

void read(std::vector<PackageFile>& files, model::SymbolTable& symbols, unsigned jobs) {
  parallel::for_each_index(files.size(), jobs, [&](std::size_t index) {
    PackageFile& file = files[index];
    auto loaded = source::load_source_file(sys::path_text(file.path));
    if (!loaded) {
      file.problem = loaded.error();
      return;
    }
    file.source = std::move(*loaded);
    python::Parser parser(symbols);
    auto module = parser.parse(file.source->text);
    if (module) {
      file.module = std::move(*module);
    } else {
      file.problem = module.error();
    }
  });
}

/// Does the distribution whose `.dist-info` this is hold the package: "ignite" is in pytorch-ignite.
bool holds(const fs::path& distribution, const std::string& package) {
  constexpr std::size_t kLargestRecord = 50'000'000;
  const auto record = source::read_bytes(sys::path_text(distribution / "RECORD"), kLargestRecord);
  return record && ("\n" + record->bytes).contains("\n" + package + "/__init__.py,");
}

/// "2.8.0", of "torch_geometric-2.8.0.dist-info" beside the package.
std::string version_of(const fs::path& folder) {
  const std::string package = sys::path_text(folder.filename());
  constexpr std::string_view kEnd = ".dist-info";
  std::vector<fs::path> distributions;
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.parent_path(), problem)) {
    if (sys::path_text(entry.path()).ends_with(kEnd)) distributions.push_back(entry.path());
  }
  // The one of that name first: most have it.
  std::ranges::sort(distributions);
  std::ranges::stable_partition(
      distributions, [&](const fs::path& each) { return sys::path_text(each.filename()).starts_with(package + "-"); });
  for (const fs::path& each : distributions) {
    if (!holds(each, package)) continue;
    const std::string name = sys::path_text(each.filename());
    const std::size_t dash = name.find('-') + 1;
    return name.substr(dash, name.size() - dash - kEnd.size());
  }
  return {};
}

std::vector<inference::ModuleInput> inputs_of(const std::vector<PackageFile>& files) {
  ModuleNamer namer;
  std::vector<inference::ModuleInput> inputs;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!files[i].module) continue;
    const ModuleName name = namer.name_of(files[i].path);
    inputs.push_back({.module = files[i].module.get(),
                      .name = name.dotted,
                      .is_package = name.is_package,
                      .file = static_cast<std::uint32_t>(i),
                      .place = name.place,
                      .root = name.root,
                      .is_shown = true});
  }
  return inputs;
}

}  // namespace

std::expected<MadeSummary, std::string> summarize_package(const SummaryRequest& request, Progress& progress) {
  const fs::path folder = fs::absolute(request.folder).lexically_normal();
  if (!fs::is_regular_file(folder / "__init__.py"))
    return std::unexpected(sys::path_text(request.folder) + ": is no package: it has no __init__.py");
  auto files = files_of(folder);
  if (!files) return std::unexpected(files.error());
  progress.start("reading " + std::to_string(files->size()) + " files", 0);
  model::SymbolTable symbols;
  read(*files, symbols, request.jobs);
  const catalog::MoreRows rows(catalog::builtin_rows(), request.others, {});
  const catalog::Catalog catalog(rows.rows(), symbols);
  const inference::Project project(inputs_of(*files), catalog, symbols, request.jobs);
  progress.start("analysing " + std::to_string(files->size()) + " files", 0);
  const inference::Analysis analysis = inference::infer(project, request.jobs, {.opens_public = true});
  engine::Insight insight{.files = {}, .names = {}, .hot = {}, .wants_waits = true};
  engine::analyze(analysis, rules::rule_table(), request.jobs, nullptr, nullptr, nullptr, &insight);
  MadeSummary made{
      .summary = summary::summarize(analysis, insight.waits, sys::path_text(folder.filename()), rules::kWaitInside),
      .problems = {}};
  made.summary.version = version_of(folder);
  for (const PackageFile& file : *files) {
    if (!file.problem.empty()) made.problems.push_back({.message = sys::path_text(file.path) + ": " + file.problem});
  }
  return made;
}

}  // namespace syncfree::driver
