// SF502: the size of the result is known only on the GPU.
#include "rules/shared/call_match.h"

namespace syncfree::rules::data_dependent_shape {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF502", event)) return std::nullopt;
  engine::Match match =
      call_match(event, context, "waits for the GPU, because the values decide the size of its result",
                 "give the size, where the host knows it, or keep the full shape and a mask");
  // Where an argument can give the size, the host need not ask the GPU for it.
  const std::string_view name = called_name(event);
  if (name == "one_hot" || name == "repeat_interleave") match.dependency = engine::Dependency::kFalse;
  return match;
}

}  // namespace syncfree::rules::data_dependent_shape
