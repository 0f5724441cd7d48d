// Finds the code that no build of a project has: it stands behind a condition on a macro that nothing defines, or is
// a program that no build file names.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "frontends/cxx/link.h"

namespace syncfree::cxx {

/// Of the macros, and names of programs, those that something else than the files speaks of, and "*" if that searches
/// for sources; nothing if that is not known.
using AskMacros = std::function<std::optional<std::unordered_set<std::string_view>>(std::span<const std::string_view>)>;

/// Adds it to `Module::debug_code`: whoever builds it does so by hand. What compilers, systems and the libraries that
/// the files include define is defined. `ask` is called at most once, and only if it matters to a file in `followed`.
void mark_unbuilt_code(std::span<const LinkedFile> files, const std::vector<bool>& followed, const AskMacros& ask);

}  // namespace syncfree::cxx
