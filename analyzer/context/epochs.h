// A function with a loop of training goes over the batches; a loop that calls it goes over epochs.
#pragma once

#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/shapes.h"

namespace syncfree::context {

struct Epochs {
  std::vector<std::vector<bool>> loops;        ///< by code and loop: its rounds hold a loop of training
  std::vector<std::vector<bool>> calls;        ///< the same, of such a loop in a function that they call
  std::vector<std::vector<bool>> evaluations;  ///< the same, of a loop over batches without gradients
  std::vector<bool> only_once;  ///< by code: nobody calls it but beside such a loop, or in rounds that hold one
};

/// By code: `links`, as `shapes`, and who makes a step of training outside of its loops.
Epochs epochs_of(const Shapes& shapes, const CallLinks& links, const std::vector<bool>& steps);

}  // namespace syncfree::context
