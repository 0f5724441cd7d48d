// Forward passes that are no step by themselves: whoever calls them says how often they run.
#pragma once

#include <optional>
#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/context_table.h"
#include "analyzer/context/heat.h"
#include "analyzer/context/shape_table.h"

namespace syncfree::context {

/// By context, how hot it is at least; nothing for other code. Of a forward pass that trains with some arguments and
/// only answers with others (`mode="eval"`), what runs without gradients alone is cold. A forward pass that nothing
/// calls but a method of its own class, by that name (`self.forward(x)`), is warm.
std::vector<std::optional<Heat>> passes_of_callers(const inference::Analysis& analysis, const ContextTable& contexts,
                                                   const ShapeTable& table, const Shapes& shapes,
                                                   const CallLinks& links);

/// `self.forward(…)`
bool begins_with_forward(const model::Module& module, source::TextRange call);

}  // namespace syncfree::context
