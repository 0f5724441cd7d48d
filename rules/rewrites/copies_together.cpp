#include "rules/rewrites/copies_together.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/few_events.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/meaning.h"
#include "rules/rewrites/queued_reads.h"
#include "rules/rewrites/reads_together.h"
#include "rules/shared/flow_match.h"

namespace syncfree::rules {

using engine::Event;
using engine::EventKind;
using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Call;
using model::Expression;
using model::ExpressionKind;
using model::Statement;
using model::StatementKind;
using values::Value;

namespace {

constexpr std::size_t kMostReads = 8;      ///< of one wait; nobody reads an edit of more
constexpr std::size_t kMostLookedAt = 64;  ///< reads of a block that are compared with each other

/// A read of the host, and what it asks for.
struct Read {
  const Expression* node;
  const Statement* statement;
  std::vector<QueuedRead> asked;
  std::size_t at;  ///< its statement's number in the block
};

bool is_simple(const Statement& statement) {
  return statement.kind == StatementKind::kAssign || statement.kind == StatementKind::kAugmentedAssign ||
         statement.kind == StatementKind::kExpression;
}

/// `self.x = self.x.cpu()`: an attribute comes back to the host, and is read there by whoever runs later.
bool brings_back(const Statement& statement, const Expression& read, const FixContext& context) {
  const auto* assign = statement.get_if<model::Assign>();
  const auto* call = read.get_if<Call>();
  const Expression* moved = call == nullptr ? nullptr : receiver_of(*call);
  return assign != nullptr && assign->value == &read && moved != nullptr && assign->targets.size() == 1 &&
         moved->kind == ExpressionKind::kAttribute &&
         text_of(*assign->targets.front(), context) == text_of(*moved, context);
}

class Together {
 public:
  explicit Together(const FixContext& context) : context_(context), block_(context.location.block) {
    for (const Event& event : context.view.outcome().events) {
      if (reads_.size() < kMostLookedAt) add(event);
    }
    std::ranges::sort(reads_, {}, [](const Read& read) { return read.node->range.begin; });
  }

  std::optional<Proposal> proposal() const {
    const auto own = std::ranges::find(reads_, context_.location.node, &Read::node);
    if (own == reads_.end()) return std::nullopt;
    std::vector<Read> group = {*own};
    for (auto before = own; before != reads_.begin() && group.size() < kMostReads;) {
      --before;
      group.insert(group.begin(), *before);
      if (!are_there_at_the_first(group)) group.erase(group.begin());
    }
    for (auto behind = own + 1; behind != reads_.end() && group.size() < kMostReads; ++behind) {
      group.push_back(*behind);
      if (!are_there_at_the_first(group)) group.pop_back();
    }
    return group.size() < 2 ? std::nullopt : of(group);
  }

 private:
  void add(const Event& event) {
    const bool waits = values::known(event.blocks) && event.evidence != values::Evidence::kGuessed && !event.guarded;
    if (!waits || block_.empty() || event.range.begin < block_.front()->range.begin ||
        event.range.end > block_.back()->range.end)
      return;
    const model::Location place = context_.locator.locate(event.range);
    if (place.node == nullptr || place.block.data() != block_.data() || !is_always_evaluated(place)) return;
    std::vector<QueuedRead> asked = queued_reads(event, *place.node, context_);
    const bool can = !asked.empty() && std::ranges::all_of(asked, [&](const QueuedRead& one) {
      return can_be_copied(*one.tensor) && !waits_inside(*one.tensor, *place.node);
    });
    if (!can || !runs_once(*place.statement, *place.node) || brings_back(*place.statement, *place.node, context_))
      return;
    const auto at = std::ranges::find(block_, place.statement);
    const bool known =
        std::ranges::any_of(reads_, [&](const Read& other) { return other.node->range.contains(event.range); });
    if (at == block_.end() || known) return;
    std::erase_if(reads_, [&](const Read& other) { return event.range.contains(other.node->range); });
    reads_.push_back({place.node, place.statement, std::move(asked), static_cast<std::size_t>(at - block_.begin())});
  }

  /// The host waits for a part of it already, as for `i` of `x[i].any()`.
  bool waits_inside(const Expression& tensor, const Expression& node) const {
    return std::ranges::any_of(context_.view.outcome().events, [&](const Event& event) {
      return values::known(event.blocks) && tensor.range.contains(event.range) && event.range != node.range;
    });
  }

  /// Not in each round of a loop, and not only where an earlier test failed.
  bool runs_once(const Statement& statement, const Expression& node) const {
    if (statement.kind == StatementKind::kWhile) return false;
    if (const auto* loop = statement.get_if<model::For>()) return loop->iterable->range.contains(node.range);
    return statement.kind != StatementKind::kIf || context_.module.text.substr(statement.range.begin, 4) != "elif";
  }

  bool can_be_copied(const Expression& tensor) const {
    const Value* value = value_of(tensor);
    return value != nullptr && value->only(values::Kind::kTensor) && value->evidence != values::Evidence::kGuessed &&
           value->is_device_tensor() != values::Truth::kNo && only_computes(context_.view, tensor) &&
           !may_move(tensor) && named_tensor(tensor) != nullptr;
  }

  /// `x.to(y.device)`: where `x` lies says nothing of where that lies.
  bool may_move(const Expression& tensor) const {
    constexpr std::string_view kMoves[] = {"to", "cuda", "type_as"};
    bool found = false;
    model::walk(tensor, [&](const Expression& part) {
      const auto* call = part.get_if<Call>();
      found = found || (call != nullptr && is_one_of(callee_name(*call, context_.symbols), kMoves));
    });
    return found;
  }

