// Whether two projects say the same of a module, a function or a class, as far as this can be said without their texts.
#pragma once

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// But for the caller's number of the file.
bool is_same_input(const ModuleInput& a, const ModuleInput& b);
bool is_same_function(const FunctionInfo& a, const FunctionInfo& b);
/// But for the classes below it.
bool is_same_class(const ClassInfo& a, const ClassInfo& b);

}  // namespace syncfree::inference
