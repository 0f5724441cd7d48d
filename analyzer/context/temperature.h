// How often code runs: each step, now and then, or only at the start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/inference/fixpoint.h"
#include "analyzer/source/text_range.h"

namespace syncfree::context {

enum class Heat : std::uint8_t { kCold, kWarm, kHot };

/// A call on the way from hot code to a context.
struct Caller {
  std::uint32_t context = inference::kNowhere;  ///< kNowhere: the context is hot (or warm, or cold) by itself
  source::TextRange range;                      ///< of the call, in the caller's module
};

/// Heat of every live context, and who made it so.
class Temperatures {
 public:
  /// `jobs` threads share the work.
  Temperatures(const inference::Analysis& analysis, unsigned jobs);

  /// Of an event or call at `range` in the context.
  Heat at(std::uint32_t context, source::TextRange range, bool guarded) const;
  Heat of(std::uint32_t context) const { return heat_[context]; }
  const Caller& caller(std::uint32_t context) const { return callers_[context]; }

 private:
  bool in_step_loop(std::uint32_t context, source::TextRange range) const;

  const inference::Analysis& analysis_;
  std::vector<Heat> heat_;
  std::vector<Caller> callers_;
  std::vector<std::vector<source::TextRange>>
      step_loops_;  // by code: function number, then modules after the functions
};

}  // namespace syncfree::context
