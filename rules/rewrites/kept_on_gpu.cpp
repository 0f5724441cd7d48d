#include "rules/rewrites/kept_on_gpu.h"

#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/quote.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/observed_value.h"
#include "rules/rewrites/shown_rewrite.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Proposal;
using model::Attribute;
using model::Call;
using model::Class;
using model::Expression;
using model::Function;
using model::Statement;
using values::Kind;
using values::Value;

namespace {

/// `self.table` of `self.table[:n].unsqueeze(0)`; null for anything else.
const Attribute* own_attribute(const Expression& moved, const Function& method) {
  if (const auto* part = moved.get_if<model::Subscript>()) return own_attribute(*part->object, method);
  if (const auto* call = moved.get_if<Call>()) {
    const Expression* receiver = receiver_of(*call);
    return receiver == nullptr ? nullptr : own_attribute(*receiver, method);
  }
  const auto* attribute = moved.get_if<Attribute>();
  const auto* self = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  const bool is_own = self != nullptr && !method.parameters.empty() && self->name == method.parameters.front().name;
  return is_own ? attribute : nullptr;
}

const inference::ClassInfo& info_of(const Class& owner, const FixContext& context) {
  const inference::Project& project = context.view.analysis().world.project;
  return project.classes()[project.modules()[context.view.module()].first_class + owner.id];
}

const Function* constructor_of(const inference::ClassInfo& owner, const FixContext& context) {
  const std::uint32_t* found = owner.methods.find(context.symbols.find("__init__"));
  return found == nullptr ? nullptr : context.view.analysis().world.project.functions()[*found].function;
}

/// What the statement stores into or deletes.
std::vector<const Expression*> targets_of(const Statement& statement) {
  const auto all_of = [](model::Expressions targets) {
    return std::vector<const Expression*>(targets.begin(), targets.end());
  };
  if (const auto* assign = statement.get_if<model::Assign>()) return all_of(assign->targets);
  if (const auto* update = statement.get_if<model::AugmentedAssign>()) return {update->target};
  if (const auto* loop = statement.get_if<model::For>()) return {loop->target};
  if (const auto* removed = statement.get_if<model::Delete>()) return all_of(removed->targets);
  return {};
}

/// The one statement of the class, with the functions in it, that may store into an attribute of that name; null if
/// there are more or none.
const Statement* only_store_of(model::Symbol name, const Class& owner, const FixContext& context) {
  const Statement* only = nullptr;
  for (const Expression* access : context.mentions.attributes(name, owner.range)) {
    const Statement* statement = context.locator.locate_around(access->range).statement;
    const bool stores = statement != nullptr && std::ranges::any_of(targets_of(*statement), [&](const auto* target) {
                          return target->range.contains(access->range);
                        });
    if (!stores) continue;
    if (only != nullptr) return nullptr;
    only = statement;
  }
  return only;
}

/// `super().__init__()` stands before it: a module takes no buffers earlier.
bool is_behind_base(const Statement& store, const Function& constructor, const FixContext& context) {
  const source::TextRange before = {constructor.range.begin, store.range.begin};
  return !context.mentions.attributes(constructor.name, before).empty();
}

/// `self.register_buffer("table", …)` in place of `self.table = …`, where that is a statement of the constructor's own
/// body.
std::optional<Proposal> as_buffer(const Statement& store, const Attribute& attribute, const Function& constructor,
                                  const FixContext& context) {
  const auto* assign = store.get_if<model::Assign>();
  const bool plain = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr &&
                     assign->annotation == nullptr &&
                     assign->targets.front()->kind == model::ExpressionKind::kAttribute;
  const bool is_own = plain && before_in(constructor.body, store, context).size() < constructor.body.size();
  if (!is_own || !is_behind_base(store, constructor, context)) return std::nullopt;
  const Expression& self = *assign->targets.front()->as<Attribute>().object;
  fixes::Code buffer = fixes::method(fixes::kept(self), "register_buffer",
                                     {{{}, fixes::string(std::string(context.symbols.text(attribute.name)))},
                                      {{}, fixes::kept(*assign->value)},
                                      {"persistent", fixes::boolean(false)}});
  Proposal proposal = shown("keep it in a buffer, which moves with the module (and changes its element type with it)",
                            fixes::ReplaceStatement{assign, std::move(buffer)});
  proposal.hint = "a plain attribute stays on the host when the module moves, so each call copies it: make it a buffer";
  return proposal;
}

}  // namespace

std::optional<Proposal> kept_on_gpu(const engine::Event& event, const FixContext& context) {
  const Call* move = plain_call(context);
  const Expression* receiver = move == nullptr ? nullptr : receiver_of(*move);
  const Function* method = context.location.function;
  if (receiver == nullptr || method == nullptr || method->owner == nullptr) return std::nullopt;
  const Attribute* attribute = own_attribute(*receiver, *method);
  const Value* kept = attribute == nullptr ? nullptr : value_of(*attribute, context);
  if (kept == nullptr || !kept->only(Kind::kTensor) || kept->registered) return std::nullopt;
  const inference::ClassInfo& owner = info_of(*method->owner, context);
  const Function* constructor = constructor_of(owner, context);
  if (constructor == nullptr || constructor == method) return std::nullopt;
  const Statement* store = only_store_of(attribute->name, *method->owner, context);
  if (store == nullptr || !constructor->range.contains(store->range)) return std::nullopt;
  const std::string text = engine::quote(text_of(*attribute, context));
  if (!owner.is_module) {
    const bool is_made = event.origin != values::Origin::kUnknown && event.origin != values::Origin::kDevice;
    if (!is_made) return std::nullopt;
    return in_words("`" + text + "` never changes: move it to the GPU once, where `__init__` sets it");
  }
  if (auto buffer = as_buffer(*store, *attribute, *constructor, context)) return buffer;
  return in_words("`" + text +
                  "` is a plain attribute, which stays on the host when the module moves: make it a buffer "
                  "with `register_buffer`, which is copied once");
}

}  // namespace syncfree::rules
