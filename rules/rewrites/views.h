// Tensors that are views of others, whose memory no copy takes over as it is.
#pragma once

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Elements lie at one place: `x.expand(3, -1)`, a grid of `torch.meshgrid`, a view of one, or what a function of the
/// project gives that ends in one. No copy into pinned memory of the same layout can be made of it.
bool shares_elements(const model::Expression& tensor, const engine::FixContext& context);

/// Elements lie with gaps between them: `x[:, :n]`, `x[::2]`, `x.narrow(1, 0, n)`, or a view of one. Its pinned copy
/// has the same gaps; a copy to the GPU would put the elements together in pageable memory first, and wait. Rows of the
/// first dimension and permuted tensors have none.
bool has_gaps(const model::Expression& tensor, const engine::FixContext& context);

}  // namespace syncfree::rules
