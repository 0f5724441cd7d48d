// Functions that nothing gets to: of programs and of what they import, those that nothing refers to, and methods of
// classes that nothing makes; in all modules, those of a definition that another one of the same name replaces.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/context/heat.h"
#include "analyzer/inference/project.h"

namespace syncfree::context {

/// The classes of a module, by their ids, that another one of the same name replaces before anybody names them.
std::vector<std::uint32_t> replaced_classes(const model::Module& module);

class LeftOvers {
 public:
  LeftOvers() = default;
  /// `programs`: by layer, how often what is left over there runs at most; hot where no script trains. Only in a
  /// program are all callers in sight; what it imports may have others elsewhere.
  LeftOvers(const inference::Project& project, const std::vector<Heat>& programs);

  /// How often a function, by its number, runs at most: one that is left over in a program does not, and one below a
  /// program is in none of its steps. Module bodies come behind the functions.
  Heat most(std::uint32_t code) const { return code < most_.size() ? most_[code] : Heat::kHot; }
  /// Of what only strangers could call there.
  Heat most_in_layer(std::uint32_t layer) const {
    return layer < most_in_layer_.size() ? most_in_layer_[layer] : Heat::kHot;
  }
  bool says_as(const LeftOvers& other) const { return most_ == other.most_ && most_in_layer_ == other.most_in_layer_; }

 private:
  /// A function or a class of a module's top level.
  struct Definition {
    std::uint32_t module;
    bool is_class;
    Heat most;  ///< of what is left over there
    bool is_method = false;
    std::uint32_t of_class = inference::kNowhere;  ///< of a method: its class, if that may be left over
    bool is_referred_to = false;
    std::vector<std::uint32_t> refers_to = {};  ///< other definitions
    std::vector<std::uint32_t> methods = {};    ///< of a class
  };
  using Symbols = std::unordered_set<std::uint32_t>;
  /// What a module imports: the own names of modules, and for each name that it gives one, the name that it had.
  struct Imports {
    Symbols names;
    std::unordered_map<std::uint32_t, std::uint32_t> renamed;
    Symbols own;                                                  ///< local names of what the project itself holds
    Symbols several;                                              ///< local names that more than one import binds
    Symbols foreign;                                              ///< names that only others' modules gave
    std::vector<std::uint32_t> modules;                           ///< of the project, that have a name here
    std::vector<std::uint32_t> spread;                            ///< `from module import *`
    std::unordered_multimap<std::uint32_t, model::Symbol> taken;  ///< `from m import a as b`: `a` by `b`
  };

  /// One module, and what it says of definitions.
  struct Reader {
    const inference::Project& project;
    std::uint32_t module;
    Imports imports = {};
    std::uint32_t inside = inference::kNowhere;                   ///< the definition that is read
    std::unordered_map<std::uint32_t, std::uint32_t> named = {};  ///< names, and the definition that named them last
  };

  void find_candidates(const inference::Project& project);
  std::uint32_t add(const inference::Project& project, model::Symbol name, Definition definition);
  void find_methods(const inference::Project& project);
  void name_all_methods(std::uint32_t module);
  void read_class(Reader& reader, const model::Class& definition);
  bool is_reached(std::uint32_t definition) const;
  void find_own_parts(const inference::Project& project);
  bool is_foreign(const model::ImportFrom& from) const;
  void read_imports(Reader& reader);
  void read_uses(Reader& reader);
  void read_part(Reader& reader, model::Block part);
  void read_expression(Reader& reader, const model::Expression& expression);
  bool look_into_named(const Reader& reader, const model::Expression& object);
  void look_into(std::uint32_t module, bool through_modules);
  void look_through(const std::vector<Reader>& readers);
  void refer_to_imported(const Reader& reader, model::Symbol name, model::Symbol original);
  void refer_to_all_imported(const Reader& reader);
  void take(Reader& reader, model::Symbol name, model::Symbol original);
  void read_name(Reader& reader, model::Symbol name);
  void read_attribute(const Reader& reader, const model::Expression& expression, const model::Attribute& attribute);
  void refer_to_all_functions(const Reader& reader);
  void read_text(const Reader& reader, std::string_view text, bool is_name);
  /// Calls `refers(definition)` for each of that name that the module may mean; true: it does mean it.
  template <class Refers>
  void refer_to(const Reader& reader, model::Symbol name, const Refers& refers);
  bool is_spread(const inference::Project& project, const Definition& definition) const;
  bool is_spread_module(const Reader& reader) const;
  void hand_on_imports(const Reader& reader);
  void follow_references();
  void mark(const inference::Project& project);
  void mark_replaced(const inference::Project& project);
  void mark_nested(const inference::Project& project);

  std::vector<Heat> most_;           ///< by function
  std::vector<Heat> most_in_layer_;  ///< of what is left over there
  std::vector<bool> is_below_;       ///< by layer: programs import it, and it is none
  std::vector<Definition> definitions_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_name_;  ///< definitions that may be left over
  std::unordered_map<std::uint32_t, std::uint32_t> stems_;                 ///< by module with such: its own name
  std::vector<std::uint32_t> of_function_;                                 ///< definitions, by function
  std::vector<std::uint32_t> of_class_;                                    ///< the same, by class
  /// Own names of modules that `*` imports, with the layers of those who import them.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> spread_;
  std::vector<bool> makes_by_name_;  ///< by layer: objects of classes whose names stand in a configuration
  std::unordered_set<const model::Expression*> for_nothing_;  ///< classes of objects that nobody reads
  Symbols own_parts_;                                         ///< parts of the names of the project's modules
  /// By module: somebody takes what it holds by names that the code does not hold; or what the modules hold, too, that
  /// it imports.
  enum class Looked : std::uint8_t { kNo, kInto, kThrough };
  std::vector<Looked> looked_into_;
};

}  // namespace syncfree::context
