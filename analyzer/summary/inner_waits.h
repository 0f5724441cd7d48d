// The waits inside of a function that each of its calls gets to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/engine/judging/outside_call.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::summary {

struct InnerWait {
  std::uint32_t context = 0;  ///< where it is
  source::TextRange range;
  bool needs_operands = false;  ///< it waits for tensors whose place the caller chose
  bool is_repeated = false;     ///< in a loop on the way
};

class InnerWaits {
 public:
  /// `waits`: by context, the findings there that are at least likely.
  InnerWaits(const inference::Analysis& analysis, const std::vector<std::vector<engine::FoundWait>>& waits)
      : analysis_(analysis), waits_(waits) {}

  /// The nearest wait that is not behind a condition, in `context` or in what it calls. Nothing: there is none.
  std::optional<InnerWait> first(std::uint32_t context);

 private:
  /// Parts of a function's body that do not run in each call.
  const std::vector<source::TextRange>& conditional_parts(std::uint32_t code);
  bool is_conditional(std::uint32_t context, source::TextRange range);
  const inference::Event* event_at(std::uint32_t context, source::TextRange range) const;

  const inference::Analysis& analysis_;
  const std::vector<std::vector<engine::FoundWait>>& waits_;
  std::unordered_map<std::uint32_t, std::vector<source::TextRange>> parts_;  ///< by code
};

}  // namespace syncfree::summary
