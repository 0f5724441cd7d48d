// The grammar has nodes of its own for what may stand in an annotation; in the model they are expressions like any
// other.
#include "frontends/python/lowering.h"

namespace syncfree::python {

const model::Expression* Lowering::annotation() {
  const TextRange range = cursor_.range();
  switch (cursor_.kind()) {
    case Syntax::kType:
    case Syntax::kAsPattern:
    case Syntax::kAsPatternTarget: {
      cursor_.enter();
      const Expression* inner = expression();
      cursor_.leave();
      return inner;
    }
    case Syntax::kGenericType:
      return generic_type();
    case Syntax::kConstrainedType:
      return constrained_type();
    case Syntax::kSplatType: {
      auto* node = make_expression<model::Starred>(range);
      cursor_.enter();
      node->stars = cursor_.kind() == Syntax::kStarToken ? 1 : 2;
      cursor_.next();
      node->value = expression();
      cursor_.leave();
      return node;
    }
    case Syntax::kUnionType:
      return union_type();
    case Syntax::kMemberType: {
      auto* node = make_expression<model::Attribute>(range);
      cursor_.enter();
      node->object = expression();
      cursor_.next();  // to the dot
      cursor_.next();
      node->name_range = cursor_.range();
      node->name = symbol_of(node->name_range);
      cursor_.leave();
      return node;
    }
    default:
      return unknown(range);
  }
}

/// `a[b] | c | d` is nested to the right in the tree; in Python, and in the model, to the left.
const model::Expression* Lowering::union_type() {
  const std::uint32_t begin = cursor_.begin();
  Gather<const Expression*> operands(scratch_.expressions);
  Gather<TextRange> ranges(scratch_.ranges);
  union_operands(operands, ranges);
  const Expression* result = operands.items().front();
  for (std::size_t at = 1; at < operands.size(); ++at) {
    auto* node = make_expression<model::Binary>({begin, ranges.items()[at].end});
    node->operation = model::BinaryOperator::kBitOr;
    node->left = result;
    node->right = operands.items()[at];
    result = node;
  }
  return result;
}

/// `ranges` are the operands' with their parentheses.
void Lowering::union_operands(Gather<const Expression*>& operands, Gather<TextRange>& ranges) {
  if (is_too_deep() || !is_union()) {
    ranges.push(cursor_.range());
    operands.push(expression());
    return;
  }
  enter_level();
  cursor_.each_child([&] {
    if (cursor_.kind() != Syntax::kPipeToken) union_operands(operands, ranges);
  });
  leave_level();
}

/// Whether the node is a union without parentheses around it.
bool Lowering::is_union() {
  switch (cursor_.kind()) {
    case Syntax::kUnionType:
      return true;
    case Syntax::kType: {
      cursor_.enter();
      const bool result = is_union();
      cursor_.leave();
      return result;
    }
    case Syntax::kBinaryOperator: {
      cursor_.enter();
      const bool result = cursor_.next() && cursor_.kind() == Syntax::kPipeToken;
      cursor_.leave();
      return result;
    }
    default:
      return false;
  }
}

/// `list[int]`
const model::Expression* Lowering::generic_type() {
  auto* node = make_expression<model::Subscript>(cursor_.range());
  cursor_.enter();
  node->object = name();
  cursor_.next();
  cursor_.enter();
  close_subscript(*node);
  cursor_.leave();
  cursor_.leave();
  return node;
}

/// `a: b` is a slice where the annotation has one, as in `Shape[1:3]`.
const model::Expression* Lowering::constrained_type() {
  auto* node = make_expression<model::Slice>(cursor_.range());
  cursor_.enter();
  node->start = expression();
  cursor_.next();  // to the colon
  cursor_.next();
  node->stop = expression();
  cursor_.leave();
  if (const auto* rest = node->stop->get_if<model::Slice>()) {
    node->stop = rest->start;
    node->step = rest->stop;
  }
  return node;
}

}  // namespace syncfree::python
