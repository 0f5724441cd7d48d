// SF102: copies of a host tensor to the GPU that wait for their end.
#include "rules/shared/call_match.h"
#include "rules/shared/copy_rule.h"

namespace syncfree::rules::blocking_copy_to_device {

namespace {

/// The host side of the copy: what is moved, and not an operand beside others.
bool is_pinned_source(const engine::Event& event) {
  const values::Value& source = event.operands[0];
  return source.is_cpu_tensor() == values::Truth::kYes && source.memories.within(values::Memory::kPinned);
}

}  // namespace

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (rule_of_copy(event) != "SF102") return std::nullopt;
  const std::string_view name = called_name(event);
  if (name == "where") {
    return call_match(event, context, "copies its CPU operand to the GPU and waits",
                      "pass a Python number, or a tensor that lives on the GPU");
  }
  engine::Match match =
      call_match(event, context, "copies a host tensor to the GPU and waits until the copy is done", {});
  const bool leads_elsewhere = name != "to" && name != "cuda" && name != "copy_" && !match.hint.empty();
  if (is_pinned_source(event)) {
    match.hint = "the source is pinned: pass `non_blocking=True`, and do not write the source before the copy has run";
  } else if (!leads_elsewhere) {
    match.hint =
        "pin the source (`pin_memory()`, or `pin_memory=True` in the DataLoader) and pass `non_blocking=True`, "
        "which by itself does nothing for large pageable memory";
  }
  return match;
}

}  // namespace syncfree::rules::blocking_copy_to_device
