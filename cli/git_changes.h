// Which lines differ from a commit: what `--diff-base` reports on.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "driver/changed_lines.h"

namespace syncfree::cli {

/// What the working tree of the repository around `folder` has that the common ancestor of `revision` and HEAD has not:
/// changed and new lines, committed or not, and whole files that git does not know yet and does not ignore. A renamed
/// file has only its changed lines. The error is one line.
std::expected<driver::ChangedLines, std::string> changed_lines(const std::string& revision,
                                                               const std::filesystem::path& folder);

/// Reads `git diff --unified=0` with the prefixes a/ and b/; paths are relative to `top`.
driver::ChangedLines read_diff(std::string_view diff, const std::filesystem::path& top);

}  // namespace syncfree::cli
