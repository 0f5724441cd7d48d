// SF203: a 0-dim tensor on the GPU where an operator needs a host number.
#include <algorithm>
#include <array>

#include "rules/shared/call_match.h"

namespace syncfree::rules::device_scalar_as_size {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF203", event)) return std::nullopt;
  constexpr std::array<std::string_view, 9> kValues = {"full", "new_full",       "full_like", "clamp", "clamp_",
                                                       "add",  "fill_diagonal_", "lerp",      "sub"};
  engine::Match match =
      call_match(event, context, "needs a host number, so it reads a GPU tensor back before it can start",
                 "take the number from the host, such as from a shape, or use a form that accepts a tensor");
  // A value and no size: the GPU could take it from the tensor.
  if (std::ranges::find(kValues, called_name(event)) != kValues.end()) match.dependency = engine::Dependency::kFalse;
  return match;
}

}  // namespace syncfree::rules::device_scalar_as_size
