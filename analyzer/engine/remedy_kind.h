// What kind of change takes a wait away: a fact of each rule, from its page's front matter.
#pragma once

#include <cstdint>
#include <string_view>

namespace syncfree::engine {

enum class RemedyKind : std::uint8_t {
  kNone,        ///< the rule speaks of no wait
  kRemove,      ///< take the call, or the check that it makes, away
  kDevice,      ///< make the value on the GPU: `device=`
  kPinned,      ///< copy from or into pinned memory, without waiting
  kOtherApi,    ///< a function or method that does the same without a wait
  kDelay,       ///< read the value later in the step, or in the next one
  kCoalesce,    ///< several waits become one
  kOffThePath,  ///< do it every N steps, before the loop or behind it
  kLeave,       ///< nothing better is known
};

struct RuleRemedy {
  std::string_view code;
  RemedyKind if_unneeded;  ///< the host does not need the value (Dependency::kFalse), or nobody knows
  RemedyKind if_needed;    ///< the host needs it (Dependency::kTrue)
};

/// Advice that holds the phrase asks for this kind of change, whatever rule gives it.
struct AdviceKind {
  std::string_view phrase;
  RemedyKind kind;
};

}  // namespace syncfree::engine
