// Which findings are known, when the code around them has changed.
#include "analyzer/engine/suppression/baseline.h"

#include <gtest/gtest.h>

namespace syncfree::engine {
namespace SYNCFREE_FILE {

using Numbers = std::vector<std::optional<std::size_t>>;

BaselineEntry entry(std::string path, std::string function, std::string line) {
  return {.path = std::move(path),
          .code = "SF301",
          .function = std::move(function),
          .text = "t.item()",
          .line = std::move(line)};
}

Numbers match(const std::vector<BaselineEntry>& entries, const std::vector<BaselineEntry>& found,
              const std::string& gone = "") {
  return match_baseline(entries, found, [&](const std::string& path) { return path == gone; });
}

TEST(Baseline, EachEntryKnowsOneFinding) {
  const BaselineEntry one = entry("a.py", "f", "x = t.item()");
  EXPECT_EQ(match({one}, {one, one}), (Numbers{0, std::nullopt}));
  EXPECT_EQ(match({one, one}, {one}), (Numbers{0}));
}

TEST(Baseline, AnExactMatchGoesBeforeALooseOne) {
  const std::vector<BaselineEntry> known = {entry("a.py", "f", "x = t.item()")};
  EXPECT_EQ(match(known, {entry("a.py", "f", "new = t.item()"), known[0]}), (Numbers{std::nullopt, 0}));
}

TEST(Baseline, AChangedLineOrARenamedFunctionIsStillKnown) {
  const std::vector<BaselineEntry> known = {entry("a.py", "f", "x = t.item()")};
  EXPECT_EQ(match(known, {entry("a.py", "f", "total = t.item()")}), (Numbers{0}));
  EXPECT_EQ(match(known, {entry("a.py", "New.f", "x = t.item()")}), (Numbers{0}));
  EXPECT_EQ(match(known, {entry("a.py", "g", "y = t.item()")}), (Numbers{std::nullopt}));
}

TEST(Baseline, AMovedFileIsStillKnownAndACopyIsNot) {
  const std::vector<BaselineEntry> known = {entry("a.py", "f", "x = t.item()")};
  const std::vector<BaselineEntry> elsewhere = {entry("b.py", "f", "x = t.item()")};
  EXPECT_EQ(match(known, elsewhere, "a.py"), (Numbers{0}));
  EXPECT_EQ(match(known, elsewhere), (Numbers{std::nullopt}));
}

TEST(Baseline, TextsAreRememberedOnOneLineAndNotWhole) {
  const std::string text = "x = f(\n\t  " + std::string(500, 'a') + ")\n";
  const source::LineTable lines(text);
  const ReportedFile file{.path = "a.py", .uri = "a.py", .text = text, .lines = &lines};
  const BaselineEntry made = baseline_entry({.code = "SF301", .range = {4, 512}}, file, "a.py");
  EXPECT_EQ(made.line, "x=f(");
  EXPECT_TRUE(made.text.starts_with("f(aaa")) << made.text;
  EXPECT_TRUE(made.text.ends_with("a... (503 bytes)")) << made.text;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::engine
