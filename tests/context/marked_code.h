// Python with the expected word at the end of a line (`x.item()  # hot`): what the findings of each line say.
#pragma once

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/judging/analyze.h"
#include "analyzer/source/line_table.h"
#include "frontends/python/lower.h"
#include "rules/rule_table.h"

namespace syncfree::test {

struct MarkedCode {
  std::string_view name;
  std::string_view code;
};

inline std::ostream& operator<<(std::ostream& out, const MarkedCode& row) { return out << row.name; }

inline std::string name_of(const testing::TestParamInfo<MarkedCode>& row) { return std::string(row.param.name); }

inline std::string_view heat_of(const engine::Finding& finding) {
  constexpr std::string_view kHeats[] = {"cold", "warm", "hot"};
  return kHeats[static_cast<std::size_t>(finding.temperature)];
}

/// `code` with the marks that the findings give its lines; of several at one line the one that `better` prefers.
/// Lines without a finding have no mark.
template <class Word, class Better>
std::string marked(std::string_view code, std::string_view module_name, Word&& word, Better&& better) {
  std::string plain;
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t end = std::min(code.find('\n', at), code.size());
    const std::string_view line = code.substr(at, end - at);
    plain += line.substr(0, line.find("  # "));
    plain += '\n';
    at = end + 1;
  }
  model::SymbolTable symbols;
  const catalog::Catalog catalog(catalog::builtin_rows(), symbols);
  auto module = python::parse_python(plain, symbols);
  EXPECT_TRUE(module && (*module)->problems.empty()) << plain;
  const inference::Project project({{module->get(), std::string(module_name), false, 0}}, catalog, symbols, 1);
  const source::LineTable lines(plain);
  std::map<std::size_t, std::string_view> marks;
  for (const engine::Finding& finding : engine::analyze(inference::infer(project, 1), rules::rule_table(), 1)) {
    if (finding.confidence < engine::Confidence::kLikely) continue;
    const auto [known, is_new] = marks.try_emplace(lines.line_of(finding.range.begin), word(finding));
    if (!is_new && better(word(finding), known->second)) known->second = word(finding);
  }
  std::string all;
  std::size_t number = 1;
  for (std::size_t at = 0; at < plain.size(); ++number) {
    const std::size_t end = plain.find('\n', at);
    all += plain.substr(at, end - at);
    if (const auto mark = marks.find(number); mark != marks.end()) all += "  # " + std::string(mark->second);
    all += '\n';
    at = end + 1;
  }
  return all;
}

/// The marks of `row` are the temperatures of its waits, the hottest of several at one line.
inline void expect_heat(const MarkedCode& row, std::string_view module_name = "package.snippet") {
  const std::string head =
      "import sys, time\nimport torch\nimport torch.nn.functional as F\nfrom torch import Tensor, nn\n";
  const std::string code = head + std::string(row.code.substr(1));
  const auto hotter = [](std::string_view one, std::string_view other) {
    return one == "hot" || (one == "warm" && other == "cold");
  };
  EXPECT_EQ(marked(code, module_name, heat_of, hotter), code);
}

}  // namespace syncfree::test
