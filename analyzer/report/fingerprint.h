// The identity of a finding from one run to the next, while lines move and other code changes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// By finding: 16 hexadecimal digits over the rule, the enclosing function, the tokens of the range, and how
/// many findings alike come before it in its file. So a formatter may break it, change its quotes or add a comma; the
/// rest of the line is not part of it, so that a variable can be renamed there; nor is the file's path: a consumer that
/// wants a file's findings apart has the path beside it.
std::vector<std::string> fingerprints(const engine::Report& report);

/// The same with the file, for consumers that compare over all files.
std::string fingerprint_in_file(const std::string& fingerprint, std::string_view uri);

}  // namespace syncfree::report
