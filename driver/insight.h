// Reports about a unit's files besides findings, from the analysis of a group of them to each.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analyzer/engine/judging/analyze.h"
#include "driver/unit.h"
#include "driver/unit_analysis.h"

namespace syncfree::driver {

/// Numbers of the unit's files whose names the request asks about, sorted.
std::vector<std::uint32_t> described_files(const Unit& unit);

/// By file, those whose findings the result shows; empty: what is found of all of them is kept, or told besides.
std::vector<bool> reported_files(const Unit& unit);

/// What the request asks of the unit's files; nothing if it asks for no goal. `symbols`: of the files.
std::optional<engine::GoalQuestion> goal_question(const Unit& unit, model::SymbolTable& symbols);

/// `group`: numbers of the files that were analysed, to their end if `is_whole`; `file_of` gives each by its number,
/// and null for what is no file of the unit.
void give_to_files(engine::Insight insight, std::span<const std::size_t> group, bool is_whole,
                   const std::function<AnalysedFile*(std::uint32_t file)>& file_of);

}  // namespace syncfree::driver
