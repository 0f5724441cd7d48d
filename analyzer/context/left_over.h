// Functions that run nowhere: of programs, those that nothing refers to, and methods of classes that nothing makes; in
// all modules, those of a definition that another one of the same name replaces.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/inference/project.h"

namespace syncfree::context {

class LeftOvers {
 public:
  LeftOvers() = default;
  /// `is_program`: by layer. Only there are all callers in sight.
  LeftOvers(const inference::Project& project, const std::vector<bool>& is_program);

  bool contains(std::uint32_t function) const { return function < left_over_.size() && left_over_[function]; }

 private:
  /// A function or a class of a module's top level.
  struct Definition {
    std::uint32_t module;
    bool is_class;
    bool is_referred_to = false;
  };
  using Symbols = std::unordered_set<std::uint32_t>;
  /// What a module imports: the own names of modules, and for each name that it gives one, the name that it had.
  struct Imports {
    Symbols names;
    std::unordered_map<std::uint32_t, std::uint32_t> renamed;
    Symbols own;  ///< local names of what the project itself holds
  };

  void find_candidates(const inference::Project& project, const std::vector<bool>& is_program);
  void add(const inference::Project& project, model::Symbol name, Definition definition);
  Imports read_imports(const inference::Project& project, const inference::ModuleInfo& module);
  void read_uses(const inference::Project& project, std::uint32_t module, const Imports& imports);
  void read_name(std::uint32_t module, model::Symbol name, const Imports& imports);
  void read_attribute(std::uint32_t module, const model::Attribute& attribute, const Imports& imports);
  void read_text(const inference::Project& project, std::string_view text);
  void refer_to(model::Symbol name, bool also_classes);
  void mark(const inference::Project& project);
  void mark_replaced(const inference::Project& project);

  std::vector<bool> left_over_;  ///< by function
  std::vector<Definition> definitions_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_name_;  ///< definitions that may be left over
  std::unordered_map<std::uint32_t, std::uint32_t> stems_;                 ///< by module with such: its own name
  std::vector<std::uint32_t> of_function_;                                 ///< definitions, by function
  Symbols spread_;                                                         ///< own names of modules that `*` imports
  bool makes_by_name_ = false;  ///< objects of classes whose names stand in a configuration
};

}  // namespace syncfree::context
