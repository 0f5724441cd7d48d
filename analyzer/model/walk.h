// Visits every expression and statement below a node, in source order.
#pragma once

#include "analyzer/model/statement.h"

namespace syncfree::model {

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
    case ExpressionKind::kCall: {
      const auto& call = expression.as<Call>();
      one(call.callee);
      for (const Argument& argument : call.arguments) one(argument.value);
      break;
    }
    case ExpressionKind::kSubscript:
      one(expression.as<Subscript>().object);
      one(expression.as<Subscript>().index);
      break;
    case ExpressionKind::kSlice:
      one(expression.as<Slice>().start);
      one(expression.as<Slice>().stop);
      one(expression.as<Slice>().step);
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
      one(expression.as<Conditional>().then_value);
      one(expression.as<Conditional>().condition);
      one(expression.as<Conditional>().else_value);
      break;
    case ExpressionKind::kSequence:
      all(expression.as<Sequence>().elements);
      break;
    case ExpressionKind::kDictionary:
      for (const DictionaryItem& item : expression.as<Dictionary>().items) {
        one(item.key);
        one(item.value);
      }
      break;
    case ExpressionKind::kComprehension: {
      const auto& comprehension = expression.as<Comprehension>();
      one(comprehension.key);
      one(comprehension.element);
      for (const ComprehensionClause& clause : comprehension.clauses) {
        one(clause.target);
        one(clause.iterable);
        all(clause.conditions);
      }
      break;
    }
    case ExpressionKind::kFormatted:
      for (const FormattedField& field : expression.as<Formatted>().fields) one(field.value);
      break;
    case ExpressionKind::kLambda:
      for (const Parameter& parameter : expression.as<Lambda>().parameters) one(parameter.default_value);
      one(expression.as<Lambda>().body);
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
      one(statement.as<If>().condition);
      on_block(statement.as<If>().then);
      on_block(statement.as<If>().otherwise);
      break;
    case StatementKind::kWhile:
      one(statement.as<While>().condition);
      on_block(statement.as<While>().body);
      on_block(statement.as<While>().otherwise);
      break;
    case StatementKind::kFor:
      one(statement.as<For>().iterable);
      one(statement.as<For>().target);
      on_block(statement.as<For>().body);
      on_block(statement.as<For>().otherwise);
      break;
    case StatementKind::kWith:
      for (const WithItem& item : statement.as<With>().items) {
        one(item.context);
        one(item.target);
      }
      on_block(statement.as<With>().body);
      break;
    case StatementKind::kTry:
      on_block(statement.as<Try>().body);
      for (const ExceptHandler& handler : statement.as<Try>().handlers) {
        one(handler.type);
        on_block(handler.body);
      }
      on_block(statement.as<Try>().otherwise);
      on_block(statement.as<Try>().finally);
      break;
    case StatementKind::kMatch:
      one(statement.as<Match>().subject);
      for (const MatchCase& choice : statement.as<Match>().cases) {
        one(choice.guard);
        on_block(choice.body);
      }
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
    case StatementKind::kFunction: {
      const auto& function = statement.as<Function>();
      all(function.decorators);
      for (const Parameter& parameter : function.parameters) one(parameter.default_value);
      on_block(function.body);
      break;
    }
    case StatementKind::kClass: {
      const auto& definition = statement.as<Class>();
      all(definition.decorators);
      for (const Argument& base : definition.bases) one(base.value);
      on_block(definition.body);
      break;
    }
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
  for (const Statement* statement : block) {
    for_each_part(
        *statement, [&](const Expression* expression) { walk(*expression, visit); },
        [&](Block inner) { walk_expressions(inner, visit); });
  }
}

}  // namespace syncfree::model
