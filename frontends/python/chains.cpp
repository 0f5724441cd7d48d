// `a.b(c)[d] + e`: names, calls, subscripts and operators that continue to the right.
#include <algorithm>

#include "frontends/python/lowering.h"

namespace syncfree::python {

using model::BinaryOperator;

namespace {

/// Expressions whose first child is an operand of the same kind in `a.b(c)[d] + e`: they may be nested very deeply to
/// the left.
constexpr bool is_link(Syntax kind) {
  return kind == Syntax::kAttribute || kind == Syntax::kCall || kind == Syntax::kSubscript ||
         kind == Syntax::kBinaryOperator;
}

constexpr int distance(Syntax kind, Syntax first) { return static_cast<int>(kind) - static_cast<int>(first); }

BinaryOperator binary_operator(Syntax token) {
  return static_cast<BinaryOperator>(
      std::clamp(distance(token, Syntax::kPlusToken), 0, static_cast<int>(BinaryOperator::kBitXor)));
}

}  // namespace

/// `a.b(c)[d] + e` is a chain of links to the left; it is walked down and up again without recursion.
const model::Expression* Lowering::chain() {
  std::vector<Expression*>& links = scratch_.chain;
  const std::size_t base = links.size();
  const std::uint32_t depth = depth_;
  do {
    links.push_back(open_link());
    ++depth_;
    cursor_.enter();
  } while (is_link(cursor_.kind()) && depth_ < max_depth_);
  const Expression* left = expression();
  // The grammar lets a star bind tighter than what follows it: `*a + b` is not the sum of `*a` and b.
  const auto* star = left->get_if<model::Starred>();
  if (star != nullptr) left = star->value;
  while (links.size() > base) {
    Expression* link = links.back();
    links.pop_back();
    --depth_;
    if (star != nullptr) link->range.begin = left->range.begin;
    left = close_link(link, left);
    cursor_.leave();
  }
  depth_ = depth;
  if (star == nullptr) return left;
  auto* whole = make_expression<model::Starred>({star->range.begin, left->range.end});
  whole->stars = star->stars;
  whole->value = left;
  return whole;
}

model::Expression* Lowering::open_link() {
  const TextRange range = cursor_.range();
  switch (cursor_.kind()) {
    case Syntax::kAttribute:
      return make_expression<model::Attribute>(range);
    case Syntax::kCall:
      return make_expression<model::Call>(range);
    case Syntax::kSubscript:
      return make_expression<model::Subscript>(range);
    default:
      return make_expression<model::Binary>(range);
  }
}

/// The cursor is on the link's first child, which was lowered to `left`.
const model::Expression* Lowering::close_link(Expression* link, const Expression* left) {
  cursor_.next();
  switch (link->kind) {
    case model::ExpressionKind::kAttribute: {
      auto& attribute = static_cast<model::Attribute&>(*link);
      attribute.object = left;
      cursor_.next();  // past the dot
      attribute.name_range = cursor_.range();
      attribute.name = symbol_of(attribute.name_range);
      break;
    }
    case model::ExpressionKind::kCall: {
      auto& call = static_cast<model::Call&>(*link);
      call.callee = left;
      close_call(call);
      break;
    }
    case model::ExpressionKind::kSubscript: {
      auto& subscript = static_cast<model::Subscript&>(*link);
      subscript.object = left;
      close_subscript(subscript);
      break;
    }
    default: {
      auto& binary = static_cast<model::Binary&>(*link);
      binary.left = left;
      binary.operation = binary_operator(cursor_.kind());
      cursor_.next();
      binary.right = expression();
      break;
    }
  }
  return link;
}

void Lowering::close_call(model::Call& call) {
  call.arguments_range = cursor_.range();
  if (cursor_.kind() == Syntax::kGenerator) {
    model::Argument argument{};
    argument.value = bare_generator();
    argument.range = argument.value->range;
    call.arguments = arena_.copy(std::span<const model::Argument>(&argument, 1));
    return;
  }
  call.arguments = arguments();
}

/// Of a call or a class.
std::span<const model::Argument> Lowering::arguments() {
  Gather<model::Argument> gathered(scratch_.arguments);
  cursor_.each_item([&] { gathered.push(argument()); });
  return gathered.keep(arena_);
}

model::Argument Lowering::argument() {
  model::Argument argument{};
  argument.range = cursor_.range();
  switch (cursor_.kind()) {
    case Syntax::kKeywordArgument:
      cursor_.enter();
      argument.keyword = symbol_of(cursor_.range());
      cursor_.next();  // to the equals sign
      cursor_.next();
      argument.value = expression();
      cursor_.leave();
      return argument;
    case Syntax::kListSplat:
    case Syntax::kDictionarySplat:
      argument.stars = cursor_.kind() == Syntax::kListSplat ? 1 : 2;
      cursor_.enter();
      cursor_.next();  // past the stars
      argument.value = expression();
      cursor_.leave();
      return argument;
    default:
      break;
  }
  argument.value = expression();
  if (const auto* starred = argument.value->get_if<model::Starred>()) {
    argument.stars = starred->stars;
    argument.value = starred->value;
  }
  return argument;
}

/// The cursor is on the opening bracket.
void Lowering::close_subscript(model::Subscript& subscript) {
  Gather<const Expression*> indices(scratch_.expressions);
  TextRange range;
  bool has_comma = false;
  while (cursor_.next() && cursor_.kind() != Syntax::kCloseBracket) {
    range.end = cursor_.end();
    if (cursor_.kind() == Syntax::kCommaToken) {
      has_comma = true;
      continue;
    }
    if (indices.size() == 0) range.begin = cursor_.begin();
    indices.push(element());
  }
  if (indices.size() == 1 && !has_comma && indices.items().front()->kind != model::ExpressionKind::kStarred) {
    subscript.index = indices.items().front();
    return;
  }
  auto* tuple = make_expression<model::Sequence>(range);
  tuple->sequence = model::SequenceKind::kTuple;
  tuple->elements = indices.keep(arena_);
  include_first(*tuple);
  subscript.index = tuple;
}

/// The grammar reads `await a ** b` as the await of a power; in Python it is a power of the awaited.
const model::Expression* Lowering::await() {
  const TextRange range = cursor_.range();
  cursor_.enter();
  cursor_.next();  // past the keyword
  if (cursor_.kind() != Syntax::kBinaryOperator) {
    auto* node = make_expression<model::Await>(range);
    node->value = expression();
    cursor_.leave();
    return node;
  }
  auto* power = make_expression<model::Binary>(range);
  auto* node = make_expression<model::Await>(range);
  power->left = node;
  cursor_.enter();
  node->range.end = cursor_.end();
  node->value = expression();
  cursor_.next();
  power->operation = binary_operator(cursor_.kind());
  cursor_.next();
  power->right = expression();
  cursor_.leave();
  cursor_.leave();
  return power;
}

}  // namespace syncfree::python
