// `getattr(self, "loss_" + name)`: one of the attributes whose names begin like that.
#include <string_view>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

namespace {

/// What a text begins with, if its end is put together while the program runs; empty otherwise.
std::string_view beginning(const model::Expression& text) {
  const auto* sum = text.get_if<model::Binary>();
  if (sum == nullptr || sum->operation != model::BinaryOperator::kAdd) return {};
  const auto* constant = sum->left->get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kString ? constant->text
                                                                                   : std::string_view();
}

}  // namespace

std::optional<Value> Attributes::attribute_by_beginning(const model::Call& node, const Value& callee,
                                                        std::span<const ArgumentValue> arguments) {
  if (arguments.size() < 2 || arguments[0].value.entities == nullptr || calls_.special_of(callee) != Special::kGetAttr)
    return std::nullopt;
  const std::string_view wanted = beginning(*node.arguments[1].value);
  if (wanted.empty() || !arguments[1].value.known_string().empty()) return std::nullopt;
  Value all;
  const auto add = [&](std::uint32_t owner, const model::FlatMap<model::Symbol, Value>& attributes) {
    record_.note_read(owner, {});
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (project().symbols().text(attributes.key(i)).starts_with(wanted)) all = join(all, attributes.value(i));
    }
  };
  for (const Entity& object : arguments[0].value.entities->items) {
    if (object.kind != EntityKind::kObject) return std::nullopt;
    const std::uint32_t klass = world_.class_of(object.index);
    add(object.index, world_.object(object.index).attributes);
    if (object.index == klass) add(kSubclasses | klass, world_.of_subclasses[klass]);
  }
  bool found = false;
  if (all.is_bottom() && !record_.is_unreached(true, found)) return Value::anything();
  return all;
}

}  // namespace syncfree::inference
