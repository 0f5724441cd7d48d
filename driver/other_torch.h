// Findings where the code runs on another version of torch than the measured one.
#pragma once

#include <span>

#include "analyzer/catalog/torch_version.h"
#include "analyzer/engine/finding.h"
#include "analyzer/fixes/edit.h"

namespace syncfree::driver {

/// Whether new code names something that is newer than `version`: then it is not shown.
bool needs_newer_torch(std::span<const fixes::Edit> edits, catalog::TorchVersion version);

/// Says of a reason that it was measured with another version than `version`, and of a hint which version it needs.
void tell_torch_version(catalog::TorchVersion version, engine::Finding& finding);

}  // namespace syncfree::driver
