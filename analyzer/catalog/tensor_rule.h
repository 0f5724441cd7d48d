// Device, element kind, rank and memory of a tensor that an operator gives back.
#pragma once

#include "analyzer/catalog/evaluate.h"
#include "analyzer/catalog/place.h"
#include "analyzer/catalog/result.h"

namespace syncfree::catalog {

/// One call: what the rules look at.
struct CallView {
  const Operator& operation;
  const BoundArguments& arguments;
};

FoundPlace place_by(const TensorRule& rule, const CallView& call);
values::Elements elements_by(const TensorRule& rule, const CallView& call);
values::Rank rank_by(const TensorRule& rule, const CallView& call);
/// A tensor or array (`kind`) as the rule describes it.
values::Value tensor_by(const TensorRule& rule, values::Kind kind, const CallView& call);

}  // namespace syncfree::catalog
