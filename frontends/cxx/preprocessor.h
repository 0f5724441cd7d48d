// What a build would leave of a file, without knowing the build: every branch of an #if that fits in, macros of the
// file expanded.
#pragma once

#include <string_view>
#include <vector>

#include "frontends/cxx/build_conditions.h"
#include "frontends/cxx/facts.h"
#include "frontends/cxx/macros.h"
#include "frontends/cxx/syntax/lexer.h"

namespace syncfree::cxx {

/// A use of a macro.
struct Expansion {
  source::TextRange place;
  std::string_view macro;
};

struct Preprocessed {
  Tokens tokens;
  std::vector<Expansion> expansions;
  Macros macros;
  /// Macros that the file defines and does not use: their bodies are code of whoever includes it.
  std::vector<std::string_view> unused;
  /// Branches for debugging, and uses of macros that one of them defines; sorted and apart.
  std::vector<source::TextRange> for_debug;
  BuildConditions conditions;  ///< of its branches, and of uses of macros that one of them defines
};

/// Sorted, and those that overlap as one.
std::vector<source::TextRange> apart(std::vector<source::TextRange> ranges);

/// All branches of a conditional are taken, as each is somebody's build, unless together they would not be a program;
/// then the first. Branches for device code, for other vendors' GPUs, for builds without a GPU and `#if 0` are left
/// out. With `facts` the branches and macros are the compiler's; these must outlive the result.
Preprocessed preprocess(LexedFile file, const FileFacts* facts = nullptr);

}  // namespace syncfree::cxx
