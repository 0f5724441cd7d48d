// Forms that take the number as a tensor: `clamp(0, s)` in two steps, `full(…, s)` as a fill.
#include <algorithm>
#include <array>

#include "analyzer/engine/flow/function_view.h"
#include "rules/rewrites/copied_once.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::device_scalar_as_size {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;
using model::Argument;
using model::Call;
using values::Kind;

namespace {

/// `x.clamp(0, s)` and `torch.clamp(x, 0, s)`, which read `s` because the other bound is a number.
std::optional<Proposal> clamp_twice(const Event& event, const Call& call, const FixContext& context) {
  const bool is_function = calls_torch_function(call, context);
  if (call.arguments.size() != (is_function ? 3U : 2U) || (is_function && call.arguments.front().keyword))
    return std::nullopt;
  const model::Expression* x = is_function ? call.arguments.front().value : receiver_of(call);
  const std::span<const Argument> bounds = call.arguments.subspan(is_function ? 1 : 0);
  const Argument* low = keyword_argument(call, "min", context.symbols);
  const Argument* high = keyword_argument(call, "max", context.symbols);
  if (low == nullptr && !bounds[0].keyword) low = &bounds[0];
  if (high == nullptr && !bounds[1].keyword) high = &bounds[1];
  if (x == nullptr || low == nullptr || high == nullptr || low == high) return std::nullopt;
  // One bound may be None, but not the only one.
  const auto may_be_none = [&](const values::Value& bound) { return bound.is_anything() || bound.may_be(Kind::kNone); };
  if (may_be_none(event.operands[1]) || may_be_none(event.operands[2])) return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, "limit in two steps, so that the tensor stays one", {}};
  proposal.edits.emplace_back(
      fixes::Replace{&call, fixes::method(fixes::method(fixes::kept(*x), "clamp", {{"min", fixes::kept(*low->value)}}),
                                          "clamp", {{"max", fixes::kept(*high->value)}})});
  return proposal;
}

/// `torch.full(size, s, device=d)`.
std::optional<Proposal> fill_empty(const Event& event, const Call& call, const FixContext& context) {
  if (!calls_torch_function(call, context) || positional_count(call) != 2) return std::nullopt;
  const bool typed = keyword_argument(call, "dtype", context.symbols) != nullptr;
  // Without an element type `full` takes the default one of the number's kind, `empty` the default floating one.
  if (!typed && !event.operands[1].elements.within(values::Element::kFloating)) return std::nullopt;
  for (const Argument& argument : call.arguments) {
    if (!argument.keyword) continue;
    const std::string_view keyword = context.symbols.text(argument.keyword);
    if (keyword != "dtype" && keyword != "device") return std::nullopt;
  }
  if (!event.operands[1].only(Kind::kTensor) || !is_stable(*call.arguments[1].value)) return std::nullopt;
  std::vector<fixes::CodeArgument> kept;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument& argument = call.arguments[i];
    if (i == 1) continue;
    kept.push_back(
        {std::string(argument.keyword ? context.symbols.text(argument.keyword) : ""), fixes::kept(*argument.value)});
  }
  Proposal proposal{Applicability::kUnsafe, "fill from the tensor, on the GPU (keeps the gradient)", {}};
  proposal.edits.emplace_back(
      fixes::Replace{&call, fixes::method(fixes::call(fixes::library("torch.empty"), std::move(kept)), "fill_",
                                          {{{}, fixes::kept(*call.arguments[1].value)}})});
  return proposal;
}

