// The files of third-party packages that code leads to: from the names that it imports to where these are defined, and
// from there to what the definitions name in turn. Nothing else of a package is read.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"
#include "analyzer/source/source_file.h"
#include "driver/library_places.h"
#include "driver/library_reads.h"

namespace syncfree::driver {

/// More of its libraries is not read for a unit.
inline constexpr std::size_t kMostLibraryFiles = 1'000;
inline constexpr std::uint64_t kMostLibraryBytes = 40'000'000;

struct LibraryFile {
  LibraryPlace place;
  std::unique_ptr<source::SourceFile> source;
  std::unique_ptr<model::Module> module;
};

struct Libraries {
  std::vector<LibraryFile> files;  ///< that are to be analysed, by path
  LibraryReads reads;              ///< what that depends on
};

/// What `modules`, the user's own, lead to in `folders`, by what they name and by `asked`: names that are asked about,
/// whether or not a module that imports them uses them. What `catalog` says of a name goes before its source.
Libraries read_libraries(std::vector<std::filesystem::path> folders, std::span<const model::Module* const> modules,
                         std::span<const std::string> asked, const catalog::Catalog& catalog,
                         model::SymbolTable& symbols);

}  // namespace syncfree::driver
