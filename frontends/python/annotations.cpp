// The grammar has nodes of its own for what may stand in an annotation; in the model they are expressions like any other.
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
    case Syntax::kGenericType: return generic_type();
    case Syntax::kConstrainedType: return constrained_type();
    case Syntax::kSplatType: {
      auto* node = make_expression<model::Starred>(range);
      cursor_.enter();
      node->stars = cursor_.kind() == Syntax::kStarToken ? 1 : 2;
      cursor_.next();
      node->value = expression();
      cursor_.leave();
      return node;
    }
    case Syntax::kUnionType: {
      auto* node = make_expression<model::Binary>(range);
      node->operation = model::BinaryOperator::kBitOr;
      cursor_.enter();
      node->left = expression();
      cursor_.next();  // to the bar
      cursor_.next();
      node->right = expression();
      cursor_.leave();
      return node;
    }
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
    default: return unknown(range);
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
