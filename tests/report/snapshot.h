// The output of report formats, compared with what tests/report/snapshots holds.
#pragma once

#include <string>

#include "tests/main/snapshot.h"

namespace syncfree::report {

/// `name` is that of a file in the folder; see tests/main/snapshot.h.
inline testing::AssertionResult matches_snapshot(const std::string& name, const std::string& actual) {
  return test::matches_snapshot("tests/report/snapshots/" + name, actual);
}

}  // namespace syncfree::report
