// Folders from which modules are imported although the importing file does not lie in or below them.
#pragma once

#include <vector>

#include "analyzer/inference/import_search.h"
#include "driver/file_settings.h"
#include "driver/unit.h"

namespace syncfree::driver {

/// `src` and `lib` folders of the unit, what the `pyproject.toml` files around its files say of a project's layout to
/// pytest, build tools and type checkers, and what the configurations of `settings` say (`src`). Sorted.
std::vector<inference::SourceRoot> source_roots(const Unit& unit, const FileSettings& settings);

}  // namespace syncfree::driver
