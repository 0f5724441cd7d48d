// Evaluates calls of catalog operators, written as text: `torch.nonzero(mv)`, `x.to('cpu', non_blocking=True)`.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace syncfree::test {

struct Outcome {
  std::string value;  ///< what comes back, as values::describe says it
  std::string
      rule;  ///< the rule that the call blocks by; "~" after it: on some ways; "?": not known; empty: it does not
};

/// Arguments are names of example values (see calls.cpp), tensors by kind and rank (`floating2`, `cpu_integer1`),
/// numbers, 'text', True, False, None, and lists of these in [] or (). A method is written with its receiver:
/// `x.item()`.
class Calls {
 public:
  Calls();
  ~Calls();
  /// Throws std::invalid_argument for what it cannot read or find.
  Outcome evaluate(std::string_view text) const;

 private:
  struct World;
  std::unique_ptr<World> world_;
};

}  // namespace syncfree::test
