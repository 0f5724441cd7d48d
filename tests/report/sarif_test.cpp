// What code scanning asks of SARIF beyond the schema.
#include "analyzer/report/sarif.h"

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/report/sample_report.h"

namespace syncfree::report {
namespace SYNCFREE_FILE {

nlohmann::json run_of(const engine::Report& report, SarifOptions options = {}) {
  std::ostringstream out;
  write_sarif(report, out, options);
  const auto document = nlohmann::json::parse(out.str());
  EXPECT_EQ(document["runs"].size(), 1U);
  return document["runs"][0];
}

TEST(Sarif, SuppressedFindingsAreResultsOnlyWhenAskedFor) {
  const SampleReport sample;
  const auto without = run_of(sample.report());
  EXPECT_EQ(without["results"].size(), 6U);
  for (const auto& result : without["results"]) EXPECT_FALSE(result.contains("suppressions"));
  const auto with = run_of(sample.report(), {.suppressed = true});
  EXPECT_EQ(with["results"].size(), 7U);
  EXPECT_EQ(with["results"][2]["suppressions"][0]["kind"], "inSource");
  EXPECT_EQ(with["results"][2]["suppressions"][0]["justification"], "only \"once\"");
}

TEST(Sarif, OfTooManyTheWorstAreKeptAndTheOthersCounted) {
  const SampleReport sample;
  const auto run = run_of(sample.report(), {.suppressed = true, .most_results = 3});
  std::vector<std::string> levels;
  for (const auto& result : run["results"]) levels.push_back(result["level"]);
  EXPECT_EQ(levels, (std::vector<std::string>{"warning", "error", "warning"})) << "in the order of the source";
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"].back()["message"]["text"],
            "4 findings are left out, beyond the 3 worst: code scanning takes no more results");
  const auto all = run_of(sample.report(), {.most_results = 6});
  EXPECT_EQ(all["results"].size(), 6U);
  EXPECT_EQ(all["invocations"][0]["toolExecutionNotifications"].size(), 2U);
}

TEST(Sarif, TheLimitIsThatOfCodeScanning) { EXPECT_EQ(SarifOptions{}.most_results, 25'000U); }

TEST(Sarif, RulesSayTheirWorst) {
  engine::Report report = SampleReport::empty();
  const std::vector<engine::RuleInfo> rules = {{.code = "SF001", .severity_hot = engine::Severity::kNote},
                                               {.code = "SF301"},
                                               {.code = "SF307", .severity_hot = engine::Severity::kError},
                                               {.code = "SF605", .severity_hot = engine::Severity::kError}};
  report.rules = rules;
  std::vector<std::string> severities;
  const auto run = run_of(report);
  for (const auto& rule : run["tool"]["driver"]["rules"]) {
    severities.push_back(rule["properties"]["problem.severity"]);
  }
  EXPECT_EQ(severities, (std::vector<std::string>{"recommendation", "warning", "error", "error"}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::report
