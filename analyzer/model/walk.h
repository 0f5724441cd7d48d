// Visits every expression and statement below a node, in source order.
#pragma once

#include "analyzer/model/statement.h"
#include "analyzer/work/work.h"

namespace syncfree::model {

// The nodes of several parts, each by itself; `one` takes null for a part that is not there.

template <class One>
void children_of(const Call& call, One&& one) {
  one(call.callee);
  for (const Argument& argument : call.arguments) one(argument.value);
}

template <class One>
void children_of(const Slice& slice, One&& one) {
  one(slice.start);
  one(slice.stop);
  one(slice.step);
}

template <class One>
void children_of(const Conditional& conditional, One&& one) {
  one(conditional.then_value);
  one(conditional.condition);
  one(conditional.else_value);
}

template <class One>
void children_of(const Dictionary& dictionary, One&& one) {
  for (const DictionaryItem& item : dictionary.items) {
    one(item.key);
    one(item.value);
  }
}

template <class One>
void children_of(const Comprehension& comprehension, One&& one) {
  one(comprehension.key);
  one(comprehension.element);
  for (const ComprehensionClause& clause : comprehension.clauses) {
    one(clause.target);
    one(clause.iterable);
    for (const Expression* condition : clause.conditions) one(condition);
  }
}

template <class One>
void children_of(const Lambda& lambda, One&& one) {
  for (const Parameter& parameter : lambda.parameters) one(parameter.default_value);
  one(lambda.body);
}

template <class One, class OnBlock>
void parts_of(const If& branch, One&& one, OnBlock&& on_block) {
  one(branch.condition);
  on_block(branch.then);
  on_block(branch.otherwise);
}

template <class One, class OnBlock>
void parts_of(const While& loop, One&& one, OnBlock&& on_block) {
  one(loop.condition);
  on_block(loop.body);
  on_block(loop.otherwise);
}

template <class One, class OnBlock>
void parts_of(const For& loop, One&& one, OnBlock&& on_block) {
  one(loop.iterable);
  one(loop.target);
  on_block(loop.body);
  on_block(loop.otherwise);
}

template <class One, class OnBlock>
void parts_of(const With& with, One&& one, OnBlock&& on_block) {
  for (const WithItem& item : with.items) {
    one(item.context);
    one(item.target);
  }
  on_block(with.body);
}

template <class One, class OnBlock>
void parts_of(const Try& attempt, One&& one, OnBlock&& on_block) {
  on_block(attempt.body);
  for (const ExceptHandler& handler : attempt.handlers) {
    one(handler.type);
    on_block(handler.body);
  }
  on_block(attempt.otherwise);
  on_block(attempt.finally);
}

template <class One, class OnBlock>
void parts_of(const Match& match, One&& one, OnBlock&& on_block) {
  one(match.subject);
  for (const MatchCase& choice : match.cases) {
    one(choice.guard);
    on_block(choice.body);
  }
}

template <class One, class OnBlock>
void parts_of(const Function& function, One&& one, OnBlock&& on_block) {
  for (const Expression* decorator : function.decorators) one(decorator);
  for (const Parameter& parameter : function.parameters) one(parameter.default_value);
  on_block(function.body);
}

template <class One, class OnBlock>
void parts_of(const Class& definition, One&& one, OnBlock&& on_block) {
  for (const Expression* decorator : definition.decorators) one(decorator);
  for (const Argument& base : definition.bases) one(base.value);
  on_block(definition.body);
}

/// Calls `visit(const Expression*)` for each direct child; null children are left out. A lambda's body counts as its
/// child.
template <class Visit>
void for_each_child(const Expression& expression, Visit&& visit) {
  auto one = [&](const Expression* child) {
    if (child != nullptr) visit(child);
  };
  auto all = [&](Expressions children) {
    for (const Expression* child : children) one(child);
  };
  switch (expression.kind) {
    case ExpressionKind::kName:
    case ExpressionKind::kConstant:
    case ExpressionKind::kUnknown:
      break;
    case ExpressionKind::kAttribute:
      one(expression.as<Attribute>().object);
      break;
    case ExpressionKind::kCall:
      children_of(expression.as<Call>(), one);
      break;
    case ExpressionKind::kSubscript:
      one(expression.as<Subscript>().object);
      one(expression.as<Subscript>().index);
      break;
    case ExpressionKind::kSlice:
      children_of(expression.as<Slice>(), one);
      break;
    case ExpressionKind::kUnary:
      one(expression.as<Unary>().operand);
      break;
    case ExpressionKind::kBinary:
      one(expression.as<Binary>().left);
      one(expression.as<Binary>().right);
      break;
    case ExpressionKind::kComparison:
      all(expression.as<Comparison>().operands);
      break;
    case ExpressionKind::kBoolean:
      all(expression.as<Boolean>().operands);
      break;
    case ExpressionKind::kConditional:
      children_of(expression.as<Conditional>(), one);
      break;
    case ExpressionKind::kSequence:
      all(expression.as<Sequence>().elements);
      break;
    case ExpressionKind::kDictionary:
      children_of(expression.as<Dictionary>(), one);
      break;
    case ExpressionKind::kComprehension:
      children_of(expression.as<Comprehension>(), one);
      break;
    case ExpressionKind::kFormatted:
      for (const FormattedField& field : expression.as<Formatted>().fields) one(field.value);
      break;
    case ExpressionKind::kLambda:
      children_of(expression.as<Lambda>(), one);
      break;
    case ExpressionKind::kStarred:
      one(expression.as<Starred>().value);
      break;
    case ExpressionKind::kAwait:
      one(expression.as<Await>().value);
      break;
    case ExpressionKind::kYield:
      one(expression.as<Yield>().value);
      break;
    case ExpressionKind::kNamed:
      one(expression.as<Named>().target);
      one(expression.as<Named>().value);
      break;
  }
}

/// Calls `on_expression(const Expression*)` for the statement's own expressions and `on_block(Block)` for its nested
/// blocks. Bodies of functions and classes count as blocks; their decorators, defaults, annotations and bases as
/// expressions.
template <class OnExpression, class OnBlock>
void for_each_part(const Statement& statement, OnExpression&& on_expression, OnBlock&& on_block) {
  auto one = [&](const Expression* child) {
    if (child != nullptr) on_expression(child);
  };
  auto all = [&](Expressions children) {
    for (const Expression* child : children) one(child);
  };
  switch (statement.kind) {
    case StatementKind::kExpression:
      one(statement.as<ExpressionStatement>().value);
      break;
    case StatementKind::kAssign:
      one(statement.as<Assign>().value);
      all(statement.as<Assign>().targets);
      break;
    case StatementKind::kAugmentedAssign:
      one(statement.as<AugmentedAssign>().target);
      one(statement.as<AugmentedAssign>().value);
      break;
    case StatementKind::kIf:
      parts_of(statement.as<If>(), one, on_block);
      break;
    case StatementKind::kWhile:
      parts_of(statement.as<While>(), one, on_block);
      break;
    case StatementKind::kFor:
      parts_of(statement.as<For>(), one, on_block);
      break;
    case StatementKind::kWith:
      parts_of(statement.as<With>(), one, on_block);
      break;
    case StatementKind::kTry:
      parts_of(statement.as<Try>(), one, on_block);
      break;
    case StatementKind::kMatch:
      parts_of(statement.as<Match>(), one, on_block);
      break;
    case StatementKind::kReturn:
      one(statement.as<Return>().value);
      break;
    case StatementKind::kRaise:
      one(statement.as<Raise>().value);
      one(statement.as<Raise>().cause);
      break;
    case StatementKind::kAssert:
      one(statement.as<Assert>().condition);
      one(statement.as<Assert>().message);
      break;
    case StatementKind::kDelete:
      all(statement.as<Delete>().targets);
      break;
    case StatementKind::kFunction:
      parts_of(statement.as<Function>(), one, on_block);
      break;
    case StatementKind::kClass:
      parts_of(statement.as<Class>(), one, on_block);
      break;
    case StatementKind::kImport:
    case StatementKind::kImportFrom:
    case StatementKind::kGlobal:
    case StatementKind::kBreak:
    case StatementKind::kContinue:
    case StatementKind::kPass:
      break;
  }
}

/// Every expression below `expression` and itself, parents first.
template <class Visit>
void walk(const Expression& expression, Visit&& visit) {
  visit(expression);
  for_each_child(expression, [&](const Expression* child) { walk(*child, visit); });
}

/// Every expression in `block`, nested blocks (and nested functions and classes) included.
template <class Visit>
void walk_expressions(Block block, Visit&& visit) {
  work::count(work::Counted::kVisited, block.size());
  for (const Statement* statement : block) {
    for_each_part(
        *statement, [&](const Expression* expression) { walk(*expression, visit); },
        [&](Block inner) { walk_expressions(inner, visit); });
  }
}

}  // namespace syncfree::model
