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
  /// A method of a direct subclass of its layer does.
  bool subclass_has(std::uint32_t klass, model::Symbol name) const;

 private:
  const Project& project_;
  std::vector<std::unordered_set<model::Symbol>> of_class_;
};

}  // namespace syncfree::inference
