// Random call graphs, recursion, mutual imports and cyclic inheritance: the inference ends, and says the same with one
// thread and with several, in every run. SYNCFREE_FUZZ_PROJECTS asks for more projects than the usual few.
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/analyze.h"
#include "frontends/python/lower.h"
#include "rules/rule_table.h"
#include "tests/inference/random_project.h"

namespace syncfree {
namespace {

constexpr std::uint32_t kProjects = 60;
constexpr std::uint32_t kMostRounds = 400;

std::uint32_t projects() {
  const char* asked = std::getenv("SYNCFREE_FUZZ_PROJECTS");
  return asked == nullptr ? kProjects : static_cast<std::uint32_t>(std::strtoul(asked, nullptr, 10));
}

/// All findings as text; also how many rounds it took.
std::string findings_of(const std::vector<std::pair<std::string, std::string>>& sources, unsigned jobs) {
  model::SymbolTable symbols;
  const catalog::Catalog catalog(catalog::builtin_rows(), symbols);
  std::vector<std::unique_ptr<model::Module>> modules;
  std::vector<inference::ModuleInput> inputs;
  for (const auto& [name, text] : sources) {
    auto parsed = python::parse_python(text, symbols);
    EXPECT_TRUE(parsed && (*parsed)->problems.empty()) << text;
    modules.push_back(std::move(*parsed));
    inputs.push_back({modules.back().get(), name, false, static_cast<std::uint32_t>(inputs.size())});
  }
  const inference::Project project(inputs, catalog, symbols, jobs);
  const inference::Analysis analysis = inference::infer(project, jobs);
  EXPECT_LT(analysis.rounds, kMostRounds);
  std::ostringstream out;
  out << analysis.rounds << " rounds\n";
  for (const engine::Finding& finding : engine::analyze(analysis, rules::rule_table(), jobs)) {
    out << finding.file << ':' << finding.range.begin << '-' << finding.range.end << ' ' << finding.code << ' '
        << finding.message << ' ' << engine::name_of(finding.confidence) << ' ' << engine::name_of(finding.temperature)
        << ' ' << engine::name_of(finding.dependency) << ' ' << finding.function << '\n';
    for (const engine::Related& link : finding.chain) out << "  " << link.file << ':' << link.range.begin << '\n';
  }
  return out.str();
}

TEST(Fuzz, EndsAndAlwaysSaysTheSame) {
  std::size_t found = 0;
  for (std::uint32_t seed = 1; seed <= projects(); ++seed) {
    const auto sources = test::random_project(seed, 2 + seed % 5);
    const std::string alone = findings_of(sources, 1);
    EXPECT_EQ(alone, findings_of(sources, 1)) << "seed " << seed << ", run again";
    EXPECT_EQ(alone, findings_of(sources, 4)) << "seed " << seed << ", with four threads";
    found += static_cast<std::size_t>(std::ranges::count(alone, '\n'));
  }
  EXPECT_GT(found, std::size_t{projects()}) << "the projects hold nothing to find";
}

}  // namespace
}  // namespace syncfree
