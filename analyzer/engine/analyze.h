// From a linked and settled project to findings.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/engine/outside_call.h"
#include "analyzer/engine/rule.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::engine {

/// Writes edits in the language of the file `file` (ModuleInput::file); nothing where that cannot be done. Threads may
/// call it at the same time.
using EditWriter = std::function<std::optional<std::vector<fixes::TextEdit>>(
    std::uint32_t file, const model::Module&, model::Locator&, const model::Location& around,
    std::span<const fixes::Edit>)>;

/// Every finding of every module, at all temperatures and confidences: selection comes later. Sorted by file number,
/// then position, then code; one for each blocking expression. Without a writer findings carry no fixes. `calls`, if it
/// is not null, receives the calls that lead to them from other files. `jobs` threads share the modules; the result is
/// the same for every number.
std::vector<Finding> analyze(const inference::Analysis& analysis, std::span<const RuleInfo> rules, unsigned jobs,
                             const EditWriter& write = nullptr, std::vector<OutsideCall>* calls = nullptr);

}  // namespace syncfree::engine
