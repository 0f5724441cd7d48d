// Finds the functions of a C++ project that get to nothing of a library: whatever they do, the host waits for nobody.
#pragma once

#include <span>
#include <vector>

#include "frontends/cxx/link.h"

namespace syncfree::cxx {

/// By file, then model::Function::id: neither the function nor anything that it mentions, directly or through others,
/// names something of a library, or could be a method of a tensor. Of interest is only what it gives to those who call
/// it. `names`: of link_files, by file. Empty for the files that are not in `followed`, in which nobody gets to
/// anything.
std::vector<std::vector<bool>> silent_functions(std::span<const LinkedFile> files,
                                                std::span<const std::vector<OutsideName>> names,
                                                const std::vector<bool>& followed, const model::SymbolTable& symbols);

}  // namespace syncfree::cxx
