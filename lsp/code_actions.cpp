#include "lsp/code_actions.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "analyzer/engine/rule.h"
#include "lsp/diagnostics.h"
#include "lsp/text_edits.h"
#include "rules/rule_table.h"

namespace syncfree::lsp {
namespace {

std::string title_of(const QuickFix& fix) {
  std::string title = fix.title;
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
  switch (fix.applicability) {
    case fixes::Applicability::kSafe:
      return title;
    case fixes::Applicability::kUnsafe:
      return title + " (unsafe: needs review)";
    case fixes::Applicability::kSuggestion:
      return title + " (a suggestion: needs review)";
  }
  return title;
}

Json workspace_edit(const Document& document, std::span<const fixes::TextEdit> edits, const Client& client) {
  Json list = Json::array();
  for (const fixes::TextEdit& edit : edits) {
    const Range range = document.lines.range(*document.text, edit.range, client.encoding);
    list.push_back({{"range", to_json(range)}, {"newText", edit.text}});
  }
  if (!client.has_versioned_edits) return {{"changes", {{document.uri, std::move(list)}}}};
  const Json changes = {{"textDocument", {{"uri", document.uri}, {"version", document.version}}},
                        {"edits", std::move(list)}};
  return {{"documentChanges", Json::array({changes})}};
}

bool can_be_silenced(const ShownFinding& finding) {
  const engine::RuleInfo* rule = engine::rule_of(finding.code, rules::rule_table());
  return rule != nullptr && !rule->for_comments;
}

/// What `resolved_action` needs to know.
Json data_of(const Document& document, const ShownFinding* finding) {
  Json data = {{"uri", document.uri}, {"version", document.version}};
  if (finding != nullptr)
    data.update({{"code", finding->code}, {"begin", finding->range.begin}, {"end", finding->range.end}});
  return data;
}

Edits edits_for(const ActionText& text, const ShownFinding* finding) {
  return finding == nullptr ? safe_fixes(text.path, *text.document.text, text.findings)
                            : silencing(text.path, *text.document.text, *finding);
}

class Offer {
 public:
  Offer(const ActionText& text, const Client& client, const ClientSettings& settings)
      : text_(text), client_(client), settings_(settings) {}

  void add_for(const ShownFinding& finding) {
    const Json diagnostics = diagnostics_of(text_.document, {&finding, 1}, client_, settings_);
    for (const QuickFix& fix : finding.fixes) {
      Json action = {{"title", title_of(fix)},
                     {"kind", kQuickFix},
                     {"diagnostics", diagnostics},
                     {"edit", workspace_edit(text_.document, fix.edits, client_)}};
      if (fix.applicability == fixes::Applicability::kSafe) action["isPreferred"] = true;
      actions_.push_back(std::move(action));
    }
    if (!can_be_silenced(finding)) return;
    const std::string title =
        "Silence " + std::string(finding.code) + " here (`" + silencing_comment(text_.path, finding.code) + "`)";
    add_made({{"title", title}, {"kind", kQuickFix}, {"diagnostics", diagnostics}}, &finding);
  }

  void add_fix_all() {
    const bool has_safe = std::ranges::any_of(text_.findings, [](const ShownFinding& finding) {
      return std::ranges::any_of(finding.fixes,
                                 [](const QuickFix& fix) { return fix.applicability == fixes::Applicability::kSafe; });
    });
    if (has_safe) add_made({{"title", "Apply all safe fixes of syncfree-lint"}, {"kind", kFixAll}}, nullptr);
  }

  Json take() { return std::move(actions_); }

 private:
  /// With its edit, or with what is needed to make it.
  void add_made(Json action, const ShownFinding* finding) {
    if (client_.resolves_edits) {
      action["data"] = data_of(text_.document, finding);
    } else {
      const Edits edits = edits_for(text_, finding);
      if (edits.empty()) return;
      action["edit"] = workspace_edit(text_.document, edits, client_);
    }
    actions_.push_back(std::move(action));
  }

  const ActionText& text_;
  const Client& client_;
  const ClientSettings& settings_;
  Json actions_ = Json::array();
};

}  // namespace

bool is_kind_wanted(std::string_view kind, std::span<const std::string> only) {
  return only.empty() || std::ranges::any_of(only, [&](const std::string& wanted) {
           return wanted.empty() || kind == wanted || kind.starts_with(wanted + ".");
         });
}

Json code_actions(const ActionText& text, source::TextRange range, std::span<const std::string> only,
                  const Client& client, const ClientSettings& settings) {
  Offer offer(text, client, settings);
  if (is_kind_wanted(kQuickFix, only)) {
    for (const ShownFinding& finding : text.findings) {
      if (finding.range.begin <= range.end && range.begin <= finding.range.end) offer.add_for(finding);
    }
  }
  if (is_kind_wanted(kFixAll, only)) offer.add_fix_all();
  return offer.take();
}

Json resolved_action(Json action, const ActionText& text, const Client& client) {
  const Json& data = action.at("data");
  ShownFinding finding;
  const bool is_silencing = data.contains("code");
  if (is_silencing) {
    const auto code = data.at("code").get<std::string>();
    finding.range = {count_of(data.at("begin")), count_of(data.at("end"))};
    const engine::RuleInfo* rule = engine::rule_of(code, rules::rule_table());
    const bool is_in_text = finding.range.begin <= finding.range.end && finding.range.end <= text.document.text->size();
    if (rule == nullptr || !is_in_text) return action;
    finding.code = rule->code;
  }
  const Edits edits = edits_for(text, is_silencing ? &finding : nullptr);
  action["edit"] = workspace_edit(text.document, edits, client);
  return action;
}

}  // namespace syncfree::lsp
