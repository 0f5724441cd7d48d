#include "lsp/hover.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/rule.h"
#include "rules/rule_table.h"

namespace syncfree::lsp {
namespace {

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// Of the word at the offset, as in a comment that silences it.
source::TextRange word_at(std::string_view text, std::uint32_t offset) {
  std::uint32_t begin = offset;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  std::uint32_t end = offset;
  while (end < text.size() && is_word(text[end])) ++end;
  return {begin, end};
}

std::string page_of(const engine::RuleInfo& rule) {
  return "**" + std::string(rule.code) + " " + std::string(rule.name) + "**\n\n" + std::string(rule.summary) + "\n\n" +
         std::string(rule.page);
}

/// "`loss`: tensor on the GPU, floating point, no dimensions" and who says so.
std::string known_of(const ShownName& name, std::string_view text) {
  return "`" + std::string(text.substr(name.range.begin, name.range.size())) + "`: " + name.words + "\n\n*" +
         std::string(name.evidence) + "*";
}

}  // namespace

Json hover_at(const HoverText& hovered, std::uint32_t offset, const Client& client) {
  const Document& document = hovered.document;
  const std::string_view text = *document.text;
  std::vector<const engine::RuleInfo*> rules;
  std::optional<source::TextRange> range;
  const auto add = [&](std::string_view code, source::TextRange place) {
    const engine::RuleInfo* rule = engine::rule_of(code, rules::rule_table());
    if (rule == nullptr || std::ranges::find(rules, rule) != rules.end()) return;
    rules.push_back(rule);
    if (!range || range->contains(place)) range = place;
  };
  const source::TextRange word = word_at(text, offset);
  add(text.substr(word.begin, word.size()), word);
  for (const ShownFinding& finding : hovered.findings) {
    if (finding.range.begin <= offset && offset <= finding.range.end) add(finding.code, finding.range);
  }
  std::string page;
  if (hovered.name != nullptr) {
    page = known_of(*hovered.name, text);
    range = hovered.name->range;
  }
  if (page.empty() && rules.empty()) return nullptr;
  for (const engine::RuleInfo* rule : rules) page += (page.empty() ? "" : "\n\n---\n\n") + page_of(*rule);
  return {{"contents", {{"kind", client.has_markdown ? "markdown" : "plaintext"}, {"value", page}}},
          {"range", to_json(document.lines.range(text, *range, client.encoding))}};
}

}  // namespace syncfree::lsp
