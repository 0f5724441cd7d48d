#include "tests/fixes/pairs.h"

#include <gtest/gtest.h>

#include "analyzer/engine/one_wait.h"
#include "analyzer/fixes/apply.h"
#include "tests/fixes/fix_text.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

std::string text_after(const Pair& pair, const std::string& text, fixes::Applicability least) {
  const driver::FixResult result = fix_text(pair.file, text, least);
  return result.changed.empty() ? text : result.changed.front().text;
}

/// With the suggestions of the rule, which no option writes.
std::string as_shown(const Pair& pair) {
  const driver::FixResult result = fix_text(pair.file, pair.before, fixes::Applicability::kUnsafe);
  std::vector<const fixes::Fix*> shown;
  for (const engine::Finding& finding : result.check.report.findings) {
    for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
      if (remedy.fix != nullptr && remedy.code == rule_of(pair)->code) shown.push_back(remedy.fix);
    }
  }
  return fixes::apply_fixes(pair.before, shown).text;
}

class Pairs : public testing::TestWithParam<Pair> {};

TEST_P(Pairs, AreMadeByTheFixesOfTheirKind) {
  const Pair& pair = GetParam();
  using enum fixes::Applicability;
  EXPECT_EQ(text_after(pair, pair.before, kSafe), pair.is_safe ? pair.after : pair.before) << "with --fix";
  if (pair.is_suggestion) {
    EXPECT_EQ(text_after(pair, pair.before, kUnsafe), pair.before) << "with --unsafe-fixes";
    EXPECT_EQ(as_shown(pair), pair.after);
  } else {
    EXPECT_EQ(text_after(pair, pair.before, kUnsafe), pair.after) << "with --unsafe-fixes";
    if (pair.shows_nothing) {
      EXPECT_EQ(as_shown(pair), pair.before);
    }
  }
}

TEST_P(Pairs, AreCleanThenAndStayAsTheyAre) {
  const Pair& pair = GetParam();
  if (pair.after == pair.before || pair.is_suggestion) return;
  const driver::FixResult again = fix_text(pair.file, pair.after, fixes::Applicability::kUnsafe);
  EXPECT_TRUE(again.changed.empty());
  EXPECT_TRUE(again.check.report.problems.empty());
  // Some good forms still wait, only for less; but what is found in the flow of a function is no longer there.
  const engine::RuleInfo* rule = rule_of(pair);
  ASSERT_NE(rule, nullptr) << pair.file;
  if (rule->match != nullptr && rule->good_form_waits != engine::GoodFormWaits::kNone) return;
  for (const engine::Finding& finding : again.check.report.findings) {
    EXPECT_FALSE(engine::speaks_for(finding, rule->code))
        << pair.after.substr(finding.range.begin, finding.range.size());
  }
}

/// All that is found, the more the hotter it is and the deeper in loops.
std::size_t found_in(const Pair& pair, const std::string& text) {
  std::size_t weight = 0;
  for (const engine::Finding& finding : fix_text(pair.file, text, fixes::Applicability::kSafe).check.report.findings)
    weight += (static_cast<std::size_t>(finding.temperature) * 10 + 1) << finding.loop_depth;
  return weight;
}

/// A line that is shown stands alone: typed in, it is not reported again where it stood, and brings nothing as bad.
TEST_P(Pairs, AreReportedLessWhereTheyAreOnlyShown) {
  const Pair& pair = GetParam();
  if (!pair.is_suggestion) return;
  EXPECT_LT(found_in(pair, pair.after), found_in(pair, pair.before));
}

std::string test_name(const testing::TestParamInfo<Pair>& info) {
  std::string name = info.param.file.substr(0, info.param.file.find('.')) + "_" + info.param.name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Python, Pairs, testing::ValuesIn(all_pairs()), test_name);

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test
