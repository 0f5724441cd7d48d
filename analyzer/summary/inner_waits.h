// The waits inside of a function that its calls get to, and what must hold of their arguments.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
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
  InnerWaits(const inference::Analysis& analysis, const std::vector<std::vector<engine::FoundWait>>& waits);

  /// In `context` or in what it calls, the nearest first: one that each call gets to, alone, or some with different
  /// guards or operands. Waits behind anything else than guards are left out, unless each way on from there waits.
  std::vector<InnerWait> of(std::uint32_t context);

 private:
  enum class GivenKind : std::uint8_t { kUnknown, kConstant, kSubject };
  /// What a parameter is on the way from the function that was asked about.
  struct Given {
    GivenKind kind = GivenKind::kUnknown;
    const model::Constant* constant = nullptr;
    std::uint32_t parameter = 0;  ///< of that function
    model::Symbol setting = {};   ///< see Guard
  };
  struct Way {
    std::uint32_t context;
    std::size_t calls;
    bool is_repeated;
    std::vector<Given> given;  ///< by parameter of the context's function
    Guards guards;
    std::uint32_t number;  ///< tells the questions of one call of a function from those of another
  };
  /// The calls and other expressions of a function, by where they are.
  using Places = std::unordered_map<std::uint64_t, const model::Expression*>;

  const inference::FunctionInfo* function_of(std::uint32_t context) const;
  const GuardedParts* parts_of(std::uint32_t context);
  const model::Expression* expression_at(std::uint32_t context, source::TextRange range);
  const model::Call* call_at(std::uint32_t context, source::TextRange range);
  std::uint32_t defined(std::uint32_t context) const;
  std::optional<bool> answer(const Way& way, const Guard& guard) const;
  AnyGuards guards_on(const Way& way, source::TextRange range, bool is_wait);
  std::optional<Guards> asked_of_start(const Way& way, const Guards& own) const;
  std::optional<std::uint32_t> device_given(std::uint32_t context, source::TextRange range);
  std::vector<Given> given_to(const Way& way, const inference::CallEdge& edge, std::uint32_t callee);
  Given value_of(const Way& way, const model::Expression& expression);
  std::set<std::uint32_t> operands_of(const Way& way, source::TextRange range);
  const inference::Event* event_at(std::uint32_t context, source::TextRange range) const;
  std::vector<InnerWait> collected(std::uint32_t context);
  bool add_waits(const Way& way, std::vector<InnerWait>& found);

  const inference::Analysis& analysis_;
  const std::vector<std::vector<engine::FoundWait>>& waits_;
  std::map<std::uint32_t, std::unique_ptr<const GuardedParts>> parts_;  ///< by code
  std::map<std::uint32_t, Places> places_;                              ///< by code
  std::unordered_map<std::uint32_t, std::uint32_t> definitions_;        ///< of overloads, by code: a context
};

}  // namespace syncfree::summary
