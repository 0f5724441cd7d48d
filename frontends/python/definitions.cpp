// Functions, classes and lambdas.
#include "frontends/python/lowering.h"

namespace syncfree::python {

using model::ParameterKind;

namespace {

void end_with(model::TextRange& range, model::Block block) {
  if (!block.empty()) range.end = block.back()->range.end;
}

}  // namespace

/// The decorators are evaluated before, and lie outside of, the definition's range.
const model::Statement* Lowering::decorated_definition() {
  const TextRange range = cursor_.range();
  Gather<const Expression*> decorators(scratch_.expressions);
  const Statement* definition = nullptr;
  cursor_.each_child([&] {
    switch (cursor_.kind()) {
      case Syntax::kDecorator:
        cursor_.enter();
        cursor_.next();  // past the at sign
        decorators.push(expression());
        while (cursor_.next()) {  // a comment on the line is the decorator's
        }
        cursor_.leave();
        break;
      case Syntax::kFunction:
        definition = function(decorators.keep(arena_));
        break;
      case Syntax::kClass:
        definition = class_definition(decorators.keep(arena_));
        break;
      default:
        break;
    }
  });
  return definition == nullptr ? unknown_statement(range) : definition;
}

model::Function* Lowering::new_function(TextRange range) {
  auto* node = make_statement<model::Function>(range);
  node->id = static_cast<std::uint32_t>(module_.functions.size());
  node->enclosing = function_;
  module_.functions.push_back(node);
  return node;
}

const model::Statement* Lowering::function(model::Expressions decorators) {
  model::Function* node = new_function(cursor_.range());
  node->decorators = decorators;
  node->owner = class_;
  const auto read_body = [&] {
    const model::Function* const outer_function = function_;
    const model::Class* const outer_class = class_;
    function_ = node;
    class_ = nullptr;
    scratch_.scopes.open_function(*node);
    node->body = block();
    scratch_.scopes.close(arena_);
    function_ = outer_function;
    class_ = outer_class;
    end_with(node->range, node->body);
    node->docstring = docstring(node->body);
  };
  cursor_.each_child([&] {
    switch (cursor_.kind()) {
      case Syntax::kAsyncToken:
        node->is_async = true;
        break;
      case Syntax::kIdentifier:
        node->name_range = cursor_.range();
        node->name = symbol_of(node->name_range);
        scratch_.scopes.bind(node->name);
        break;
      case Syntax::kParameters:
        node->parameters = parameters();
        break;
      case Syntax::kType:
        node->return_annotation = expression();
        break;
      case Syntax::kBlock:
        read_body();
        break;
      default:
        break;
    }
  });
  return node;
}

const model::Statement* Lowering::class_definition(model::Expressions decorators) {
  auto* node = make_statement<model::Class>(cursor_.range());
  node->id = static_cast<std::uint32_t>(module_.classes.size());
  node->decorators = decorators;
  node->owner = class_;
  node->enclosing = function_;
  module_.classes.push_back(node);
  cursor_.each_child([&] {
    switch (cursor_.kind()) {
      case Syntax::kIdentifier:
        node->name_range = cursor_.range();
        node->name = symbol_of(node->name_range);
        scratch_.scopes.bind(node->name);
        break;
      case Syntax::kArgumentList:
        node->bases = arguments();
        break;
      case Syntax::kBlock: {
        const model::Class* const outer_class = class_;
        class_ = node;
        scratch_.scopes.open_class();
        node->body = block();
        scratch_.scopes.close(arena_);
        class_ = outer_class;
        end_with(node->range, node->body);
        node->docstring = docstring(node->body);
        break;
      }
      default:
        break;
    }
  });
  return node;
}

/// A lambda is an expression, and a function whose body is one return statement.
const model::Expression* Lowering::lambda() {
  const TextRange range = cursor_.range();
  auto* node = make_expression<model::Lambda>(range);
  model::Function* entry = new_function(range);
  node->function_id = entry->id;
  cursor_.enter();
  while (cursor_.next() && cursor_.kind() != Syntax::kColonToken) {
    if (cursor_.kind() == Syntax::kLambdaParameters) entry->parameters = parameters();
  }
  node->parameters = entry->parameters;
  cursor_.next();

  const model::Function* const outer_function = function_;
  const model::Class* const outer_class = class_;
  function_ = entry;
  class_ = nullptr;
  scratch_.scopes.open_function(*entry);
  node->body = expression();
  scratch_.scopes.close(arena_);
  function_ = outer_function;
  class_ = outer_class;
  cursor_.leave();

  auto* result = make_statement<model::Return>(node->body->range);
  result->value = node->body;
  const Statement* as_statement = result;
  entry->body = arena_.copy(std::span<const Statement* const>(&as_statement, 1));
  return node;
}

std::span<const model::Parameter> Lowering::parameters() {
  Gather<model::Parameter> gathered(scratch_.parameters);
  ParameterKind kind = ParameterKind::kNormal;
  cursor_.each_child([&] { parameter(gathered, kind); });
  return gathered.keep(arena_);
}

/// `kind` is what a plain parameter is at this place of the list.
void Lowering::parameter(Gather<model::Parameter>& gathered, ParameterKind& kind) {
  model::Parameter result{};
  result.range = cursor_.range();
  result.kind = kind;
  const auto read_name = [&] {
    switch (cursor_.kind()) {
      case Syntax::kListSplatPattern:
      case Syntax::kDictionarySplatPattern: {
        const bool is_list = cursor_.kind() == Syntax::kListSplatPattern;
        result.kind = is_list ? ParameterKind::kStar : ParameterKind::kDoubleStar;
        if (is_list) kind = ParameterKind::kKeywordOnly;
        cursor_.enter();
        cursor_.next();  // past the stars
        result.name = symbol_of(cursor_.range());
        cursor_.leave();
        break;
      }
      case Syntax::kIdentifier:
        result.name = symbol_of(cursor_.range());
        break;
      default:
        break;  // Python 2 could unpack a tuple here: a parameter without a name
    }
  };
  switch (cursor_.kind()) {
    case Syntax::kIdentifier:
    case Syntax::kListSplatPattern:
    case Syntax::kDictionarySplatPattern:
    case Syntax::kTuplePattern:
      read_name();
      break;
    case Syntax::kTypedParameter:
    case Syntax::kDefaultParameter:
    case Syntax::kTypedDefaultParameter:
      cursor_.enter();
      read_name();
      while (cursor_.next()) {
        if (cursor_.kind() == Syntax::kColonToken || cursor_.kind() == Syntax::kEqualToken) continue;
        const Expression*& part = cursor_.kind() == Syntax::kType ? result.annotation : result.default_value;
        part = expression();
      }
      cursor_.leave();
      break;
    case Syntax::kPositionalSeparator:
      for (model::Parameter& earlier : gathered.items()) earlier.kind = ParameterKind::kPositionalOnly;
      return;
    case Syntax::kKeywordSeparator:
      kind = ParameterKind::kKeywordOnly;
      return;
    default:
      return;
  }
  gathered.push(result);
}

}  // namespace syncfree::python
