// The formats of a plan, of the program in tests/plan/sample.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/plan/plan.h"
#include "analyzer/plan/write.h"
#include "driver/check.h"
#include "rules/remedy_table.h"
#include "rules/rule_table.h"
#include "tests/main/snapshot.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::plan {
namespace SYNCFREE_FILE {

using Write = void (*)(const engine::Report&, const Plan&, const Presentation&, std::ostream&);

class Sample {
 public:
  Sample() : rules_(rules::rule_table().begin(), rules::rule_table().end()) {
    // Elsewhere than among tests, which run in no step.
    const test::TemporaryFolder folder;
    const std::filesystem::path here = std::filesystem::current_path();
    std::filesystem::copy("tests/plan/sample", folder.path() / "sample");
    std::filesystem::current_path(folder.path());
    driver::CheckRequest request;
    request.paths = {"sample"};
    request.settings = driver::default_settings("sample");
    request.settings.temperature = engine::Temperature::kCold;
    request.settings.environment.is_read = false;
    request.wants_runs = true;
    driver::Progress progress;
    checked_ = driver::check(request, progress);
    std::filesystem::current_path(here);
    // What differs between machines, and what changes with each rule's page.
    checked_.report.root = "/project";
    checked_.report.version = "1.2.3";
    for (engine::RuleInfo& rule : rules_) rule.page = "The page.\n";
    checked_.report.rules = rules_;
    const Material material{.report = checked_.report,
                            .runs = checked_.runs,
                            .advice = rules::advice_table(),
                            .remedies = rules::remedy_table()};
    const std::vector<bool> files(checked_.report.files.size(), true);
    plan_ = make_plan(material, starts_in(material, files, false));
  }

  std::string as(Write write, bool color = false) const {
    std::ostringstream out;
    write(checked_.report, plan_, {.color = color, .paths = paths_}, out);
    return std::move(out).str();
  }

  std::string nothing_as(Write write) const {
    std::ostringstream out;
    write(checked_.report, {}, {}, out);
    return std::move(out).str();
  }

 private:
  std::vector<engine::RuleInfo> rules_;
  driver::CheckResult checked_;
  Plan plan_;
  std::vector<std::string> paths_ = {"sample"};
};

testing::AssertionResult matches(const std::string& name, const std::string& actual) {
  return test::matches_snapshot("tests/plan/snapshots/" + name, actual);
}

TEST(PlanFormats, Text) { EXPECT_TRUE(matches("sample.txt", Sample().as(write_text))); }
TEST(PlanFormats, TextInColor) { EXPECT_TRUE(matches("sample_color.txt", Sample().as(write_text, true))); }
TEST(PlanFormats, Json) { EXPECT_TRUE(matches("sample.json", Sample().as(write_json))); }
TEST(PlanFormats, JsonOfNothing) { EXPECT_TRUE(matches("nothing.json", Sample().nothing_as(write_json))); }
TEST(PlanFormats, Html) { EXPECT_TRUE(matches("sample.html", Sample().as(write_html))); }

/// Whatever `check` calls hot runs in some step: of scripts, of libraries, and of code with findings of each rule.
TEST(PlanCoverage, EachHotWaitIsInSomeStep) {
  for (const char* folder : {"bench/truth/scripts", "bench/truth/programs", "fixtures"}) {
    driver::CheckRequest request;
    request.paths = {folder};
    request.settings = driver::default_settings(folder);
    request.settings.environment.is_read = false;
    request.wants_runs = true;
    driver::Progress progress;
    const driver::CheckResult checked = driver::check(request, progress);
    const Material material{.report = checked.report,
                            .runs = checked.runs,
                            .advice = rules::advice_table(),
                            .remedies = rules::remedy_table()};
    const std::vector<bool> files(checked.report.files.size(), true);
    const Plan plan = make_plan(material, starts_in(material, files, false));
    EXPECT_GT(plan.steps.size(), 10U) << folder;
    EXPECT_EQ(count_hot_elsewhere(material, plan, files), 0U) << folder;
  }
}

/// Kinds by words are worth nothing once the rules say it in other words.
TEST(PlanAdvice, EachPhraseStandsInSomeRule) {
  std::string sources;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("rules")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    sources += text.str();
  }
  for (const engine::AdviceKind& each : rules::advice_table())
    EXPECT_NE(sources.find(each.phrase), std::string::npos) << each.phrase;
}

TEST(PlanAdvice, EachRuleSaysWhatHelps) {
  const auto remedies = rules::remedy_table();
  ASSERT_EQ(remedies.size(), rules::rule_table().size());
  for (std::size_t i = 0; i < remedies.size(); ++i) {
    EXPECT_EQ(remedies[i].code, rules::rule_table()[i].code);
    EXPECT_EQ(remedies[i].if_needed == engine::RemedyKind::kNone, remedies[i].if_unneeded == engine::RemedyKind::kNone);
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::plan
