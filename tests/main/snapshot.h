// Output compared with a file that is kept beside the tests.
#pragma once

#include <string>

#include <gtest/gtest.h>

namespace syncfree::test {

/// Whether `actual` is what the file at `path` holds; a failure shows the first line that differs. With
/// SYNCFREE_UPDATE_SNAPSHOTS set in the environment the file is written again instead.
testing::AssertionResult matches_snapshot(const std::string& path, const std::string& actual);

}  // namespace syncfree::test
