// The files that are analysed together: the named ones, and the files of their projects that are read beside them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "analyzer/engine/report_data.h"
#include "driver/found_files.h"
#include "driver/request.h"

namespace syncfree::driver {

/// Larger projects are not read around a file of theirs.
inline constexpr std::size_t kMostProjectFiles = 20'000;
inline constexpr std::uint64_t kMostProjectBytes = 400'000'000;

struct UnitFile {
  std::string path;                ///< as the user would type it
  std::filesystem::path absolute;  ///< and normal
  bool reported = false;           ///< its findings are wanted; otherwise it is only read for what the others need
  bool named = false;              ///< somebody named the file itself
};

/// Files whose findings depend on one another, and on nothing else. The same files are one unit in every run, whichever
/// of them are reported.
struct Unit {
  CheckRequest
      request;  ///< of the unit as a whole: `paths` are its roots, and `settings` those of the folder they lie in
  std::vector<UnitFile> files;  ///< sorted by absolute path
};

struct Units {
  std::vector<Unit> units;
  std::vector<engine::Problem> problems;
  std::string fault;  ///< a configuration is wrong: one line
};

/// Gives `own`, the request of a unit, what differs from analysis to analysis: its texts, limits and memory.
void ask_as(const CheckRequest& request, CheckRequest& own);

/// What `given_bytes` of request.h says of the file.
const std::string* given_bytes(const CheckRequest& request, const UnitFile& file);

/// Divides `found` into units. A folder that is named stands for itself. Around a file inside of a package, or a folder
/// inside of one, the outermost package is read; around any other Python file its folder, if that is small; and the
/// folder around these where scripts and what they import are one program (program_folder.h).
Units units_of(const CheckRequest& request, const FoundFiles& found);

}  // namespace syncfree::driver
