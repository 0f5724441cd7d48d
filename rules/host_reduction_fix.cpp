// `max(t, 3)` becomes `t.clamp(min=3)`, `max(a, b)` of two tensors `torch.maximum(a, b)`, `any(t)` becomes `t.any()`.
#include <algorithm>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/flow/takes_tensor.h"
#include "analyzer/engine/quote.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::host_reduction {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;
using model::Expression;
using values::Kind;
using values::Value;

namespace {

Proposal replaced(const Expression& node, std::string title, fixes::Code code) {
  Proposal proposal{Applicability::kUnsafe, std::move(title), {}};
  proposal.edits.emplace_back(fixes::Replace{&node, std::move(code)});
  return proposal;
}

/// The built-in gives back the number as it is; a tensor of whole numbers with a fractional bound becomes fractional.
bool keeps_element_type(const Value& tensor, const Value& number) {
  return tensor.elements.overlaps(values::Element::kFloating) || number.only(Kind::kInteger);
}

/// The rest of `max(0, min(t, 1))` around the inner call: each bound becomes one more step.
const Expression& limited_further(const model::Call& inner, fixes::Code& code, const FixContext& context) {
  const Expression* whole = &inner;
  for (const Expression* parent : context.location.parents) {
    const auto* call = parent->get_if<model::Call>();
    const bool plain = call != nullptr && !has_stars(*call) && positional_count(*call) == 2 &&
                       call->arguments.size() == 2 && call->callee->kind == model::ExpressionKind::kName;
    const std::string_view name = plain ? callee_name(*call, context.symbols) : std::string_view();
    if (name != "max" && name != "min") break;
    const Expression& bound = *call->arguments[call->arguments[0].value == whole ? 1 : 0].value;
    const Value* number = context.view.observation().value_of(bound);
    if (number == nullptr || !number->only(values::kHostNumber) || !is_stable(bound)) break;
    code = fixes::method(code, "clamp", {{name == "max" ? "min" : "max", fixes::kept(bound)}});
    whole = call;
  }
  return *whole;
}

/// What needs a number would read the tensor that `clamp` gives, each time.
Proposal compared_on_host(const Expression& tensor, const FixContext& context) {
  return in_words("what comes of it is needed as a number: read `" + engine::quote(text_of(tensor, context)) +
                  "` once (`item()`) and compare numbers, or keep that number on the host beside the tensor");
}

std::optional<Proposal> of_two(const Event& event, const model::Call& call, bool is_max, const FixContext& context) {
  const Expression& first = *call.arguments[0].value;
  const Expression& second = *call.arguments[1].value;
  const Value& a = event.operands[0];
  const Value& b = event.operands[1];
  const Expression* tensor = nullptr;  // where the other one is a number
  fixes::Code code = fixes::kept(call);
  std::string title;
  if (a.only(Kind::kTensor) && b.only(Kind::kTensor)) {
    const std::string name = is_max ? "maximum" : "minimum";
    title = "compare on the GPU with `torch." + name + "` (also spreads NaN)";
    code = fixes::call(fixes::library("torch." + name), {{{}, fixes::kept(first)}, {{}, fixes::kept(second)}});
  } else {
    const bool tensor_first = a.only(Kind::kTensor) && b.only(values::kHostNumber);
    const bool tensor_second = b.only(Kind::kTensor) && a.only(values::kHostNumber);
    if (!tensor_first && !tensor_second) return std::nullopt;
    tensor = tensor_first ? &first : &second;
    const Expression& number = tensor_first ? second : first;
    if (!keeps_element_type(tensor_first ? a : b, tensor_first ? b : a)) return std::nullopt;
    if (tensor_second && !(is_stable(*tensor) || is_stable(number))) return std::nullopt;
    title = "limit on the GPU with `clamp` (the result is a tensor; also spreads NaN)";
    code = fixes::method(fixes::kept(*tensor), "clamp", {{is_max ? "min" : "max", fixes::kept(number)}});
  }
  const Expression& whole = limited_further(call, code, context);
  // The built-in gave one of the two, which may have been the number.
  if (tensor != nullptr && engine::is_read_on_host(context.view, whole)) return compared_on_host(*tensor, context);
  if (!engine::may_take_tensor(context.view, whole)) return std::nullopt;
  return replaced(whole, std::move(title), std::move(code));
}

/// `max(scalars)` of a list, `max(t)` of a tensor of whatever rank.
std::optional<Proposal> show_of_all(const Expression& all, const Value& value, std::string_view name,
                                    const model::Call& call, const FixContext& context) {
  if (all.kind == model::ExpressionKind::kComprehension) return std::nullopt;
  // What a built-in gives of a list may be one of its tensors, or a bool.
  if (!engine::takes_tensor(context.view, call)) return std::nullopt;
  const bool list = value.only(values::Kinds(Kind::kList) | Kind::kTuple);
  if (!list && !value.only(Kind::kTensor)) return std::nullopt;
  const fixes::Code tensor =
      list ? fixes::call(fixes::library("torch.stack"), {{{}, fixes::kept(all)}}) : fixes::kept(all);
  return shown("reduce on the GPU (the result is a tensor)",
               fixes::Replace{&call, fixes::method(tensor, std::string(name), {})});
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || call->callee->kind != model::ExpressionKind::kName) return std::nullopt;
  if (positional_count(*call) != call->arguments.size()) return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  if (call->arguments.size() == 2 && (name == "max" || name == "min"))
    return of_two(event, *call, name == "max", context);
  const bool reduces = name == "max" || name == "min" || name == "any" || name == "all";
  if (call->arguments.size() != 1 || !reduces) return std::nullopt;
  const Expression& tensor = *call->arguments.front().value;
  // Of a matrix the built-in looks at rows. They have a truth only if they are of one element, which is the same then;
  // but the largest of them is a row.
  const values::Truth is_vector = event.operands[0].rank.is(1);
  const bool looks_at_truth = name == "any" || name == "all";
  const bool same = is_vector == values::Truth::kYes || (looks_at_truth && is_vector != values::Truth::kNo);
  if (!event.operands[0].only(Kind::kTensor) || !same)
    return show_of_all(tensor, event.operands[0], name, *call, context);
  if (promises_number(context)) return std::nullopt;
  // A branch would ask for the truth of the tensor, and wait all the same.
  if (event.consumer == engine::Consumer::kControlFlow) return std::nullopt;
  return replaced(*call, "reduce on the GPU (the result is a tensor)",
                  fixes::method(fixes::kept(tensor), std::string(name), {}));
}

}  // namespace syncfree::rules::host_reduction
