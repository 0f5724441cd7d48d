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

/// Reads what the Python groups of `inputs` import from `folders`. If there is anything, all of them go into the first,
/// where they share it; its files are numbered from `first_number` on. The result holds what the inputs point to.
Libraries add_libraries(const std::vector<std::filesystem::path>& folders, std::size_t first_number,
                        const catalog::Catalog& catalog, model::SymbolTable& symbols,
                        std::vector<std::vector<inference::ModuleInput>>& inputs);

/// Where the packages are that a unit's files import.
std::vector<std::filesystem::path> library_folders(const Unit& unit);

/// Says that a unit leads to more than is read; it stands at the first file that is reported.
engine::Problem limit_of_libraries();
std::size_t first_reported(const Unit& unit);

}  // namespace syncfree::driver
