// Findings in macros: reported where the macro is used, with the place at which it is written.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "analyzer/engine/finding.h"
#include "analyzer/model/module.h"

namespace syncfree::driver {

/// The number of a file in the report, by its real path.
using FileNumber = std::function<std::optional<std::uint32_t>(const std::string& path)>;

/// Adds the definition of the macro whose use is the finding.
void add_macro_definition(const model::Module& module, const FileNumber& file_number, engine::Finding& finding);

}  // namespace syncfree::driver
