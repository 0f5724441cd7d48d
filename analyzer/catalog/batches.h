// Batches: what loaders make of what their functions give, and move.
#pragma once

#include "analyzer/values/value_arena.h"

namespace syncfree::catalog {

/// `collated`, of whose parts something is known; what is not known of them is a tensor of `otherwise`, which is what
/// loaders give. `otherwise` itself, where `collated` is no container of parts.
values::Value batch_of(const values::Value& collated, const values::Value& otherwise, values::ValueArena& arena);

/// With all tensors that it holds, or may hold, at `places`.
values::Value placed(const values::Value& value, values::Places places, values::ValueArena& arena);

}  // namespace syncfree::catalog
