#include "tests/accuracy/reported.h"

#include <string_view>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/judging/analyze.h"
#include "frontends/python/lower.h"
#include "rules/rule_table.h"

namespace syncfree::test {

namespace {

std::string_view heat_of(const engine::Finding& finding) {
  switch (finding.temperature) {
    case engine::Temperature::kHot:
      return "hot ";
    case engine::Temperature::kWarm:
      return "warm ";
    case engine::Temperature::kCold:
      return "cold ";
  }
  return {};
}

}  // namespace

std::string reported(const std::string& text, const std::string& module_name, bool with_heat) {
  model::SymbolTable symbols;
  const catalog::Catalog catalog(catalog::builtin_rows(), symbols);
  auto module = python::parse_python(text, symbols);
  EXPECT_TRUE(module);
  const inference::Project project({{.module = module->get(), .name = module_name}}, catalog, symbols, 1);
  const inference::Analysis analysis = inference::infer(project, 1);
  std::string all;
  for (const engine::Finding& finding : engine::analyze(analysis, rules::rule_table(), 1)) {
    if (finding.confidence < engine::Confidence::kLikely) continue;
    all += all.empty() ? "" : "; ";
    if (with_heat) all += heat_of(finding);
    all += std::string(finding.code) + " " + text.substr(finding.range.begin, finding.range.size());
  }
  return all;
}

}  // namespace syncfree::test
