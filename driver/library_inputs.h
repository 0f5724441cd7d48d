// The files of libraries among what is analysed together.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/report_data.h"
#include "analyzer/inference/project.h"
#include "analyzer/model/symbol.h"
#include "driver/library_files.h"
#include "driver/unit.h"

namespace syncfree::driver {

/// Files of a unit that are analysed together: their numbers, and those that go into the inference.
struct FileGroup {
  std::vector<std::size_t> files;
  std::vector<inference::ModuleInput> inputs;
};

/// Reads what the Python files of `groups` import from `folders`; `asked` as in read_libraries(). If there is anything,
/// all Python groups become one, which shares it; its files are numbered from `first_number` on. The result holds what
/// the inputs point to.
Libraries add_libraries(const std::vector<std::filesystem::path>& folders, std::size_t first_number,
                        std::span<const std::string> asked, const catalog::Catalog& catalog,
                        model::SymbolTable& symbols, std::vector<FileGroup>& groups);

/// Where the packages are that a unit's files import.
std::vector<std::filesystem::path> library_folders(const Unit& unit);

/// Says that a unit leads to more than is read.
engine::Problem limit_of_libraries();

}  // namespace syncfree::driver
