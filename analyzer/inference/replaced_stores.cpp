// What a method stores in an attribute and replaces right away: `self.x = raw; self.x = self.x.to(device)`. Other
// methods see the last value alone.
#include <algorithm>

#include "analyzer/inference/statements.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

constexpr std::size_t kMostBetween = 12;  ///< statements

/// A call that may lead to code which reads the attributes of the object: a method of its own, or a function that it is
/// handed to.
bool may_show(const model::Expression& expression, model::Symbol object) {
  bool shows = false;
  const auto is_object = [&](const model::Expression* part) {
    const auto* name = part->get_if<model::Name>();
    return name != nullptr && name->name == object;
  };
  model::walk(expression, [&](const model::Expression& part) {
    shows |= part.kind == model::ExpressionKind::kYield || part.kind == model::ExpressionKind::kAwait;
    const auto* call = part.get_if<model::Call>();
    if (call == nullptr) return;
    const auto* method = call->callee->get_if<model::Attribute>();
    const bool is_own = method != nullptr && is_object(method->object);
    // `super().prepare()` works on it, too.
    const auto* above = method == nullptr ? nullptr : method->object->get_if<model::Call>();
    shows |= is_own || above != nullptr;
    for (const model::Argument& argument : call->arguments) shows |= is_object(argument.value);
  });
  return shows;
}

/// `a, self.x = …`: each target by itself.
template <class Visit>
bool all_targets(model::Expressions targets, const Visit& visit) {
  return std::ranges::all_of(targets, [&](const model::Expression* target) {
    const auto* several = target->get_if<model::Sequence>();
    return several == nullptr ? visit(*target) : all_targets(several->elements, visit);
  });
}

}  // namespace

bool Statements::is_replaced(const model::Attribute& target) const {
  const auto* object = target.object->get_if<model::Name>();
  if (object == nullptr) return false;
  for (std::size_t i = 0; i < std::min(behind_.size(), kMostBetween); ++i) {
    const auto* plain = behind_[i]->get_if<model::ExpressionStatement>();
    if (plain != nullptr && !may_show(*plain->value, object->name)) continue;
    const auto* assign = behind_[i]->get_if<model::Assign>();
    if (assign == nullptr || assign->value == nullptr || may_show(*assign->value, object->name)) return false;
    const auto is_other = [&](const model::Expression& each) {
      const auto* attribute = each.get_if<model::Attribute>();
      const auto* owner = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
      return owner == nullptr || attribute->name != target.name || owner->name != object->name;
    };
    if (!all_targets(assign->targets, is_other)) return true;
    // The name may mean another object from here on.
    const auto is_plain = [&](const model::Expression& each) {
      const auto* name = each.get_if<model::Name>();
      return name == nullptr ? each.kind == model::ExpressionKind::kAttribute : name->name != object->name;
    };
    if (!all_targets(assign->targets, is_plain)) return false;
  }
  return false;
}

}  // namespace syncfree::inference