  const Value* value_of(const Expression& expression) const { return context_.view.observation().value_of(expression); }

  /// A name in it that says where it lies, or else an attribute: `self.weight`.
  const Expression* named_tensor(const Expression& tensor) const {
    const Expression* name = nullptr;
    const Expression* attribute = nullptr;
    model::walk(tensor, [&](const Expression& part) {
      const bool is_attribute = part.kind == ExpressionKind::kAttribute && is_stable(part);
      const Expression*& found = is_attribute ? attribute : name;
      if (found != nullptr || (part.kind != ExpressionKind::kName && !is_attribute)) return;
      const Value* value = value_of(part);
      if (value != nullptr && value->only(values::Kind::kTensor) && value->is_device_tensor() != values::Truth::kNo)
        found = &part;
    });
    return name != nullptr ? name : attribute;
  }

  bool are_there_at_the_first(std::span<const Read> group) const {
    const std::size_t first = group.front().at;
    const auto statements = block_.subspan(first, group.back().at - first + 1);
    std::vector<HostRead> reads;
    for (const Read& read : group) {
      for (const QueuedRead& one : read.asked) reads.push_back({read.node, one.tensor, read.statement});
    }
    if (!std::ranges::all_of(statements.first(statements.size() - 1),
                             [](const Statement* one) { return is_simple(*one); }) ||
        !all_are_there_at_the_first(context_.view, statements, reads, context_))
      return false;
    return std::ranges::all_of(group, [&](const Read& read) {
      return std::ranges::all_of(read.asked, [&](const QueuedRead& one) {
        const Meaning meaning(*one.tensor, context_);
        const bool outside = has_attributes(*one.tensor);
        return std::ranges::none_of(block_.subspan(first, read.at - first), [&](const Statement* before) {
          return meaning.may_change_in(*before) || (outside && does_something(*before, reads));
        });
      });
    });
  }

  /// `self.weight`: what else may change it, is not to be seen here.
  static bool has_attributes(const Expression& tensor) {
    if (tensor.kind == ExpressionKind::kAttribute) return true;
    bool found = false;
    if (const auto* call = tensor.get_if<Call>()) {
      const Expression* receiver = receiver_of(*call);
      found = receiver != nullptr && has_attributes(*receiver);
      for (const model::Argument& argument : call->arguments) found = found || has_attributes(*argument.value);
      return found;
    }
    model::for_each_child(tensor, [&](const Expression* child) { found = found || has_attributes(*child); });
    return found;
  }

  bool does_something(const Statement& statement, std::span<const HostRead> reads) const {
    bool found = false;
    const Statement* const one[] = {&statement};
    model::walk_expressions(one, [&](const Expression& part) {
      const auto* call = part.get_if<Call>();
      const bool is_read =
          std::ranges::any_of(reads, [&](const HostRead& read) { return read.call->range.contains(part.range); });
      found = found || (call != nullptr && !is_read && !context_.view.only_computes(*call));
    });
    return found;
  }

  std::optional<Proposal> of(std::span<const Read> group) const {
    const bool of_masks = std::ranges::any_of(group, [](const Read& read) {
      const QueuedRead::Form form = read.asked.front().form;
      return form == QueuedRead::Form::kIndex || form == QueuedRead::Form::kPlaces;
    });
    Proposal proposal{
        fixes::Applicability::kSuggestion,
        "queue the copies together: one wait in place of " + std::to_string(group.size()) +
            (of_masks ? " (for tensors of one GPU, and masks of one dimension or more)" : " (for tensors of one GPU)"),
        {}};
    proposal.waits_left = fixes::WaitsLeft::kFewer;
    const Statement* first = group.front().statement;
    std::vector<std::string> names;
    std::vector<std::pair<std::string_view, bool>> known;
    const Code place = fixes::kept(*named_tensor(*group.front().asked.front().tensor));
    for (const Read& read : group) {
      for (const QueuedRead& one : read.asked) {
        const std::pair asked(text_of(*one.tensor, context_), one.form == QueuedRead::Form::kValue);
        const auto same = std::ranges::find(known, asked);
        const auto number = static_cast<std::size_t>(same - known.begin());
        if (same == known.end()) {
          known.push_back(asked);
          names.push_back(fresh_name(*one.tensor, asked.second ? "host" : "count", context_, names));
          const Code copy =
              fixes::method(asked_first(one), "to",
                            {{{}, fixes::string("cpu")}, {"non_blocking", fixes::attribute(place, "is_cuda")}});
          proposal.edits.emplace_back(fixes::InsertBefore{first, fixes::assign(fixes::name(names.back()), copy)});
        }
        proposal.edits.push_back(with_copy(one, names[number]));
      }
    }
    const Code stream =
        fixes::call(fixes::library("torch.cuda.current_stream"), {{{}, fixes::attribute(place, "device")}});
    proposal.edits.emplace_back(
        fixes::InsertBefore{first, fixes::method(stream, "synchronize", {}), fixes::attribute(place, "is_cuda")});
    return proposal;
  }

  const FixContext& context_;
  model::Block block_;
  std::vector<Read> reads_;
};

}  // namespace

std::optional<Proposal> copies_together(const FixContext& context) {
  const bool can = context.module.language == model::Language::kPython && context.location.function != nullptr &&
                   has_few_events(context) && !is_scripted(context);
  return can ? Together(context).proposal() : std::nullopt;
}

}  // namespace syncfree::rules
