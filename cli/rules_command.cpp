// `syncfree-lint rules`: the rule table, for people, programs, and the README.
#include <algorithm>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "analyzer/report/family.h"
#include "cli/commands.h"
#include "rules/rule_table.h"

namespace syncfree::cli {
namespace {

std::string_view name_of(engine::FixSafety safety) {
  switch (safety) {
    case engine::FixSafety::kNone:
      return "none";
    case engine::FixSafety::kSuggestion:
      return "suggestion";
    case engine::FixSafety::kUnsafe:
      return "unsafe";
    case engine::FixSafety::kSafe:
      return "safe";
  }
  return {};
}

std::string_view name_of(engine::GoodFormWaits waits) {
  switch (waits) {
    case engine::GoodFormWaits::kNone:
      return "none";
    case engine::GoodFormWaits::kFewer:
      return "fewer";
    case engine::GoodFormWaits::kElsewhere:
      return "elsewhere";
  }
  return {};
}

/// Calls `start(family)` before the first rule of each family, and `row(rule)` for each rule.
template <class Start, class Row>
void for_each_rule(Start&& start, Row&& row) {
  const report::Family* last = nullptr;
  for (const engine::RuleInfo& rule : rules::rule_table()) {
    const report::Family* family = report::family_of(rule.code);
    if (family != last && family != nullptr) start(*family);
    last = family;
    row(rule);
  }
}

std::string as_text() {
  std::size_t width = 0;
  for (const engine::RuleInfo& rule : rules::rule_table()) width = std::max(width, rule.name.size());
  std::ostringstream out;
  bool first = true;
  for_each_rule(
      [&](const report::Family& family) {
        out << (first ? "" : "\n") << family.title << '\n';
        first = false;
      },
      [&](const engine::RuleInfo& rule) {
        out << "  " << rule.code << "  " << rule.name << std::string(width - rule.name.size(), ' ') << "  "
            << rule.summary << '\n';
      });
  return std::move(out).str();
}

std::string as_json() {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const engine::RuleInfo& rule : rules::rule_table()) {
    rows.push_back({{"code", rule.code},
                    {"name", rule.name},
                    {"summary", rule.summary},
                    {"dependency", engine::name_of(rule.dependency)},
                    {"fix", name_of(rule.fix)},
                    {"good_form_waits", name_of(rule.good_form_waits)},
                    {"languages", rule.languages},
                    {"page", rule.page}});
  }
  return rows.dump(2) + "\n";
}

/// Text in a table's cell.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '|' ? "\\|" : std::string(1, c);
  return result;
}

std::string as_markdown() {
  std::ostringstream out;
  out << "| code | name | what it finds | good form waits |\n| --- | --- | --- | --- |\n";
  for_each_rule([&](const report::Family& family) { out << "| | **" << family.title << "** | | |\n"; },
                [&](const engine::RuleInfo& rule) {
                  out << "| " << rule.code << " | " << rule.name << " | " << cell(rule.summary) << " | "
                      << name_of(rule.good_form_waits) << " |\n";
                });
  return std::move(out).str();
}

}  // namespace

ExitStatus run_rules(const RulesArguments& arguments) {
  switch (arguments.format) {
    case RulesFormat::kText:
      return print(as_text(), kNothingFound);
    case RulesFormat::kJson:
      return print(as_json(), kNothingFound);
    case RulesFormat::kMarkdown:
      return print(as_markdown(), kNothingFound);
  }
  return kFailure;
}

}  // namespace syncfree::cli
