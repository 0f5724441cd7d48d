#include "cli/verify/stage.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <unistd.h>

#include "analyzer/source/project_root.h"
#include "cli/confirm/observed_sources.h"

namespace syncfree::verify {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLastWords = 2000;  // bytes

fs::path real_path(const fs::path& path) {
  std::error_code ignored;
  return fs::weakly_canonical(path, ignored);
}

/// The Python file that the program's words name; nothing for `-m` and programs that are none.
std::optional<fs::path> script_of(std::span<const std::string> words, const fs::path& here) {
  for (const std::string& word : words) {
    std::error_code ignored;
    if (word.ends_with(".py") && fs::is_regular_file(here / word, ignored)) return real_path(here / word);
  }
  return std::nullopt;
}

std::string end_of_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  std::string words = std::move(text).str();
  if (words.size() > kLastWords) words.erase(0, words.find('\n', words.size() - kLastWords) + 1);
  return words;
}

/// Paths of a variable like PYTHONPATH.
std::vector<std::string> paths_of(const char* variable) {
  std::vector<std::string> paths;
  const char* value = std::getenv(variable);
  std::istringstream text(value != nullptr ? value : "");
  for (std::string path; std::getline(text, path, ':');) paths.push_back(path);
  return paths;
}

}  // namespace

std::expected<Scratch, std::string> Scratch::make() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "syncfree-verify.XXXXXX").string();
  if (error || ::mkdtemp(name.data()) == nullptr) return std::unexpected(name + " cannot be made");
  Scratch scratch;
  scratch.path_ = real_path(name);
  return scratch;
}

Scratch::~Scratch() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Stage::Stage(confirm::Observation observation, std::string build, std::vector<fs::path> rewritten, TreeCopy copy,
             Scratch scratch, driver::Settings settings)
    : observation_(std::move(observation)),
      build_(std::move(build)),
      rewritten_(std::move(rewritten)),
      copy_(std::move(copy)),
      scratch_(std::move(scratch)),
      settings_(std::move(settings)),
      here_(real_path(fs::current_path())) {
  const fs::path name = copy_.root().filename();
  target_ = scratch_.path() / (name.empty() ? fs::path("project") : name);
}

std::expected<Stage, std::string> Stage::set_up(confirm::Observation observation, std::string build,
                                                std::span<const std::string> paths, driver::Settings settings) {
  const fs::path here = real_path(fs::current_path());
  const auto script = script_of(observation.program, here);
  const fs::path root = real_path(source::project_root(script ? script->parent_path() : here));
  std::vector<fs::path> wanted;
  for (const std::string& path : paths) {
    const fs::path whole = real_path(here / path);
    std::error_code ignored;
    if (!fs::exists(whole, ignored)) return std::unexpected(path + ": No such file or directory");
    if (!lies_in(whole, root))
      return std::unexpected(path + " does not lie in the project of the program, " + root.string());
    wanted.push_back(whole.has_filename() ? whole : whole.parent_path());
  }
  if (wanted.empty()) wanted.push_back(root);
  const std::vector<fs::path> rewritten = wanted;
  if (script) wanted.push_back(*script);  // Python imports from where it really lies
  auto copy = TreeCopy::plan(root, wanted, {.builds = !build.empty()});
  if (!copy) return std::unexpected(copy.error());
  auto scratch = Scratch::make();
  if (!scratch) return std::unexpected(scratch.error());
  return Stage(std::move(observation), std::move(build), rewritten, std::move(*copy), std::move(*scratch),
               std::move(settings));
}

bool Stage::may_rewrite(const std::string& path) const {
  const fs::path file = real_path(here_ / path);
  const bool is_named = std::ranges::any_of(rewritten_, [&](const fs::path& each) { return lies_in(file, each); });
  return is_named && copy_.has_copied(file);
}

void Stage::import_from_copy(std::span<const std::string> files) {
  std::set<fs::path> roots;
  for (const std::string& file : files) {
    fs::path folder = fs::path(file).parent_path();
    std::error_code ignored;
    while (folder != copy_.root() && fs::exists(folder / "__init__.py", ignored)) folder = folder.parent_path();
    roots.insert(folder);
  }
  import_roots_.assign(roots.begin(), roots.end());
}

