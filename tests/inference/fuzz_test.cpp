// Random call graphs, recursion, mutual imports and cyclic inheritance: the inference ends, and says the same with one
// thread and with several, in every run. SYNCFREE_FUZZ_PROJECTS asks for more projects than the usual few.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/judging/analyze.h"
#include "frontends/python/lower.h"
#include "rules/rule_table.h"
#include "tests/inference/random_project.h"
#include "tests/main/sanitizers.h"

namespace syncfree {
namespace SYNCFREE_FILE {

constexpr std::uint32_t kProjects = test::repetitions(60U);
/// Of a whole project: a function may keep less of its arguments twice, and each time its callers are looked at again.
constexpr std::uint32_t kMostRounds = 800;

std::uint32_t projects() {
  const char* asked = std::getenv("SYNCFREE_FUZZ_PROJECTS");
  return asked == nullptr ? kProjects : static_cast<std::uint32_t>(std::strtoul(asked, nullptr, 10));
}

using Sources = std::vector<std::pair<std::string, std::string>>;

/// All findings in the first `reported` sources, as text.
std::string findings_of(const Sources& sources, unsigned jobs, std::size_t reported) {
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
  for (const engine::Finding& finding : engine::analyze(analysis, rules::rule_table(), jobs)) {
    if (finding.file >= reported) continue;
    out << finding.file << ':' << finding.range.begin << '-' << finding.range.end << ' ' << finding.code << ' '
        << finding.message << ' ' << engine::name_of(finding.confidence) << ' ' << engine::name_of(finding.temperature)
        << ' ' << engine::name_of(finding.dependency) << ' ' << finding.function << '\n';
    for (const engine::Related& link : finding.chain) out << "  " << link.file << ':' << link.range.begin << '\n';
  }
  return out.str();
}

std::string findings_of(const Sources& sources, unsigned jobs = 1) {
  return findings_of(sources, jobs, sources.size());
}

test::RandomProject project_of(std::uint32_t seed) { return {.seed = seed, .modules = 2 + seed % 5}; }

TEST(Fuzz, EndsAndAlwaysSaysTheSame) {
  std::size_t found = 0;
  for (std::uint32_t seed = 1; seed <= projects(); ++seed) {
    const Sources sources = test::random_project(project_of(seed));
    const std::string alone = findings_of(sources);
    EXPECT_EQ(alone, findings_of(sources)) << "seed " << seed << ", run again";
    EXPECT_EQ(alone, findings_of(sources, 4)) << "seed " << seed << ", with four threads";
    found += static_cast<std::size_t>(std::ranges::count(alone, '\n'));
  }
  EXPECT_GT(found, std::size_t{projects()}) << "the projects hold nothing to find";
}

// Modules are analysed in the order of their names.
TEST(Fuzz, TheOrderOfModulesDoesNotCount) {
  for (std::uint32_t seed = 1; seed <= projects(); ++seed) {
    test::RandomProject wanted = project_of(seed);
    const std::string in_order = findings_of(test::random_project(wanted));
    wanted.numbers.resize(wanted.modules);
    std::iota(wanted.numbers.begin(), wanted.numbers.end(), 0U);
    std::shuffle(wanted.numbers.begin(), wanted.numbers.end(), std::mt19937(seed));
    EXPECT_EQ(in_order, findings_of(test::random_project(wanted))) << "seed " << seed;
  }
}

TEST(Fuzz, UnrelatedModulesDoNotCount) {
  for (std::uint32_t seed = 1; seed <= projects(); ++seed) {
    Sources sources = test::random_project(project_of(seed));
    const std::size_t own = sources.size();
    const std::string alone = findings_of(sources);
    // One package that comes before by name, and one that comes after.
    for (const std::string package : {"a", "z"}) {
      test::RandomProject other = project_of(seed + 1);
      other.package = package;
      std::ranges::move(test::random_project(other), std::back_inserter(sources));
    }
    EXPECT_EQ(alone, findings_of(sources, 1, own)) << "seed " << seed;
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
