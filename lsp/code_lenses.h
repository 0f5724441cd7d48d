// The lines above functions that run in each step.
#pragma once

#include <span>
#include <string_view>

#include "lsp/client.h"
#include "lsp/document.h"
#include "lsp/json.h"
#include "lsp/shown_insight.h"

namespace syncfree::lsp {

/// The command of a lens: it shows the call, a Location, which is its one argument.
inline constexpr std::string_view kShowCall = "syncfree-lint.showCall";

/// CodeLenses. Where the client cannot show a document, they can only be read.
Json code_lenses(const Document& document, std::span<const ShownHot> hot, const Client& client);

}  // namespace syncfree::lsp
