// The argument that says the size, where the host knows it; otherwise only shown.
#include <algorithm>
#include <array>

#include "analyzer/engine/flow/takes_tensor.h"
#include "analyzer/engine/quote.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/copied_once.h"
#include "rules/rewrites/decided_in_words.h"
#include "rules/rewrites/distinct_values.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/places_once.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::data_dependent_shape {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Code;
using fixes::Proposal;
using model::Call;
using model::Expression;
using model::ExpressionKind;

namespace {

struct Size {
  std::string_view name;
  std::string_view keyword;
  std::string_view what;  ///< what the argument has to be
};

constexpr std::array<Size, 2> kSizes = {{{"repeat_interleave", "output_size", "the sum of the repeats"},
                                         {"one_hot", "num_classes", "the number of classes"}}};

struct Known {
  Code size;
  bool named;  ///< through a variable, which something else may have changed meanwhile
};

/// What a variable stands for, and what is moved to a device.
const Expression& origin_of(const Expression& expression, const FixContext& context, bool& named) {
  if (const model::Assign* assign = only_assignment(expression, context)) {
    named = true;
    return origin_of(*assign->value, context, named);
  }
  const auto* call = expression.get_if<Call>();
  const Expression* receiver = call == nullptr ? nullptr : receiver_of(*call);
  const std::string_view name = call == nullptr ? std::string_view() : callee_name(*call, context.symbols);
  const bool moves = receiver != nullptr && (name == "to" || name == "cuda" || name == "pin_memory" || name == "long");
  return moves ? origin_of(*receiver, context, named) : expression;
}

/// Something in the function changes the list in place.
bool is_changed(const Expression& list, const FixContext& context) {
  constexpr std::array<std::string_view, 8> kChanging = {"append", "extend", "insert",  "pop",
                                                         "remove", "clear",  "reverse", "__setitem__"};
  bool changed = false;
  const auto same = [&](const Expression& other) { return text_of(other, context) == text_of(list, context); };
  for (const model::Statement* statement : context.location.function->body) {
    const model::Statement* const one[] = {statement};
    model::walk_expressions(one, [&](const Expression& part) {
      const auto* call = part.get_if<Call>();
      const Expression* object = call == nullptr ? nullptr : receiver_of(*call);
      changed =
          changed || (object != nullptr && same(*object) && is_one_of(callee_name(*call, context.symbols), kChanging));
    });
  }
  return changed;
}

/// `sum(lengths)` for `torch.tensor(lengths, device=d)`; a list of one would be meant for each row.
std::optional<Known> sum_of(const Expression& repeats, const FixContext& context) {
  bool named = false;
  const auto* made = origin_of(repeats, context, named).get_if<Call>();
  if (made == nullptr || has_stars(*made) || !calls_torch_function(*made, context)) return std::nullopt;
  const std::string_view name = callee_name(*made, context.symbols);
  if ((name != "tensor" && name != "as_tensor") || made->arguments.empty() || made->arguments.front().keyword)
    return std::nullopt;
  const Expression& data = *made->arguments.front().value;
  if (const auto* list = data.get_if<model::Sequence>()) {
    std::int64_t sum = 0;
    for (const Expression* element : list->elements) {
      const auto number = written_integer(*element);
      if (!number) return std::nullopt;
      sum += *number;
    }
    if (list->elements.size() < 2) return std::nullopt;
    return Known{fixes::number(std::to_string(sum)), named};
  }
  if (context.location.function == nullptr || !is_stable(data) || is_changed(data, context)) return std::nullopt;
  return Known{fixes::call(fixes::name("sum"), {{{}, fixes::kept(data)}}), true};
}

/// The size of a dimension of `x`, for positions along it: `x.argmax(dim=1)`.
std::optional<Known> size_of_positions(const Expression& positions, const FixContext& context) {
  bool named = false;
  const auto* call = origin_of(positions, context, named).get_if<Call>();
  if (call == nullptr || has_stars(*call)) return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  if (name != "argmax" && name != "argmin") return std::nullopt;
  const bool is_function = calls_torch_function(*call, context);
  if (is_function && (call->arguments.empty() || call->arguments.front().keyword)) return std::nullopt;
  const Expression* x = is_function ? call->arguments.front().value : receiver_of(*call);
  const std::size_t second = is_function ? 1 : 0;
  const model::Argument* dim = keyword_argument(*call, "dim", context.symbols);
  if (dim == nullptr && call->arguments.size() > second && !call->arguments[second].keyword)
    dim = &call->arguments[second];
  if (x == nullptr || dim == nullptr || !is_stable(*x) || !written_integer(*dim->value)) return std::nullopt;
  if (named && x->kind == ExpressionKind::kName && only_assignment(*x, context) == nullptr) {
    // A parameter that nothing rebinds is the same there.
    if (binding_count(context.location.function->body, *x, context) != 0) return std::nullopt;
  }
  return Known{fixes::subscript(fixes::attribute(fixes::kept(*x), "shape"), fixes::kept(*dim->value)), named};
}

/// A parameter that says it.
std::optional<Known> number_of_classes(const FixContext& context) {
  constexpr std::array<std::string_view, 3> kNames = {"num_classes", "n_classes", "num_labels"};
  if (context.location.function == nullptr) return std::nullopt;
  for (const model::Parameter& parameter : context.location.function->parameters) {
    const std::string_view name = context.symbols.text(parameter.name);
    const bool may_be_none = parameter.default_value != nullptr && text_of(*parameter.default_value, context) == "None";
    if (is_one_of(name, kNames) && !may_be_none) return Known{fixes::name(std::string(name)), true};
  }
  return std::nullopt;
}

std::optional<Known> known_size(const Call& call, std::string_view keyword, const FixContext& context) {
  const bool is_method =
      receiver_of(call) != nullptr && !calls_torch_function(call, context) && keyword == "output_size";
  const std::size_t at = keyword == "num_classes" || is_method || positional_count(call) < 2 ? 0 : 1;
  if (positional_count(call) <= at) return std::nullopt;
  const Expression& operand = *call.arguments[at].value;
  if (keyword == "output_size") return sum_of(operand, context);
  const auto positions = size_of_positions(operand, context);
  return positions ? positions : number_of_classes(context);
}

Proposal with_size(const Call& call, const Size& size, const FixContext& context) {
  const std::string keyword(size.keyword);
  std::optional<Known> known = known_size(call, size.keyword, context);
  if (!known)
    return in_words("say `" + keyword + "=`, " + std::string(size.what) +
                    ", as a number that the host has beside the tensor: then nothing is read back");
  // Without it, as many classes as the largest one that occurs asks for.
  const bool same = size.keyword == "output_size" && !known->named;
  Proposal proposal{
      same ? Applicability::kSafe : Applicability::kUnsafe, "say `" + keyword + "`, which the host knows", {}};
  proposal.edits.emplace_back(fixes::SetKeyword{&call, keyword, std::move(known->size)});
  return proposal;
}

/// `nonzero(x).size(0)`, `x.nonzero().shape[0]`, `len(x.nonzero())` around the call: how many there are, as a number of
/// the host; null where more is asked for.
const Expression* number_around(const FixContext& context) {
  const auto& parents = context.location.parents;
  if (parents.empty()) return nullptr;
  const auto is_first = [](const Expression& index) { return written_integer(index) == 0; };
  if (const auto* length = parents[0]->get_if<Call>()) {
    const bool counts = callee_name(*length, context.symbols) == "len" && length->arguments.size() == 1;
    return counts && length->arguments.front().value == context.location.node ? length : nullptr;
  }
  const auto* part = parents[0]->get_if<model::Attribute>();
  if (part == nullptr || parents.size() < 2) return nullptr;
  const std::string_view name = context.symbols.text(part->name);
  if (const auto* size = parents[1]->get_if<Call>(); size != nullptr && name == "size" && size->callee == part)
    return size->arguments.size() == 1 && is_first(*size->arguments.front().value) ? size : nullptr;
  const auto* element = parents[1]->get_if<model::Subscript>();
  return element != nullptr && name == "shape" && is_first(*element->index) ? element : nullptr;
}

/// `torch.count_nonzero(x)`, where positions are only counted.
std::optional<Proposal> counted(const Expression& x, const Event& event, const FixContext& context) {
  const Expression* number = number_around(context);
  if (number == nullptr) return std::nullopt;
  const Code count = fixes::call(fixes::library("torch.count_nonzero"), {{{}, fixes::kept(x)}});
  if (engine::takes_tensor(context.view, *number)) {
    return shown("count them on the GPU: every use of the number takes a tensor", fixes::Replace{number, count});
  }
  if (const Expression* test = test_around(context)) return decided_in_words(*test, event, context);
  return in_words("only how many there are is asked for: `torch.count_nonzero(" + engine::quote(text_of(x, context)) +
                  ")` is a tensor that nothing waits for, and `clamp` limits it in place of `max`");
}

/// Of `torch.nonzero(c)`, `torch.where(c)` and `argwhere`: how many positions there are, nobody knows.
std::optional<Proposal> fewer_positions(const Call& call, std::string_view name, const Event& event,
                                        const FixContext& context) {
  const bool is_function = calls_torch_function(call, context);
  const model::Argument* as_tuple = keyword_argument(call, "as_tuple", context.symbols);
  if (positional_count(call) != (is_function ? 1U : 0U) ||
      call.arguments.size() != positional_count(call) + (as_tuple == nullptr ? 0 : 1))
    return std::nullopt;
  const Expression* x = is_function ? call.arguments.front().value : receiver_of(call);
  if (x == nullptr || (name != "nonzero" && name != "where" && name != "argwhere")) return std::nullopt;
  if (auto number = name == "where" || as_tuple != nullptr ? std::nullopt : counted(*x, event, context)) return number;
  const std::string tensor = engine::quote(text_of(*x, context));
  return in_words("keep the mask `" + tensor +
                  "` in place of the positions of its true elements, or ask for a fixed number of them with "
                  "`torch.nonzero_static(…, size=…)`, with a size that the host has, and skip the padding");
}

/// `bincount` with as many counters as the host says. Only shown.
std::optional<Proposal> counted_in_room(const Call& call, const FixContext& context) {
  const bool is_function = calls_torch_function(call, context);
  const model::Argument* length = keyword_argument(call, "minlength", context.symbols);
  if (positional_count(call) != (is_function ? 1U : 0U) ||
      call.arguments.size() != positional_count(call) + (length == nullptr ? 0 : 1))
    return std::nullopt;
  const Expression* x = is_function ? call.arguments.front().value : receiver_of(call);
  if (x == nullptr) return std::nullopt;
  if (length == nullptr || written_integer(*length->value) == 0)
    return in_words(
        "say with `minlength=` how many values can occur, as a number of the host, and count them with "
        "`torch.nn.functional.one_hot(…, number).sum(0)`: `bincount` reads the largest one back all the same");
  const Code size = fixes::kept(*length->value);
  const std::string title = "count into as many places as the host says (larger values are an error)";
  // Positions and counters have 64 bits, whatever the values have.
  const Code whole_numbers = fixes::method(fixes::kept(*x), "long", {});
  const bool is_variable = x->kind == ExpressionKind::kName || x->kind == ExpressionKind::kAttribute;
  if (!is_variable || !is_stable(*x)) {
    const Code rows = fixes::call(fixes::library("torch.nn.functional.one_hot"), {{{}, whole_numbers}, {{}, size}});
    return shown(title, fixes::Replace{&call, fixes::method(rows, "sum", {{{}, fixes::number("0")}})});
  }
  const Code type = fixes::library("torch.long");
  const Code counters = fixes::method(fixes::kept(*x), "new_zeros", {{{}, size}, {"dtype", type}});
  const Code ones = fixes::call(fixes::library("torch.ones_like"), {{{}, fixes::kept(*x)}, {"dtype", type}});
  return shown(title,
               fixes::Replace{&call, fixes::method(counters, "scatter_add_",
                                                   {{{}, fixes::number("0")}, {{}, whole_numbers}, {{}, ones}})});
}

std::optional<Proposal> propose_alone(const Event& event, const FixContext& context) {
  const Call* call = plain_call(context);
  if (call == nullptr) return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  if (auto positions = fewer_positions(*call, name, event, context)) return positions;
  if (name == "bincount") return counted_in_room(*call, context);
  if (auto distinct = distinct_in_all_places(*call, context)) return distinct;
  const auto* size = std::ranges::find(kSizes, name, &Size::name);
  if (size == kSizes.end()) return std::nullopt;
  if (name == "one_hot" && positional_count(*call) > 1) return std::nullopt;
  const model::Argument* given = keyword_argument(*call, size->keyword, context.symbols);
  if (given != nullptr && written_integer(*given->value) != -1) return std::nullopt;  // -1: as many as there are
  return with_size(*call, *size, context);
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  auto proposal = propose_alone(event, context);
  if (proposal && !proposal->edits.empty()) return proposal;
  auto once = places_once(context);
  return once ? once : or_copied_once(std::move(proposal), event, context);
}

}  // namespace syncfree::rules::data_dependent_shape
