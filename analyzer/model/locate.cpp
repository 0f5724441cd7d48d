#include "analyzer/model/locate.h"

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::model {
namespace {

constexpr std::size_t kShort = 16;  ///< up to here, looking at each is as good

class Search {
 public:
  /// Without `exact`, what holds the range is enough; it is then the last of the parents.
  Search(Locator& locator, TextRange range, bool exact) : locator_(locator), range_(range), exact_(exact) {}

  bool in_block(Block block) {
    for (const Statement* statement : locator_.candidates(block, range_)) {
      if (statement->range.contains(range_) ? in_statement(*statement, block) : in_decorators(*statement, block))
        return true;
    }
    return false;
  }

  Location take() {
    std::ranges::reverse(found_.parents);
    std::ranges::reverse(found_.around);
    return std::move(found_);
  }

 private:
  bool in_statement(const Statement& statement, Block block) {
    const Statement* outer = found_.statement;
    const Block outer_block = found_.block;
    if (outer != nullptr) found_.around.push_back(outer);
    found_.statement = &statement;
    found_.block = block;
    const auto* match = statement.get_if<Match>();
    if (match == nullptr ? in_parts(statement) : in_match(*match)) return true;
    found_.statement = outer;
    found_.block = outer_block;
    if (outer != nullptr) found_.around.pop_back();
    return false;
  }

  bool in_parts(const Statement& statement) {
    bool found = false;
    for_each_part(
        statement, [&](const Expression* expression) { found = found || in_expression(*expression); },
        [&](Block inner) {
          if (found) return;
          const Function* around = found_.function;
          if (const auto* function = statement.get_if<Function>()) found_.function = function;
          found = in_block(inner);
          if (!found) found_.function = around;
        });
    return found;
  }

  bool in_match(const Match& match) {
    if (match.subject != nullptr && in_expression(*match.subject)) return true;
    return std::ranges::any_of(locator_.candidates(match, range_), [&](const MatchCase& choice) {
      return (choice.guard != nullptr && in_expression(*choice.guard)) || in_block(choice.body);
    });
  }

  /// They lie before the definition's range.
  bool in_decorators(const Statement& statement, Block block) {
    Expressions decorators;
    if (const auto* function = statement.get_if<Function>()) decorators = function->decorators;
    if (const auto* definition = statement.get_if<Class>()) decorators = definition->decorators;
    for (const Expression* decorator : decorators) {
      if (!in_expression(*decorator)) continue;
      if (found_.statement != nullptr) found_.around.push_back(found_.statement);
      found_.statement = &statement;
      found_.block = block;
      return true;
    }
    return false;
  }

  bool in_expression(const Expression& expression) {
    if (!expression.range.contains(range_)) return false;
    if (expression.range == range_) {
      found_.node = &expression;
      return true;
    }
    found_.parents.push_back(&expression);
    const bool found = in_children(expression);
    if (!found && exact_) found_.parents.pop_back();
    return found || !exact_;
  }

  bool in_children(const Expression& expression) {
    bool found = false;
    const auto look = [&](const Expression* child) { found = found || in_expression(*child); };
    if (const auto few = locator_.candidates(expression, range_)) {
      std::ranges::for_each(*few, look);
    } else {
      for_each_child(expression, look);
    }
    return found;
  }

  Locator& locator_;
  TextRange range_;
  bool exact_;
  Location found_;
};

TextRange range_of(const Statement* statement) { return statement->range; }
TextRange range_of_child(const Expression* child) { return child->range; }
/// From the guard, or where the body begins, to the body's end.
TextRange range_of_case(const MatchCase& choice) {
  TextRange range = choice.body.empty() ? TextRange() : choice.body.front()->range;
  if (!choice.body.empty()) range.end = choice.body.back()->range.end;
  if (choice.guard != nullptr) range.begin = choice.guard->range.begin;
  return range;
}

/// Of nodes that begin and end one behind the other: those that hold `range`, and `more` behind them.
template <class Node, class RangeOf>
std::span<const Node> holding(std::span<const Node> nodes, TextRange range, RangeOf range_of, std::size_t more = 0) {
  const auto first = std::ranges::lower_bound(nodes, range.end, {}, [&](const Node& n) { return range_of(n).end; });
  const auto last = std::ranges::upper_bound(nodes, range.begin, {}, [&](const Node& n) { return range_of(n).begin; });
  const auto begin = static_cast<std::size_t>(first - nodes.begin());
  const auto end = std::min(static_cast<std::size_t>(last - nodes.begin()) + more, nodes.size());
  return begin < end ? nodes.subspan(begin, end - begin) : std::span<const Node>();
}

/// Of the kinds that a file can make long.
std::size_t child_count(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kCall:
      return expression.as<Call>().arguments.size();
    case ExpressionKind::kComparison:
      return expression.as<Comparison>().operands.size();
    case ExpressionKind::kBoolean:
      return expression.as<Boolean>().operands.size();
    case ExpressionKind::kSequence:
      return expression.as<Sequence>().elements.size();
    case ExpressionKind::kDictionary:
      return expression.as<Dictionary>().items.size();
    case ExpressionKind::kFormatted:
      return expression.as<Formatted>().fields.size();
    default:
      return 0;
  }
}

}  // namespace

template <class Nodes, class RangeOf>
bool Locator::is_in_order(const Nodes& nodes, RangeOf range_of) {
  const auto [known, is_new] = in_order_.try_emplace(nodes.data(), true);
  for (std::size_t i = 1; is_new && i < nodes.size(); ++i) {
    const TextRange before = range_of(nodes[i - 1]);
    const TextRange here = range_of(nodes[i]);
    if (here.begin < before.begin || here.end < before.end) known->second = false;
  }
  return known->second;
}

Block Locator::candidates(Block block, TextRange range) {
  if (block.size() <= kShort || !is_in_order(block, range_of)) return block;
  return holding(block, range, range_of, 1);
}

std::optional<Expressions> Locator::candidates(const Expression& expression, TextRange range) {
  if (child_count(expression) <= kShort) return std::nullopt;
  const auto [known, is_new] = children_.try_emplace(&expression);
  if (is_new) for_each_child(expression, [&](const Expression* child) { known->second.push_back(child); });
  if (!is_in_order(known->second, range_of_child)) return std::nullopt;
  return holding(Expressions(known->second), range, range_of_child);
}

std::span<const MatchCase> Locator::candidates(const Match& match, TextRange range) {
  const std::span<const MatchCase> cases = match.cases;
  if (cases.size() <= kShort || !is_in_order(cases, range_of_case)) return cases;
  return holding(cases, range, range_of_case);
}

bool Locator::is_use_of_macro(TextRange range) {
  if (!macro_uses_) {
    macro_uses_.emplace();
    for (const Expansion& expansion : module_.expansions) macro_uses_->emplace(expansion.use.begin, expansion.use.end);
  }
  return macro_uses_->contains({range.begin, range.end});
}

Location Locator::locate(TextRange range) {
  Search search(*this, range, true);
  return search.in_block(module_.body) ? search.take() : Location{};
}

Location Locator::locate_around(TextRange range) {
  Location found = locate(range);
  if (found.node != nullptr) return found;
  Search search(*this, range, false);
  if (search.in_block(module_.body)) found = search.take();
  if (!found.parents.empty()) {
    found.node = found.parents.front();
    found.parents.erase(found.parents.begin());
  }
  return found;
}

std::vector<const Expression*> Locator::expressions_around(TextRange range) {
  Search search(*this, range, false);
  return search.in_block(module_.body) ? search.take().parents : std::vector<const Expression*>();
}

}  // namespace syncfree::model
