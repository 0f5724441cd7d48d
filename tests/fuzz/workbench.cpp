#include "tests/fuzz/workbench.h"

#include "analyzer/engine/judging/analyze.h"
#include "analyzer/engine/suppression/suppression.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/project.h"
#include "analyzer/source/line_table.h"
#include "rules/rule_table.h"
#include "tests/fuzz/target.h"

namespace syncfree::fuzz {
namespace {

constexpr unsigned kFilesOfATable = 200;

void check_finding(const engine::Finding& finding, std::size_t size) {
  expect(finding.range.begin <= finding.range.end && finding.range.end <= size, "a finding lies outside of its file");
  expect(!finding.message.empty(), "a finding says nothing");
  if (!finding.fix) return;
  std::uint32_t done = 0;
  for (const fixes::TextEdit& edit : finding.fix->edits) {
    expect(edit.range.begin >= done && edit.range.begin <= edit.range.end && edit.range.end <= size,
           "edits overlap, or lie outside of their file");
    done = edit.range.end;
  }
}

}  // namespace

model::SymbolTable& Workbench::symbols() {
  if (!shared_ || ++files_ % kFilesOfATable == 0) shared_ = std::make_unique<Shared>();
  return shared_->symbols;
}

std::vector<engine::Finding> Workbench::analyze(const model::Module& module) {
  const inference::Project project({{.module = &module, .name = "fuzzed"}}, shared_->catalog, shared_->symbols, 1);
  const inference::Analysis analysis = inference::infer(project, 1);
  const auto write = [&](std::uint32_t, const model::Module& of, model::Locator& locator, const model::Location& around,
                         std::span<const fixes::Edit> edits) {
    return render_({of, shared_->symbols, locator}, around, edits);
  };
  std::vector<engine::OutsideCall> calls;
  std::vector<engine::Finding> findings = engine::analyze(analysis, rules::rule_table(), 1, write, &calls);
  const source::LineTable lines(module.text);
  engine::Suppressions suppressions(module, lines, rules::rule_table());
  suppressions.mark(findings);
  for (const engine::Finding& finding : findings) check_finding(finding, module.text.size());
  for (const engine::Finding& finding : suppressions.about_comments(0)) check_finding(finding, module.text.size());
  return findings;
}

}  // namespace syncfree::fuzz
