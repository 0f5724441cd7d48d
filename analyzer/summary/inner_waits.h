// The waits inside of a function that its calls get to, and what must hold of their arguments.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "analyzer/engine/judging/outside_call.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/summary/guards.h"

namespace syncfree::summary {

struct InnerWait {
  std::uint32_t context = 0;  ///< where it is
  source::TextRange range;
  bool needs_operands = false;            ///< it waits for tensors whose place the caller chose
  std::set<std::uint32_t> operands = {};  ///< the parameters that those are computed from; empty: not known
  bool is_repeated = false;               ///< in a loop on the way
  Guards guards = {};                     ///< of the function's parameters, sorted; all must hold
};

class InnerWaits {
 public:
  /// `waits`: by context, the findings there that are at least likely.
  InnerWaits(const inference::Analysis& analysis, const std::vector<std::vector<engine::FoundWait>>& waits)
      : analysis_(analysis), waits_(waits) {}

  /// In `context` or in what it calls, the nearest first: one that each call gets to, alone, or some with different
  /// guards or operands. Waits behind anything else than guards are left out.
  std::vector<InnerWait> of(std::uint32_t context);

 private:
  enum class GivenKind : std::uint8_t { kUnknown, kNone, kTrue, kFalse, kParameter };
  /// What a parameter is on the way from the function that was asked about.
  struct Given {
    GivenKind kind = GivenKind::kUnknown;
    std::uint32_t parameter = 0;  ///< of that function
  };
  struct Way {
    std::uint32_t context;
    std::size_t calls;
    bool is_repeated;
    std::vector<Given> given;  ///< by parameter of the context's function
    Guards guards;
  };
  const GuardedParts* parts_of(std::uint32_t context);
  std::optional<bool> answer(const Way& way, const Guard& guard) const;
  std::optional<Guards> guards_on(const Way& way, source::TextRange range, bool is_wait);
  std::optional<std::uint32_t> device_given(std::uint32_t context, source::TextRange range);
  std::vector<Given> given_to(const Way& way, const inference::CallEdge& edge);
  Given value_of(const Way& way, const model::Expression& expression);
  std::set<std::uint32_t> operands_of(const Way& way, source::TextRange range) const;
  const inference::Event* event_at(std::uint32_t context, source::TextRange range) const;

  const inference::Analysis& analysis_;
  const std::vector<std::vector<engine::FoundWait>>& waits_;
  std::map<std::uint32_t, std::unique_ptr<const GuardedParts>> parts_;  ///< by code
};

}  // namespace syncfree::summary
