// A finding keeps its fingerprint while its surroundings change.
#include "analyzer/report/fingerprint.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace syncfree::report {
namespace SYNCFREE_FILE {

/// The fingerprints of all places of `t.item()` in `text`.
std::vector<std::string> of_items(const std::string& text, std::string_view function = "f",
                                  std::string_view code = "SF301") {
  static constexpr std::string_view kItem = "t.item()";
  const source::LineTable lines(text);
  engine::Report report;
  report.files.push_back({.path = "a.py", .uri = "a.py", .text = text, .lines = &lines});
  for (std::size_t at = text.find(kItem); at != std::string::npos; at = text.find(kItem, at + 1)) {
    const auto begin = static_cast<std::uint32_t>(at);
    report.findings.push_back(
        {.code = code, .file = 0, .range = {begin, begin + 8}, .function = std::string(function)});
  }
  return fingerprints(report);
}

TEST(Fingerprint, SurvivesMovedLinesAndIndentation) {
  EXPECT_EQ(of_items("x = t.item()\n"), of_items("\n\nother()\n\tx  =  t.item()\r\n"));
}

TEST(Fingerprint, SurvivesRenamesAndFormattingAround) {
  EXPECT_EQ(of_items("x = f(a, t.item())\n"), of_items("total = g(\n    b,\n    t.item(),\n)\n"));
}

std::string of_whole(const std::string& text) {
  const source::LineTable lines(text);
  engine::Report report;
  report.files.push_back({.path = "a.py", .uri = "a.py", .text = text, .lines = &lines});
  report.findings.push_back({.code = "SF301", .range = {0, static_cast<std::uint32_t>(text.size())}});
  return fingerprints(report)[0];
}

TEST(Fingerprint, SurvivesAFormatter) {
  EXPECT_EQ(of_whole("x.to('cuda', dtype = y[1:2]).item()"),
            of_whole("x.to(\n    \"cuda\",  # there\n    dtype=y[1:2],\n).item()"));
  EXPECT_NE(of_whole("x.to('cuda')"), of_whole("x.to('cuda:1')"));
}

TEST(Fingerprint, TellsApartRuleAndFunction) {
  const auto one = of_items("x = t.item()\n");
  EXPECT_NE(one, of_items("x = t.item()\n", "g"));
  EXPECT_NE(one, of_items("x = t.item()\n", "f", "SF302"));
}

TEST(Fingerprint, EqualOnesAreCounted) {
  const auto two = of_items("x = t.item()\ny = t.item()\n");
  ASSERT_EQ(two.size(), 2U);
  EXPECT_NE(two[0], two[1]);
  EXPECT_EQ(two[0], of_items("x = t.item()\n")[0]);
}

TEST(Fingerprint, IsTheSameOnEveryMachine) { EXPECT_EQ(of_items("x = t.item()\n")[0], "944a71432cf42ede"); }

TEST(Fingerprint, InFilesItTellsThemApart) {
  const std::string name = of_items("x = t.item()\n")[0];
  EXPECT_NE(fingerprint_in_file(name, "a.py"), fingerprint_in_file(name, "b.py"));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::report
