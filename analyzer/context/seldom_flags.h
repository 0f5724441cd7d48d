// Parts of functions that seldom run, because those who call them seldom ask for that.
#pragma once

#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/shapes.h"
#include "analyzer/inference/project.h"
#include "analyzer/source/text_range.h"

namespace syncfree::context {

/// By code: what stands behind a parameter that one call of the function seldom makes true, and none makes otherwise.
/// `is_given`: by code, it is handed to others; `steps`: it changes parameters, so that a step is as long as that
/// takes. Empty where nothing is found.
std::vector<std::vector<source::TextRange>> seldom_parts(const inference::Project& project, const Shapes& shapes,
                                                         const CallLinks& links, const std::vector<bool>& is_given,
                                                         const std::vector<bool>& steps);

}  // namespace syncfree::context
