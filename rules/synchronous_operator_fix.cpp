// The twins of linear algebra that leave their error code on the GPU; sums and products for what asks it.
#include <algorithm>
#include <array>

#include "analyzer/engine/flow/function_view.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::synchronous_operator {

using engine::FixContext;
using fixes::Applicability;
using fixes::Code;
using fixes::Proposal;
using model::Expression;

namespace {

struct Twin {
  std::string_view name;
  std::string_view result;  ///< the member of the twin's tuple; empty: all but the error code, which comes third
};

// ldl_factor_ex waits as well.
constexpr std::array<Twin, 4> kTwins = {
    {{"cholesky", "L"}, {"inv", "inverse"}, {"solve", "result"}, {"lu_factor", ""}}};

Proposal unchecked(std::string_view twin) {
  return {Applicability::kUnsafe, "use `" + std::string(twin) + "`, which does not raise for a singular matrix", {}};
}

/// It is there for the exception: what it gives goes nowhere, or a handler waits for the exception.
bool is_a_check(const engine::FixContext& context) {
  return is_tried(context.location) || context.location.statement->kind == model::StatementKind::kExpression;
}

/// `factors, pivots = …`
bool is_taken_apart(const engine::FixContext& context) {
  const auto* assign = context.location.statement->get_if<model::Assign>();
  return assign != nullptr && assign->value == context.location.node &&
         std::ranges::all_of(assign->targets, [](const model::Expression* target) {
           return target->kind == model::ExpressionKind::kSequence;
         });
}

/// An operator of its own class beside a tensor gives another such operator, whatever a tensor would give.
bool is_no_operator(const model::Expression& x, const engine::FixContext& context) {
  const auto* both = x.get_if<model::Binary>();
  if (both != nullptr) return is_no_operator(*both->left, context) && is_no_operator(*both->right, context);
  const values::Value* value = context.view.observation().value_of(x);
  return value == nullptr || !value->is_anything();
}

/// `x.inverse()` and `torch.inverse(x)`.
std::optional<Proposal> inverse(const model::Call& call, const engine::FixContext& context) {
  const bool is_function = calls_torch_function(call, context);
  if (call.arguments.size() != (is_function ? 1U : 0U) || (is_function && call.arguments.front().keyword))
    return std::nullopt;
  const model::Expression* x = is_function ? call.arguments.front().value : receiver_of(call);
  if (x == nullptr || !is_no_operator(*x, context)) return std::nullopt;
  Proposal proposal = unchecked("inv_ex");
  proposal.edits.emplace_back(fixes::Replace{
      &call, fixes::attribute(fixes::call(fixes::library("torch.linalg.inv_ex"), {{{}, fixes::kept(*x)}}), "inverse")});
  return proposal;
}

/// Can lines stand before the statement, as if they were part of the expression.
bool takes_lines_before(const model::Location& location) {
  const bool simple = location.statement->kind == model::StatementKind::kAssign ||
                      location.statement->kind == model::StatementKind::kReturn;
  return simple && is_always_evaluated(location);
}

/// `torch.masked.mean(x, mask=m, dim=d)` and `var`, over zeros where the mask is false.
std::optional<Proposal> masked_moment(const model::Call& call, bool variance, const FixContext& context) {
  const model::Argument* mask = keyword_argument(call, "mask", context.symbols);
  if (positional_count(call) != 1 || mask == nullptr || !is_stable(*call.arguments[0].value) ||
      !is_stable(*mask->value))
    return std::nullopt;
  const Expression& x = *call.arguments[0].value;
  std::vector<fixes::CodeArgument> along;
  bool keeps = false;
  bool unbiased = true;
  for (const model::Argument& argument : call.arguments) {
    if (&argument == mask || !argument.keyword) continue;
    const std::string keyword(context.symbols.text(argument.keyword));
    const bool yes = text_of(*argument.value, context) == "True";
    if (keyword == "keepdim") keeps = yes;
    if (keyword == "unbiased") unbiased = yes;
    if (keyword == "dim" || keyword == "keepdim") along.push_back({keyword, fixes::kept(*argument.value)});
    if (keyword != "dim" && keyword != "keepdim" && keyword != "unbiased") return std::nullopt;
  }
  const auto over_mask = [&](Code code) {
    return fixes::call(fixes::library("torch.where"),
                       {{{}, fixes::kept(*mask->value)}, {{}, std::move(code)}, {{}, fixes::number("0")}});
  };
  const auto over = [](Code a, Code b) {
    return fixes::call(fixes::library("torch.div"), {{{}, std::move(a)}, {{}, std::move(b)}});
  };
  const Code count =
      fixes::method(fixes::method(fixes::kept(*mask->value), "expand_as", {{{}, fixes::kept(x)}}), "sum", along);
  const Code mean = over(fixes::method(over_mask(fixes::kept(x)), "sum", along), count);
  const std::string title = "select with `torch.where`, and divide by the number of true elements";
  if (!variance) return shown(title, fixes::Replace{&call, mean});
  // The mean has to lie over the tensor again.
  if (!keeps || !takes_lines_before(context.location)) return std::nullopt;
  const Code centred = fixes::name(fresh_name(x, "centred", context));
  Proposal proposal{Applicability::kSuggestion, title, {}};
  proposal.edits.emplace_back(fixes::InsertBefore{
      context.location.statement, fixes::assign(centred, over_mask(fixes::binary(fixes::kept(x), "-", mean)))});
  const Code divisor = unbiased ? fixes::method(count, "sub", {{{}, fixes::number("1")}}) : count;
  proposal.edits.emplace_back(
      fixes::Replace{&call, over(fixes::method(fixes::method(centred, "square", {}), "sum", along), divisor)});
  return proposal;
}

/// `torch.cov(x)`: centre and multiply.
std::optional<Proposal> covariance(const model::Call& call, const FixContext& context) {
  if (call.arguments.size() != 1 || positional_count(call) != 1 || !takes_lines_before(context.location))
    return std::nullopt;
  const Expression& x = *call.arguments[0].value;
  const Code centred = fixes::name(fresh_name(x, "centred", context));
  const Code mean =
      fixes::method(fixes::kept(x), "mean", {{{}, fixes::number("1")}, {"keepdim", fixes::boolean(true)}});
  const Code product =
      fixes::call(fixes::library("torch.matmul"), {{{}, centred}, {{}, fixes::attribute(centred, "mT")}});
  const Code size = fixes::subscript(fixes::attribute(centred, "shape"), fixes::number("1"));
  Proposal proposal{Applicability::kSuggestion, "centre the rows of a matrix, and multiply", {}};
  proposal.edits.emplace_back(fixes::InsertBefore{context.location.statement,
                                                  fixes::assign(centred, fixes::binary(fixes::kept(x), "-", mean))});
  proposal.edits.emplace_back(
      fixes::Replace{&call, fixes::method(product, "div", {{{}, fixes::binary(size, "-", fixes::number("1"))}})});
  return proposal;
}

/// `torch.cholesky_solve(b, factor)`: two triangular systems.
std::optional<Proposal> two_triangular_solves(const model::Call& call, const FixContext& context) {
  const bool is_function = calls_torch_function(call, context);
  const std::size_t given = is_function ? 2 : 1;
  const model::Argument* turned = keyword_argument(call, "upper", context.symbols);
  if (positional_count(call) != given || call.arguments.size() != given + (turned == nullptr ? 0 : 1))
    return std::nullopt;
  const std::string_view upper = turned == nullptr ? "False" : text_of(*turned->value, context);
  const Expression* right = is_function ? call.arguments.front().value : receiver_of(call);
  const Expression& factor = *call.arguments[given - 1].value;
  // It is written twice.
  const bool is_named = factor.kind == model::ExpressionKind::kName || factor.kind == model::ExpressionKind::kAttribute;
  if (right == nullptr || (upper != "True" && upper != "False") || !is_named || !is_stable(factor)) return std::nullopt;
  const auto is_tensor = [&](const Expression& one) {
    const values::Value* value = context.view.observation().value_of(one);
    return value != nullptr && value->only(values::Kind::kTensor);
  };
  if (!is_tensor(*right) || !is_tensor(factor)) return std::nullopt;
  const auto solved = [](Code matrix, Code of, bool is_upper) {
    return fixes::call(fixes::library("torch.linalg.solve_triangular"),
                       {{{}, std::move(matrix)}, {{}, std::move(of)}, {"upper", fixes::boolean(is_upper)}});
  };
  const Code plain = fixes::kept(factor);
  const Code adjoint = fixes::attribute(fixes::kept(factor), "mH");
  const bool is_upper = upper == "True";
  const Code first = solved(is_upper ? adjoint : plain, fixes::kept(*right), false);
  return shown("solve two triangular systems", fixes::Replace{&call, solved(is_upper ? plain : adjoint, first, true)});
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  // In C++ the twins give tuples without names.
  if (call == nullptr || event.operation == nullptr || context.module.language != model::Language::kPython)
    return std::nullopt;
  const std::string_view full = event.operation->name;
  if (full == "torch.masked.mean" || full == "torch.masked.var")
    return masked_moment(*call, full.ends_with("var"), context);
  if (full == "torch.cov") return covariance(*call, context);
  if (full.ends_with("cholesky_solve")) return two_triangular_solves(*call, context);
  const std::string_view name = called_name(event);
  const bool has_twin = name == "inverse" || std::ranges::find(kTwins, name, &Twin::name) != kTwins.end();
  if (is_a_check(context) && has_twin)
    return in_words(
        "ask the `info` of the `_ex` function, a tensor, with `torch._assert_async`, or where the host reads "
        "other values all the same");
  if (name == "inverse" && callee_name(*call, context.symbols) == name) return inverse(*call, context);
  if (!event.operation->name.starts_with("torch.linalg.")) return std::nullopt;
  const auto* twin = std::ranges::find(kTwins, name, &Twin::name);
  if (twin == kTwins.end() || callee_name(*call, context.symbols) != name) return std::nullopt;
  if (keyword_argument(*call, "out", context.symbols) != nullptr) return std::nullopt;
  // The first two of three are a plain tuple, which is enough only where it is taken apart.
  if (twin->result.empty() && !is_taken_apart(context)) return std::nullopt;
  const std::string other = std::string(name) + "_ex";
  Proposal proposal = unchecked(other);
  proposal.edits.emplace_back(fixes::Rename{call->callee, other, "torch.linalg." + other});
  if (twin->result.empty()) {
    proposal.edits.emplace_back(fixes::SelectElements{call, ":2"});
  } else {
    proposal.edits.emplace_back(fixes::SelectMember{call, nullptr, std::string(twin->result)});
  }
  return proposal;
}

}  // namespace syncfree::rules::synchronous_operator
