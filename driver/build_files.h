// What a project says of the macros that its C++ sources ask for, outside of the sources that are analysed: its build
// files, its documentation and its other sources. They are looked for in each run, so a change of one counts in the
// next; `--watch` and the language server notice it with the next change of a source.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "driver/library_reads.h"
#include "driver/unit.h"

namespace syncfree::driver {

/// The absolute paths of a unit's project, sorted. Nothing for a unit without C++ or without a project that has a build
/// file, for a text alone, where projects are not wanted, and where there are too many files to look into.
std::optional<std::vector<std::string>> build_files_of(const Unit& unit);

/// Of the macros those that a build file or a page names, or that a source defines. Nothing if the files are too large.
/// What was read goes into `reads`.
std::optional<std::unordered_set<std::string_view>> named_macros(std::span<const std::string> files,
                                                                 std::span<const std::string_view> macros,
                                                                 std::map<std::string, LibraryContent>& reads);

}  // namespace syncfree::driver
