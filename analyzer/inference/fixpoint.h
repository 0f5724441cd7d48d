// Runs the interpreter over the whole project until nothing changes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "analyzer/inference/known.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/world.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

/// The settled world. Values point into `arenas`.
struct Analysis {
  World world;
  std::vector<std::unique_ptr<values::ValueArena>> arenas;
  /// By context: does running the project, or calling one of its entry points, get here? Entry points are the module
  /// bodies and every function that nothing else in the project calls; what has callers is judged as they call it.
  std::vector<bool> live;
  std::uint32_t rounds = 0;
};

/// `jobs` threads share each round; the result is the same for every number of them.
/// `keep_variables` keeps what every variable of every context is, for inspection.
Analysis infer(const Project& project, unsigned jobs, bool keep_variables = false);

}  // namespace syncfree::inference
