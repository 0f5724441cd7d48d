// Code of C++ that a run of a program does once.
#pragma once

#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/shape_table.h"

namespace syncfree::context {

/// Is it `main`.
bool begins_run(const inference::Project& project, const inference::FunctionInfo& info);

/// By code, outside of its loops: `main`, what an example defines and nobody calls, and what only these call within the
/// same file, or in examples. `given`: by code, it is handed to others, who may call it as often as they like. What
/// constructs objects is left to those who make them.
std::vector<bool> run_once(const inference::Project& project, const ShapeTable& table, const CallLinks& links,
                           const std::vector<bool>& given);

}  // namespace syncfree::context
