// Which numbers the modules, functions and classes of a project have.
//
// A project that is analysed once has them in order: those of a module follow one another. One that comes after another
// (an edit) gives the same numbers to what was there before, so that what is known of the one can be used for the other
// (memo.h). For that a project that is remembered has room: behind the functions and classes of each module, and at the
// end. Numbers that nothing has are holes: an empty module, a function or class without a name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analyzer/model/module.h"

namespace syncfree::inference {

/// Numbers that follow one another.
struct NumberRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t end() const { return first + count; }
  bool contains(std::uint32_t number) const { return number >= first && number < end(); }
  friend bool operator==(const NumberRange&, const NumberRange&) = default;
};

/// Of a module: its number, and room for its functions and classes.
struct ModuleNumbers {
  std::uint32_t module = 0;
  NumberRange functions;
  NumberRange classes;
};

struct ProjectNumbers {
  std::vector<ModuleNumbers> modules;  ///< in the order of the modules' names
  std::uint32_t module_count = 0;      ///< with holes, as the next two
  std::uint32_t function_count = 0;
  std::uint32_t class_count = 0;

  /// For modules in the order of their names.
  static ProjectNumbers in_order(std::span<const model::Module* const> modules, bool has_room);
};

/// A module of the next project: what it was, or null for a new one.
struct NumberedBefore {
  const model::Module* module;
  const ModuleNumbers* before;  ///< its numbers stay
  bool keeps_definitions;       ///< those of its functions and classes too
};

/// Numbers of as many modules, functions and classes as `counts` has. What the project before had and the next one does
/// not keep is not given again: to the memo it is something else. Nothing if there is no room.
std::optional<ProjectNumbers> numbers_after(const ProjectNumbers& before, std::span<const NumberedBefore> modules);

/// What stands for a hole.
const model::Module& no_module();
const model::Function& no_function();
const model::Class& no_class();

}  // namespace syncfree::inference
