#include "analyzer/model/locate.h"

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::model {
namespace {

class Search {
 public:
  /// Without `exact`, what holds the range is enough; it is then the last of the parents.
  Search(TextRange range, bool exact) : range_(range), exact_(exact) {}

  bool in_block(Block block) {
    for (const Statement* statement : block) {
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
    const Location outer = found_;
    if (found_.statement != nullptr) found_.around.push_back(found_.statement);
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
    if (!found) found_ = outer;
    return found;
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
    bool found = false;
    for_each_child(expression, [&](const Expression* child) { found = found || in_expression(*child); });
    if (!found && exact_) found_.parents.pop_back();
    return found || !exact_;
  }

  TextRange range_;
  bool exact_;
  Location found_;
};

}  // namespace

Location locate(const Module& module, TextRange range) {
  Search search(range, true);
  return search.in_block(module.body) ? search.take() : Location{};
}

Location locate_around(const Module& module, TextRange range) {
  Location found = locate(module, range);
  if (found.node != nullptr) return found;
  Search search(range, false);
  if (search.in_block(module.body)) found = search.take();
  if (!found.parents.empty()) {
    found.node = found.parents.front();
    found.parents.erase(found.parents.begin());
  }
  return found;
}

std::vector<const Expression*> expressions_around(const Module& module, TextRange range) {
  Search search(range, false);
  return search.in_block(module.body) ? search.take().parents : std::vector<const Expression*>();
}

}  // namespace syncfree::model
