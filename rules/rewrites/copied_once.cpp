#include "rules/rewrites/copied_once.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/asked_numbers.h"
#include "rules/rewrites/asked_once.h"
#include "rules/rewrites/copies_together.h"
#include "rules/rewrites/few_events.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/meaning.h"
#include "rules/rewrites/rows_counted_once.h"

namespace syncfree::rules {

using engine::Event;
using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Expression;
using model::ExpressionKind;
using model::Statement;

namespace {

constexpr std::size_t kMostNumbers = 6;  ///< of one wait; more are no line that anybody reads
constexpr std::size_t kMostAsks = 48;

/// A wait, and the tensors of one element that it asks for.
struct Ask {
  const Expression* node;
  std::vector<const Expression*> numbers;
};

/// What is bound in the statement's own text, such as the target of an assignment expression.
bool names_inside(const Expression& expression) {
  bool names = false;
  model::walk(expression, [&](const Expression& part) { names = names || part.kind == ExpressionKind::kNamed; });
  return names;
}

class Copies {
 public:
  Copies(std::vector<const Expression*> numbers, const FixContext& context) : context_(context) {
    for (const Expression* number : numbers) {
      const std::string_view text = text_of(*number, context);
      const bool known =
          std::ranges::any_of(numbers_, [&](const Expression* other) { return text_of(*other, context) == text; });
      if (!known) numbers_.push_back(number);
    }
    // Whichever wait asks, the lines are the same.
    std::ranges::sort(numbers_, {}, [&](const Expression* one) { return text_of(*one, context); });
    for (const Expression* number : numbers_) meanings_.emplace_back(*number, context);
    for (const Event& event : context.view.outcome().events) {
      const bool waits = values::known(event.blocks) && event.evidence != values::Evidence::kGuessed;
      if (waits) events_[key(event.range)].push_back(&event);
    }
  }

  std::optional<Proposal> proposal() const {
    if (numbers_.size() > kMostNumbers) return std::nullopt;
    return asked_once(
        context_, meanings_, [&](const Statement& statement) { return asks_always(statement); },
        [&](model::Block block) { return in(block); });
  }

 private:
  static std::uint64_t key(source::TextRange range) { return std::uint64_t{range.begin} << 32U | range.end; }

  bool is_copied(const Expression& number) const {
    return std::ranges::any_of(
        numbers_, [&](const Expression* one) { return text_of(*one, context_) == text_of(number, context_); });
  }

  /// Everything that waits at the node asks for what is copied, and for nothing else.
  std::optional<Ask> ask_of(const Expression& node) const {
    const auto events = events_.find(key(node.range));
    if (events == events_.end()) return std::nullopt;
    Ask ask{&node, {}};
    for (const Event* event : events->second) {
      auto numbers = asked_numbers(*event, node, context_);
      if (!numbers) return std::nullopt;
      for (const Expression* number : *numbers) {
        if (!is_copied(*number)) return std::nullopt;
        if (std::ranges::find(ask.numbers, number) == ask.numbers.end()) ask.numbers.push_back(number);
      }
    }
    return ask;
  }

  void collect(const Expression& expression, std::vector<Ask>& asks) const {
    if (expression.kind == ExpressionKind::kLambda || expression.kind == ExpressionKind::kComprehension) return;
    std::vector<const Expression*> taken;
    if (auto ask = ask_of(expression)) {
      taken = ask->numbers;
      asks.push_back(std::move(*ask));
    }
    // Inside of what is asked for, the copy asks for nothing.
    model::for_each_child(expression, [&](const Expression* child) {
      const bool is_part =
          std::ranges::any_of(taken, [&](const Expression* number) { return child->range.contains(number->range); });
      if (!is_part) collect(*child, asks);
    });
  }

  void collect(const Statement& statement, std::vector<Ask>& asks, bool inside) const {
    if (statement.kind == model::StatementKind::kFunction || statement.kind == model::StatementKind::kClass) return;
    model::for_each_part(
        statement, [&](const Expression* expression) { collect(*expression, asks); },
        [&](model::Block block) {
          if (!inside) return;
          for (const Statement* inner : block) collect(*inner, asks, true);
        });
  }

  /// Whoever runs the block asks for all of the numbers in this statement itself.
  bool asks_always(const Statement& statement) const {
    const bool continues =
        statement.kind == model::StatementKind::kIf && context_.module.text.substr(statement.range.begin, 4) == "elif";
    if (statement.kind == model::StatementKind::kWhile || continues) return false;
    std::vector<Ask> asks;
    collect(statement, asks, false);
    return std::ranges::any_of(
        asks, [&](const Ask& ask) { return is_always_evaluated(context_.locator.locate(ask.node->range)); });
  }

