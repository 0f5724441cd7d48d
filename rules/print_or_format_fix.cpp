// A message that is put together only when somebody reads it. Only shown.
#include "rules/fix_parts.h"
#include "rules/shown_rewrite.h"

namespace syncfree::rules::print_or_format {

using engine::FixContext;
using fixes::Proposal;

namespace {

/// The call that is all of the statement.
const model::Call* called_alone(const FixContext& context) {
  const auto* statement = context.location.statement->get_if<model::ExpressionStatement>();
  return statement == nullptr ? nullptr : statement->value->get_if<model::Call>();
}

/// `if logger.isEnabledFor(logging.DEBUG):` before `logger.debug(…)`.
std::optional<Proposal> when_the_level_is_on(const model::Call& call, const FixContext& context) {
  const model::Expression* logger = receiver_of(call);
  const std::string_view name = callee_name(call, context.symbols);
  if (logger == nullptr || !is_stable(*logger) || (name != "debug" && name != "info")) return std::nullopt;
  const std::string level = name == "debug" ? "logging.DEBUG" : "logging.INFO";
  return shown("read it only if the level is on",
               fixes::Guard{context.location.statement,
                            fixes::method(fixes::kept(*logger), "isEnabledFor", {{{}, fixes::library(level)}})});
}

/// A check that takes its message as a function: `torch._check(ok, lambda: f"{n}")`.
std::optional<Proposal> when_it_is_asked_for(const model::Call& call, const FixContext& context) {
  const model::Expression* text = nullptr;
  for (const model::Argument& argument : call.arguments) {
    const bool formatted = argument.value->kind == model::ExpressionKind::kFormatted;
    if (formatted && argument.value->range.contains(context.location.node->range)) text = argument.value;
  }
  if (text == nullptr || call.arguments.size() < 2 || text == call.arguments.front().value) return std::nullopt;
  return shown("put the message together only when it is asked for (if the check takes a function)",
               fixes::Replace{text, fixes::name("lambda: " + std::string(text_of(*text, context)))});
}

}  // namespace

std::optional<Proposal> propose(const engine::Event&, const FixContext& context) {
  const model::Call* call = called_alone(context);
  if (call == nullptr) return std::nullopt;
  if (auto guarded = when_the_level_is_on(*call, context)) return guarded;
  return when_it_is_asked_for(*call, context);
}

}  // namespace syncfree::rules::print_or_format
