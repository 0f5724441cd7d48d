// Every fixture holds its expected findings in comments, and a GPU has confirmed them. Each one is found with its code
// and exactly its source text, and nothing else is reported. What differs is listed, with the reason, in
// tests/accuracy/fixture_differences.json; a difference that is not listed, or one that is listed but gone, fails.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/judging/analyze.h"
#include "analyzer/source/line_table.h"
#include "frontends/python/lower.h"
#include "rules/rule_table.h"

namespace syncfree {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;

/// A finding as a comment expects it, or as it was reported.
struct Mark {
  std::uint32_t line;
  std::string code;
  std::string text;  ///< of its first line; followed by "..." if it goes on

  friend auto operator<=>(const Mark&, const Mark&) = default;
};

std::string read_text(const fs::path& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The marks `# expect: SF301 `a.item()`, SF302 `print(a)`` of one line.
std::vector<Mark> marks_of(std::string_view line, std::uint32_t number) {
  constexpr std::string_view kMark = "# expect:";
  std::vector<Mark> marks;
  std::size_t at = line.find(kMark);
  if (at == std::string_view::npos) return marks;
  at += kMark.size();
  while ((at = line.find("SF", at)) != std::string_view::npos) {
    const std::size_t open = line.find('`', at);
    const std::size_t close = line.find('`', open + 1);
    if (open == std::string_view::npos || close == std::string_view::npos) {
      ADD_FAILURE() << number << ": cannot be read: " << line;
      return marks;
    }
    marks.push_back({number, std::string(line.substr(at, 5)), std::string(line.substr(open + 1, close - open - 1))});
    at = close + 1;
  }
  return marks;
}

bool is_built(std::string_view code) {
  const auto table = rules::rule_table();
  return std::any_of(table.begin(), table.end(), [&](const engine::RuleInfo& rule) { return rule.code == code; });
}

std::vector<Mark> expected_in(const source::LineTable& lines) {
  std::vector<Mark> expected;
  for (std::uint32_t line = 1; line <= lines.line_count(); ++line) {
    for (Mark& mark : marks_of(lines.line_text(line), line)) expected.push_back(std::move(mark));
  }
  return expected;
}

std::vector<Mark> found_in(const std::string& text, const source::LineTable& lines, const catalog::Catalog& catalog,
                           model::SymbolTable& symbols) {
  auto module = python::parse_python(text, symbols);
  EXPECT_TRUE(module);
  const inference::Project project({{module->get(), "fixture", false, 0}}, catalog, symbols, 1);
  const inference::Analysis analysis = inference::infer(project, 1);
  std::vector<Mark> found;
  for (const engine::Finding& finding : engine::analyze(analysis, rules::rule_table(), 1)) {
    if (finding.confidence < engine::Confidence::kLikely) continue;
    std::string shown = text.substr(finding.range.begin, finding.range.size());
    if (const std::size_t end = shown.find('\n'); end != std::string::npos) {
      // A mark on the first line is no part of what is quoted.
      const std::size_t comment = shown.find("  #");
      shown.resize(std::min(end, comment));
      shown += "...";
    }
    found.push_back({lines.line_of(finding.range.begin), std::string(finding.code), std::move(shown)});
  }
  return found;
}

/// Each one that `places` has more often than `others`.
std::vector<Mark> without(const std::vector<Mark>& places, const std::vector<Mark>& others) {
  std::vector<Mark> left = places;
  for (const Mark& other : others) {
    if (const auto same = std::find(left.begin(), left.end(), other); same != left.end()) left.erase(same);
  }
  return left;
}

/// As lines of the list of differences: "fixtures/tensor_truth/bad.py:12 missed SF304 `if x > 0`".
std::vector<std::string> differences_of(const fs::path& file, const std::vector<Mark>& expected,
                                        const std::vector<Mark>& found) {
  std::vector<std::string> differences;
  const auto describe = [&](std::string_view what, const Mark& place) {
    differences.push_back(file.generic_string() + ":" + std::to_string(place.line) + " " + std::string(what) + " " +
                          place.code + " `" + place.text + "`");
  };
  for (const Mark& place : without(expected, found)) {
    if (is_built(place.code)) describe("missed", place);
  }
  for (const Mark& place : without(found, expected)) describe("extra", place);
  return differences;
}

std::vector<fs::path> fixture_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator("fixtures")) {
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Fixtures, FindingsAreTheExpectedOnes) {
  const std::map<std::string, std::string> listed =
      nlohmann::json::parse(read_text("tests/accuracy/fixture_differences.json"));
  model::SymbolTable symbols;
  const catalog::Catalog catalog(catalog::builtin_rows(), symbols);
  std::size_t expectations = 0;
  std::size_t met = 0;
  std::vector<std::string> differences;
  for (const fs::path& file : fixture_files()) {
    const std::string text = read_text(file);
    const source::LineTable lines(text);
    const std::vector<Mark> expected = expected_in(lines);
    const std::vector<Mark> found = found_in(text, lines, catalog, symbols);
    expectations += expected.size();
    met += expected.size() - without(expected, found).size();
    for (const std::string& difference : differences_of(file, expected, found)) {
      differences.push_back(difference);
      const std::size_t colon = difference.find(':');
      const auto line = static_cast<std::uint32_t>(std::stoul(difference.substr(colon + 1)));
      EXPECT_TRUE(listed.contains(difference)) << difference << "\n    " << lines.line_text(line);
    }
  }
  for (const auto& [difference, reason] : listed) {
    EXPECT_NE(std::find(differences.begin(), differences.end(), difference), differences.end())
        << "listed, but gone: " << difference;
  }
  EXPECT_GT(expectations, 600U);
  std::cout << met << " of " << expectations << " expectations are met; " << listed.size()
            << " differences are listed\n";
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
