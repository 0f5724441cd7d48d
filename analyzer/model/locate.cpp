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
    if (block.size() > kShort && locator_.is_in_order(block)) {
      // The last one that begins before the range may hold it; a place between two belongs to the first of them; of the
      // one behind them, only the decorators may hold it.
      const auto behind = std::ranges::upper_bound(block, range_.begin, {}, begin_of);
      const auto first = behind - std::min<std::ptrdiff_t>(2, behind - block.begin());
      return in_any(Block(first, behind == block.end() ? behind : behind + 1), block);
    }
    return in_any(block, block);
  }

  Location take() {
    std::ranges::reverse(found_.parents);
    std::ranges::reverse(found_.around);
    return std::move(found_);
  }

 private:
  static std::uint32_t begin_of(const Statement* statement) { return statement->range.begin; }

  bool in_any(Block statements, Block block) {
    for (const Statement* statement : statements) {
      if (statement->range.contains(range_) ? in_statement(*statement, block) : in_decorators(*statement, block))
        return true;
    }
    return false;
  }

  bool in_statement(const Statement& statement, Block block) {
    const Statement* outer = found_.statement;
    const Block outer_block = found_.block;
    if (outer != nullptr) found_.around.push_back(outer);
    found_.statement = &statement;
    found_.block = block;
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
    if (found) return true;
    found_.statement = outer;
    found_.block = outer_block;
    if (outer != nullptr) found_.around.pop_back();
    return false;
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
    const Expressions ordered = locator_.ordered_children(expression);
    if (ordered.empty()) {
      for_each_child(expression, [&](const Expression* child) { found = found || in_expression(*child); });
      return found;
    }
    const auto behind =
        std::ranges::upper_bound(ordered, range_.begin, {}, [](const Expression* child) { return child->range.begin; });
    for (auto child = behind - std::min<std::ptrdiff_t>(2, behind - ordered.begin()); child != behind; ++child)
      found = found || in_expression(**child);
    return found;
  }

  Locator& locator_;
  TextRange range_;
  bool exact_;
  Location found_;
};

template <class Nodes>
bool follow_each_other(const Nodes& nodes) {
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    if (nodes[i]->range.begin < nodes[i - 1]->range.end || nodes[i]->range.empty()) return false;
  }
  return true;
}

/// Of the kinds that a file can make long.
std::size_t child_count(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kCall: return expression.as<Call>().arguments.size();
    case ExpressionKind::kComparison: return expression.as<Comparison>().operands.size();
    case ExpressionKind::kBoolean: return expression.as<Boolean>().operands.size();
    case ExpressionKind::kSequence: return expression.as<Sequence>().elements.size();
    case ExpressionKind::kDictionary: return expression.as<Dictionary>().items.size();
    case ExpressionKind::kFormatted: return expression.as<Formatted>().fields.size();
    default: return 0;
  }
}

}  // namespace

bool Locator::is_in_order(Block block) {
  const auto [known, is_new] = in_order_.try_emplace(block.data(), false);
  if (is_new) known->second = follow_each_other(block);
  return known->second;
}

Expressions Locator::ordered_children(const Expression& expression) {
  if (child_count(expression) <= kShort) return {};
  const auto [known, is_new] = children_.try_emplace(&expression);
  if (is_new) {
    for_each_child(expression, [&](const Expression* child) { known->second.push_back(child); });
    if (!follow_each_other(known->second)) known->second.clear();
  }
  return Expressions(known->second);
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
