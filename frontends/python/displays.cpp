// Sequences, dictionaries and comprehensions.
#include <algorithm>

#include "frontends/python/lowering.h"

namespace syncfree::python {

using model::ComprehensionClause;
using model::ComprehensionKind;
using model::SequenceKind;

/// A star that was blanked out lies before the sequence's node.
void Lowering::include_first(model::Sequence& sequence) {
  if (!sequence.elements.empty())
    sequence.range.begin = std::min(sequence.range.begin, sequence.elements.front()->range.begin);
}

const model::Expression* Lowering::display() {
  switch (cursor_.kind()) {
    case Syntax::kTuple:
    case Syntax::kTuplePattern:
    case Syntax::kExpressionList:
    case Syntax::kPatternList:
      return sequence(SequenceKind::kTuple);
    case Syntax::kList:
    case Syntax::kListPattern:
      return sequence(SequenceKind::kList);
    case Syntax::kSet:
      return sequence(SequenceKind::kSet);
    case Syntax::kDictionary:
      return dictionary();
    case Syntax::kListComprehension:
      return comprehension(ComprehensionKind::kList);
    case Syntax::kSetComprehension:
      return comprehension(ComprehensionKind::kSet);
    case Syntax::kDictionaryComprehension:
      return comprehension(ComprehensionKind::kDictionary);
    case Syntax::kGenerator:
      return comprehension(ComprehensionKind::kGenerator);
    default:
      return unknown(cursor_.range());
  }
}

const model::Expression* Lowering::sequence(SequenceKind kind) {
  auto* node = make_expression<model::Sequence>(cursor_.range());
  node->sequence = kind;
  Gather<const Expression*> elements(scratch_.expressions);
  cursor_.each_item([&] { elements.push(element()); });
  node->elements = elements.keep(arena_);
  include_first(*node);
  return node;
}

const model::Expression* Lowering::dictionary() {
  auto* node = make_expression<model::Dictionary>(cursor_.range());
  Gather<model::DictionaryItem> items(scratch_.dictionary_items);
  cursor_.each_child([&] {
    if (cursor_.kind() == Syntax::kPair) {
      model::DictionaryItem item{};
      cursor_.enter();
      item.key = expression();
      cursor_.next();  // to the colon
      cursor_.next();
      item.value = expression();
      cursor_.leave();
      items.push(item);
    } else if (cursor_.kind() == Syntax::kDictionarySplat) {
      cursor_.enter();
      cursor_.next();  // past the stars
      items.push({nullptr, expression()});
      cursor_.leave();
    }
  });
  node->items = items.keep(arena_);
  return node;
}

const model::Expression* Lowering::comprehension(ComprehensionKind kind) {
  auto* node = make_expression<model::Comprehension>(cursor_.range());
  node->comprehension = kind;
  comprehension_parts(*node);
  return node;
}

/// The only argument of a call: its parentheses are the call's.
const model::Expression* Lowering::bare_generator() {
  auto* node = make_expression<model::Comprehension>(cursor_.range());
  node->comprehension = ComprehensionKind::kGenerator;
  node->range = comprehension_parts(*node);
  return node;
}

/// Returns the range between the brackets.
model::TextRange Lowering::comprehension_parts(model::Comprehension& node) {
  Gather<ComprehensionClause> clauses(scratch_.clauses);
  Gather<const Expression*> conditions(scratch_.expressions);
  std::size_t kept = 0;
  const auto close_clause = [&] {
    if (clauses.size() == 0) return;
    clauses.items().back().conditions =
        arena_.copy(std::span<const Expression* const>(conditions.items().subspan(kept)));
    kept = conditions.size();
  };

  cursor_.enter();
  cursor_.next();  // past the opening bracket
  TextRange inside = cursor_.range();
  if (cursor_.kind() == Syntax::kPair) {
    cursor_.enter();
    node.key = expression();
    cursor_.next();  // to the colon
    cursor_.next();
    node.element = expression();
    cursor_.leave();
  } else {
    node.element = expression();
  }
  while (cursor_.next()) {
    if (cursor_.kind() == Syntax::kForInClause) {
      close_clause();
      inside.end = cursor_.end();
      clauses.push(comprehension_clause());
    } else if (cursor_.kind() == Syntax::kIfClause) {
      inside.end = cursor_.end();
      cursor_.enter();
      cursor_.next();  // past the keyword
      conditions.push(expression());
      cursor_.leave();
    }
  }
  cursor_.leave();
  close_clause();
  node.clauses = clauses.keep(arena_);
  return inside;
}

/// `for a in b`, with the conditions still to come. What it binds are the comprehension's own names, no locals.
ComprehensionClause Lowering::comprehension_clause() {
  ComprehensionClause clause{};
  cursor_.enter();
  if (cursor_.kind() == Syntax::kAsyncToken) {
    clause.is_async = true;
    cursor_.next();
  }
  cursor_.next();  // past `for`
  clause.target = target(Binding::kNo);
  cursor_.next();  // to `in`

  Gather<const Expression*> iterables(scratch_.expressions);
  TextRange range;
  while (cursor_.next()) {
    range.end = cursor_.end();
    if (cursor_.kind() == Syntax::kCommaToken) continue;
    if (iterables.size() == 0) range.begin = cursor_.begin();
    iterables.push(expression());
  }
  cursor_.leave();
  if (iterables.size() == 1) {
    clause.iterable = iterables.items().front();
    return clause;
  }
  auto* tuple = make_expression<model::Sequence>(range);  // Python 2: `for a in b, c`
  tuple->sequence = model::SequenceKind::kTuple;
  tuple->elements = iterables.keep(arena_);
  clause.iterable = tuple;
  return clause;
}

}  // namespace syncfree::python