confirm::Observation Stage::moved_observation() const {
  confirm::Observation observation = observation_;
  for (std::string& word : observation.program) {
    if (!fs::path(word).is_absolute() && lies_in(here_, copy_.root())) continue;  // the working folder moves
    const fs::path path = (here_ / word).lexically_normal();
    if (copy_.has_place(path)) word = moved(path.string(), copy_.root(), target_);
  }
  observation.folder = moved(here_.string(), copy_.root(), target_);
  observation.output = (scratch_.path() / "output").string();
  std::string python_path;
  const auto add = [&](const fs::path& path) {
    python_path += (python_path.empty() ? "" : ":") + moved(path.string(), copy_.root(), target_);
  };
  for (const fs::path& root : import_roots_) add(root);
  for (const std::string& path : paths_of("PYTHONPATH")) add((here_ / path).lexically_normal());
  if (!python_path.empty()) observation.environment.emplace_back("PYTHONPATH", python_path);
  return observation;
}

std::expected<void, std::string> Stage::make_copy(std::span<const driver::ChangedFile> changed) const {
  std::map<fs::path, std::string> bytes;
  for (const driver::ChangedFile& file : changed) {
    auto text = driver::bytes_of(file);
    if (!text) return std::unexpected(file.before.path + ": " + text.error());
    bytes.emplace(real_path(here_ / file.before.path), std::move(*text));
  }
  return copy_.make(target_, bytes);
}

std::expected<confirm::ProgramEnd, std::string> Stage::build_there(const confirm::Observation& observation) const {
  return confirm::run_program({.words = {"/bin/sh", "-c", build_},
                               .environment = observation.environment,
                               .limit_seconds = observation.limit_seconds,
                               .folder = observation.folder,
                               .output = observation.output});
}

/// Paths in the copy become those in the project. Returns those that were in the project, though they are copied.
std::vector<std::string> Stage::bring_home(confirm::Recording& recording) const {
  std::set<std::string> strays;
  const auto home = [&](const std::string& path) {
    const bool could_change = path.ends_with(".py") || builds();
    if (could_change && copy_.has_copied(path) && !confirm::is_installed(path)) strays.insert(path);
    return moved(path, target_, copy_.root());
  };
  for (confirm::Process& process : recording.processes) {
    std::map<std::string, std::set<int>> lines;
    for (auto& [path, ran] : process.lines) lines[home(path)].merge(ran);
    process.lines = std::move(lines);
    for (confirm::CallSite& place : process.places) {
      for (confirm::Frame& frame : place.frames) frame.file = home(frame.file);
    }
  }
  return {strays.begin(), strays.end()};
}

std::expected<Trial, std::string> Stage::run(std::span<const driver::ChangedFile> changed) {
  if (const auto made = make_copy(changed); !made) return std::unexpected(made.error());
  const confirm::Observation observation = moved_observation();
  std::error_code ignored;
  fs::remove(observation.output, ignored);
  if (builds()) {
    const auto end = build_there(observation);
    if (!end) return std::unexpected(end.error());
    if (end->status != 0 || end->timed_out)
      return Trial{.end = *end, .was_built = false, .last_words = end_of_file(observation.output)};
  }
  auto observed = confirm::observe(observation);
  if (!observed) return std::unexpected(observed.error());
  Trial trial{.end = observed->end, .recording = std::move(observed->recording)};
  trial.strays = bring_home(trial.recording);
  trial.last_words = end_of_file(observation.output);
  std::unordered_map<std::string, std::string> texts;
  for (const driver::ChangedFile& file : changed) texts[file.before.path] = file.text;
  std::vector<std::string> sources = confirm::sources_that_ran(trial.recording);
  // A wait in a file from elsewhere is one of the line in the project that led there.
  std::erase_if(sources, [&](const std::string& path) { return !lies_in(real_path(here_ / path), copy_.root()); });
  trial.checked = confirm::analyze_sources(sources, settings_, texts);
  const std::vector<bool> all(trial.checked.report.findings.size(), true);
  trial.joined = confirm::join(trial.recording, trial.checked.report, all, here_.string());
  confirm::Confirmation confirmation{trial.recording, trial.checked.report, trial.joined};
  confirmation.exit_status = trial.end.status;
  trial.figures = confirm::figures_of(confirmation);
  return trial;
}

}  // namespace syncfree::verify
