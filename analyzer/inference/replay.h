// An inference once more, after an edit: what the rest of the project does not notice.
//
// Most edits change what happens inside of a function, and nothing that others see of it. `replay` goes through the log
// of the last inference round by round, gives the world of each round again, and evaluates in it only the contexts of
// the modules that have changed. As long as each of these evaluations says to others what it said before (see
// outcome_effect.h), the next round is what it was. If all do so to the end, the inference of the whole project would
// have come to the same world, and only what happens in these contexts is new. Otherwise there is no shorter way than
// the whole inference.
//
// To keep when this is changed: whatever an evaluation reads is in the world, which the log gives again, or is read off
// texts, which same_facts.h compares. A fact that is added to either has to be added there.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/project.h"

namespace syncfree::inference {

struct Replayed {
  std::unique_ptr<Analysis> analysis;  ///< null if others notice the change
  bool has_same_texts = false;         ///< they notice in texts only what is noted: infer_again can be asked
  Redone redone = {};                  ///< then: with the changed modules
};

/// What `infer` would give for `project`. `before` is the logged analysis of another project of the same symbols, of
/// which it was made by Project::again or Project::after, and of which the modules `changed` had other texts; the
/// models of both must outlive the result. There is never an analysis after Project::after. If there is an analysis, it
/// holds what `before` held, which is empty then; otherwise `before` stays as it is, also when the work is broken off.
Replayed replay(const Project& project, Analysis& before, std::span<const std::uint32_t> changed);

}  // namespace syncfree::inference
