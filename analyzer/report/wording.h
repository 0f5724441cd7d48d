// Words that the formats for people share.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/engine/finding.h"
#include "analyzer/engine/one_wait.h"
#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// Whether the host needs what it waits for, and what follows from that; empty where it depends.
std::string_view dependency_words(engine::Dependency dependency);

/// " (also SF704, SF701)"; empty for a finding of one rule.
std::string also_note(const engine::Finding& finding);

/// A remedy's words; with its rule where the finding has several.
std::string remedy_words(const engine::Finding& finding, const engine::Remedy& remedy);

/// "3 of 10 files were analysed to the end": of a run that was interrupted.
std::string interrupted_words(const engine::Interrupted& interrupted);

/// "; a narrower wait is left"; empty where the wait is gone, or where a rewrite's title says what is left.
std::string_view words_of(fixes::WaitsLeft left);

/// " (safe: `--fix`)", with what is left of the wait.
std::string how_to_apply(const fixes::Fix& fix);

}  // namespace syncfree::report
