// Fixes put into files: analysed, changed and analysed again until nothing is left to change.
#pragma once

#include <expected>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fixes/fix.h"
#include "analyzer/source/source_file.h"
#include "driver/check.h"
#include "driver/progress.h"

namespace syncfree::driver {

struct ChangedFile {
  source::SourceFile before;
  std::string text;                               ///< what it is now
  std::map<std::string_view, std::size_t> fixed;  ///< findings that went, by code
};

struct FixResult {
  CheckResult check;                 ///< of the changed texts
  std::vector<ChangedFile> changed;  ///< by path; nothing is written yet
};

/// Applies the fixes of all wanted findings that are at least so applicable. A file that a fix would spoil is left as
/// it was, with a problem in the report.
FixResult check_and_fix(CheckRequest request, fixes::Applicability least, Progress& progress);

/// Replaces the file, whole or not at all, in its own encoding. The error is one line without the path: a file that has
/// changed since it was read is left alone.
std::expected<void, std::string> write_back(const ChangedFile& file);

/// As `diff -u` shows it, in the file's own encoding.
std::expected<std::string, std::string> diff_of(const ChangedFile& file);

/// The changed text in the file's own encoding, if it can be written in that. A notebook takes it back into its cells.
std::expected<std::string, std::string> bytes_of(const ChangedFile& file);

}  // namespace syncfree::driver
