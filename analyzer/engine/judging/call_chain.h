// Functions by name, and the calls that lead from hot code to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/context/temperature.h"
#include "analyzer/engine/finding.h"
#include "analyzer/inference/world.h"

namespace syncfree::engine {

/// Calls of a chain. Functions that call each other may each be hot by the other, so that their callers have no end.
inline constexpr std::size_t kLongestChain = 6;

/// Qualified; empty for the top level of a module.
std::string function_name(const inference::World& world, std::uint32_t context);

/// The calls that make a context hot, outermost first.
std::vector<Related> chain_of(const inference::World& world, const context::Temperatures& temperatures,
                              std::uint32_t context);

}  // namespace syncfree::engine
