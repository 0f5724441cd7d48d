// Which attributes the instances of a class have, read off the text: what methods store in `self`. Whether an attribute
// exists does not depend on what has been evaluated; only what it holds does.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_set>
#include <vector>

#include "analyzer/inference/project.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

class StoredNames {
 public:
  explicit StoredNames(const Project& project);
  /// `before`: of a project that this one links as (Project::links_as), of which the modules `changed` had other texts.
  StoredNames(const Project& project, const StoredNames& before, std::span<const std::uint32_t> changed);

  /// A method of the class, or of one that it derives from, stores the attribute.
  bool has(std::uint32_t klass, model::Symbol name) const;
  /// A method other than the constructor, of the class or of one that it derives from, stores something in it that is
  /// not the attribute itself, moved.
  bool is_stored_again(std::uint32_t klass, model::Symbol name) const;
  /// Such a method stores there what is not made of what the attribute held.
  bool is_stored_anew(std::uint32_t klass, model::Symbol name) const;
  /// A method of a direct subclass of its layer stores the attribute.
  bool subclass_has(std::uint32_t klass, model::Symbol name) const;
  /// A method of the class, or of one that it derives from, stores under names that the text does not tell:
  /// `setattr(self, name, value)`, `self.add_module(name, module)`.
  bool has_hidden(std::uint32_t klass) const;
  /// The names of which the other one, of a project whose classes have the same numbers, says something else; an empty
  /// one if it does of hidden names.
  std::vector<model::Symbol> different(const StoredNames& other) const;
  /// Of a project whose classes have the same numbers.
  friend bool operator==(const StoredNames& a, const StoredNames& b) { return a.different(b).empty(); }

 private:
  struct OfClass {
    std::unordered_set<model::Symbol> all;
    std::unordered_set<model::Symbol> again;  ///< what other methods than constructors store
    std::unordered_set<model::Symbol> anew;   ///< and is not made of what was there
    bool hides = false;
  };

  void read(const ModuleInfo& module);

  const Project& project_;
  std::vector<std::shared_ptr<const OfClass>> of_class_;  ///< shared with those that were made of it
};

}  // namespace syncfree::inference
