// Edits of the model, written in C++.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analyzer/fixes/write_edits.h"
#include "analyzer/model/locate.h"

namespace syncfree::cxx {

/// See fixes::write_edits. What needs names of libtorch is written only where the file includes some of it.
std::optional<std::vector<fixes::TextEdit>> render_edits(const fixes::Source& source, const model::Location& around,
                                                         std::span<const fixes::Edit> edits);

}  // namespace syncfree::cxx
