// Findings as the protocol's diagnostics.
#pragma once

#include <span>

#include "lsp/client.h"
#include "lsp/document.h"
#include "lsp/json.h"
#include "lsp/shown_finding.h"

namespace syncfree::lsp {

/// As far as the client understands them. `document` is what the findings lie in.
Json diagnostics_of(const Document& document, std::span<const ShownFinding> findings, const Client& client,
                    const ClientSettings& settings);

}  // namespace syncfree::lsp