  std::optional<Proposal> in(model::Block block) const {
    std::vector<Ask> asks;
    for (const Statement* statement : block) collect(*statement, asks, true);
    return of(asks, *block.front());
  }

  std::optional<Proposal> of(std::span<const Ask> asks, const Statement& first) const {
    const bool holds = std::ranges::any_of(asks, [&](const Ask& ask) { return ask.node == context_.location.node; });
    const bool together = numbers_.size() > 1 && can_be_stacked();
    const std::size_t copies = together ? 1 : numbers_.size();
    if (!holds || asks.size() <= copies || asks.size() > kMostAsks) return std::nullopt;
    std::vector<std::string> names;
    Proposal proposal{fixes::Applicability::kSuggestion,
                      (numbers_.size() == 1 ? "copy it to the host once: one wait in place of "
                                            : "copy them to the host once, with fewer waits than the ") +
                          std::to_string(asks.size()),
                      {}};
    proposal.waits_left = fixes::WaitsLeft::kFewer;
    std::vector<Code> targets;
    std::vector<Code> tensors;
    for (const Expression* number : numbers_) {
      names.push_back(fresh_name(*number, "host", context_, names));
      targets.push_back(fixes::name(names.back()));
      tensors.push_back(fixes::kept(*number));
    }
    if (together) {
      const Code stacked = fixes::call(fixes::library("torch.stack"), {{{}, fixes::tuple(std::move(tensors))}});
      proposal.edits.emplace_back(fixes::InsertBefore{
          &first, fixes::assign(fixes::tuple(std::move(targets)), fixes::method(stacked, "cpu", {}))});
    } else {
      for (std::size_t i = 0; i < numbers_.size(); ++i)
        proposal.edits.emplace_back(
            fixes::InsertBefore{&first, fixes::assign(targets[i], fixes::method(tensors[i], "cpu", {}))});
    }
    for (const Ask& ask : asks) {
      for (const Expression* number : ask.numbers)
        proposal.edits.emplace_back(fixes::Replace{number, fixes::name(name_for(*number, names))});
    }
    return proposal;
  }

  const std::string& name_for(const Expression& number, std::span<const std::string> names) const {
    const auto same = std::ranges::find_if(
        numbers_, [&](const Expression* one) { return text_of(*one, context_) == text_of(number, context_); });
    return names[static_cast<std::size_t>(same - numbers_.begin())];
  }

  /// Parts of one tensor are of one type and lie in one place: elements of it, or what is unpacked from it.
  bool can_be_stacked() const {
    const auto element_of = [&](const Expression& number) -> std::string_view {
      const auto* element = number.get_if<model::Subscript>();
      return element == nullptr ? std::string_view() : text_of(*element->object, context_);
    };
    const std::string_view object = element_of(*numbers_.front());
    if (!object.empty())
      return std::ranges::all_of(numbers_, [&](const Expression* one) { return element_of(*one) == object; });
    return std::ranges::any_of(context_.location.around, [&](const Statement* around) {
      const auto* loop = around->get_if<model::For>();
      const auto* targets = loop == nullptr ? nullptr : loop->target->get_if<model::Sequence>();
      return targets != nullptr && is_tensor(*loop->iterable) &&
             std::ranges::all_of(numbers_, [&](const Expression* one) {
               return std::ranges::any_of(targets->elements, [&](const Expression* target) {
                 return text_of(*target, context_) == text_of(*one, context_);
               });
             });
    });
  }

  bool is_tensor(const Expression& expression) const {
    const values::Value* value = context_.view.observation().value_of(expression);
    return value != nullptr && value->only(values::Kind::kTensor);
  }

  const FixContext& context_;
  std::vector<const Expression*> numbers_;
  std::vector<Meaning> meanings_;
  std::unordered_map<std::uint64_t, std::vector<const Event*>> events_;
};

}  // namespace

std::optional<Proposal> copied_once(const Event& event, const FixContext& context) {
  const bool can = context.module.language == model::Language::kPython && context.location.function != nullptr &&
                   has_few_events(context) && !names_inside(*context.location.node);
  if (!can) return std::nullopt;
  auto numbers = asked_numbers(event, *context.location.node, context);
  return numbers ? Copies(std::move(*numbers), context).proposal() : std::nullopt;
}

std::optional<Proposal> or_copied_once(std::optional<Proposal> proposal, const Event& event,
                                       const FixContext& context) {
  if (proposal && !proposal->edits.empty()) return proposal;
  if (auto rows = rows_with_any_counted_once(context)) return rows;
  if (auto once = copied_once(event, context)) return once;
  if (auto rows = rows_counted_once(event, context)) return rows;
  auto together = copies_together(context);
  return together ? std::move(together) : std::move(proposal);
}

}  // namespace syncfree::rules
