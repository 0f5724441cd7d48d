// Evaluates calls of catalog operators, written as text: `torch.nonzero(mv)`, `x.to('cpu', non_blocking=True)`.
#pragma once

#include <string>
#include <string_view>

namespace syncfree::test {

struct Outcome {
  std::string value;  ///< what comes back, as values::describe says it
  std::string rule;   ///< the rule that the call blocks by; with "?" if it only may; empty if it does not
};

/// Arguments are names of example values (see calls.cpp), numbers, 'text', True, False, None, and lists of these in [] or ().
/// A method is written with its receiver: `x.item()`. Throws std::invalid_argument for what it cannot read or find.
Outcome call(std::string_view text);

}  // namespace syncfree::test
