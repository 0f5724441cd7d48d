// What a user says of the analysed code that the code does not show.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/model/symbol.h"
#include "analyzer/values/lattice.h"

namespace syncfree::inference {

struct Assumptions {
  /// Variables, parameters and attributes of these names hold tensors that are there, unless the code says where.
  std::unordered_map<model::Symbol, values::Places> places;
  /// Patterns of the shell for the qualified names of functions that run in each step.
  std::vector<std::string> hot;
  friend bool operator==(const Assumptions&, const Assumptions&) = default;
};

}  // namespace syncfree::inference
