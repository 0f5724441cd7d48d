// Statements with blocks.
#include "frontends/python/lowering.h"

namespace syncfree::python {

namespace {

/// A block's node may hold comments behind its last statement; the model's ranges end with the statement.
void end_with_block(model::TextRange& range, model::Block block) {
  if (!block.empty()) range.end = block.back()->range.end;
}

/// Expressions that end in an operand which the grammar lets go on with `as`.
bool is_open_ended(Syntax kind) {
  return kind == Syntax::kConditional || kind == Syntax::kBooleanOperator || kind == Syntax::kNotOperator ||
         kind == Syntax::kLambda || kind == Syntax::kNamedExpression;
}

}  // namespace

/// The block of an `else`, `finally` or `except` node.
model::Block Lowering::clause_block() {
  model::Block result;
  cursor_.each_child([&] {
    if (cursor_.kind() == Syntax::kBlock) result = block();
  });
  return result;
}

/// `elif` clauses are siblings in the tree and nested in the model.
const model::Statement* Lowering::if_statement() {
  auto* const first = make_statement<model::If>(cursor_.range());
  const std::uint32_t depth = depth_;
  model::If* current = first;
  const auto fill = [&] {
    cursor_.enter();
    cursor_.next();  // past the keyword
    current->condition = expression();
    while (cursor_.next()) {
      if (cursor_.kind() == Syntax::kColonToken) first->range.end = cursor_.end();  // the block may be empty
      if (cursor_.kind() == Syntax::kBlock) {
        current->then = block();
        end_with_block(first->range, current->then);
        return;
      }
    }
  };
  fill();
  while (cursor_.next()) {
    if (cursor_.kind() == Syntax::kElifClause) {
      if (depth_ >= max_depth_) {
        too_deep();
        continue;
      }
      ++depth_;
      auto* nested = make_statement<model::If>(cursor_.range());
      const Statement* as_statement = nested;
      current->otherwise = arena_.copy(std::span<const Statement* const>(&as_statement, 1));
      current = nested;
      fill();
      while (cursor_.next()) {
      }
      cursor_.leave();
    } else if (cursor_.kind() == Syntax::kElseClause && depth_ < max_depth_) {
      current->otherwise = clause_block();
      end_with_block(first->range, current->otherwise);
    }
  }
  cursor_.leave();
  // All of the chain ends where its last block does.
  for (const model::If* outer = first; outer != current;) {
    auto* nested = const_cast<model::If*>(&outer->otherwise.front()->as<model::If>());
    nested->range.end = first->range.end;
    outer = nested;
  }
  depth_ = depth;
  return first;
}

/// From behind the loop's head: its body and its `else`.
template <class Loop>
void Lowering::take_loop_blocks(Loop& loop) {
  while (cursor_.next()) {
    if (cursor_.kind() == Syntax::kBlock) {
      loop.body = block();
      end_with_block(loop.range, loop.body);
    } else if (cursor_.kind() == Syntax::kElseClause) {
      loop.otherwise = clause_block();
      end_with_block(loop.range, loop.otherwise);
    }
  }
}

const model::Statement* Lowering::while_statement() {
  auto* node = make_statement<model::While>(cursor_.range());
  cursor_.enter();
  cursor_.next();  // past the keyword
  node->condition = expression();
  take_loop_blocks(*node);
  cursor_.leave();
  return node;
}

const model::Statement* Lowering::for_statement() {
  auto* node = make_statement<model::For>(cursor_.range());
  cursor_.enter();
  if (cursor_.kind() == Syntax::kAsyncToken) {
    node->is_async = true;
    cursor_.next();
  }
  cursor_.next();  // past `for`
  node->target = target(Binding::kYes);
  cursor_.next();  // to `in`
  cursor_.next();
  node->iterable = expression();
  take_loop_blocks(*node);
  cursor_.leave();
  return node;
}

const model::Statement* Lowering::with_statement() {
  auto* node = make_statement<model::With>(cursor_.range());
  Gather<model::WithItem> items(scratch_.with_items);
  cursor_.each_child([&] {
    switch (cursor_.kind()) {
      case Syntax::kAsyncToken:
        node->is_async = true;
        break;
      case Syntax::kWithClause:
        cursor_.each_child([&] {
          if (cursor_.kind() == Syntax::kWithItem) with_item(items);
        });
        break;
      case Syntax::kBlock:
        node->body = block();
        end_with_block(node->range, node->body);
        break;
      default:
        break;
    }
  });
  node->items = items.keep(arena_);
  return node;
}

/// In `with a if b else c as d` the grammar takes `c as d` for the last operand. Goes down to such an `as`; returns how
/// many levels down it is, or stays and returns 0.
std::uint32_t Lowering::enter_last_as() {
  std::uint32_t levels = 0;
  while (is_open_ended(cursor_.kind())) {
    cursor_.enter();
    ++levels;
    while (cursor_.next()) {
    }
  }
  if (levels == 0 || cursor_.kind() == Syntax::kAsPattern) return levels;
  for (; levels > 0; --levels) cursor_.leave();
  return 0;
}

void Lowering::with_item(Gather<model::WithItem>& items) {
  cursor_.each_child([&] {
    const bool is_list = cursor_.kind() == Syntax::kTuple || is_as_in_parentheses();
    if (!is_list) {
      managed(items);
      return;
    }
    // Items in parentheses, which the grammar may read as one expression.
    cursor_.each_item([&] { managed(items); });
  });
}

bool Lowering::is_as_in_parentheses() {
  if (cursor_.kind() != Syntax::kParenthesized) return false;
  cursor_.enter();
  const bool result = cursor_.next() && cursor_.kind() == Syntax::kAsPattern;
  cursor_.leave();
  return result;
}

/// `a` or `a as b`.
void Lowering::managed(Gather<model::WithItem>& items) {
  model::WithItem item{};
  const auto read_target = [&] {
    cursor_.next();  // to `as`
    cursor_.next();
    item.target = target(Binding::kYes);
  };
  if (cursor_.kind() == Syntax::kAsPattern) {
    cursor_.enter();
    item.context = expression();
    read_target();
    cursor_.leave();
  } else if (std::uint32_t levels = enter_last_as(); levels > 0) {
    cursor_.enter();
    const std::uint32_t end = cursor_.end();
    for (std::uint32_t left = levels + 1; left > 0; --left) cursor_.leave();
    cursor_.limit_end(end);
    item.context = expression();
    cursor_.lift_end_limit();
    enter_last_as();
    cursor_.enter();
    read_target();
    for (++levels; levels > 0; --levels) cursor_.leave();
  } else {
    item.context = expression();
  }
  items.push(item);
}

const model::Statement* Lowering::try_statement() {
  auto* node = make_statement<model::Try>(cursor_.range());
  Gather<model::ExceptHandler> handlers(scratch_.handlers);
  cursor_.each_child([&] {
    switch (cursor_.kind()) {
      case Syntax::kBlock:
        node->body = block();
        end_with_block(node->range, node->body);
        break;
      case Syntax::kExceptClause:
        except_clause(handlers);
        node->range.end = handlers.items().back().range.end;
        break;
      case Syntax::kElseClause:
        node->otherwise = clause_block();
        end_with_block(node->range, node->otherwise);
        break;
      case Syntax::kFinallyClause:
        node->finally = clause_block();
        end_with_block(node->range, node->finally);
        break;
      default:
        break;
    }
  });
  node->handlers = handlers.keep(arena_);
  return node;
}

void Lowering::except_clause(Gather<model::ExceptHandler>& handlers) {
  model::ExceptHandler handler{};
  handler.range = cursor_.range();
  Gather<const Expression*> types(scratch_.expressions);
  cursor_.enter();
  while (cursor_.next()) {
    switch (cursor_.kind()) {
      case Syntax::kColonToken:
      case Syntax::kCommaToken:
      case Syntax::kStarToken:
      case Syntax::kAsToken:
        break;
      case Syntax::kBlock:
        handler.body = block();
        end_with_block(handler.range, handler.body);
        break;
      case Syntax::kAsPattern:
        cursor_.enter();
        types.push(expression());
        cursor_.next();  // to `as`
        cursor_.next();
        if (const auto* name = target(Binding::kYes)->get_if<model::Name>()) handler.name = name->name;
        cursor_.leave();
        break;
      default:
        types.push(expression());
    }
  }
  cursor_.leave();
  if (types.size() == 1) {
    handler.type = types.items().front();
  } else if (types.size() > 1) {  // `except A, B:`
    const TextRange range{types.items().front()->range.begin, types.items().back()->range.end};
    auto* tuple = make_expression<model::Sequence>(range);
    tuple->sequence = model::SequenceKind::kTuple;
    tuple->elements = types.keep(arena_);
    handler.type = tuple;
  }
  handlers.push(handler);
}

const model::Statement* Lowering::match_statement() {
  auto* node = make_statement<model::Match>(cursor_.range());
  Gather<model::MatchCase> cases(scratch_.cases);
  Gather<const Expression*> subjects(scratch_.expressions);
  TextRange subject_range;
  bool has_comma = false;
  cursor_.enter();
  while (cursor_.next()) {
    switch (cursor_.kind()) {
      case Syntax::kColonToken:
        break;
      case Syntax::kCommaToken:
        has_comma = true;
        subject_range.end = cursor_.end();
        break;
      case Syntax::kBlock:
        if (is_too_deep()) {
          too_deep();
          break;
        }
        enter_level();
        cursor_.each_child([&] {
          if (cursor_.kind() == Syntax::kCaseClause) match_case(cases);
        });
        leave_level();
        break;
      default:
        if (subjects.size() == 0) subject_range.begin = cursor_.begin();
        subject_range.end = cursor_.end();
        subjects.push(expression());
    }
  }
  cursor_.leave();
  if (subjects.size() == 1 && !has_comma) {
    node->subject = subjects.items().front();
  } else {
    auto* tuple = make_expression<model::Sequence>(subject_range);
    tuple->sequence = model::SequenceKind::kTuple;
    tuple->elements = subjects.keep(arena_);
    node->subject = tuple;
  }
  node->cases = cases.keep(arena_);
  if (!node->cases.empty()) node->range.end = node->cases.back().range.end;
  return node;
}

}  // namespace syncfree::python
