// Which of two findings goes first.
#include "analyzer/report/ranking.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace syncfree::report {
namespace SYNCFREE_FILE {

using engine::Confidence;
using engine::Finding;
using engine::Severity;
using engine::Temperature;

constexpr std::array<engine::RuleInfo, 3> kRules = {{
    {.code = "SF301", .cost = 0.09},
    {.code = "SF305", .cost = 0.04},
    {.code = "SF605", .cost = 0.09},
}};

const Finding kHot = {.code = "SF301",
                      .confidence = Confidence::kLikely,
                      .temperature = Temperature::kHot,
                      .severity = Severity::kWarning};

/// Whether `worse` is shown before `better`, which stands before it in the file.
bool goes_first(const Finding& worse, const Finding& better) {
  engine::Report report;
  report.rules = kRules;
  report.findings = {better, worse};
  return worst_first(report) == std::vector<std::size_t>{1, 0};
}

Finding with(auto change) {
  Finding finding = kHot;
  change(finding);
  return finding;
}

TEST(Ranking, HowOftenItRunsCountsMost) {
  EXPECT_TRUE(goes_first(kHot, with([](Finding& f) { f.temperature = Temperature::kWarm; })));
  const Finding cold = with([](Finding& f) { f.temperature = Temperature::kCold; });
  EXPECT_TRUE(goes_first(with([](Finding& f) { f.temperature = Temperature::kWarm; }), cold));
  EXPECT_TRUE(goes_first(with([](Finding& f) { f.loop_depth = 1; }), kHot));
}

TEST(Ranking, WhatWasMeasuredForItsKind) {
  EXPECT_TRUE(goes_first(kHot, with([](Finding& f) { f.code = "SF305"; })));
  // A cheap kind in a loop costs more than a dear one outside.
  EXPECT_TRUE(goes_first(with([](Finding& f) {
                           f.code = "SF305";
                           f.loop_depth = 2;
                         }),
                         kHot));
}

TEST(Ranking, HowSureItIs) {
  EXPECT_TRUE(goes_first(with([](Finding& f) { f.confidence = Confidence::kCertain; }), kHot));
  EXPECT_TRUE(goes_first(kHot, with([](Finding& f) { f.confidence = Confidence::kPossible; })));
}

TEST(Ranking, WhatFailsGoesBeforeWhatWaits) {
  EXPECT_TRUE(goes_first(with([](Finding& f) {
                           f.code = "SF605";
                           f.severity = Severity::kError;
                           f.temperature = Temperature::kWarm;
                         }),
                         with([](Finding& f) { f.loop_depth = 3; })));
}

TEST(Ranking, EqualOnesStayInTheirOrder) { EXPECT_FALSE(goes_first(kHot, kHot)); }

TEST(Ranking, SuppressedOnesAreLeftOut) {
  engine::Report report;
  report.rules = kRules;
  report.findings = {with([](Finding& f) { f.suppressed = true; }), kHot};
  EXPECT_EQ(worst_first(report), std::vector<std::size_t>{1});
  EXPECT_EQ(in_order(report), std::vector<std::size_t>{1});
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::report
