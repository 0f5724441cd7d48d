// The text for the place under the cursor: properties of a name, and the pages of the rules that are found there.
#pragma once

#include <cstdint>
#include <span>

#include "lsp/client.h"
#include "lsp/document.h"
#include "lsp/json.h"
#include "lsp/shown_finding.h"
#include "lsp/shown_insight.h"

namespace syncfree::lsp {

struct HoverText {
  const Document& document;
  std::span<const ShownFinding> findings;
  const ShownName* name = nullptr;  ///< under the cursor, if anything is known of it
};

/// A Hover; null where nothing is to be said.
Json hover_at(const HoverText& hovered, std::uint32_t offset, const Client& client);

}  // namespace syncfree::lsp
