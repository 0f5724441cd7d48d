#include "rules/rewrites/moved_anywhere.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/flow/module_names.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/array_by_use.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/host_source.h"
#include "rules/rewrites/loader_of.h"
#include "rules/rewrites/observed_value.h"
#include "rules/rewrites/to_gpu.h"
#include "rules/rewrites/views.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Applicability;
using fixes::Code;
using fixes::CodeArgument;
using fixes::Proposal;
using model::Argument;
using model::Call;
using model::Expression;
using values::Kind;
using values::Value;

namespace {

constexpr std::string_view kWhereverItIs =
    "copy what is on the host from pinned memory, and do not wait (better pinned once, where it is made)";

/// What gives the same on either side of a copy: views, copies, and conversions that round alike everywhere.
constexpr std::array<std::string_view, 19> kSameAnywhere = {
    "clone",   "detach", "contiguous", "float",   "double",    "half", "bool",    "long",      "int",      "expand",
    "squeeze", "view",   "reshape",    "flatten", "transpose", "t",    "permute", "unsqueeze", "expand_as"};

/// `x` and what is done to it before it moves, the first call first: `x.clone().detach()`. Nothing where `x` is not
/// surely a tensor.
struct Chain {
  const Expression* start = nullptr;
  std::vector<const Call*> calls;
};

std::optional<Chain> chain_of(const Expression& source, const FixContext& context) {
  Chain chain{&source, {}};
  while (const auto* call = chain.start->get_if<Call>()) {
    const Expression* receiver = receiver_of(*call);
    const bool same = receiver != nullptr && !has_stars(*call) && !calls_torch_function(*call, context) &&
                      is_one_of(callee_name(*call, context.symbols), kSameAnywhere) &&
                      std::ranges::all_of(call->arguments, [&](const Argument& argument) {
                        return does_nothing(*argument.value, context.symbols);
                      });
    if (!same) break;
    chain.calls.push_back(call);
    chain.start = receiver;
  }
  std::ranges::reverse(chain.calls);
  const Value* value = value_of(*chain.start, context);
  // A module is moved by the same words.
  const bool sure = value != nullptr && value->only(Kind::kTensor) && value->evidence != values::Evidence::kGuessed;
  return sure ? std::optional(chain) : std::nullopt;
}

/// Naming it three times costs nothing: `x`, `self.mean`, `batch["x"]`.
bool is_only_named(const Expression& expression, const FixContext& context) {
  if (const auto* attribute = expression.get_if<model::Attribute>()) return is_only_named(*attribute->object, context);
  const auto* part = expression.get_if<model::Subscript>();
  if (part == nullptr) return expression.kind == model::ExpressionKind::kName;
  const model::ExpressionKind kind = part->index->kind;
  const Value* index = value_of(*part->index, context);
  const bool selects = index != nullptr && index->may_be(Kind::kTensor);
  return (kind == model::ExpressionKind::kConstant || (kind == model::ExpressionKind::kName && !selects)) &&
         is_only_named(*part->object, context);
}

/// Of what is written before `part`, nothing does anything: the order of evaluation is that of the text.
bool is_quiet_before(const Expression& part, const Expression& around, const FixContext& context) {
  if (around.range.begin >= part.range.begin) return true;
  if (around.range.end <= part.range.begin) return does_nothing(around, context.symbols);
  bool quiet = true;
  model::for_each_child(around, [&](const Expression* child) {
    quiet = quiet && (child == nullptr || is_quiet_before(part, *child, context));
  });
  return quiet;
}

/// It may as well be evaluated on a line before the statement.
bool is_evaluated_first(const Expression& part, const FixContext& context) {
  const model::Statement& statement = *context.location.statement;
  const Expression* value = nullptr;
  if (const auto* assign = statement.get_if<model::Assign>()) value = assign->value;
  if (const auto* leaves = statement.get_if<model::Return>()) value = leaves->value;
  if (const auto* alone = statement.get_if<model::ExpressionStatement>()) value = alone->value;
  return value != nullptr && value->range.contains(part.range) && is_always_evaluated(context.location) &&
         is_quiet_before(part, *value, context);
}

Code with_calls(Code code, const Chain& chain, const FixContext& context) {
  for (const Call* call : chain.calls) {
    std::vector<CodeArgument> arguments;
    for (const Argument& argument : call->arguments) {
      arguments.push_back(
          {std::string(argument.keyword ? context.symbols.text(argument.keyword) : ""), fixes::kept(*argument.value)});
    }
    code = fixes::method(std::move(code), std::string(callee_name(*call, context.symbols)), std::move(arguments));
  }
  return code;
}

/// `known` as in to_gpu.h. Nothing where TorchScript could not ask it.
std::optional<Code> pinned_if_on_host(const Code& tensor, const std::optional<Code>& known, const FixContext& context,
                                      bool gaps = false) {
  Code can_pin = fixes::attribute(tensor, "is_cpu");
  if (!may_be_scripted(context)) {
    can_pin = fixes::binary(std::move(can_pin), "and", there_is_a_gpu());
  } else if (!known) {
    return std::nullopt;
  } else if (known->kind != fixes::CodeKind::kTrue) {
    can_pin = fixes::binary(std::move(can_pin), "and", *known);
  }
  return pinned_if(tensor, can_pin, gaps);
}

/// A copy to the host would be read before it has arrived.
CodeArgument without_wait_from_host(const Code& tensor) { return {"non_blocking", fixes::attribute(tensor, "is_cpu")}; }

/// `if hasattr(x, "to"):` asks what it is: an object that moves and is no tensor has no `is_cpu`.
bool is_asked_what_it_is(const Expression& tensor, const FixContext& context) {
  const std::string asked = "hasattr(" + std::string(text_of(tensor, context)) + ",";
  return std::ranges::any_of(context.location.around, [&](const model::Statement* around) {
    const auto* branch = around->get_if<model::If>();
    return branch != nullptr && text_of(*branch->condition, context).contains(asked);
  });
}

/// `self._model.to(device)`: a module has no `is_cpu`.
bool is_named_like_a_module(const Expression& expression, const FixContext& context) {
  return flow::names_a_module(flow::last_name(expression, context.symbols));
}

bool may_be_an_object(const Expression& expression, const FixContext& context) {
  const Value* value = value_of(expression, context);
  return value != nullptr && value->entities != nullptr;
}

}  // namespace

