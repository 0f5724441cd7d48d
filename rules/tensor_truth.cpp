// SF302: the truth of a tensor on the GPU.
#include <string>

#include "rules/shared/call_match.h"
#include "rules/shared/words.h"

namespace syncfree::rules::tensor_truth {

using engine::TruthUse;

namespace {

struct Words {
  std::string_view who;
  std::string_view hint;
};

/// Of a branch that ends in an exception.
constexpr std::string_view kCheck =
    "only a failure depends on it: `torch._assert_async(…)` checks on the GPU, and the failure is reported later";

Words words_for(TruthUse use) {
  switch (use) {
    case TruthUse::kIf:
      return {"`if`", "compute both ways and select with `torch.where`, or leave the operation to a mask"};
    case TruthUse::kAssert:
      return {"`assert`", "`torch._assert_async(…)` checks on the GPU"};
    case TruthUse::kNot:
      return {"`not`", "`torch.logical_not(…)` gives a tensor and does not wait"};
    case TruthUse::kBooleanOperator:
      return {"`and` or `or`", "`&` and `|` combine boolean tensors on the GPU"};
    case TruthUse::kConditional:
      return {"`… if … else …`", "`torch.where(condition, a, b)` selects on the GPU"};
    case TruthUse::kComprehension:
      return {"the comprehension's `if`",
              "test all elements at once on the GPU, and select with the mask or read it once"};
    case TruthUse::kNone:
    case TruthUse::kWhile:
    case TruthUse::kReduction:
      break;
  }
  return {"Python", "keep the answer as a tensor: `torch.where`, or arithmetic with the mask"};
}

}  // namespace

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (is_loop_test(event)) return std::nullopt;
  if (is_call_of("SF302", event)) {
    return call_match(event, context, "takes the truth of a GPU tensor, so the host waits for its value",
                      "keep the answer as a tensor: `torch.where`, or arithmetic with the mask");
  }
  if (event.kind != engine::EventKind::kTruth || event.truth_use == TruthUse::kReduction) return std::nullopt;
  const Words words = words_for(event.truth_use);
  engine::Match match;
  match.message =
      std::string(words.who) + " needs the truth of " + quoted(context) + ", so the host waits for the GPU to know it";
  // `if bad: raise …`, `assert not bad`, `if mask is not None and bad: raise …`
  const bool decides = event.truth_use == TruthUse::kIf || event.truth_use == TruthUse::kNot ||
                       event.truth_use == TruthUse::kBooleanOperator;
  const bool checks = decides && event.consumer == engine::Consumer::kDiscarded;
  match.hint = checks ? kCheck : words.hint;
  match.dependency = dependency_of(event.consumer);
  return match;
}

}  // namespace syncfree::rules::tensor_truth
