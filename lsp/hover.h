// What is said of the place under the cursor: the pages of the rules that are found there.
#pragma once

#include <cstdint>
#include <span>

#include "lsp/client.h"
#include "lsp/document.h"
#include "lsp/json.h"
#include "lsp/shown_finding.h"

namespace syncfree::lsp {

/// A Hover; null where nothing is to be said.
Json hover_at(const Document& document, std::span<const ShownFinding> findings, std::uint32_t offset,
              const Client& client);

}  // namespace syncfree::lsp
