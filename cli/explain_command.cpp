// `syncfree-lint explain RULE`.
#include <string>

#include <unistd.h>

#include "analyzer/engine/selection.h"
#include "analyzer/report/painter.h"
#include "cli/commands.h"
#include "cli/markdown.h"
#include "cli/terminal.h"
#include "rules/rule_table.h"

namespace syncfree::cli {
namespace {

constexpr std::size_t kWidestText = 100;  // longer lines are hard to read

}  // namespace

ExitStatus run_explain(const ExplainArguments& arguments) {
  const auto rules = rules::rule_table();
  const engine::RuleInfo* rule = engine::find_rule(arguments.rule, rules);
  if (rule == nullptr) {
    const auto selector = engine::parse_selector(arguments.rule, rules);
    // A family is a word that other options take.
    return fail(selector ? "`" + arguments.rule + "` stands for several rules; `syncfree-lint rules` lists them"
                         : selector.error());
  }
  const bool color = wants_color(arguments.color, STDOUT_FILENO);
  const std::size_t width = terminal_width(STDOUT_FILENO, kWidestText);
  const report::Painter paint(color);
  std::string text =
      paint(report::Paint::kWarning, rule->code) + " " + paint(report::Paint::kStrong, rule->name) + "\n\n";
  text += render_markdown(std::string(rule->summary) + "\n\n" + std::string(rule->page), width, color);
  return print(text, kNothingFound);
}

}  // namespace syncfree::cli
