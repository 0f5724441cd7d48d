// How edits become text, which is the frontends' business.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analyzer/fixes/edit.h"
#include "analyzer/model/locate.h"
#include "analyzer/model/module.h"

namespace syncfree::engine {

/// Writes edits in the language of the file `file` (ModuleInput::file); nothing where that cannot be done. Threads may
/// call it at the same time.
using EditWriter = std::function<std::optional<std::vector<fixes::TextEdit>>(
    std::uint32_t file, const model::Module&, model::Locator&, const model::Location& around,
    std::span<const fixes::Edit>)>;

}  // namespace syncfree::engine
