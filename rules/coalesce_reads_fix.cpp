// Several reads become one: `torch.stack([a, b]).tolist()` before the first of them.
#include <algorithm>

#include "analyzer/fixes/write_edits.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/reads_together.h"
#include "rules/shared/flow_match.h"

namespace syncfree::rules::coalesce_reads {

using engine::FixContext;
using engine::FlowMatch;
using engine::FunctionView;
using fixes::Applicability;
using fixes::Code;
using fixes::Proposal;
using model::Assign;
using model::Call;
using model::Expression;
using model::Statement;
using values::Element;
using values::Value;

namespace {

constexpr std::size_t kMostReads = 64;  ///< one line that reads more is no help, and each is compared with each

enum class Conversion : std::uint8_t { kItem, kFloat, kInt };

struct Read {
  const Call* call;
  const Expression* tensor;
  const Statement* statement;
  Conversion conversion;
  const Value* value;  ///< of the tensor
};

/// `a.item()`, `float(a)`, `int(a)` of a tensor.
std::optional<Read> read_of(const engine::Wait& wait, const FixContext& context) {
  const model::Location at = context.locator.locate(wait.event->range);
  const auto* call = at.node == nullptr ? nullptr : at.node->get_if<Call>();
  if (call == nullptr || has_stars(*call) || !is_always_evaluated(at) ||
      !wait.event->operands[0].only(values::Kind::kTensor))
    return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  Read read{call, receiver_of(*call), at.statement, Conversion::kItem, &wait.event->operands[0]};
  if (read.tensor != nullptr) return name == "item" && call->arguments.empty() ? std::optional(read) : std::nullopt;
  if ((name != "float" && name != "int") || call->arguments.size() != 1) return std::nullopt;
  read.tensor = call->arguments.front().value;
  read.conversion = name == "float" ? Conversion::kFloat : Conversion::kInt;
  return read;
}

/// Its only kind of elements; nothing if it may be of several.
std::optional<Element> element_of(const Value& value) {
  if (value.elements.within(values::kWholeNumbers)) return Element::kInteger;
  for (const Element element : {Element::kBoolean, Element::kFloating}) {
    if (value.elements.within(element)) return element;
  }
  return std::nullopt;
}

/// `x` of `x[0].min()`, and of `low` after `low = x.min()`.
std::string_view root_of(const Expression& tensor, const FixContext& context) {
  const Assign* assign = only_assignment(tensor, context);
  if (assign != nullptr && assign->value->kind == model::ExpressionKind::kCall) {
    const std::string_view root = root_of(*assign->value, context);
    return root.empty() ? text_of(tensor, context) : root;
  }
  if (const auto* part = tensor.get_if<model::Subscript>()) return root_of(*part->object, context);
  const auto* call = tensor.get_if<Call>();
  if (call == nullptr) return text_of(tensor, context);
  const Expression* receiver = receiver_of(*call);
  return receiver == nullptr ? std::string_view() : root_of(*receiver, context);
}

/// Whatever it is given, it gives fractions, and of whole numbers it gives an error.
bool gives_fractions(const Call& call, const FixContext& context) {
  constexpr std::string_view kFractions[] = {"mean", "std",           "var",   "norm",    "softmax", "log_softmax",
                                             "sqrt", "sigmoid",       "exp",   "log",     "tanh",    "logsumexp",
                                             "div",  "cross_entropy", "rsqrt", "softplus"};
  const std::string_view name = callee_name(call, context.symbols);
  return is_one_of(name, kFractions) || name.ends_with("_loss");
}

/// `loss.backward()`, `scaler.scale(loss).backward()`: what has a gradient is a fraction.
bool is_trained_on(const Expression& name, const FixContext& context) {
  const model::Symbol backward = context.symbols.find("backward");
  const model::Expressions passes = context.mentions.attributes(backward, context.location.function->range);
  return std::ranges::any_of(passes, [&](const Expression* pass) {
    const Expression* loss = pass->as<model::Attribute>().object;
    const auto* scaled = loss->get_if<Call>();
    if (scaled != nullptr && callee_name(*scaled, context.symbols) == "scale" && positional_count(*scaled) == 1)
      loss = scaled->arguments.front().value;
    return loss->kind == name.kind && text_of(*loss, context) == text_of(name, context);
  });
}

bool is_fraction(const Expression& tensor, const FixContext& context) {
  if (const auto* call = tensor.get_if<Call>()) return gives_fractions(*call, context);
  if (const Assign* assign = only_assignment(tensor, context)) {
    const auto* call = assign->value->get_if<Call>();
    if (call != nullptr && gives_fractions(*call, context)) return true;
  }
  return tensor.kind == model::ExpressionKind::kName && context.location.function != nullptr &&
         is_trained_on(tensor, context);
}

/// The tensor of `x.max()` and `torch.max(x)`, whose elements the result has.
std::string_view picked_from(const Expression& tensor, const FixContext& context) {
  constexpr std::string_view kPicks[] = {"max", "min", "amax", "amin", "median", "mean", "std"};
  const auto* call = tensor.get_if<Call>();
  if (call == nullptr || !is_one_of(callee_name(*call, context.symbols), kPicks)) return {};
  const bool is_function = calls_torch_function(*call, context);
  if (call->arguments.size() != (is_function ? 1U : 0U)) return {};
  const Expression* x = is_function ? call->arguments.front().value : receiver_of(*call);
  return x == nullptr ? std::string_view() : text_of(*x, context);
}

/// The reads that surely read a fraction, by what is known of them or by what else is computed of the same tensor.
std::vector<Read> of_fractions(std::span<const Read> reads, const FixContext& context) {
  const auto known = [&](const Read& read) {
    return element_of(*read.value) == Element::kFloating || is_fraction(*read.tensor, context);
  };
  std::vector<Read> fractions;
  for (const Read& read : reads) {
    const std::string_view tensor = picked_from(*read.tensor, context);
    const bool alike = !tensor.empty() && std::ranges::any_of(reads, [&](const Read& other) {
      return picked_from(*other.tensor, context) == tensor && known(other);
    });
    const bool can = read.conversion != Conversion::kInt && (known(read) || alike);
    if (can) fractions.push_back(read);
  }
  return fractions;
}

/// A fraction or a whole number must not become the other on the way through one tensor. What is known of neither is
/// the same for parts of one tensor.
bool share_element_type(std::span<const Read> reads, const FixContext& context) {
  const std::optional<Element> first = element_of(*reads.front().value);
  const std::string_view root = root_of(*reads.front().tensor, context);
  return std::ranges::all_of(reads, [&](const Read& read) {
    if (element_of(*read.value) != first) return false;
    return first.has_value() || (!root.empty() && root_of(*read.tensor, context) == root);
  });
}

/// The statements from the first read to the last; empty if they are not of one block.
std::span<const Statement* const> statements_of(model::Block block, std::span<const Read> reads) {
  const auto first = std::ranges::find(block, reads.front().statement);
  const auto last = std::ranges::find(block, reads.back().statement);
  if (first == block.end() || last == block.end() || last < first) return {};
  return {first, last + 1};
}

/// `torch.stack([a, b]).tolist()`; what may have more dimensions than none is made one of one element first.
Code all_at_once(std::span<const Read> reads) {
  if (reads.size() == 1) {
    // What only seems to be a tensor may be a number for which `int(n)` works, and `n.item()` does not.
    const Read& read = reads.front();
    const bool is_sure = read.conversion == Conversion::kItem || read.value->evidence == values::Evidence::kSeen;
    const fixes::Code tensor = fixes::kept(*read.tensor);
    return fixes::method(is_sure ? tensor : fixes::call(fixes::library("torch.as_tensor"), {{{}, tensor}}), "item", {});
  }
  const bool scalars =
      std::ranges::all_of(reads, [](const Read& read) { return read.value->rank.is(0) == values::Truth::kYes; });
  std::vector<Code> tensors;
  for (const Read& read : reads) {
    tensors.push_back(scalars ? fixes::kept(*read.tensor)
                              : fixes::method(fixes::kept(*read.tensor), "reshape", {{{}, fixes::number("1")}}));
  }
  const Code joined =
      fixes::call(fixes::library(scalars ? "torch.stack" : "torch.cat"), {{{}, fixes::list(std::move(tensors))}});
  return fixes::method(joined, "tolist", {});
}

/// The first read of each tensor.
std::vector<Read> without_twins(std::span<const Read> reads, const FixContext& context) {
  std::vector<Read> different;
  for (const Read& read : reads) {
    const auto same = [&](const Read& known) {
      return text_of(*known.tensor, context) == text_of(*read.tensor, context);
    };
    if (std::ranges::none_of(different, same)) different.push_back(read);
  }
  return different;
}

/// `x` of `x = a.item()`, and nothing more in the statement.
const Expression* only_target(const Read& read) {
  const auto* assign = read.statement->get_if<Assign>();
  const bool plain = assign != nullptr && assign->value == read.call && assign->annotation == nullptr &&
                     assign->targets.size() == 1 && assign->targets.front()->kind == model::ExpressionKind::kName;
  return plain && read.conversion == Conversion::kItem ? assign->targets.front() : nullptr;
}

/// `a = x.item()` and `b = y.item()` below each other become `a, b = …`; nothing if that is not all there is.
std::optional<Proposal> one_assignment(std::span<const Statement* const> statements, std::span<const Read> reads,
                                       const FixContext& context) {
  if (statements.size() != reads.size() || without_twins(reads, context).size() != reads.size()) return std::nullopt;
  std::vector<Code> targets;
  for (const Read& read : reads) {
    const Expression* target = only_target(read);
    if (target == nullptr) return std::nullopt;
    const bool twice = std::ranges::any_of(
        targets, [&](const Code& known) { return text_of(*known.kept, context) == text_of(*target, context); });
    if (twice) return std::nullopt;
    targets.push_back(fixes::kept(*target));
  }
  const source::TextRange between = {statements.front()->range.end, statements.back()->range.end};
  if (fixes::comments_in(context.module, between) != 0) return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, "read all of them with one wait", {}};
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  proposal.edits.emplace_back(
      fixes::ReplaceStatement{statements.front(), fixes::assign(fixes::tuple(std::move(targets)), all_at_once(reads))});
  for (const Statement* statement : statements.subspan(1))
    proposal.edits.emplace_back(fixes::RemoveStatement{statement});
  return proposal;
}

/// What takes the place of the read: the number, as the kind that it was.
Code number_for(const Read& read, std::string name) {
  Code number = fixes::name(std::move(name));
  if (read.conversion == Conversion::kItem) return number;
  const bool is_float = read.conversion == Conversion::kFloat;
  if (element_of(*read.value) == (is_float ? Element::kFloating : Element::kInteger)) return number;
  return fixes::call(fixes::name(is_float ? "float" : "int"), {{{}, number}});
}

Proposal names_before(const Statement& first, std::span<const Read> reads, const FixContext& context) {
  const std::vector<Read> different = without_twins(reads, context);
  std::vector<std::string> names;
  std::vector<Code> targets;
  for (const Read& read : different) {
    names.push_back(fresh_name(*read.tensor, "value", context, names));
    targets.push_back(fixes::name(names.back()));
  }
  Proposal proposal{Applicability::kUnsafe, "read all of them with one wait", {}};
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  for (const Read& read : reads) {
    const auto same = [&](const Read& known) {
      return text_of(*known.tensor, context) == text_of(*read.tensor, context);
    };
    const auto number = std::ranges::find_if(different, same) - different.begin();
    proposal.edits.emplace_back(fixes::Replace{read.call, number_for(read, names[static_cast<std::size_t>(number)])});
  }
  const Code target = targets.size() == 1 ? targets.front() : fixes::tuple(std::move(targets));
  proposal.edits.emplace_back(fixes::InsertBefore{&first, fixes::assign(target, all_at_once(different))});
  return proposal;
}

}  // namespace

std::optional<Proposal> propose_flow(const FunctionView& view, const FlowMatch& match, const FixContext& context) {
  if (match.waits.size() > kMostReads || context.module.language != model::Language::kPython) return std::nullopt;
  std::vector<Read> reads;
  for (const engine::Wait* wait : match.waits) {
    const std::optional<Read> read = read_of(*wait, context);
    if (read) reads.push_back(*read);
  }
  if (reads.size() < 2 || is_scripted(context)) return std::nullopt;
  if (!share_element_type(reads, context)) reads = of_fractions(reads, context);
  if (reads.size() < 2) return std::nullopt;
  const auto statements = statements_of(context.location.block, reads);
  std::vector<HostRead> plain;
  for (const Read& read : reads) plain.push_back({read.call, read.tensor, read.statement});
  if (statements.empty() || !all_are_there_at_the_first(view, statements, plain, context)) return std::nullopt;
  auto proposal = one_assignment(statements, reads, context);
  if (!proposal) proposal = names_before(*statements.front(), reads, context);
  return proposal;
}

}  // namespace syncfree::rules::coalesce_reads
