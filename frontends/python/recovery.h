// Reads a file with syntax errors statement by statement, so that an error spoils its own statement only.
#pragma once

#include <string_view>

#include "frontends/python/lowering.h"
#include "frontends/python/tree.h"

namespace syncfree::python {

/// Adds what can be read of `text` to `body`, and a problem to `module` for each statement that cannot. `text` is the
/// module's, or a copy of the same size.
///
/// The text is cut at its top-level statements, and each is parsed alone. In one that does not parse, the lines that
/// the grammar gets stuck on are written over, one by one, with something that does. If that leads nowhere, or there
/// are more errors than a Python file has, all of the statement is Unknown.
void recover(std::string_view text, TreeParser& parser, Lowering& lowering, model::Module& module,
             Gather<const model::Statement*>& body);

}  // namespace syncfree::python
