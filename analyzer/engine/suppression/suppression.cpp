#include "analyzer/engine/suppression/suppression.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "analyzer/engine/one_wait.h"
#include "analyzer/engine/selection.h"
#include "analyzer/engine/severity.h"
#include "analyzer/engine/suppression/stale_comment.h"
#include "analyzer/model/locate.h"
#include "analyzer/model/statement.h"
#include "analyzer/model/walk.h"

namespace syncfree::engine {
namespace {

constexpr std::uint32_t kWholeFile = 0xFFFFFFFF;

bool stands_alone(std::string_view text, std::uint32_t comment_begin) {
  while (comment_begin > 0) {
    const char before = text[--comment_begin];
    if (before == '\n' || before == '\r') return true;
    if (before != ' ' && before != '\t' && before != '\f') return false;
  }
  return true;
}

bool same_codes(const Directive& a, const Directive& b) {
  return a.all_rules == b.all_rules &&
         std::ranges::equal(a.codes, b.codes, {}, &DirectiveCode::prefix, &DirectiveCode::prefix);
}

/// As it is written: "`ignore-end`", "`NOLINTEND`".
std::string word_of(const Directive& directive, std::string_view part) {
  if (!directive.own) return "`NOLINT" + std::string(part) + "`";
  return part == "END" ? "`ignore-end`" : "`ignore-begin`";
}

/// Joins the BEGINs with their ENDs, which name the same codes; one without the other silences nothing.
void join_blocks(std::vector<Suppression>& suppressions) {
  std::vector<Suppression*> open;
  for (Suppression& suppression : suppressions) {
    Directive& directive = suppression.directive;
    if (directive.scope == DirectiveScope::kBegin) open.push_back(&suppression);
    if (directive.scope != DirectiveScope::kEnd) continue;
    suppression.last_line = 0;
    const auto begin = std::find_if(open.rbegin(), open.rend(), [&](const Suppression* opened) {
      return opened->directive.own == directive.own && same_codes(opened->directive, directive);
    });
    const bool is_innermost = begin == open.rbegin() || directive.own;  // NOLINT blocks nest
    if (begin == open.rend() || !is_innermost) {
      directive.mistake =
          word_of(directive, "END") + " has no " + word_of(directive, "BEGIN") + " with the same codes before it";
      continue;
    }
    (*begin)->last_line = suppression.first_line;
    open.erase(std::next(begin).base());
  }
  for (Suppression* suppression : open) {
    Directive& directive = suppression->directive;
    directive.mistake =
        word_of(directive, "BEGIN") + " has no " + word_of(directive, "END") + " with the same codes after it";
  }
}

/// From `line` on, past blank lines and comments.
std::uint32_t next_code_line(const source::LineTable& lines, std::uint32_t line) {
  for (; line <= lines.line_count(); ++line) {
    std::string_view text = lines.line_text(line);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\f"), text.size()));
    if (!text.empty() && !text.starts_with('#') && !text.starts_with("//")) break;
  }
  return line;
}

std::vector<Suppression> read_suppressions(const model::Module& module, const source::LineTable& lines,
                                           std::span<const RuleInfo> rules) {
  std::vector<Suppression> suppressions;
  for (const model::Comment& comment : module.comments) {
    for (Directive& directive : read_directives(module.text, comment.range, rules)) {
      Suppression suppression{.directive = std::move(directive), .comment = comment.range};
      Directive& kept = suppression.directive;
      suppression.used_codes.resize(kept.codes.size());
      suppression.first_line = suppression.last_line = lines.line_of(comment.range.begin);
      if (kept.scope == DirectiveScope::kNextLine) {
        const std::uint32_t next = suppression.first_line + 1;
        suppression.first_line = suppression.last_line = kept.own ? next_code_line(lines, next) : next;
      }
      if (kept.scope == DirectiveScope::kFile) {
        suppression.first_line = 1;
        suppression.last_line = kWholeFile;
        if (kept.mistake.empty() && !stands_alone(module.text, comment.range.begin)) {
          kept.mistake = "`ignore-file` must stand on a line of its own";
        }
      }
      suppressions.push_back(std::move(suppression));
    }
  }
  join_blocks(suppressions);
  return suppressions;
}

/// The innermost statement around `range`; null outside of all.
const model::Statement* innermost_statement(model::Locator& locator, model::Block block, source::TextRange range) {
  for (const model::Statement* statement : locator.candidates(block, range)) {
    if (!statement->range.contains(range)) continue;
    const model::Statement* innermost = statement;
    model::for_each_part(
        *statement, [](const model::Expression*) {},
        [&](model::Block inner) {
          if (const model::Statement* found = innermost_statement(locator, inner, range)) innermost = found;
        });
    return innermost;
  }
  return nullptr;
}

/// From the end of a compound statement's last header expression to the colon that ends the header.
std::uint32_t header_end(std::string_view text, std::uint32_t from, std::uint32_t body) {
  while (from < body && text[from] != ':') {
    if (text[from] == '#') {
      while (from < body && text[from] != '\n' && text[from] != '\r') ++from;
    } else {
      ++from;
    }
  }
  return std::min(from + 1, body);
}

bool covers(Suppression& suppression, std::string_view code) {
  const Directive& directive = suppression.directive;
  if (directive.all_rules) {
    suppression.used = true;
    return true;
  }
  bool covered = false;
  for (std::size_t i = 0; i < directive.codes.size(); ++i) {
    const std::string& prefix = directive.codes[i].prefix;
    if (prefix.empty() || !code.starts_with(prefix)) continue;
    suppression.used_codes[i] = true;
    covered = true;
  }
  return covered;
}

/// A finding of the rule about comments.
Finding about_comment(const RuleInfo& rule, std::uint32_t file, source::TextRange range, std::string message) {
  return {.code = rule.code,
          .file = file,
          .range = range,
          .message = std::move(message),
          .confidence = Confidence::kCertain,
          .temperature = Temperature::kWarm,
          .severity = severity_of(rule, Temperature::kWarm)};
}

Finding about_stale(const RuleInfo& rule, std::uint32_t file, source::TextRange range, std::string message,
                    std::string hint, fixes::TextEdit removal) {
  Finding finding = about_comment(rule, file, range, std::move(message));
  finding.fix = fixes::Fix{.applicability = fixes::Applicability::kSafe, .title = hint, .edits = {std::move(removal)}};
  finding.hint = std::move(hint);
  return finding;
}

/// Of a `noqa` without codes other tools may be the reader, of a `NOLINT` exact mode.
bool can_be_stale(const Directive& directive, std::string_view text) {
  return directive.own || (!directive.all_rules && !text.substr(directive.range.begin).starts_with("NOLINT"));
}

/// The findings about one comment: at most one for each of its codes.
void report_comment(const RuleInfo& rule, const Suppression& suppression, std::string_view text, std::uint32_t file,
                    std::span<const RuleInfo> rules, std::vector<Finding>& findings) {
  const Directive& directive = suppression.directive;
  if (!directive.mistake.empty()) {
    // An unpaired NOLINT without codes is for Clang's own linter to report.
    const bool ours = directive.own || !directive.all_rules;
    if (ours) findings.push_back(about_comment(rule, file, directive.range, directive.mistake));
    return;
  }
  if (!can_be_stale(directive, text) || directive.scope == DirectiveScope::kEnd) return;
  const bool code_used = std::ranges::find(suppression.used_codes, true) != suppression.used_codes.end();
  const bool code_unknown = std::ranges::any_of(directive.codes, [](const auto& code) { return code.prefix.empty(); });
  if (!suppression.used && !code_used && !code_unknown && !directive.has_other_codes) {
    const std::string quoted(text.substr(directive.range.begin, directive.range.size()));
    const std::string message = "`" + quoted + "` silences nothing";
    findings.push_back(directive.scope == DirectiveScope::kBegin
                           ? about_comment(rule, file, directive.range, message)  // its end would have to go with it
                           : about_stale(rule, file, directive.range, message, "remove it",
                                         without_directive(text, suppression.comment, directive)));
    return;
  }
  for (std::size_t i = 0; i < directive.codes.size(); ++i) {
    const auto& [range, prefix] = directive.codes[i];
    const std::string word(text.substr(range.begin, range.size()));
    if (prefix.empty()) {
      findings.push_back(about_comment(rule, file, range, parse_selector(word, rules).error()));
    } else if (!suppression.used_codes[i]) {
      findings.push_back(about_stale(rule, file, range, "`" + word + "` silences nothing here", "remove the code",
                                     without_code(text, directive, i)));
    }
  }
}

}  // namespace

std::uint32_t statement_end(const model::Module& module, model::Locator& locator, source::TextRange range) {
  const model::Statement* statement = innermost_statement(locator, module.body, range);
  if (statement == nullptr) return range.end;
  std::optional<std::uint32_t> body;
  std::uint32_t expressions = range.end;
  model::for_each_part(
      *statement,
      [&](const model::Expression* part) {
        if (!body) expressions = std::max(expressions, part->range.end);
      },
      [&](model::Block inner) {
        if (!inner.empty() && !body) body = inner.front()->range.begin;
      });
  const bool is_definition =
      statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass;
  if (is_definition) return range.end;  // its header may be long, and each line of it can have its own comment
  if (!body) return statement->range.end;
  if (*body < range.end) return range.end;  // in a later header of it (`except`, `case`)
  return header_end(module.text, expressions, *body);
}

Suppressions::Suppressions(const model::Module& module, const source::LineTable& lines, std::span<const RuleInfo> rules)
    : module_(module), lines_(lines), rules_(rules), suppressions_(read_suppressions(module, lines, rules)) {
  for (std::size_t i = 0; i < suppressions_.size(); ++i) {
    const Suppression& suppression = suppressions_[i];
    if (!suppression.directive.mistake.empty()) continue;
    if (suppression.first_line == suppression.last_line) {
      of_line_.emplace_back(suppression.first_line, i);
    } else {
      wide_.push_back(i);
    }
  }
  std::ranges::sort(of_line_);
}

/// May be more than hold; in the order of the source.
std::vector<std::size_t> Suppressions::near(std::uint32_t first, std::uint32_t last, std::uint32_t statement_last,
                                            std::uint32_t statement_first) const {
  std::vector<std::size_t> found = wide_;
  const auto add = [&](std::uint32_t from, std::uint32_t to) {
    for (auto at = std::ranges::lower_bound(of_line_, std::pair(from, std::size_t{0}));
         at != of_line_.end() && at->first <= to; ++at)
      found.push_back(at->second);
  };
  add(first, last);
  if (statement_last < first || statement_last > last) add(statement_last, statement_last);
  if (statement_first < first) add(statement_first, statement_first);
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

/// The line on which the statement around `range` starts.
std::uint32_t Suppressions::statement_first(source::TextRange range) {
  const model::Statement* statement = innermost_statement(*locator_, module_.body, range);
  return lines_.line_of(statement == nullptr ? range.begin : statement->range.begin);
}

std::optional<std::string> Suppressions::silence(source::TextRange range, std::string_view code) {
  if (of_line_.empty() && wide_.empty()) return std::nullopt;
  if (!locator_) locator_.emplace(module_);
  const std::uint32_t last_byte = range.empty() ? range.end : range.end - 1;
  const std::uint32_t first = lines_.line_of(range.begin);
  const std::uint32_t last = lines_.line_of(last_byte);
  const std::uint32_t end = statement_end(module_, *locator_, range);
  const std::uint32_t statement_last = lines_.line_of(end == 0 ? 0 : end - 1);
  const std::uint32_t start = statement_first(range);
  std::optional<std::string> reason;
  for (const std::size_t i : near(first, last, statement_last, start)) {
    Suppression& suppression = suppressions_[i];
    const bool in_range = suppression.first_line <= last && suppression.last_line >= first;
    const bool at_end = suppression.first_line <= statement_last && suppression.last_line >= statement_last;
    const bool is_next = suppression.directive.own && suppression.directive.scope == DirectiveScope::kNextLine;
    const bool at_start = is_next && suppression.first_line == start;
    if (!(in_range || at_end || at_start) || !covers(suppression, code)) continue;
    if (!reason || reason->empty()) reason = suppression.directive.reason;
  }
  return reason;
}

void Suppressions::mark(std::span<Finding> findings) {
  for (Finding& finding : findings) {
    std::optional<std::string> reason = silence(finding.range, finding.code);
    if (!reason) continue;
    finding.suppressed = true;
    finding.suppression_reason = std::move(*reason);
  }
  suppress_same_waits(findings);
}

std::vector<Finding> Suppressions::about_comments(std::uint32_t file) const {
  std::vector<Finding> findings;
  const auto rule = std::ranges::find_if(rules_, &RuleInfo::for_comments);
  if (rule == rules_.end()) return findings;
  for (const Suppression& suppression : suppressions_) {
    report_comment(*rule, suppression, module_.text, file, rules_, findings);
  }
  return findings;
}

}  // namespace syncfree::engine
