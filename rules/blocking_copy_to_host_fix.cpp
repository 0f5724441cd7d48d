// Copies below each other wait once. Of one alone, words: the line would be a race, since whoever reads the copy has to
// wait for it first.
#include <algorithm>
#include <set>
#include <string>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/flow/takes_tensor.h"
#include "analyzer/engine/quote.h"
#include "analyzer/flow/step_calls.h"
#include "rules/rewrites/copied_once.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::blocking_copy_to_host {

using fixes::Proposal;

namespace {

/// It stands in the arm of an `if` that does not run where the finding's own does.
bool is_in_other_arm(std::uint32_t place, const engine::FixContext& context) {
  const std::uint32_t here = context.location.node->range.begin;
  const auto holds = [](model::Block block, std::uint32_t at) {
    return !block.empty() && block.front()->range.begin <= at && at < block.back()->range.end;
  };
  return std::ranges::any_of(context.location.around, [&](const model::Statement* around) {
    const auto* branch = around->get_if<model::If>();
    if (branch == nullptr) return false;
    return (holds(branch->then, here) && holds(branch->otherwise, place)) ||
           (holds(branch->otherwise, here) && holds(branch->then, place));
  });
}

/// How many places of the function make the same copy of the same value, which has its name from one place.
std::size_t copies_like(const model::Expression& tensor, const engine::FixContext& context) {
  const model::Name* root = flow::root_name(tensor);
  if (root == nullptr) return 1;
  std::size_t bindings = 0;
  const auto count = [&](const auto& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (const auto* assign = statement->get_if<model::Assign>()) {
        for (const model::Expression* target : assign->targets) {
          const model::Name* bound = flow::root_name(*target);
          bindings += bound != nullptr && bound->name == root->name ? 1 : 0;
        }
      }
      if (statement->kind == model::StatementKind::kFor || statement->kind == model::StatementKind::kWhile)
        bindings += 2;  // of one round it is another value than of the next
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  const model::Function* function = context.location.function;
  count(count, function == nullptr ? context.module.body : function->body);
  if (bindings > 1) return 1;
  const std::string_view copy = text_of(*context.location.node, context);
  std::set<std::uint32_t> places;
  for (const engine::Event& event : context.view.outcome().events) {
    const auto text = context.module.text.substr(event.range.begin, event.range.size());
    if (text == copy && !is_in_other_arm(event.range.begin, context)) places.insert(event.range.begin);
  }
  return places.size();
}

/// `np.sqrt(x.cpu())`, `x.cpu().numpy()`: nothing lies between the copy and who reads it.
bool is_read_at_once(const engine::FixContext& context) {
  const auto& parents = context.location.parents;
  if (parents.empty()) return false;
  const model::ExpressionKind kind = parents.front()->kind;
  return kind == model::ExpressionKind::kAttribute || kind == model::ExpressionKind::kCall ||
         kind == model::ExpressionKind::kBinary || kind == model::ExpressionKind::kComparison;
}

std::optional<Proposal> propose_alone(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  const model::Expression* tensor = call == nullptr ? nullptr : receiver_of(*call);
  if (tensor == nullptr || !event.operands[0].only(values::Kind::kTensor)) return std::nullopt;
  if (called_name(event) == "type_as" && call->arguments.size() == 1 &&
      engine::takes_tensor(context.view, *context.location.node)) {
    const fixes::Code dtype = fixes::attribute(fixes::kept(*call->arguments.front().value), "dtype");
    return shown("convert the element type only; the result stays on the GPU",
                 fixes::Replace{call, fixes::method(fixes::kept(*tensor), "to", {{{}, dtype}})});
  }
  const std::string source = engine::quote(text_of(*tensor, context));
  const bool is_python = context.module.language == model::Language::kPython;
  if (const std::size_t copies = is_python ? copies_like(*tensor, context) : 1; copies > 1)
    return in_words("copy `" + source + "` to the host once, before the first of the " + std::to_string(copies) +
                    " places of this function that copy it, and use that copy in all of them");
  if (is_python && is_read_at_once(context))
    return in_words("the host reads the copy of `" + source + "` at once: keep `" + source +
                    "` on the GPU until the work of the step is queued, or until the "
                    "host needs the values of several steps, and copy them together");
  const std::string copy = is_python ? "to(\"cpu\", non_blocking=True)" : "to(at::kCPU, /*non_blocking=*/true)";
  return in_words("queue the copy of `" + source + "` with `" + copy +
                  "`, record an event behind it, and synchronize that event where the host first reads the copy, after "
                  "the step's work is queued");
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  return or_copied_once(propose_alone(event, context), event, context);
}

}  // namespace syncfree::rules::blocking_copy_to_host
