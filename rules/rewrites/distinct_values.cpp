#include "rules/rewrites/distinct_values.h"

#include <algorithm>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/flow/takes_tensor.h"
#include "analyzer/engine/quote.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"

namespace syncfree::rules {

using engine::Event;
using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Expression;

namespace {

/// What is asked of the distinct values of `x`.
struct Distinct {
  const Expression* x = nullptr;
  bool consecutive = false;
  bool inverse = false;
  bool counts = false;
};

bool is_constant(const Expression& expression, model::ConstantKind kind) {
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr && constant->constant == kind;
}

std::optional<Distinct> distinct_of(const model::Call& call, const FixContext& context) {
  const std::string_view name = callee_name(call, context.symbols);
  Distinct asked;
  asked.consecutive = name == "unique_consecutive";
  if (name != "unique" && !asked.consecutive) return std::nullopt;
  const bool is_function = calls_torch_function(call, context);
  if (positional_count(call) != (is_function ? 1U : 0U)) return std::nullopt;
  asked.x = is_function ? call.arguments.front().value : receiver_of(call);
  for (const model::Argument& argument : call.arguments) {
    if (!argument.keyword) continue;
    const std::string_view keyword = context.symbols.text(argument.keyword);
    const bool yes = is_constant(*argument.value, model::ConstantKind::kTrue);
    if (keyword == "dim" && !is_constant(*argument.value, model::ConstantKind::kNone)) return std::nullopt;
    if (keyword == "return_inverse") asked.inverse = yes;
    if (keyword == "return_counts") asked.counts = yes;
  }
  return asked.x == nullptr ? std::nullopt : std::optional(asked);
}

/// The values in a row, like ones side by side.
Code in_a_row(const Distinct& asked) {
  const Code flat = fixes::method(fixes::kept(*asked.x), "flatten", {});
  return asked.consecutive ? flat : fixes::attribute(fixes::method(flat, "sort", {}), "values");
}

/// What is around the node and asks only how many there are: `len(…)`, `….shape[0]`, `….numel()`.
const Expression* counted(const FixContext& context) {
  const auto& parents = context.location.parents;
  if (parents.empty()) return nullptr;
  if (const auto* call = parents[0]->get_if<model::Call>())
    return callee_name(*call, context.symbols) == "len" && call->callee != context.location.node ? call : nullptr;
  const auto* attribute = parents[0]->get_if<model::Attribute>();
  if (attribute == nullptr || parents.size() < 2) return nullptr;
  const std::string_view name = context.symbols.text(attribute->name);
  const bool is_call = parents[1]->kind == model::ExpressionKind::kCall;
  const bool counts = is_call ? name == "numel" || name == "size"
                              : name == "shape" && parents[1]->kind == model::ExpressionKind::kSubscript;
  return counts ? parents[1] : nullptr;
}

/// `sorted` and `rank`: which of the distinct values each of them is.
struct Ranked {
  Code values;
  Code rank;
  std::vector<Code> lines;  ///< that make both
  Code x;
};

Ranked ranked(const Distinct& asked, const FixContext& context) {
  std::vector<std::string> taken;
  const auto new_name = [&](std::string_view ending) {
    taken.push_back(fresh_name(*asked.x, ending, context, taken));
    return fixes::name(taken.back());
  };
  Ranked result{new_name(asked.consecutive ? "flat" : "sorted"), new_name("rank"), {}, fixes::kept(*asked.x)};
  Distinct of = asked;
  Code row = in_a_row(of);
  if (!is_stable(*asked.x)) {
    result.x = new_name("all");
    result.lines.push_back(fixes::assign(result.x, fixes::kept(*asked.x)));
    const Code flat = fixes::method(result.x, "flatten", {});
    row = asked.consecutive ? flat : fixes::attribute(fixes::method(flat, "sort", {}), "values");
  }
  result.lines.push_back(fixes::assign(result.values, row));
  const Code steps =
      fixes::call(fixes::library("torch.diff"),
                  {{{}, result.values}, {"prepend", fixes::subscript(result.values, fixes::slice(":1"))}});
  result.lines.push_back(fixes::assign(
      result.rank, fixes::call(fixes::library("torch.cumsum"),
                               {{{}, fixes::binary(steps, "!=", fixes::number("0"))}, {{}, fixes::number("0")}})));
  return result;
}

Code inverse(const Ranked& of, const Distinct& asked) {
  if (asked.consecutive) return fixes::method(of.rank, "view_as", {{{}, of.x}});
  return fixes::subscript(of.rank, fixes::call(fixes::library("torch.searchsorted"), {{{}, of.values}, {{}, of.x}}));
}

/// `_, inverse = torch.unique(…, return_inverse=True)`
std::optional<Proposal> assigned_in_parts(const Distinct& asked, const FixContext& context) {
  const auto* assign = context.location.statement->get_if<model::Assign>();
  if (assign == nullptr || assign->value != context.location.node || assign->targets.size() != 1) return std::nullopt;
  const auto* targets = assign->targets.front()->get_if<model::Sequence>();
  if (targets == nullptr || targets->elements.size() != 1U + (asked.inverse ? 1 : 0) + (asked.counts ? 1 : 0))
    return std::nullopt;
  // How many values and counts there are, only the GPU knows; what each element is one of has a shape of its own.
  for (std::size_t i = 0; i < targets->elements.size(); ++i) {
    const bool is_inverse = asked.inverse && i == 1;
    if (!is_inverse && text_of(*targets->elements[i], context) != "_") return std::nullopt;
  }
  if (!asked.inverse) return std::nullopt;
  const Ranked of = ranked(asked, context);
  Proposal proposal{fixes::Applicability::kSuggestion, "sort, and rank neighbours that differ", {}};
  for (const Code& line : of.lines) proposal.edits.emplace_back(fixes::InsertBefore{assign, line});
  proposal.edits.emplace_back(
      fixes::ReplaceStatement{assign, fixes::assign(fixes::kept(*targets->elements[1]), inverse(of, asked))});
  return proposal;
}

/// `torch.unique(x, return_inverse=True)[1]`
std::optional<Proposal> only_inverse(const Distinct& asked, const FixContext& context) {
  const auto& location = context.location;
  const auto* part = location.parents.empty() ? nullptr : location.parents[0]->get_if<model::Subscript>();
  if (part == nullptr || part->object != location.node || written_integer(*part->index) != 1) return std::nullopt;
  const bool simple = location.statement->kind == model::StatementKind::kAssign ||
                      location.statement->kind == model::StatementKind::kReturn;
  if (!asked.inverse || !simple || !is_always_evaluated(location)) return std::nullopt;
  const Ranked of = ranked(asked, context);
  Proposal proposal{fixes::Applicability::kSuggestion, "sort, and rank neighbours that differ", {}};
  for (const Code& line : of.lines) proposal.edits.emplace_back(fixes::InsertBefore{location.statement, line});
  proposal.edits.emplace_back(fixes::Replace{part, inverse(of, asked)});
  return proposal;
}

Proposal distinct_in_words(const Distinct& asked, const FixContext& context) {
  const std::string tensor = engine::quote(text_of(*asked.x, context));
  return in_words("go through all values that `" + tensor +
                  "` can have, whose number the host knows, with a mask for each, or sort it and mark where neighbours "
                  "differ: how many distinct ones there are, only the GPU knows");
}

std::optional<Proposal> only_values(const Distinct& asked, const FixContext& context) {
  const Expression* count = counted(context);
  if (count != nullptr && engine::takes_tensor(context.view, *count)) {
    const Code steps = fixes::call(fixes::library("torch.diff"), {{{}, in_a_row(asked)}});
    return shown("count on the GPU where neighbours differ; the answer is a tensor (of no elements it would be 1)",
                 fixes::Replace{count, fixes::method(fixes::method(steps, "count_nonzero", {}), "add",
                                                     {{{}, fixes::number("1")}})});
  }
  return distinct_in_words(asked, context);
}

}  // namespace

std::optional<Proposal> distinct_in_all_places(const model::Call& call, const FixContext& context) {
  const std::optional<Distinct> asked = distinct_of(call, context);
  if (!asked) return std::nullopt;
  if (!asked->inverse && !asked->counts) return only_values(*asked, context);
  // Each NaN is a value of its own, which no search finds.
  const values::Value* x = context.view.observation().value_of(*asked->x);
  const bool is_whole = x != nullptr && x->elements.within(values::Element::kInteger);
  if (!asked->consecutive && !is_whole) return distinct_in_words(*asked, context);
  auto proposal = assigned_in_parts(*asked, context);
  if (!proposal) proposal = only_inverse(*asked, context);
  return proposal ? std::move(*proposal) : distinct_in_words(*asked, context);
}

}  // namespace syncfree::rules
