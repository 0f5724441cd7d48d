// Which attributes the instances of a class have, read off the text: what methods store in `self`. Whether an attribute
// exists does not depend on what has been evaluated; only what it holds does.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "analyzer/inference/project.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

class StoredNames {
 public:
  explicit StoredNames(const Project& project);

  /// A method of the class, or of one that it derives from, stores the attribute.
  bool has(std::uint32_t klass, model::Symbol name) const;
  /// A method other than the constructor, of the class or of one that it derives from, stores something in it that is
  /// not the attribute itself, moved.
  bool is_stored_again(std::uint32_t klass, model::Symbol name) const;
  /// A method of a direct subclass of its layer does.
  bool subclass_has(std::uint32_t klass, model::Symbol name) const;
  /// A method of the class, or of one that it derives from, stores under names that the text does not tell:
  /// `setattr(self, name, value)`, `self.add_module(name, module)`.
  bool has_hidden(std::uint32_t klass) const;
  /// The names of which the other one, of a project whose classes have the same numbers, says something else; an empty
  /// one if it does of hidden names.
  std::vector<model::Symbol> different(const StoredNames& other) const;
  /// Of a project whose classes have the same numbers.
  friend bool operator==(const StoredNames& a, const StoredNames& b) {
    return a.of_class_ == b.of_class_ && a.again_ == b.again_ && a.hides_ == b.hides_;
  }

 private:
  const Project& project_;
  std::vector<std::unordered_set<model::Symbol>> of_class_;
  std::vector<std::unordered_set<model::Symbol>> again_;  ///< by class: what other methods than constructors store
  std::vector<std::uint8_t> hides_;                       ///< by class
};

}  // namespace syncfree::inference
