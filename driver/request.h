// What an analysis is asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/engine/goal.h"
#include "analyzer/work/work.h"
#include "driver/baseline.h"
#include "driver/changed_lines.h"
#include "driver/file_settings.h"
#include "driver/settings.h"
#include "frontends/clang/compilation_database.h"

namespace syncfree::driver {

/// Source that comes from elsewhere than its file, which need not be there.
struct SourceText {
  std::string path;  ///< what it is called
  std::string bytes;
};

/// What stands between functions and a goal.
struct GoalRequest {
  struct Target {
    std::string path;  ///< absolute and normal
    std::string name;  ///< as engine::GoalTarget::name
    std::string call;  ///< as it was written, in Python: "Net(depth=2).forward(mask)"
  };
  engine::Goal goal = engine::Goal::kCapture;
  std::vector<Target> targets;  ///< none: every function that the files compile or capture
};

/// Is the file asked about.
bool names_file(const std::optional<GoalRequest>& goal, const std::filesystem::path& absolute);

class Memory;

struct CheckRequest {
  std::vector<std::string> paths;  ///< files and folders
  std::optional<SourceText> text;  ///< in place of `paths`
  /// By absolute and normal path: the bytes that an editor has of a file, in place of those on disk, whether the file
  /// is reported or only read beside others. The file must be there. Clang (`build`) reads what is on disk.
  std::unordered_map<std::string, std::string> unsaved;
  std::unordered_map<std::string, std::string> changed;  ///< by path: what the text is to be, in place of the file's
  Settings settings;
  std::optional<Baseline> baseline;                          ///< what it holds is suppressed
  std::optional<ChangedLines> changes;                       ///< findings elsewhere are left out
  std::optional<clang_frontend::CompilationDatabase> build;  ///< exact mode
  std::optional<SettingsSource> folders;  ///< settings of folders and projects; nothing: `settings` hold for every file
  std::optional<std::filesystem::path> cache;  ///< the folder that keeps what is found; nothing: every file is analysed
  bool is_kept = true;                         ///< what is found now goes into `cache`; false: it is only read
  unsigned jobs = 1;
  std::uint64_t most_work = work::kMostOfAFile;  ///< that one file may cost; what is kept in `cache` does not know it
  /// Absolute and normal paths of files of which CheckResult::names are wanted.
  std::vector<std::string> described = {};
  /// CheckResult::runs are wanted. Files that are read beside what `paths` name are reported then, too: a step leads
  /// through them. Nothing is taken from `cache`, which does not hold runs.
  bool wants_runs = false;
  /// Whose analyses of the same project came before; null: none. It must not be in use elsewhere meanwhile.
  Memory* memory = nullptr;
  /// Two requests with the same memory and the same number: between them, whoever asks was told of no change on disk,
  /// and nothing is looked at again. Nobody may have told it of other summary files of the user, files of a build,
  /// packages of the environment or settings above a project, so that it should not use a number for long. Nothing: the
  /// analysis looks for itself.
  std::optional<std::uint64_t> files_state = {};
  /// CheckResult::goals are wanted; with the same effect on what is reported and kept as `wants_runs`.
  std::optional<GoalRequest> goal = {};
};

/// What the request gives as the bytes of the file at `path` (as the user named it); null: what is on disk holds.
const std::string* given_bytes(const CheckRequest& request, const std::string& path);

}  // namespace syncfree::driver
