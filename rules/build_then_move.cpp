// SF105: tensors and modules built on the CPU and moved, though their constructors take `device=`.
#include <algorithm>
#include <span>

#include "rules/shared/call_match.h"
#include "rules/shared/copy_rule.h"

namespace syncfree::rules::build_then_move {

namespace {

constexpr values::Kinds kOfType = values::Kinds(values::Kind::kTensor) | values::Kind::kDtype;

}  // namespace

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (rule_of_copy(event) != "SF105") return std::nullopt;
  if (moves_module(event)) {
    engine::Match match =
        call_match(event, context, "copies the module's parameters to the GPU, with a wait for each", {});
    match.hint = "build it there: pass `device=` to the constructor, or construct it under `with torch.device(…)`";
    return match;
  }
  engine::Match match =
      call_match(event, context, "copies to the GPU, with a wait, a value that could have been built there", {});
  // `.to(x)` converts the elements too.
  const bool converts = std::ranges::any_of(std::span(event.operands).subspan(1),
                                            [](const values::Value& given) { return given.may_be(kOfType); });
  match.hint = converts ? "pass `device=` and `dtype=` to the constructor and drop the move"
                        : "pass `device=` to the constructor and drop the move";
  return match;
}

}  // namespace syncfree::rules::build_then_move
