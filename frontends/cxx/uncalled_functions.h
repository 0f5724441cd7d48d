// Finds the functions of programs that nothing names but their own declarations.
#pragma once

#include <span>
#include <vector>

#include "analyzer/model/symbol.h"
#include "frontends/cxx/link.h"

namespace syncfree::cxx {

/// Marks them with the decorator `cxx.uncalled`: they never run. A program is what lies in the folder of the
/// only file with `main`, or below it; elsewhere, and where there are several, functions may be there for others.
/// `followed`: by file, as others are not judged.
void mark_uncalled_functions(std::span<const LinkedFile> files, const std::vector<bool>& followed,
                             model::SymbolTable& symbols);

}  // namespace syncfree::cxx
