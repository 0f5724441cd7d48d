// The flags of GCC, Clang and nvcc, as Clang's frontend wants them.
#pragma once

#include <string>
#include <vector>

#include "frontends/clang/compilation_database.h"

namespace syncfree::clang_frontend {

/// What says how the text is to be read stays: include paths, macros, the language and its options. What is about code,
/// other processors, linking and files that are written goes, and so does what neither compiler is known to have: a
/// flag too few costs some names, a wrong one the whole file.
std::vector<std::string> clang_flags(const CompileCommand& command, const std::string& source);

}  // namespace syncfree::clang_frontend
