// Findings that a C++ source expects, written where they start: `// expect: SF601 `cudaDeviceSynchronize()``. The text
// in backticks is the finding's source text, or for a longer one what of it stands on that line; `?` after the code:
// the finding is only possible.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace syncfree::cxx {

/// "12: SF601 cudaDeviceSynchronize()", sorted.
std::vector<std::string> expected_findings(std::string_view source);

/// What a run over the source finds, at every level of confidence, in the same form; without calls of functions that
/// wait.
std::vector<std::string> actual_findings(const std::string& path, std::string_view source);

/// The same over files and folders; lines of different files are not told apart.
std::vector<std::string> findings_on_disk(const std::vector<std::string>& paths);

}  // namespace syncfree::cxx
