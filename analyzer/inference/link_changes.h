// What the texts of a project say differently from those of the project before, for two projects of which the second
// has the numbers of the first (Project::after): other files, definitions or imports.
//
// What is as it was has the same number, and a function or class that has another fact to it has another number: to the
// memo it is something else. So whoever has it as a value is evaluated again without more ado. What is left is who gets
// it out of texts: by names, which are compared here.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

struct LinkChanges {
  /// Modules whose evaluations have to be done: new or with other texts, or their names may mean something else.
  std::vector<std::uint32_t> redone;
  std::vector<std::uint32_t> edited;   ///< of these: with other texts, and the numbers of their definitions
  std::vector<model::Symbol> names;    ///< of which some module, or the project, says something else
  std::vector<std::uint32_t> parents;  ///< classes that have other direct subclasses
  std::vector<model::Symbol> classes;  ///< names of classes at the top of modules, of which one is there or gone
};

/// `after` was made of `before` by Project::after.
LinkChanges link_changes(const Project& before, const Project& after);

/// By place in `inputs`: what becomes of the numbers of `before`. Of a module of which the text of definitions is
/// alike, they are kept for now.
std::vector<NumberedBefore> numbered_by_text(const Project& before, std::span<const ModuleInput> inputs);
/// `after` has kept the numbers of functions and classes of which it says something else. Of the modules in which they
/// are, `numbered` keeps them no more. True if there are any.
bool leave_what_differs(const Project& before, const Project& after, std::vector<NumberedBefore>& numbered);

}  // namespace syncfree::inference
