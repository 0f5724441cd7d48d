#include "analyzer/flow/counts_up.h"

#include "analyzer/flow/is_among.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

using model::Expression;

namespace {

bool is_integer(const Expression* value) {
  const auto* constant = value == nullptr ? nullptr : value->get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kInteger;
}

/// What a class does with an attribute of its objects.
struct Use {
  model::Symbol attribute;
  bool counts = false;
  bool is_other = false;

  bool is(const Expression& target, model::Symbol self) const {
    const auto* stored = target.get_if<model::Attribute>();
    const auto* object = stored == nullptr ? nullptr : stored->object->get_if<model::Name>();
    return object != nullptr && object->name == self && stored->name == attribute;
  }

  /// A target, or one of several.
  bool holds(const Expression& target, model::Symbol self) const {
    bool found = false;
    model::walk(target, [&](const Expression& part) { found = found || is(part, self); });
    return found;
  }

  void read(model::Block block, model::Symbol self) {
    for (const model::Statement* statement : block) {
      if (const auto* assign = statement->get_if<model::Assign>()) {
        for (const Expression* target : assign->targets)
          is_other |= holds(*target, self) && !(is(*target, self) && is_integer(assign->value));
      } else if (const auto* update = statement->get_if<model::AugmentedAssign>(); update != nullptr) {
        if (!is(*update->target, self)) continue;
        const bool adds_one = update->operation == model::BinaryOperator::kAdd && is_integer(update->value) &&
                              update->value->as<model::Constant>().integer == 1;
        (adds_one ? counts : is_other) = true;
      }
      model::for_each_part(*statement, [](const Expression*) {}, [&](model::Block inner) { read(inner, self); });
    }
  }
};

}  // namespace

bool counts_up(const Expression& expression, const model::Function& method) {
  const auto* attribute = expression.get_if<model::Attribute>();
  const auto* object = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  if (object == nullptr || method.owner == nullptr || method.parameters.empty()) return false;
  if (object->name != method.parameters.front().name) return false;
  Use use{.attribute = attribute->name};
  for (const model::Statement* statement : method.owner->body) {
    const auto* function = statement->get_if<model::Function>();
    if (function != nullptr && !function->parameters.empty())
      use.read(function->body, function->parameters.front().name);
  }
  return use.counts && !use.is_other;
}

}  // namespace syncfree::flow
