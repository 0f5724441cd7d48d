// Output compared with a file that is kept beside the tests.
#pragma once

#include <string>

#include <gtest/gtest.h>

namespace syncfree::report {

/// Whether `actual` is what tests/report/snapshots/`name` holds; a failure shows the first line that differs. With
/// SYNCFREE_UPDATE_SNAPSHOTS set in the environment the file is written anew instead.
testing::AssertionResult matches_snapshot(const std::string& name, const std::string& actual);

}  // namespace syncfree::report
