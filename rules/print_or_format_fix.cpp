// A message that is put together only when somebody reads it, or from what the host knows. Only shown.
#include <algorithm>
#include <array>

#include "analyzer/engine/flow/parameter_of.h"
#include "analyzer/engine/quote.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"

namespace syncfree::rules::print_or_format {

using engine::Event;
using engine::FixContext;
using fixes::Proposal;
using model::Expression;
using values::Value;

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
  // The functions of the module speak for its root logger; what else a package has as its logger cannot be asked.
  const bool is_module = text_of(*logger, context) == "logging";
  const values::Value* value = context.view.observation().value_of(*logger);
  if (!is_module && value != nullptr && value->may_be(values::Kind::kNamespace)) return std::nullopt;
  const fixes::Code asked = is_module ? fixes::call(fixes::library("logging.getLogger"), {}) : fixes::kept(*logger);
  return shown(
      "read it only if the level is on",
      fixes::Guard{context.location.statement, fixes::method(asked, "isEnabledFor", {{{}, fixes::library(level)}})});
}

/// Of torch's checks it is known; of the project's functions the parameter's annotation says so.
bool takes_function(const model::Call& call, const model::Expression& message, const FixContext& context) {
  if (calls_torch_function(call, context) && callee_name(call, context.symbols).starts_with("_check")) return true;
  const auto parameter = engine::parameter_of(context.view, call, message);
  return parameter && parameter->find("Callable") != std::string_view::npos;
}

/// A check that takes its message as a function: `torch._check(ok, lambda: f"{n}")`.
std::optional<Proposal> when_it_is_asked_for(const model::Call& call, const FixContext& context) {
  const model::Expression* text = nullptr;
  for (const model::Argument& argument : call.arguments) {
    const bool formatted = argument.value->kind == model::ExpressionKind::kFormatted;
    if (formatted && argument.value->range.contains(context.location.node->range)) text = argument.value;
  }
  if (text == nullptr || call.arguments.size() < 2 || text == call.arguments.front().value) return std::nullopt;
  if (!takes_function(call, *text, context)) return std::nullopt;
  return shown("put the message together only when it is asked for: the check takes a function",
               fixes::Replace{text, fixes::name("lambda: " + std::string(text_of(*text, context)))});
}

/// What has to be said in place of the values: which tensor it is, and what the host knows of it.
std::optional<Proposal> known_on_host(const Expression& expression, const Event& event, const FixContext& context) {
  const Value& value = event.operands[0];
  if (expression.kind == model::ExpressionKind::kSequence) return with_parts_of_host(expression, context);
  if (!value.only(values::Kind::kTensor)) return std::nullopt;
  if (value.rank.is(0) == values::Truth::kYes) return with_number_of_host(expression, context);
  const std::string tensor = engine::quote(text_of(expression, context));
  return in_words("write properties of `" + tensor +
                  "`, such as its shape, or write its values only where somebody reads them, outside of the step");
}

const model::FormattedField* field_of(const Event& event, const FixContext& context) {
  const auto* text = context.location.node->get_if<model::Formatted>();
  if (text == nullptr) return nullptr;
  // In the order of the source, and one string may have very many.
  const auto field = std::ranges::lower_bound(text->fields, event.range.begin, {},
                                              [](const model::FormattedField& one) { return one.range.begin; });
  return field == text->fields.end() || field->range != event.range ? nullptr : &*field;
}

/// `print(t)`, `str(t)`: what is written there.
std::optional<Proposal> written_instead(const Event& event, const FixContext& context) {
  if (const model::FormattedField* field = field_of(event, context))
    return known_on_host(*field->value, event, context);
  const model::Call* call = plain_call(context);
  constexpr std::array<std::string_view, 4> kWriters = {"print", "str", "repr", "format"};
  const bool writes = call != nullptr && call->callee->kind == model::ExpressionKind::kName &&
                      is_one_of(callee_name(*call, context.symbols), kWriters);
  if (!writes || call->arguments.size() != 1) return std::nullopt;
  return known_on_host(*call->arguments.front().value, event, context);
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  if (const model::Call* call = called_alone(context)) {
    if (auto guarded = when_the_level_is_on(*call, context)) return guarded;
    if (auto asked_for = when_it_is_asked_for(*call, context)) return asked_for;
  }
  return written_instead(event, context);
}

}  // namespace syncfree::rules::print_or_format
