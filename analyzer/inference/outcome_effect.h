// What an outcome says to others.
#pragma once

#include <cstdint>

#include "analyzer/inference/scope.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

/// A hash of all of a fresh outcome by which others can tell it from another one: what it gives, stores, calls, makes
/// and reads, and which blocks it leaves out, but not what happens in it. Numbers of slots and of what it asks for do
/// not count. `context`: of which it is an outcome.
std::uint64_t effect_of(const World& world, std::uint32_t context, const Outcome& outcome);

}  // namespace syncfree::inference
