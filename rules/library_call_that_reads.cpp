// SF506: library calls that read values of the GPU inside.
#include "rules/shared/call_match.h"

namespace syncfree::rules::library_call_that_reads {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF506", event)) return std::nullopt;
  if (called_name(event) == "empty_cache") {
    if (event.loop_depth == 0) return std::nullopt;  // once is housekeeping
    return call_match(event, context, "gives cached memory back in a loop, and waits for the GPU each time",
                      "call it outside the loop, if at all: the allocator reuses cached blocks by itself");
  }
  // A summary of the library says so: its own code waits, for an answer that its host needs.
  if (event.block->call.empty()) {
    engine::Match match =
        call_match(event, context, "waits for the GPU inside",
                   "pass the value that it would read back, if it takes one (a size, a number of nodes, no "
                   "checks), or call it outside the step");
    match.dependency = engine::Dependency::kTrue;
    return match;
  }
  // A library on top of torch: what it waits for is no single read.
  if (event.operation != nullptr && !event.operation->name.starts_with("torch."))
    return call_match(event, context, "waits for the GPU inside", "call it outside the step");
  const std::string_view name = called_name(event);
  engine::Match match = call_match(event, context,
                                   name == "load" ? "copies the tensors that it reads to the GPU, with a wait for each"
                                                  : "reads values back from the GPU inside",
                                   "use a fused or capturable variant, or call it outside the step");
  if (name == "save" || name == "get_scale" || name == "state_dict") match.dependency = engine::Dependency::kTrue;
  return match;
}

}  // namespace syncfree::rules::library_call_that_reads
