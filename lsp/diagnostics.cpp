#include "lsp/diagnostics.h"

#include <string>

#include "analyzer/engine/rule.h"
#include "rules/rule_table.h"

namespace syncfree::lsp {
namespace {

constexpr const char* kSource = "syncfree-lint";
constexpr int kUnnecessary = 1;  ///< of DiagnosticTag

/// Of DiagnosticSeverity.
int severity_number(engine::Severity severity) {
  switch (severity) {
    case engine::Severity::kError:
      return 1;
    case engine::Severity::kWarning:
      return 2;
    case engine::Severity::kNote:
      return 3;
  }
  return 3;
}

std::string page_of(const engine::RuleInfo& rule, const ClientSettings& settings) {
  return settings.rule_pages + std::string(rule.code) + "-" + std::string(rule.name) + ".md";
}

Json related_of(const Document& document, const ShownFinding& finding, Encoding encoding) {
  Json list = Json::array();
  for (const RelatedPlace& place : finding.related) {
    const Range range = place.uri ? place.place : document.lines.range(*document.text, place.range, encoding);
    list.push_back({{"location", {{"uri", place.uri.value_or(document.uri)}, {"range", to_json(range)}}},
                    {"message", place.message}});
  }
  return list;
}

Json diagnostic_of(const Document& document, const ShownFinding& finding, const Client& client,
                   const ClientSettings& settings) {
  Json diagnostic = {{"range", to_json(document.lines.range(*document.text, finding.range, client.encoding))},
                     {"severity", severity_number(finding.severity)},
                     {"source", kSource},
                     {"message", finding.message}};
  const engine::RuleInfo* rule = engine::rule_of(finding.code, rules::rule_table());
  if (rule != nullptr) {
    diagnostic["code"] = rule->code;
    if (client.has_code_description && !settings.rule_pages.empty())
      diagnostic["codeDescription"] = {{"href", page_of(*rule, settings)}};
    // A comment that silences nothing can go.
    if (client.has_tags && rule->for_comments) diagnostic["tags"] = Json::array({kUnnecessary});
  }
  if (client.has_related_places && !finding.related.empty())
    diagnostic["relatedInformation"] = related_of(document, finding, client.encoding);
  return diagnostic;
}

}  // namespace

Json diagnostics_of(const Document& document, std::span<const ShownFinding> findings, const Client& client,
                    const ClientSettings& settings) {
  Json list = Json::array();
  for (const ShownFinding& finding : findings) list.push_back(diagnostic_of(document, finding, client, settings));
  return list;
}

}  // namespace syncfree::lsp
