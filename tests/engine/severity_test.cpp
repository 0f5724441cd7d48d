// How bad a finding is, by its rule and by how often its code runs.
#include "analyzer/engine/severity.h"

#include <gtest/gtest.h>

namespace syncfree::engine {
namespace {

TEST(Severity, OfOrdinaryRulesFollowsTheTemperature) {
  EXPECT_EQ(severity_of("SF301", Temperature::kHot), Severity::kWarning);
  EXPECT_EQ(severity_of("SF301", Temperature::kWarm), Severity::kNote);
  EXPECT_EQ(severity_of("SF301", Temperature::kCold), Severity::kNote);
  EXPECT_EQ(severity_of("SF001", Temperature::kHot), Severity::kNote);
}

TEST(Severity, ErrorsAreLoopsByTheDataInTheStepPathAndWaitsInACapture) {
  EXPECT_EQ(severity_of("SF307", Temperature::kHot), Severity::kError);
  EXPECT_EQ(severity_of("SF307", Temperature::kWarm), Severity::kNote);
  EXPECT_EQ(severity_of("SF605", Temperature::kCold), Severity::kError);
}

}  // namespace
}  // namespace syncfree::engine
