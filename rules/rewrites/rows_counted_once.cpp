#include "rules/rewrites/rows_counted_once.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/few_events.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/meaning.h"
#include "rules/rewrites/observed_value.h"
#include "rules/rewrites/queued_reads.h"

namespace syncfree::rules {

using engine::Event;
using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Expression;
using model::ExpressionKind;
using model::For;
using model::Statement;
using values::Value;

namespace {

bool is_named(const Expression& expression) {
  return expression.kind == ExpressionKind::kName || expression.kind == ExpressionKind::kAttribute;
}

bool is_device_tensor(const Expression& expression, const FixContext& context) {
  const Value* value = value_of(expression, context);
  return value != nullptr && value->only(values::Kind::kTensor) && value->evidence != values::Evidence::kGuessed &&
         value->is_device_tensor() != values::Truth::kNo;
}

/// The element of a number `i` in `mask`, in what is computed element by element of it: `mask[i] == 1`,
/// `~mask[i].bool()`. Null if there is none.
const model::Subscript* row_in(const Expression& mask, const FixContext& context) {
  if (const auto* row = mask.get_if<model::Subscript>())
    return is_named(*row->object) && row->index->kind == ExpressionKind::kName ? row : nullptr;
  if (const auto* unary = mask.get_if<model::Unary>()) return row_in(*unary->operand, context);
  if (const auto* compared = mask.get_if<model::Comparison>()) {
    const bool with_number =
        compared->operands.size() == 2 && is_python_number(*compared->operands[1], context.symbols);
    return with_number ? row_in(*compared->operands[0], context) : nullptr;
  }
  const auto* call = mask.get_if<model::Call>();
  const Expression* receiver = call == nullptr ? nullptr : receiver_of(*call);
  const bool converts = receiver != nullptr && callee_name(*call, context.symbols) == "bool" && call->arguments.empty();
  return converts ? row_in(*receiver, context) : nullptr;
}

/// `i` of `for i in range(n)` and `for i, x in enumerate(xs)`.
bool gives_number(const For& loop, const Expression& name, const FixContext& context) {
  const auto* call = loop.iterable->get_if<model::Call>();
  const auto* targets = loop.target->get_if<model::Sequence>();
  const std::string_view function = call == nullptr ? std::string_view() : callee_name(*call, context.symbols);
  const Expression* counted = nullptr;
  if (function == "range" || function == "trange") counted = loop.target;
  if (function == "enumerate" && targets != nullptr && !targets->elements.empty()) counted = targets->elements[0];
  return counted != nullptr && counted->kind == ExpressionKind::kName &&
         text_of(*counted, context) == text_of(name, context);
}

const For* loop_of(const Expression& index, const FixContext& context) {
  for (const Statement* around : context.location.around) {
    if (context.location.function == nullptr || !context.location.function->range.contains(around->range)) break;
    if (around->kind == model::StatementKind::kFunction || around->kind == model::StatementKind::kClass) break;
    const auto* loop = around->get_if<For>();
    if (loop != nullptr && gives_number(*loop, index, context)) return loop;
  }
  return nullptr;
}

/// The test inside of the loop under which the mask is there, such as `mask is not None`; null if there is none.
struct Condition {
  const Expression* test = nullptr;
  bool is_clear = true;
};

Condition condition_of(const Expression& mask, const For& loop, const FixContext& context) {
  Condition found;
  for (const Statement* around : context.location.around) {
    if (around == &loop) break;
    const auto* branch = around->get_if<model::If>();
    if (branch == nullptr || !mentions(*branch->condition, mask, context)) continue;
    const bool then = std::ranges::any_of(
        branch->then, [&](const Statement* one) { return one->range.contains(context.location.node->range); });
    const auto* compared = branch->condition->get_if<model::Comparison>();
    const bool asks = then && compared != nullptr && compared->operands.size() == 2 &&
                      compared->operands[0]->kind == mask.kind &&
                      compared->operators[0] == model::ComparisonOperator::kIsNot && found.test == nullptr;
    found.is_clear = found.is_clear && asks;
    found.test = branch->condition;
  }
  for (const Expression* parent : context.location.parents) {
    const bool decides = parent->kind == ExpressionKind::kConditional || parent->kind == ExpressionKind::kBoolean;
    found.is_clear = found.is_clear && !(decides && mentions(*parent, mask, context));
  }
  return found;
}

Code size_of_row(const std::string& counted, const Expression& row) {
  return fixes::call(fixes::name("int"), {{{}, fixes::subscript(fixes::name(counted), fixes::kept(row))}});
}

/// The reads of the same row in the loop; each gets its size from the counts.
class RowReads {
 public:
  RowReads(const Expression& mask, const For& loop, const FixContext& context) : context_(context) {
    for (const Event& event : context.view.outcome().events) {
      if (!values::known(event.blocks) || !loop.range.contains(event.range)) continue;
      const model::Location place = context.locator.locate(event.range);
      if (place.node == nullptr) continue;
      for (const QueuedRead& read : queued_reads(event, *place.node, context)) {
        const bool counted = read.form != QueuedRead::Form::kValue && read.form != QueuedRead::Form::kOutputSize;
        if (counted && text_of(*read.tensor, context) == text_of(mask, context) && !has(read)) reads_.push_back(read);
      }
    }
  }

