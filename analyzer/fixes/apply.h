// Puts fixes into a text: as many as do not touch each other, the same ones in every run.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fixes/fix.h"

namespace syncfree::fixes {

/// `text` with all of `edits`, which are as in `Fix::edits`.
std::string apply_edits(std::string_view text, std::span<const TextEdit> edits);

struct Applied {
  std::string text;
  std::vector<std::size_t> taken;  ///< indices into the fixes, in the order of their places
};

/// The fixes go in by the place of their last edit (the first may be an import), those of one place as they are given.
/// One that touches what is already changed is left out: the changed text is to be analysed again. What two fixes
/// insert alike (an import) is inserted once, and fixes that are the same are one.
Applied apply_fixes(std::string_view text, std::span<const Fix* const> fixes);

}  // namespace syncfree::fixes
