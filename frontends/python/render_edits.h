// Edits of the model, written in Python.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analyzer/fixes/write_edits.h"
#include "analyzer/model/locate.h"

namespace syncfree::python {

/// See fixes::write_edits.
std::optional<std::vector<fixes::TextEdit>> render_edits(const fixes::Source& source, const model::Location& around,
                                                         std::span<const fixes::Edit> edits);

}  // namespace syncfree::python
