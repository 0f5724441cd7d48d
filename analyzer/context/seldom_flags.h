// Parts of functions that seldom run, because those who call them seldom ask for that.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/shapes.h"
#include "analyzer/inference/project.h"
#include "analyzer/source/text_range.h"

namespace syncfree::context {

/// A function, and the name of one of its parameters.
using Flag = std::pair<Code, std::uint32_t>;

struct SeldomParts {
  /// By code: what stands behind a parameter that one call of the function seldom makes true, and none makes otherwise.
  /// Empty where nothing is found.
  std::vector<std::vector<source::TextRange>> parts;
  std::set<Flag> flags;  ///< that one call seldom makes true, whatever others do
};

/// `is_given`: by code, it is handed to others; `steps`: it changes parameters, so that a step is as long as that
/// takes.
SeldomParts seldom_parts(const inference::Project& project, const Shapes& shapes, const CallLinks& links,
                         const std::vector<bool>& is_given, const std::vector<bool>& steps);

/// Of each call in `code` of a function with flags, for each of them: it is seen to make it true seldom, or never.
std::vector<bool> flag_answers(const inference::Project& project, Code code, const CodeShape& shape,
                               std::span<const CallLink> links, const std::set<Flag>& flags);

}  // namespace syncfree::context
