// Targets that bind names: of assignments, and match patterns.
#include "frontends/python/lowering.h"

namespace syncfree::python {

using model::SequenceKind;

const model::Expression* Lowering::target(Binding binding) {
  if (is_too_deep()) return too_deep();
  switch (cursor_.kind()) {
    case Syntax::kIdentifier: {
      if (const TextRange* spoilt = spoilt_line(cursor_.range())) return unknown(*spoilt);
      auto* node = make_expression<model::Name>(cursor_.range());
      node->name = symbol_of(node->range);
      if (binding == Binding::kYes) scratch_.scopes.bind(node->name);
      return node;
    }
    case Syntax::kParenthesized:
    case Syntax::kTuplePattern: {
      if (!is_in_parentheses()) return target_sequence(SequenceKind::kTuple, binding);
      cursor_.enter();
      cursor_.next();
      enter_level();
      const Expression* inner = target(binding);
      leave_level();
      while (cursor_.next()) {
      }
      cursor_.leave();
      return inner;
    }
    case Syntax::kTuple:
    case Syntax::kExpressionList:
    case Syntax::kPatternList:
      return target_sequence(SequenceKind::kTuple, binding);
    case Syntax::kList:
    case Syntax::kListPattern:
      return target_sequence(SequenceKind::kList, binding);
    case Syntax::kListSplat:
    case Syntax::kListSplatPattern: {
      auto* node = make_expression<model::Starred>(cursor_.range());
      node->stars = 1;
      cursor_.enter();
      cursor_.next();  // past the star
      node->value = target(binding);
      cursor_.leave();
      return node;
    }
    case Syntax::kAsPatternTarget: {
      cursor_.enter();
      const Expression* inner = target(binding);
      cursor_.leave();
      return inner;
    }
    default:
      return expression();
  }
}

const model::Expression* Lowering::target_sequence(SequenceKind kind, Binding binding) {
  auto* node = make_expression<model::Sequence>(cursor_.range());
  node->sequence = kind;
  enter_level();
  Gather<const Expression*> elements(scratch_.expressions);
  cursor_.each_item([&] { elements.push(target(binding)); });
  node->elements = elements.keep(arena_);
  leave_level();
  return node;
}

/// One `case`: what its pattern binds, and the class if it asks for exactly one.
void Lowering::match_case(Gather<model::MatchCase>& cases) {
  model::MatchCase result{};
  result.range = cursor_.range();
  Gather<Symbol> captures(scratch_.symbols);
  std::size_t patterns = 0;
  cursor_.each_child([&] {
    switch (cursor_.kind()) {
      case Syntax::kCasePattern:
        pattern(captures, result.class_pattern, patterns++ == 0);
        break;
      case Syntax::kCommaToken:
        result.class_pattern = nullptr;  // a sequence pattern without brackets
        ++patterns;
        break;
      case Syntax::kIfClause:
        cursor_.enter();
        cursor_.next();  // past the keyword
        result.guard = expression();
        cursor_.leave();
        break;
      case Syntax::kBlock:
        result.body = block();
        if (!result.body.empty()) result.range.end = result.body.back()->range.end;
        break;
      default:
        break;
    }
  });
  result.captures = captures.keep(arena_);
  cases.push(result);
}

/// `is_outermost`: nothing but parentheses and `as` around the node, so that its class is the case's.
void Lowering::pattern(Gather<Symbol>& captures, const Expression*& class_pattern, bool is_outermost) {
  if (is_too_deep()) return;
  enter_level();
  const auto capture = [&](TextRange range) {
    if (text_of(range) == "_") return;
    captures.push(symbol_of(range));
    scratch_.scopes.bind(captures.items().back());
  };
  const Syntax kind = cursor_.kind();
  switch (kind) {
    case Syntax::kDottedName: {
      cursor_.enter();
      const TextRange range = cursor_.range();
      const bool is_capture = !cursor_.next();  // a dotted name is a value
      cursor_.leave();
      if (is_capture) capture(range);
      break;
    }
    case Syntax::kClassPattern:
      cursor_.enter();
      if (is_outermost) class_pattern = dotted_expression();
      while (cursor_.next()) pattern(captures, class_pattern, false);
      cursor_.leave();
      break;
    case Syntax::kKeywordPattern:
      cursor_.enter();
      while (cursor_.next()) pattern(captures, class_pattern, false);
      cursor_.leave();
      break;
    case Syntax::kSplatPattern:
      cursor_.each_child([&] {
        if (cursor_.kind() == Syntax::kIdentifier) capture(cursor_.range());
      });
      break;
    case Syntax::kAsPattern:
      cursor_.each_child([&] {
        if (cursor_.kind() == Syntax::kIdentifier) {
          capture(cursor_.range());
        } else {
          pattern(captures, class_pattern, is_outermost);
        }
      });
      break;
    case Syntax::kCasePattern:
    case Syntax::kTuplePattern:
    case Syntax::kListPattern:
    case Syntax::kDictPattern:
    case Syntax::kUnionPattern: {
      const bool is_still_outermost = is_outermost && (kind == Syntax::kCasePattern ||
                                                       (kind == Syntax::kTuplePattern && is_single_in_parentheses()));
      cursor_.each_child([&] { pattern(captures, class_pattern, is_still_outermost); });
      break;
    }
    default:
      break;  // literals and punctuation bind nothing
  }
  leave_level();
}

/// `a.b.c` of a dotted name.
const model::Expression* Lowering::dotted_expression() {
  const Expression* result = nullptr;
  std::uint32_t begin = 0;
  cursor_.each_child([&] {
    if (cursor_.kind() != Syntax::kIdentifier) return;
    if (result == nullptr) {
      begin = cursor_.begin();
      result = name();
      return;
    }
    auto* attribute = make_expression<model::Attribute>({begin, cursor_.end()});
    attribute->object = result;
    attribute->name_range = cursor_.range();
    attribute->name = symbol_of(attribute->name_range);
    result = attribute;
  });
  return result == nullptr ? unknown(cursor_.range()) : result;
}

}  // namespace syncfree::python
