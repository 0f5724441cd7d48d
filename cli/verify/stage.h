// Where a program runs with changed sources: in a new copy of its project for each run, under the observer.
#pragma once

#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cli/confirm/comparison.h"
#include "cli/confirm/join.h"
#include "cli/confirm/observe.h"
#include "cli/verify/tree_copy.h"
#include "driver/check.h"
#include "driver/fixing.h"

namespace syncfree::verify {

/// One run, with all paths as if it had been made in the user's own project.
struct Trial {
  confirm::ProgramEnd end;
  bool was_built = true;  ///< false: the build failed, `end` is its, and the program was not run
  confirm::Recording recording;
  driver::CheckResult checked;  ///< of the sources that ran, as they were then
  confirm::Joined joined;       ///< into `checked`
  confirm::RunFigures figures;
  std::string last_words;           ///< the end of the program's output
  std::vector<std::string> strays;  ///< files of the project that ran from where they are, not from the copy
};

/// A folder for temporary files; it goes with what is in it.
class Scratch {
 public:
  static std::expected<Scratch, std::string> make();
  ~Scratch();
  Scratch(Scratch&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  Scratch& operator=(Scratch&&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  Scratch() = default;
  std::filesystem::path path_;
};

class Stage {
 public:
  /// For the program of `observation`, which the shell command `build` builds, if it is not empty; `paths` are what may
  /// be rewritten, by default the project that holds it. The error is one line.
  static std::expected<Stage, std::string> set_up(confirm::Observation observation, std::string build,
                                                  std::span<const std::string> paths, driver::Settings settings);

  /// Whether sources become a program before it runs, so that rewrites of C++ can be tried.
  bool builds() const { return !build_.empty(); }

  /// `changed` are files of the copy. The error is one line: the program could not be started.
  std::expected<Trial, std::string> run(std::span<const driver::ChangedFile> changed);

  /// May that file, as a report has its path, be rewritten: it is named, and a change of it reaches the copy alone.
  bool may_rewrite(const std::string& path) const;

  /// Modules are looked for in the copy first, from the folders that hold the packages of these files.
  void import_from_copy(std::span<const std::string> files);

 private:
  Stage(confirm::Observation observation, std::string build, std::vector<std::filesystem::path> rewritten,
        TreeCopy copy, Scratch scratch, driver::Settings settings);
  std::expected<void, std::string> make_copy(std::span<const driver::ChangedFile> changed) const;
  std::expected<confirm::ProgramEnd, std::string> build_there(const confirm::Observation& observation) const;
  confirm::Observation moved_observation() const;
  std::vector<std::string> bring_home(confirm::Recording& recording) const;

  confirm::Observation observation_;
  std::string build_;
  std::vector<std::filesystem::path> rewritten_;  ///< files and folders that may be
  TreeCopy copy_;
  Scratch scratch_;
  driver::Settings settings_;
  std::filesystem::path here_;    ///< the working folder
  std::filesystem::path target_;  ///< where the copy is made
  std::vector<std::filesystem::path> import_roots_;
};

}  // namespace syncfree::verify
