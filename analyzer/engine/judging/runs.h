// The runs of each function, in order: its calls and its waits, for those who follow a step through a program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analyzer/context/run_order.h"
#include "analyzer/context/temperature.h"
#include "analyzer/engine/finding.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::engine {

/// A function of a file, or its top level.
struct RunKey {
  std::uint32_t file = 0;      ///< as ModuleInput::file
  std::uint32_t function = 0;  ///< model::Function::id + 1; 0: the top level

  friend auto operator<=>(const RunKey&, const RunKey&) = default;
};

struct RunCallee {
  RunKey key;
  bool by_name = false;  ///< only the name of the method says so, which no other one has
};

/// A call that leads on, a wait, or both at once.
struct RunPoint {
  context::RunPart part;
  bool waits = false;  ///< findings have this range
  std::vector<RunCallee> callees;
};

struct RunFunction {
  RunKey key;
  std::string name;              ///< qualified; empty for the top level
  source::TextRange range;       ///< of its statement; empty for the top level
  source::TextRange name_range;  ///< empty for the top level and for lambdas
  bool is_generator = false;     ///< its body runs in the loop over what a call of it gives
  bool is_hot = false;           ///< it runs in each step
  bool starts_step = false;      ///< and no call in the project says so
  std::vector<context::RunScope> scopes;
  std::vector<bool> is_step;     ///< by scope: each round of the loop is a step, and no loop around it is
  std::vector<RunPoint> points;  ///< in the order in which they run
};

/// Of the functions and top levels of the project, none of libraries; sorted by key. `findings` are those of the
/// analysis. `jobs` threads share the work.
std::vector<RunFunction> runs_of(const inference::Analysis& analysis, const context::Temperatures& temperatures,
                                 std::span<const Finding> findings, unsigned jobs);

}  // namespace syncfree::engine
