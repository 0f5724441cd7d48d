// In which contexts of a function the way to a goal begins.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/inference/fixpoint.h"

namespace syncfree::engine {

class GoalStarts {
 public:
  /// `analysis` must outlive this.
  explicit GoalStarts(const inference::Analysis& analysis);

  /// The plain call, and those that the program makes when it is run; where no plain one could be made, all contexts.
  std::vector<std::uint32_t> of(const inference::PlainCall& call) const;

 private:
  bool is_on_its_object(std::uint32_t context, std::uint32_t klass) const;

  const inference::Analysis& analysis_;
  std::vector<bool> run_;  ///< by context: running the analysed files calls it
};

}  // namespace syncfree::engine
