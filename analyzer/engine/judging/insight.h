// Facts that an editor shows beside findings: properties of names, and functions that run in each step.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/context/temperature.h"
#include "analyzer/engine/finding.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/observation.h"

namespace syncfree::engine {

/// A place where a name stands, in all contexts together.
struct KnownName {
  std::uint32_t file;  ///< as ModuleInput::file
  source::TextRange range;
  std::string words;
  std::string_view evidence;  ///< who says so; of a constant text
};

struct HotFunction {
  std::uint32_t file;
  source::TextRange range;        ///< of its name
  std::optional<Related> caller;  ///< a call that runs in each step; nothing: it is hot by itself
};

/// Of the modules that are these files (sorted). Sorted by file and range; one for each range. A function with very
/// many contexts is described by its first contexts.
std::vector<KnownName> known_names(const inference::Analysis& analysis, const inference::Observer& observer,
                                   std::span<const std::uint32_t> files);

/// Sorted by file and range; of the whole project, or, if `files` are there, in these alone (sorted).
std::vector<HotFunction> hot_functions(const inference::Analysis& analysis, const context::ContextTable& table,
                                       const context::Temperatures& temperatures,
                                       const std::vector<std::uint32_t>* files);

}  // namespace syncfree::engine
