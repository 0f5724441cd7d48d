// Which files may have to do with one another: they are in one package, or one imports the other, directly or through
// others. What is not connected is analysed apart, so that it cannot change what is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analyzer/inference/import_search.h"
#include "driver/module_name.h"
#include "driver/text_imports.h"

namespace syncfree::driver {

struct ImportingFile {
  const ModuleName* name = nullptr;  ///< null: it is no Python file, and belongs together with the others of that kind
  std::span<const TextImport> imports;
};

/// Numbers of files, in order; groups in the order of their first files.
std::vector<std::vector<std::size_t>> connected_files(std::span<const ImportingFile> files,
                                                      std::span<const inference::SourceRoot> roots);

/// What was asked last, and the answer.
struct ConnectedBefore {
  std::optional<std::uint64_t> asked;  ///< a hash
  std::vector<std::vector<std::size_t>> groups = {};
};

/// The same; most edits change no import.
const std::vector<std::vector<std::size_t>>& connected_files(std::span<const ImportingFile> files,
                                                             std::span<const inference::SourceRoot> roots,
                                                             ConnectedBefore& before);

}  // namespace syncfree::driver
