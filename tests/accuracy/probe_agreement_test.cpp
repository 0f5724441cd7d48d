// The static verdict on each measured snippet against what the GPU did. Snippets on which they differ are listed, with
// the reason, in bench/truth/probe_differences.json; a difference that is not listed, or one that is listed but gone,
// fails.
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/judging/analyze.h"
#include "frontends/python/lower.h"
#include "rules/rule_table.h"

namespace syncfree {
namespace SYNCFREE_FILE {

constexpr double kLeastAgreement = 0.98;

nlohmann::json read_json(const std::string& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  return nlohmann::json::parse(in);
}

/// Does a finding that is at least likely lie in `code`, when it runs after `setup`; the codes found, for the failure
/// message.
std::set<std::string> codes_found(const catalog::Catalog& catalog, model::SymbolTable& symbols,
                                  const std::string& setup, const std::string& code) {
  const std::string text = setup + code + "\n";
  auto module = python::parse_python(text, symbols);
  EXPECT_TRUE(module) << code;
  const inference::Project project({{module->get(), "probe", false, 0}}, catalog, symbols, 1);
  const inference::Analysis analysis = inference::infer(project, 1);
  std::set<std::string> codes;
  for (const engine::Finding& finding : engine::analyze(analysis, rules::rule_table(), 1)) {
    const bool inside = finding.range.begin >= setup.size();
    // SF7 to SF9 speak of what one snippet does not show.
    if (inside && finding.confidence >= engine::Confidence::kLikely && finding.code < "SF7")
      codes.emplace(finding.code);
  }
  return codes;
}

TEST(ProbeAgreement, StaticVerdictsMatchTheGpu) {
  const nlohmann::json truth = read_json("bench/truth/probe.json");
  std::map<std::string, std::string> known;
  for (const auto& row : read_json("bench/truth/probe_differences.json")) known[row["code"]] = row["reason"];
  model::SymbolTable symbols;
  const catalog::Catalog catalog(catalog::builtin_rows(), symbols);
  const std::string setup = truth["setup"].get<std::string>();
  int agreed = 0;
  int judged = 0;
  std::set<std::string> different;
  for (const auto& probe : truth["probes"]) {
    if (probe.contains("error")) continue;
    const std::string code = probe["code"];
    const bool waits = probe["blocks"].get<bool>() || probe["stalls"].get<bool>();
    const std::set<std::string> codes = codes_found(catalog, symbols, setup, code);
    ++judged;
    if (waits != codes.empty()) {
      ++agreed;
      continue;
    }
    different.insert(code);
    std::string said;
    for (const std::string& one : codes) said += " " + one;
    EXPECT_TRUE(known.contains(code)) << (waits ? "blocks, not found: " : "free, but found" + said + ": ") << code;
  }
  for (const auto& [code, reason] : known)
    EXPECT_TRUE(different.contains(code)) << "listed as a difference, but agrees now: " << code;
  const double agreement = static_cast<double>(agreed) / judged;
  std::cout << "probe agreement " << agreed << " of " << judged << " (" << 100 * agreement << " %)\n";
  EXPECT_GE(agreement, kLeastAgreement);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