  void add_to(Proposal& proposal, const Code& size) const {
    for (const QueuedRead& read : reads_) proposal.edits.push_back(with_size(read, size));
  }
  bool empty() const { return reads_.empty(); }

 private:
  bool has(const QueuedRead& read) const {
    return std::ranges::any_of(reads_, [&](const QueuedRead& one) { return one.replaced == read.replaced; });
  }

  const FixContext& context_;
  std::vector<QueuedRead> reads_;
};

}  // namespace

std::optional<Proposal> rows_counted_once(const Event& event, const FixContext& context) {
  if (context.module.language != model::Language::kPython || !has_few_events(context) || is_scripted(context))
    return std::nullopt;
  const std::vector<QueuedRead> reads = queued_reads(event, *context.location.node, context);
  if (reads.size() != 1 || reads.front().form == QueuedRead::Form::kValue) return std::nullopt;
  const Expression& mask = *reads.front().tensor;
  const model::Subscript* row = row_in(mask, context);
  if (row == nullptr || !is_device_tensor(*row->object, context)) return std::nullopt;
  const For* loop = loop_of(*row->index, context);
  if (loop == nullptr || Meaning(*row->object, context).may_change_in(*loop)) return std::nullopt;
  if (loop->body.empty() || binding_count(loop->body, *row->index, context) != 0) return std::nullopt;
  const Condition condition = condition_of(*row->object, *loop, context);
  const RowReads same(mask, *loop, context);
  if (!condition.is_clear || same.empty()) return std::nullopt;
  Proposal proposal{fixes::Applicability::kSuggestion,
                    "count the true elements of all rows before the loop: one wait in place of one in each round",
                    {}};
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  const std::string counted = fresh_name(*row->object, "counts", context);
  const Code whole = fixes::kept_with(mask, {{row, fixes::kept(*row->object)}});
  const Code flat =
      fixes::method(&mask == row ? fixes::kept(*row->object) : whole, "flatten", {{{}, fixes::number("1")}});
  const Code number = fixes::method(fixes::method(flat, "count_nonzero", {{{}, fixes::number("1")}}), "cpu", {});
  fixes::InsertBefore before{loop, fixes::assign(fixes::name(counted), number)};
  if (condition.test != nullptr) before.condition = fixes::kept(*condition.test);
  proposal.edits.emplace_back(std::move(before));
  same.add_to(proposal, size_of_row(counted, *row->index));
  return proposal;
}

namespace {

/// All statements in a block, those in nested blocks too, but not those of other functions.
template <class Visit>
void each_statement(model::Block block, Visit&& visit) {
  for (const Statement* statement : block) {
    visit(*statement);
    if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass) continue;
    model::for_each_part(
        *statement, [](const Expression*) {}, [&](model::Block inner) { each_statement(inner, visit); });
  }
}

/// A loop over the rows that have a true element.
struct RowLoop {
  const model::Assign* hits = nullptr;  ///< `hits = (mask.sum(dim=(-1, -2)) > 0).nonzero()`
  const Expression* sum = nullptr;      ///< `mask.sum(dim=(-1, -2))`
  const Expression* mask = nullptr;
  const For* loop = nullptr;  ///< `for row in hits:`
};

bool is_first_of(const Expression& value, const Expression& name, const FixContext& context) {
  const auto* element = value.get_if<model::Subscript>();
  return element != nullptr && text_of(*element->object, context) == text_of(name, context) &&
         written_integer(*element->index) == 0;
}

/// `mask.sum(dim=(-1, -2))`, which counts the true elements of each row of a mask of three dimensions.
bool counts_rows(const model::Call& call, const FixContext& context) {
  const Expression* mask = receiver_of(call);
  if (mask == nullptr || mask->kind != ExpressionKind::kName || callee_name(call, context.symbols) != "sum" ||
      call.arguments.size() != 1)
    return false;
  const model::Argument& dimensions = call.arguments.front();
  const auto* several = dimensions.value->get_if<model::Sequence>();
  if ((dimensions.keyword && context.symbols.text(dimensions.keyword) != "dim") || several == nullptr ||
      several->elements.size() != 2)
    return false;
  const auto first = written_integer(*several->elements[0]);
  const auto second = written_integer(*several->elements[1]);
  return first && second && std::min(*first, *second) == -2 && std::max(*first, *second) == -1;
}

/// Its elements are one or zero: it is what `one_hot` gives, with its dimensions in another order.
bool is_one_hot(const Expression& value, const Expression& name, const FixContext& context) {
  const auto* call = value.get_if<model::Call>();
  if (call == nullptr) return false;
  constexpr std::string_view kOrders[] = {"permute", "transpose", "contiguous", "movedim"};
  const std::string_view function = callee_name(*call, context.symbols);
  if (function == "one_hot") return true;
  const Expression* receiver = receiver_of(*call);
  if (receiver == nullptr || !is_one_of(function, kOrders)) return false;
  return text_of(*receiver, context) == text_of(name, context) || is_one_hot(*receiver, name, context);
}

bool is_mask_of_rows(const Expression& mask, const FixContext& context) {
  const Value* value = value_of(mask, context);
  if (value != nullptr && value->only(values::Kind::kTensor) && value->elements.within(values::Element::kBoolean))
    return true;
  std::size_t made = 0;
  each_statement(context.location.function->body, [&](const Statement& statement) {
    const auto* assign = statement.get_if<model::Assign>();
    const bool binds = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr &&
                       text_of(*assign->targets.front(), context) == text_of(mask, context);
    made += binds && is_one_hot(*assign->value, mask, context) ? 1 : 0;
  });
  return made > 0 && made == binding_count(context.location.function->body, mask, context);
}

/// Something that a number of the host can stand for as well: an index, a side of a comparison, a part of a text.
bool are_numbers(const Expression& expression, const Expression& name, const FixContext& context) {
  const auto is_it = [&](const Expression& part) {
    return part.kind == ExpressionKind::kName && text_of(part, context) == text_of(name, context);
  };
  if (is_it(expression)) return false;
  bool fine = true;
  const bool takes = expression.kind == ExpressionKind::kComparison || expression.kind == ExpressionKind::kFormatted;
  const auto* element = expression.get_if<model::Subscript>();
  model::for_each_child(expression, [&](const Expression* child) {
    const bool indexes = element != nullptr && child == element->index;
    if (!((takes || indexes) && is_it(*child))) fine = fine && are_numbers(*child, name, context);
  });
  return fine;
}

/// `row = row[0]` comes first, and then `row` is nothing but a number.
bool goes_on_with_numbers(const For& loop, const FixContext& context) {
  const auto* first = loop.body.empty() ? nullptr : loop.body.front()->get_if<model::Assign>();
  const bool takes_first = first != nullptr && first->targets.size() == 1 && first->value != nullptr &&
                           text_of(*first->targets.front(), context) == text_of(*loop.target, context) &&
                           is_first_of(*first->value, *loop.target, context);
  if (!takes_first || binding_count(loop.body, *loop.target, context) != 1) return false;
  bool fine = true;
  each_statement(loop.body.subspan(1), [&](const Statement& statement) {
    model::for_each_part(
        statement, [&](const Expression* part) { fine = fine && are_numbers(*part, *loop.target, context); },
        [](model::Block) {});
  });
  return fine;
}

/// The loop that `statement` assigns the rows for, by `hits = ….nonzero()`.
std::optional<RowLoop> row_loop_of(const model::Assign& assign, const FixContext& context) {
  const auto* positions = assign.value == nullptr ? nullptr : assign.value->get_if<model::Call>();
  const Expression* any = positions == nullptr ? nullptr : receiver_of(*positions);
  const bool assigns = any != nullptr && positions->arguments.empty() && assign.targets.size() == 1 &&
                       assign.targets.front()->kind == ExpressionKind::kName &&
                       callee_name(*positions, context.symbols) == "nonzero";
  if (!assigns || binding_count(context.location.function->body, *assign.targets.front(), context) != 1)
    return std::nullopt;
  RowLoop found;
  found.hits = &assign;
  std::size_t calls = 0;
  model::walk(*any, [&](const Expression& part) {
    const auto* call = part.get_if<model::Call>();
    if (call == nullptr || !counts_rows(*call, context)) return;
    ++calls;
    found.sum = call;
    found.mask = receiver_of(*call);
  });
  if (calls != 1) return std::nullopt;
  // It is bound and gone through, and nothing else: a copy on the host may stand for it.
  const model::Symbol name = assign.targets.front()->as<model::Name>().name;
  const model::Expressions uses = context.mentions.names(name, context.location.function->range);
  if (uses.size() != 2) return std::nullopt;
  const Statement* user = context.locator.locate_around(uses.back()->range).statement;
  found.loop = user == nullptr ? nullptr : user->get_if<For>();
  const bool only_gone_through =
      found.loop != nullptr && found.loop->iterable == uses.back() && found.loop->target->kind == ExpressionKind::kName;
  return only_gone_through ? std::optional(found) : std::nullopt;
}

/// `mask[row]`, unpacked into two: the mask has three dimensions.
std::vector<const model::Call*> places_of_rows(const RowLoop& rows, const FixContext& context) {
  std::vector<const model::Call*> found;
  each_statement(rows.loop->body, [&](const Statement& statement) {
    const auto* assign = statement.get_if<model::Assign>();
    const auto* call = assign == nullptr || assign->value == nullptr ? nullptr : assign->value->get_if<model::Call>();
    if (call == nullptr || callee_name(*call, context.symbols) != "where" || !calls_torch_function(*call, context) ||
        call->arguments.size() != 1)
      return;
    const auto* row = call->arguments.front().value->get_if<model::Subscript>();
    const auto* targets = assign->targets.front()->get_if<model::Sequence>();
    const bool is_row = row != nullptr && text_of(*row->object, context) == text_of(*rows.mask, context) &&
                        text_of(*row->index, context) == text_of(*rows.loop->target, context);
    if (is_row && targets != nullptr && targets->elements.size() == 2) found.push_back(call);
  });
  return found;
}

}  // namespace

