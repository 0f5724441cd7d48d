// How a tensor that a call makes on the CPU came to be.
#pragma once

#include "analyzer/catalog/result.h"
#include "analyzer/catalog/tensor_rule.h"
#include "analyzer/values/value.h"

namespace syncfree::catalog {

/// Of the tensor in `places` that `rule` describes.
values::Origin origin_by(const TensorRule& rule, values::Places places, const CallView& call);

}  // namespace syncfree::catalog
