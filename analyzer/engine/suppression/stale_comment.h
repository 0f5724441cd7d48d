// How a comment is taken out of a source, or a code out of a comment.
#pragma once

#include <cstddef>
#include <string_view>

#include "analyzer/engine/suppression/directive.h"
#include "analyzer/fixes/fix.h"
#include "analyzer/source/text_range.h"

namespace syncfree::engine {

/// Without the directive and its reason. A comment that holds nothing else goes with the spaces before it, and with its
/// line if nothing else stands there.
fixes::TextEdit without_directive(std::string_view text, source::TextRange comment, const Directive& directive);

/// Without one of its codes, and a comma. There must be another, which may be another tool's.
fixes::TextEdit without_code(std::string_view text, const Directive& directive, std::size_t code);

}  // namespace syncfree::engine
