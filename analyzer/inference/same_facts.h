// Whether the code of other modules sees the same of a module whose text has changed.
#pragma once

#include <cstdint>
#include <span>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/use_table.h"

namespace syncfree::inference {

/// A project, and what is read off its texts.
struct ReadProject {
  const Project& project;
  const UseTable& uses;
  const Declared& declared;
};

/// All that evaluations of other modules read off the texts of the modules `changed` is as before, and these are
/// Python: what stands outside of functions, signatures, what a project says of its functions and classes, and how
/// bodies use their parameters. What functions give, store and call is not part of it. `mentioned`: by layer, then
/// symbol, as EntryPoints had it.
bool are_seen_alike(const ReadProject& before, const ReadProject& after, std::span<const std::uint32_t> changed,
                    std::span<const std::vector<bool>> mentioned);

}  // namespace syncfree::inference
