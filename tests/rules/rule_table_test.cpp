// The table as a whole: order, and words that a user can read.
#include <gtest/gtest.h>

#include "analyzer/engine/severity.h"
#include "tests/rules/events.h"

namespace syncfree::rules {
namespace SYNCFREE_FILE {

TEST(RuleTable, IsSortedByCode) {
  const auto rules = rule_table();
  ASSERT_FALSE(rules.empty());
  for (std::size_t i = 1; i < rules.size(); ++i) EXPECT_LT(rules[i - 1].code, rules[i].code);
}

engine::Severity severity_of(std::string_view code, engine::Temperature temperature) {
  return engine::severity_of(*engine::rule_of(code, rule_table()), temperature);
}

TEST(RuleTable, SeverityFollowsTheTemperature) {
  using enum engine::Temperature;
  EXPECT_EQ(severity_of("SF301", kHot), engine::Severity::kWarning);
  EXPECT_EQ(severity_of("SF301", kWarm), engine::Severity::kNote);
  EXPECT_EQ(severity_of("SF301", kCold), engine::Severity::kNote);
  EXPECT_EQ(severity_of("SF001", kHot), engine::Severity::kNote);
}

TEST(RuleTable, ErrorsAreLoopsByTheDataInTheStepPathAndWaitsInACapture) {
  using enum engine::Temperature;
  EXPECT_EQ(severity_of("SF307", kHot), engine::Severity::kError);
  EXPECT_EQ(severity_of("SF307", kWarm), engine::Severity::kNote);
  EXPECT_EQ(severity_of("SF605", kCold), engine::Severity::kError);
}

TEST(RuleTable, EveryMatcherSpeaksInPlainSentences) {
  for (const engine::RuleInfo& rule : rule_table()) {
    if (rule.match == nullptr) continue;
    // The catalog files one call under each rule; SF105, SF106, SF306 and SF307 are also found otherwise.
    testing::CallEvent call(rule.code, "torch.something");
    call->loop_depth = 1;
    call->loop_test = rule.code == "SF604" || rule.code == "SF307";
    if (rule.code == "SF307") call.block().rule = "SF301";
    if (rule.code == "SF106") {
      call.block().rule = "SF102";
      call->origin = engine::Origin::kDevice;
    }
    call->captured = rule.code == "SF605";
    const auto match = rule.match(*call, {"f(x)"});
    ASSERT_TRUE(match.has_value()) << rule.code;
    EXPECT_TRUE(match->message.find("`f(x)`") != std::string::npos) << rule.code << ": " << match->message;
    EXPECT_FALSE(match->hint.empty()) << rule.code;
    EXPECT_NE(match->message.back(), '.') << rule.code;
    EXPECT_NE(match->hint.back(), '.') << rule.code;
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::rules
