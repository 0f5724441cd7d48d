// What names a finding from one run to the next, while lines move and other code changes.
#pragma once

#include <string>
#include <vector>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// By finding: 16 hexadecimal digits over the rule, the enclosing function, the text of the first line and of the range
/// (with spaces made even), and how many findings alike come before it in its file. The file's path is not part of it:
/// a consumer that wants a file's findings apart has the path beside it.
std::vector<std::string> fingerprints(const engine::Report& report);

}  // namespace syncfree::report
