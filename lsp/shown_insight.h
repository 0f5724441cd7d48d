// Facts that are shown beside findings: each belongs to a text that is being edited, and moves with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/source/text_range.h"
#include "lsp/position.h"
#include "lsp/text_change.h"

namespace syncfree::lsp {

struct ShownName {
  source::TextRange range;
  std::string words;
  std::string_view evidence;  ///< who says so
};

/// A call, as it was when it was found.
struct CallPlace {
  std::string uri;
  Range range;
};

struct ShownHot {
  source::TextRange range;  ///< of the function's name
  std::string words;        ///< "hot: called from `train` (train.py:40)"
  std::optional<CallPlace> caller;
};

/// Moves what is shown with the text. What the change touches is gone.
void move_names(std::vector<ShownName>& names, const TextChange& change);
void move_hot(std::vector<ShownHot>& hot, const TextChange& change);

/// What a project's analysis of an edited text is expected to say of names until it has been made: `shown` (moved),
/// where the file's own analysis says of a name what it said before the edit; elsewhere what that says now. All are
/// sorted.
std::vector<ShownName> estimate(std::span<const ShownName> shown, std::span<const ShownName> own_before,
                                std::span<const ShownName> own_now);

/// The name at the offset; null if nothing is known of it.
const ShownName* name_at(std::span<const ShownName> names, std::uint32_t offset);

}  // namespace syncfree::lsp
