#include "analyzer/model/locate.h"

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::model {
namespace {

class Search {
 public:
  explicit Search(TextRange range) : range_(range) {}

  bool in_block(Block block) {
    for (const Statement* statement : block) {
      if (statement->range.contains(range_) ? in_statement(*statement, block) : in_decorators(*statement, block)) return true;
    }
    return false;
  }

  Location take() {
    std::ranges::reverse(found_.parents);
    return std::move(found_);
  }

 private:
  bool in_statement(const Statement& statement, Block block) {
    const Location outer = found_;
    found_.statement = &statement;
    found_.block = block;
    bool found = false;
    for_each_part(
        statement,
        [&](const Expression* expression) { found = found || in_expression(*expression); },
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
    if (!found) found_.parents.pop_back();
    return found;
  }

  TextRange range_;
  Location found_;
};

}  // namespace

Location locate(const Module& module, TextRange range) {
  Search search(range);
  return search.in_block(module.body) ? search.take() : Location{};
}

}  // namespace syncfree::model
