// A subscript with a mask in it, as a tensor and a mask that lies over it: `x[:, i, mask]` is `x[:, i]` under `mask`.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

struct MaskedPlaces {
  fixes::Code whole;              ///< `x[:, i]`
  fixes::Code mask;               ///< with as many dimensions behind as the subscript has behind it
  const model::Expression* node;  ///< the mask as it is written
  bool alone = false;             ///< the mask is all of the index
  bool sure = false;              ///< it is a mask, and no index
};

/// Nothing where another part than the mask selects by a tensor or a list, or where it is not clear which dimensions
/// the mask lies over.
std::optional<MaskedPlaces> masked_places(const engine::Event& event, const model::Subscript& node);

}  // namespace syncfree::rules
