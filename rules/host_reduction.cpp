// SF303: Python built-ins that compare or test tensors on the GPU.
#include "rules/shared/call_match.h"

namespace syncfree::rules::host_reduction {

namespace {

std::string_view hint_for(std::string_view name) {
  if (name == "max")
    return "`torch.maximum(a, b)` for two tensors, `t.max()` for one, `t.clamp(min=…)` for a tensor and a number";
  if (name == "min")
    return "`torch.minimum(a, b)` for two tensors, `t.min()` for one, `t.clamp(max=…)` for a tensor and a number";
  if (name == "any") return "`t.any()`, or `torch.stack(flags).any()`, is a tensor that stays on the GPU";
  if (name == "all") return "`t.all()`, or `torch.stack(flags).all()`, is a tensor that stays on the GPU";
  if (name.starts_with("sort")) return "`torch.sort` orders on the GPU; or read all values at once with `.tolist()`";
  return "compare all elements at once on the GPU, or read them at once with `.tolist()`";
}

}  // namespace

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (is_loop_test(event)) return std::nullopt;
  const bool compares = event.kind == engine::EventKind::kTruth && event.truth_use == engine::TruthUse::kReduction;
  if (!compares && !is_call_of("SF303", event)) return std::nullopt;
  return call_match(event, context, "compares or tests GPU tensors one by one, with a wait for each",
                    hint_for(called_name(event)));
}

}  // namespace syncfree::rules::host_reduction
