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

  /// One module, and what it says of definitions.
  struct Reader {
    const inference::Project& project;
    std::uint32_t module;
    Imports imports = {};
  };

  void find_candidates(const inference::Project& project, const std::vector<bool>& is_program);
  void add(const inference::Project& project, model::Symbol name, Definition definition);
  void read_imports(Reader& reader);
  void read_uses(const Reader& reader);
  void read_name(const Reader& reader, model::Symbol name);
  void read_attribute(const Reader& reader, const model::Attribute& attribute);
  void read_text(const Reader& reader, std::string_view text);
  /// Calls `refers(definition)` for each of that name that the module may mean; true: it does mean it.
  template <class Refers>
  void refer_to(const Reader& reader, model::Symbol name, const Refers& refers);
  bool is_spread(const inference::Project& project, const Definition& definition) const;
  void mark(const inference::Project& project);
  void mark_replaced(const inference::Project& project);

  std::vector<bool> left_over_;  ///< by function
  std::vector<Definition> definitions_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_name_;  ///< definitions that may be left over
  std::unordered_map<std::uint32_t, std::uint32_t> stems_;                 ///< by module with such: its own name
  std::vector<std::uint32_t> of_function_;                                 ///< definitions, by function
  /// Own names of modules that `*` imports, with the layers of those who import them.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> spread_;
  std::vector<bool> makes_by_name_;  ///< by layer: objects of classes whose names stand in a configuration
};

}  // namespace syncfree::context