std::optional<Proposal> rows_with_any_counted_once(const FixContext& context) {
  if (context.module.language != model::Language::kPython || context.location.function == nullptr) return std::nullopt;
  std::optional<RowLoop> rows;
  const model::Symbol nonzero = context.symbols.find("nonzero");
  for (const Expression* positions : context.mentions.attributes(nonzero, context.location.function->range)) {
    const Statement* statement = context.locator.locate_around(positions->range).statement;
    const auto* assign = statement == nullptr ? nullptr : statement->get_if<model::Assign>();
    auto found = assign == nullptr ? std::nullopt : row_loop_of(*assign, context);
    const bool holds = found && (found->hits->range.contains(context.location.node->range) ||
                                 found->loop->range.contains(context.location.node->range));
    if (holds) rows = found;
  }
  if (!rows || !is_mask_of_rows(*rows->mask, context) || !goes_on_with_numbers(*rows->loop, context))
    return std::nullopt;
  const bool changes = Meaning(*rows->mask, context).may_change_in(*rows->loop);
  const std::vector<const model::Call*> places = places_of_rows(*rows, context);
  if (places.empty() || changes) return std::nullopt;
  Proposal proposal{fixes::Applicability::kSuggestion,
                    "count the rows once, on the host: one wait in place of several in each round",
                    {}};
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  const std::string counted = fresh_name(*rows->mask, "counts", context);
  proposal.edits.emplace_back(fixes::InsertBefore{
      rows->hits, fixes::assign(fixes::name(counted), fixes::method(fixes::kept(*rows->sum), "cpu", {}))});
  proposal.edits.emplace_back(fixes::Replace{rows->sum, fixes::name(counted)});
  for (const model::Call* call : places) {
    const QueuedRead read{QueuedRead::Form::kPlaces, call->arguments.front().value, call};
    proposal.edits.push_back(with_size(read, size_of_row(counted, *rows->loop->target)));
  }
  return proposal;
}

}  // namespace syncfree::rules
