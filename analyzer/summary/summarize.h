// From the analysis of a package to its summary.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/judging/outside_call.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/summary/summary.h"

namespace syncfree::summary {

/// The rows of a package's public names that say something; `version` is left empty. `analysis` was made with
/// InferenceOptions::opens_public. `waits`: by context, the findings there that are at least likely. `rule`: the code
/// of the rule that tells of waits inside of calls.
Summary summarize(const inference::Analysis& analysis, const std::vector<std::vector<engine::FoundWait>>& waits,
                  std::string package, std::string_view rule);

}  // namespace syncfree::summary
