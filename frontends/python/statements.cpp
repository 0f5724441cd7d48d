// Simple statements, and the lists that they stand in.
#include <algorithm>

#include "frontends/python/lowering.h"

namespace syncfree::python {

using model::BinaryOperator;

model::Block Lowering::block() {
  if (is_too_deep()) {
    too_deep();
    return {};
  }
  enter_level();
  Gather<const Statement*> gathered(scratch_.statements);
  statements(gathered);
  leave_level();
  return gathered.keep(arena_);
}

void Lowering::statements(Gather<const Statement*>& into) {
  cursor_.each_child([&] {
    if (cursor_.kind() != Syntax::kSemicolonToken) into.push(statement());
  });
}

const model::Statement* Lowering::statement() {
  const TextRange range = cursor_.range();
  // A compound statement with a spoilt header goes on behind it.
  if (const TextRange* spoilt = spoilt_line(range)) return unknown_statement(*spoilt);
  switch (cursor_.kind()) {
    case Syntax::kExpressionStatement:
      return expression_statement();
    case Syntax::kIf:
      return if_statement();
    case Syntax::kFor:
      return for_statement();
    case Syntax::kWhile:
      return while_statement();
    case Syntax::kReturn:
      return return_statement();
    case Syntax::kFunction:
      return function({});
    case Syntax::kClass:
      return class_definition({});
    case Syntax::kDecorated:
      return decorated_definition();
    case Syntax::kWith:
      return with_statement();
    case Syntax::kTry:
      return try_statement();
    case Syntax::kMatch:
      return match_statement();
    case Syntax::kRaise:
      return raise_statement();
    case Syntax::kAssert:
      return assert_statement();
    case Syntax::kDelete:
      return delete_statement();
    case Syntax::kImport:
      return import_statement();
    case Syntax::kImportFrom:
    case Syntax::kFutureImport:
      return import_from();
    case Syntax::kGlobal:
      return declaration(true);
    case Syntax::kNonlocal:
      return declaration(false);
    case Syntax::kTypeAlias:
      return type_alias();
    case Syntax::kPass:
      return make_statement<model::Pass>(range);
    case Syntax::kBreak:
      return make_statement<model::Break>(range);
    case Syntax::kContinue:
      return make_statement<model::Continue>(range);
    case Syntax::kPrint:
      return python2_statement("Python 2 print statement");
    case Syntax::kExec:
      return python2_statement("Python 2 exec statement");
    default:
      return unknown_statement(range);
  }
}

const model::Statement* Lowering::unknown_statement(TextRange range) {
  auto* node = make_statement<model::ExpressionStatement>(range);
  node->value = unknown(range);
  return node;
}

const model::Statement* Lowering::python2_statement(const char* message) {
  const TextRange range = cursor_.range();
  add_problem(range, message);
  return unknown_statement(range);
}

const model::Statement* Lowering::expression_statement() {
  const TextRange range = cursor_.range();
  cursor_.enter();
  const Statement* result = nullptr;
  if (cursor_.kind() == Syntax::kAssignment) {
    result = assignment(range);
  } else if (cursor_.kind() == Syntax::kAugmentedAssignment) {
    result = augmented_assignment(range);
  } else {
    auto* node = make_statement<model::ExpressionStatement>(range);
    node->value = element();
    result = node;
    if (cursor_.next()) {  // `a, b` has no node of its own here
      Gather<const Expression*> elements(scratch_.expressions);
      elements.push(node->value);
      do {
        if (cursor_.kind() != Syntax::kCommaToken) elements.push(element());
      } while (cursor_.next());
      auto* tuple = make_expression<model::Sequence>(range);
      tuple->sequence = model::SequenceKind::kTuple;
      tuple->elements = elements.keep(arena_);
      node->value = tuple;
    }
  }
  cursor_.leave();
  return result;
}

/// `a = b = c` is an assignment whose value is an assignment.
const model::Statement* Lowering::assignment(TextRange range) {
  auto* node = make_statement<model::Assign>(range);
  Gather<const Expression*> targets(scratch_.expressions);
  std::uint32_t levels = 0;
  bool goes_on = true;
  while (goes_on) {
    goes_on = false;
    cursor_.enter();
    ++levels;
    targets.push(target(Binding::kYes));
    while (!goes_on && cursor_.next()) {
      switch (cursor_.kind()) {
        case Syntax::kEqualToken:
        case Syntax::kColonToken:
          break;
        case Syntax::kType:
          node->annotation = expression();
          break;
        case Syntax::kAssignment:
          goes_on = true;
          break;
        case Syntax::kAugmentedAssignment:
          node->value = unknown(cursor_.range());
          break;
        default:
          node->value = expression();
      }
    }
  }
  for (; levels > 0; --levels) cursor_.leave();
  node->targets = targets.keep(arena_);
  return node;
}

const model::Statement* Lowering::augmented_assignment(TextRange range) {
  auto* node = make_statement<model::AugmentedAssign>(range);
  cursor_.enter();
  node->target = target(Binding::kYes);
  cursor_.next();
  const int operation = static_cast<int>(cursor_.kind()) - static_cast<int>(Syntax::kPlusEqual);
  node->operation = static_cast<BinaryOperator>(operation);
  cursor_.next();
  const bool is_expression = cursor_.kind() != Syntax::kAssignment && cursor_.kind() != Syntax::kAugmentedAssignment;
  node->value = is_expression ? expression() : unknown(cursor_.range());
  cursor_.leave();
  return node;
}

/// `type A[T] = b` binds A to b. The grammar takes `type(a).b = c` for such a statement as well.
const model::Statement* Lowering::type_alias() {
  auto* node = make_statement<model::Assign>(cursor_.range());
  cursor_.enter();
  const TextRange keyword = cursor_.range();
  cursor_.next();
  const char first = text_[cursor_.begin()];
  const Expression* bound = first == '(' || first == '[' ? type_as_name(keyword) : alias_name();
  node->targets = arena_.copy(std::span<const Expression* const>(&bound, 1));
  cursor_.next();  // to the equals sign
  cursor_.next();
  node->value = expression();
  cursor_.leave();
  return node;
}

/// The cursor is on the left side's type node.
const model::Expression* Lowering::alias_name() {
  cursor_.enter();
  const bool is_generic = cursor_.kind() == Syntax::kGenericType;
  if (is_generic) cursor_.enter();
  const Expression* bound = target(Binding::kYes);
  if (is_generic) cursor_.leave();
  cursor_.leave();
  return bound;
}

/// The node is what follows the name `type` in an expression that begins with it.
const model::Expression* Lowering::type_as_name(TextRange keyword) {
  if (is_too_deep()) return too_deep();
  enter_level();
  const Expression* result = nullptr;
  const auto make_name = [&] {
    auto* name = make_expression<model::Name>(keyword);
    name->name = symbol_of(keyword);
    return name;
  };
  const TextRange range = cursor_.range();
  switch (cursor_.kind()) {
    case Syntax::kType:
      cursor_.enter();
      result = type_as_name(keyword);
      cursor_.leave();
      break;
    case Syntax::kAttribute:
    case Syntax::kCall:
    case Syntax::kSubscript: {
      Expression* link = open_link();
      link->range.begin = keyword.begin;
      cursor_.enter();
      result = close_link(link, type_as_name(keyword));
      cursor_.leave();
      break;
    }
    case Syntax::kParenthesized:
    case Syntax::kTuple:
    case Syntax::kGenerator: {
      auto* call = make_expression<model::Call>({keyword.begin, range.end});
      call->callee = make_name();
      close_call(*call);
      result = call;
      break;
    }
    case Syntax::kList: {
      auto* subscript = make_expression<model::Subscript>({keyword.begin, range.end});
      subscript->object = make_name();
      cursor_.enter();
      close_subscript(*subscript);
      cursor_.leave();
      result = subscript;
      break;
    }
    default:
      result = unknown(range);
  }
  leave_level();
  return result;
}

const model::Statement* Lowering::return_statement() {
  auto* node = make_statement<model::Return>(cursor_.range());
  cursor_.enter();
  if (cursor_.next()) node->value = expression();
  cursor_.leave();
  return node;
}

const model::Statement* Lowering::raise_statement() {
  auto* node = make_statement<model::Raise>(cursor_.range());
  cursor_.enter();
  bool is_cause = false;
  while (cursor_.next()) {
    if (cursor_.kind() == Syntax::kFromToken) {
      is_cause = true;
    } else {
      (is_cause ? node->cause : node->value) = expression();
    }
  }
  cursor_.leave();
  return node;
}

const model::Statement* Lowering::assert_statement() {
  auto* node = make_statement<model::Assert>(cursor_.range());
  cursor_.enter();
  cursor_.next();  // past the keyword
  node->condition = expression();
  while (cursor_.next()) {
    if (cursor_.kind() != Syntax::kCommaToken) node->message = expression();
  }
  cursor_.leave();
  return node;
}

const model::Statement* Lowering::delete_statement() {
  auto* node = make_statement<model::Delete>(cursor_.range());
  Gather<const Expression*> targets(scratch_.expressions);
  cursor_.enter();
  cursor_.next();  // past the keyword
  if (cursor_.kind() == Syntax::kExpressionList) {
    cursor_.each_child([&] {
      if (cursor_.kind() != Syntax::kCommaToken) targets.push(target(Binding::kYes));
    });
  } else {
    targets.push(target(Binding::kYes));
  }
  cursor_.leave();
  node->targets = targets.keep(arena_);
  return node;
}

const model::Statement* Lowering::declaration(bool is_global) {
  auto* node = make_statement<model::Global>(cursor_.range());
  cursor_.each_child([&] {
    if (cursor_.kind() != Syntax::kIdentifier) return;
    const Symbol name = symbol_of(cursor_.range());
    is_global ? scratch_.scopes.declare_global(name) : scratch_.scopes.declare_nonlocal(name);
  });
  return node;
}

std::span<const model::Symbol> Lowering::dotted_name() {
  Gather<Symbol> path(scratch_.symbols);
  cursor_.each_child([&] {
    if (cursor_.kind() == Syntax::kIdentifier) path.push(symbol_of(cursor_.range()));
  });
  return path.keep(arena_);
}

/// Without an alias, `import a.b` binds a; the path of `from m import a` is a alone.
void Lowering::imported_name(Gather<model::ImportedName>& names) {
  model::ImportedName imported{};
  if (cursor_.kind() == Syntax::kAliasedImport) {
    cursor_.each_child([&] {
      if (cursor_.kind() == Syntax::kDottedName) imported.path = dotted_name();
      if (cursor_.kind() == Syntax::kIdentifier) imported.alias = symbol_of(cursor_.range());
    });
  } else {
    imported.path = dotted_name();
  }
  if (imported.path.empty()) return;
  scratch_.scopes.bind(imported.alias ? imported.alias : imported.path.front());
  names.push(imported);
}

const model::Statement* Lowering::import_statement() {
  auto* node = make_statement<model::Import>(cursor_.range());
  Gather<model::ImportedName> names(scratch_.imported_names);
  cursor_.each_child([&] {
    if (cursor_.kind() == Syntax::kDottedName || cursor_.kind() == Syntax::kAliasedImport) imported_name(names);
  });
  node->names = names.keep(arena_);
  return node;
}

const model::Statement* Lowering::import_from() {
  auto* node = make_statement<model::ImportFrom>(cursor_.range());
  Gather<model::ImportedName> names(scratch_.imported_names);
  bool has_module = false;
  cursor_.each_child([&] {
    switch (cursor_.kind()) {
      case Syntax::kFutureToken: {
        const Symbol module = symbol_of(cursor_.range());
        node->module = arena_.copy(std::span<const Symbol>(&module, 1));
        has_module = true;
        break;
      }
      case Syntax::kRelativeImport:
        cursor_.each_child([&] {
          if (cursor_.kind() == Syntax::kDottedName) node->module = dotted_name();
          if (cursor_.kind() != Syntax::kImportPrefix) return;
          for (const char character : text_of(cursor_.range())) node->level += character == '.' ? 1 : 0;
        });
        has_module = true;
        break;
      case Syntax::kDottedName:
      case Syntax::kAliasedImport:
        if (has_module) {
          imported_name(names);
        } else {
          node->module = dotted_name();
          has_module = true;
        }
        break;
      case Syntax::kWildcardImport:
        node->is_star = true;
        break;
      default:
        break;
    }
  });
  node->names = names.keep(arena_);
  return node;
}

}  // namespace syncfree::python
