// The actions that a user is offered for findings.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/source/text_range.h"
#include "lsp/client.h"
#include "lsp/document.h"
#include "lsp/json.h"
#include "lsp/shown_finding.h"

namespace syncfree::lsp {

inline constexpr std::string_view kQuickFix = "quickfix";
inline constexpr std::string_view kFixAll = "source.fixAll.syncfree-lint";

/// A text with what is shown in it.
struct ActionText {
  const Document& document;
  std::string path;  ///< its name says the language
  std::span<const ShownFinding> findings;
};

/// Whether a client that asks for the kinds `only` (empty: for all) wants this one.
bool is_kind_wanted(std::string_view kind, std::span<const std::string> only);

/// CodeActions for findings that touch `range`, and for the text as a whole. What takes a while to make is left to
/// `resolved_action` if the client asks for that.
Json code_actions(const ActionText& text, source::TextRange range, std::span<const std::string> only,
                  const Client& client, const ClientSettings& settings);

/// A CodeAction of `code_actions` with its edit. Throws as nlohmann's `at` and `get` do where it is of another form.
Json resolved_action(Json action, const ActionText& text, const Client& client);

}  // namespace syncfree::lsp
