// Evaluates the compiled conditions of the catalog's rows.
#pragma once

#include <span>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/catalog/operator.h"

namespace syncfree::catalog {

/// What the tensors and devices were that made a condition true.
struct Witness {
  values::Places places;
  values::Evidence evidence = values::Evidence::kSeen;
  bool unknown = false;  ///< nothing is known of a value that was asked whether it is on the GPU
};

values::Truth holds(const Operator& operation, std::span<const ConditionNode> condition,
                    const BoundArguments& arguments, Witness* witness = nullptr);

}  // namespace syncfree::catalog
