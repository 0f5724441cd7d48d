// The argument that turns the check off.
#include <algorithm>

#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::argument_validation {

using fixes::Applicability;
using fixes::Proposal;

namespace {

/// The only assignment to `self.normal` in the class around the finding, in whichever of its methods.
const model::Assign* only_assignment_of_class(const model::Expression& member, const engine::FixContext& context) {
  const model::Function* method = context.location.function;
  const auto* attribute = member.get_if<model::Attribute>();
  const auto* object = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  if (object == nullptr || method == nullptr || method->owner == nullptr || method->parameters.empty() ||
      method->parameters.front().name != object->name)
    return nullptr;
  const model::Assign* found = nullptr;
  std::size_t count = 0;
  const auto look = [&](const auto& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (const auto* assign = statement->get_if<model::Assign>()) {
        const bool binds = std::ranges::any_of(assign->targets, [&](const model::Expression* target) {
          return mentions(*target, member, context) && target->kind != model::ExpressionKind::kSubscript;
        });
        if (binds) found = assign;
        count += binds ? 1 : 0;
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  look(look, method->owner->body);
  return count == 1 && found->targets.size() == 1 && found->value != nullptr ? found : nullptr;
}

/// What made the distribution whose method is called, if that is in the call itself, the same function or class.
const model::Call* constructor_of(const model::Call& method, const engine::FixContext& context) {
  const model::Expression* object = receiver_of(method);
  if (object == nullptr) return nullptr;
  const auto* made = object->get_if<model::Call>();
  if (made == nullptr) {
    const model::Assign* assign = only_assignment(*object, context);
    if (assign == nullptr) assign = only_assignment_of_class(*object, context);
    made = assign == nullptr ? nullptr : assign->value->get_if<model::Call>();
  }
  if (made == nullptr || has_stars(*made)) return nullptr;
  const std::string_view name = callee_name(*made, context.symbols);
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z' ? made : nullptr;
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || event.operation == nullptr) return std::nullopt;
  // What blocks in other ways too, waits without the check as well.
  const bool only_checks = std::ranges::all_of(
      event.operation->blocks, [&](const catalog::Block& block) { return block.rule == event.block->rule; });
  const bool mixed = event.operands[0].only(values::Kind::kTensor) != event.operands[1].only(values::Kind::kTensor) &&
                     (event.operands[0].may_be(values::kHostNumber) || event.operands[1].may_be(values::kHostNumber));
  const std::string_view name = event.operation->name;
  if (name.starts_with("torch.distributions.") && (!only_checks || mixed)) return std::nullopt;
  const std::string_view last = called_name(event);
  std::string keyword;
  if (keyword_argument(*call, "error_if_nonfinite", context.symbols) != nullptr) keyword = "error_if_nonfinite";
  // A method of a distribution checks what its constructor was asked to check.
  const bool is_class = !last.empty() && last.front() >= 'A' && last.front() <= 'Z';
  if (name.starts_with("torch.distributions.") && is_class && callee_name(*call, context.symbols) == last)
    keyword = "validate_args";
  if (keyword.empty() && name.starts_with("torch.distributions.") && !is_class) {
    if (const model::Call* made = constructor_of(*call, context))
      return shown("turn the check off where the distribution is made",
                   fixes::SetKeyword{made, "validate_args", fixes::boolean(false)});
  }
  const bool other_name = keyword.empty() && name.starts_with("torch.distributions.") && is_class;
  if (other_name && keyword_argument(*call, "validate_args", context.symbols) == nullptr)
    return shown("turn the check off with `validate_args=False` (if the class is called with it)",
                 fixes::SetKeyword{call, "validate_args", fixes::boolean(false)});
  if (keyword.empty()) return std::nullopt;
  // Whoever says it with a variable decides elsewhere; and a handler may be there for what the check raises.
  const model::Argument* given = keyword_argument(*call, keyword, context.symbols);
  if (given != nullptr && text_of(*given->value, context) == "False") return std::nullopt;
  const bool decided = given != nullptr && given->value->kind != model::ExpressionKind::kConstant;
  const bool left_alone = decided || is_tried(context.location);
  Proposal proposal{left_alone ? Applicability::kSuggestion : Applicability::kUnsafe,
                    "turn the check off with `" + keyword + "=False`",
                    {}};
  proposal.edits.emplace_back(fixes::SetKeyword{call, keyword, fixes::boolean(false)});
  return proposal;
}

}  // namespace syncfree::rules::argument_validation
