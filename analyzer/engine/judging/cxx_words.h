// Messages of rules about Python code, in the words of C++: it has no keywords in calls, and another spelling of names.
#pragma once

#include "analyzer/engine/finding.h"

namespace syncfree::engine {

/// Changes message, reason, hint and title of the fix; what they quote from the source stays as it is.
void say_in_cxx(Finding& finding);

}  // namespace syncfree::engine
