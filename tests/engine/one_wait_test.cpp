// Reports of several rules about one wait become one finding; two waits stay two.
#include "analyzer/engine/one_wait.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace syncfree::engine {
namespace SYNCFREE_FILE {

std::optional<Match> no_event(const Event&, const MatchContext&) { return std::nullopt; }
std::vector<FlowMatch> no_flow(const FunctionView&) { return {}; }

constexpr std::array<RuleInfo, 4> kRules = {{
    {.code = "SF301", .match = no_event},
    {.code = "SF403", .match = no_event},
    {.code = "SF701", .match_flow = no_flow},
    {.code = "SF704", .match_flow = no_flow},
}};

Finding finding(std::string_view code, source::TextRange range) {
  return {.code = code, .range = range, .message = "says " + std::string(code), .hint = "do " + std::string(code)};
}

std::vector<Finding> joined(std::vector<Finding> findings) {
  join_same_waits(findings, kRules);
  return findings;
}

fixes::Fix fix(fixes::Applicability applicability) { return {applicability, "title", {}}; }

TEST(OneWait, WhatWaitsIsTheFindingAndTheRestIsPartOfIt) {
  std::vector<Finding> findings = {finding("SF301", {4, 9}), finding("SF701", {4, 9}), finding("SF704", {4, 9})};
  findings[1].confidence = Confidence::kCertain;
  findings[2].related = {{0, {1, 2}, "in this loop"}};
  const std::vector<Finding> result = joined(findings);
  ASSERT_EQ(result.size(), 1U);
  EXPECT_EQ(result[0].code, "SF301");
  EXPECT_EQ(result[0].confidence, Confidence::kCertain);
  ASSERT_EQ(result[0].also.size(), 2U);
  EXPECT_EQ(result[0].also[1].code, "SF704");
  EXPECT_EQ(result[0].also[1].message, "says SF704");
  EXPECT_EQ(result[0].also[1].related.size(), 1U);
  EXPECT_TRUE(speaks_for(result[0], "SF704"));
  EXPECT_FALSE(speaks_for(result[0], "SF403"));
}

TEST(OneWait, TwoWaitsInOneExpressionStayTwo) {
  EXPECT_EQ(joined({finding("SF403", {2, 12}), finding("SF301", {4, 11})}).size(), 2U);
  std::vector<Finding> other_file = {finding("SF301", {4, 9}), finding("SF701", {4, 9})};
  other_file[1].file = 1;
  EXPECT_EQ(joined(other_file).size(), 2U);
}

TEST(OneWait, WithoutTheRuleOfTheWaitTheOthersStandForIt) {
  const std::vector<Finding> result = joined({finding("SF701", {4, 9}), finding("SF704", {4, 9})});
  ASSERT_EQ(result.size(), 1U);
  EXPECT_EQ(result[0].code, "SF701");
  EXPECT_EQ(result[0].also.size(), 1U);
}

TEST(OneWait, WhatIsKnownDoesNotHideWhatIsNew) {
  std::vector<Finding> findings = {finding("SF301", {4, 9}), finding("SF701", {4, 9})};
  findings[0].suppressed = findings[0].in_baseline = true;
  EXPECT_EQ(joined(findings).size(), 2U);
}

TEST(OneWait, TheSurestRemedyGoesFirst) {
  std::vector<Finding> findings = {finding("SF301", {4, 9}), finding("SF701", {4, 9}), finding("SF704", {4, 9})};
  findings[0].fix = fix(fixes::Applicability::kSuggestion);
  findings[2].fix = fix(fixes::Applicability::kUnsafe);
  const std::vector<Finding> result = joined(findings);
  std::vector<std::string_view> codes;
  for (const Remedy& remedy : remedies_of(result[0])) codes.push_back(remedy.code);
  EXPECT_EQ(codes, (std::vector<std::string_view>{"SF704", "SF301", "SF701"}));
}

TEST(OneWait, ACommentForOneCodeSilencesThePlace) {
  std::vector<Finding> findings = {finding("SF301", {4, 9}), finding("SF403", {2, 12}), finding("SF701", {4, 9})};
  findings[2].suppressed = true;
  findings[2].suppression_reason = "once";
  suppress_same_waits(findings);
  EXPECT_TRUE(findings[0].suppressed);
  EXPECT_EQ(findings[0].suppression_reason, "once");
  EXPECT_FALSE(findings[1].suppressed);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::engine