/// The same where the number may be none, or is given by its keyword. Only shown.
std::optional<Proposal> show_filled(const Event& event, const Call& call, const FixContext& context) {
  if (!calls_torch_function(call, context)) return std::nullopt;
  const Argument* value = keyword_argument(call, "fill_value", context.symbols);
  if (value == nullptr && positional_count(call) == 2) value = &call.arguments[1];
  if (value == nullptr || event.read_back != 1U << static_cast<unsigned>(value - call.arguments.data()))
    return std::nullopt;
  std::vector<fixes::CodeArgument> kept;
  for (const Argument& argument : call.arguments) {
    if (&argument == value) continue;
    kept.push_back(
        {std::string(argument.keyword ? context.symbols.text(argument.keyword) : ""), fixes::kept(*argument.value)});
  }
  if (keyword_argument(call, "dtype", context.symbols) == nullptr) {
    if (!is_stable(*value->value)) return std::nullopt;
    // Of a fraction `full` makes the default type, whatever type the tensor is of.
    const values::Value* number = context.view.observation().value_of(*value->value);
    if (number == nullptr || !number->elements.within(values::Element::kFloating)) return std::nullopt;
    kept.push_back({"dtype", fixes::call(fixes::library("torch.get_default_dtype"), {})});
  }
  return shown("fill from the tensor, on the GPU",
               fixes::Replace{&call, fixes::method(fixes::call(fixes::library("torch.empty"), std::move(kept)), "fill_",
                                                   {{{}, fixes::kept(*value->value)}})});
}

struct Scaled {
  std::string_view name;
  std::string_view keyword;
  std::size_t operands;
  std::string_view operation;  ///< between two operands
  std::string_view as;         ///< what adds the product
};

constexpr std::array<Scaled, 8> kScaled = {{{"add", "alpha", 1, "", "add"},
                                            {"add_", "alpha", 1, "", "add_"},
                                            {"sub", "alpha", 1, "", "sub"},
                                            {"sub_", "alpha", 1, "", "sub_"},
                                            {"addcmul", "value", 2, "*", "add"},
                                            {"addcmul_", "value", 2, "*", "add_"},
                                            {"addcdiv", "value", 2, "/", "add"},
                                            {"addcdiv_", "value", 2, "/", "add_"}}};

/// `x.add_(y, alpha=s)` is `x.add_(y * s)`, and `x.addcdiv_(a, b, value=s)` is `x.add_(a / b * s)`, for a scale of no
/// dimensions.
std::optional<Proposal> scaled_there(const Call& call, std::string_view name, const FixContext& context) {
  const auto* scaled = std::ranges::find(kScaled, name, &Scaled::name);
  const model::Expression* x = receiver_of(call);
  if (scaled == kScaled.end() || x == nullptr || calls_torch_function(call, context) ||
      context.module.language != model::Language::kPython || positional_count(call) != scaled->operands ||
      call.arguments.size() != scaled->operands + 1)
    return std::nullopt;
  const Argument* scale = keyword_argument(call, scaled->keyword, context.symbols);
  const values::Value* value = scale == nullptr ? nullptr : context.view.observation().value_of(*scale->value);
  // It has one element. With a dimension of its own it can change the type and shape of a new result.
  const bool in_place = name.ends_with('_');
  const values::Truth plain = value == nullptr ? values::Truth::kNo : value->rank.is(0);
  const bool single = value != nullptr && (plain == values::Truth::kYes || (in_place && plain != values::Truth::kNo));
  if (!single) return std::nullopt;
  fixes::Code product = fixes::kept(*call.arguments[0].value);
  if (scaled->operands == 2)
    product = fixes::binary(product, std::string(scaled->operation), fixes::kept(*call.arguments[1].value));
  product = fixes::binary(product, "*", fixes::kept(*scale->value));
  return shown("multiply on the GPU (the product is rounded before it is added)",
               fixes::Replace{&call, fixes::method(fixes::kept(*x), std::string(scaled->as), {{{}, product}})});
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  const Call* call = plain_call(context);
  if (call == nullptr) return or_copied_once(with_numbers_of_host(event, context), event, context);
  const std::string_view name = callee_name(*call, context.symbols);
  std::optional<Proposal> proposal;
  if (name == "clamp" || name == "clip") proposal = clamp_twice(event, *call, context);
  if (name == "full") proposal = fill_empty(event, *call, context);
  if (name == "full" && !proposal) proposal = show_filled(event, *call, context);
  if (!proposal) proposal = scaled_there(*call, name, context);
  return or_copied_once(proposal ? proposal : with_numbers_of_host(event, context), event, context);
}

}  // namespace syncfree::rules::device_scalar_as_size