std::optional<Proposal> moved_from_anywhere(const Expression& source, const Value& value, const Call& replaced,
                                            const std::optional<Code>& known, const FixContext& context,
                                            const MakeMove& move, const Convert& converted) {
  if (context.module.language != model::Language::kPython || loader_of(source, context) != nullptr) return std::nullopt;
  const auto chain = chain_of(source, context);
  // A batch that may be an object of its own has no `is_cpu`.
  if (!chain || (chain->calls.empty() && may_be_an_object(*chain->start, context)) ||
      shares_elements(*chain->start, context) || is_asked_what_it_is(*chain->start, context) ||
      (chain->calls.empty() &&
       (is_only_moved(*chain->start, context) || is_named_like_a_module(*chain->start, context))))
    return std::nullopt;
  Proposal proposal{Applicability::kSuggestion, std::string(is_small(&value) ? kSmallCopy : kWhereverItIs), {}};
  Code start = fixes::kept(*chain->start);
  if (!is_only_named(*chain->start, context)) {
    // What is computed on the way gets a name first.
    if (!is_evaluated_first(*chain->start, context)) return std::nullopt;
    start = fixes::name(fresh_name(*chain->start, "there", context));
    proposal.edits.emplace_back(
        fixes::InsertBefore{context.location.statement, fixes::assign(start, fixes::kept(*chain->start))});
  }
  const std::optional<Code> pinned =
      is_small(&value) ? start : pinned_if_on_host(start, known, context, has_gaps(*chain->start, context));
  if (!pinned) return std::nullopt;
  const Code moved = move(*pinned, without_wait_from_host(start));
  proposal.edits.emplace_back(fixes::Replace{&replaced, converted(with_calls(moved, *chain, context))});
  return proposal;
}

std::optional<Proposal> made_and_moved(const Call& call, Code made, const Expression& device,
                                       const std::optional<Code>& known, const FixContext& context) {
  if (context.module.language != model::Language::kPython || !is_evaluated_first(call, context)) return std::nullopt;
  const Code there = fixes::name(fresh_name(call, "there", context));
  const auto pinned = pinned_if_on_host(there, known, context);
  if (!pinned) return std::nullopt;
  Proposal proposal{Applicability::kSuggestion, std::string(kWhereverItIs), {}};
  proposal.edits.emplace_back(fixes::InsertBefore{context.location.statement, fixes::assign(there, std::move(made))});
  proposal.edits.emplace_back(
      fixes::Replace{&call, fixes::method(*pinned, "to", {{{}, fixes::kept(device)}, without_wait_from_host(there)})});
  return proposal;
}

std::optional<Code> named_copied_there(const Expression& tensor, const Expression& like, const FixContext& context) {
  const auto chain = chain_of(tensor, context);
  if (!chain || !is_only_named(*chain->start, context) || shares_elements(*chain->start, context)) return std::nullopt;
  const Code start = fixes::kept(*chain->start);
  const auto pinned = pinned_if_on_host(start, fixes::attribute(fixes::kept(like), "is_cuda"), context,
                                        has_gaps(*chain->start, context));
  if (!pinned) return std::nullopt;
  const Code moved = fixes::method(
      *pinned, "to", {{{}, fixes::attribute(fixes::kept(like), "device")}, without_wait_from_host(start)});
  return with_calls(moved, *chain, context);
}

}  // namespace syncfree::rules
