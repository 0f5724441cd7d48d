#include "rules/rewrites/kept_on_gpu.h"

#include <algorithm>
#include <string>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/quote.h"
#include "analyzer/model/walk.h"
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

bool is_module(const Class& owner, const FixContext& context) {
  const inference::Project& project = context.view.analysis().world.project;
  const std::uint32_t first = project.modules()[context.view.module()].first_class;
  return project.classes()[first + owner.id].is_module;
}

const Function* constructor_of(const Class& owner, const FixContext& context) {
  const auto is_constructor = [&](const Statement* statement) {
    const auto* function = statement->get_if<Function>();
    return function != nullptr && context.symbols.text(function->name) == "__init__";
  };
  const auto found = std::ranges::find_if(owner.body, is_constructor);
  return found == owner.body.end() ? nullptr : &(*found)->as<Function>();
}

/// The statements below `block` that may store into an attribute of that name, those of the functions in it too.
std::vector<const Statement*> stores_of(model::Symbol name, model::Block block) {
  std::vector<const Statement*> stores;
  const auto look = [&](const auto& self, model::Block each) -> void {
    for (const Statement* statement : each) {
      const auto take = [&](const Expression* target) {
        model::walk(*target, [&](const Expression& part) {
          const auto* attribute = part.get_if<Attribute>();
          if (attribute != nullptr && attribute->name == name) stores.push_back(statement);
        });
      };
      if (const auto* assign = statement->get_if<model::Assign>()) std::ranges::for_each(assign->targets, take);
      if (const auto* update = statement->get_if<model::AugmentedAssign>()) take(update->target);
      if (const auto* loop = statement->get_if<model::For>()) take(loop->target);
      if (const auto* removed = statement->get_if<model::Delete>()) std::ranges::for_each(removed->targets, take);
      model::for_each_part(*statement, [](const Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  look(look, block);
  return stores;
}

/// `super().__init__()` stands before it: a module takes no buffers earlier.
bool is_behind_base(const Statement& store, const Function& constructor, const FixContext& context) {
  bool found = false;
  model::walk_expressions(constructor.body, [&](const Expression& part) {
    const auto* call = part.get_if<Call>();
    found = found || (call != nullptr && part.range.end < store.range.begin &&
                      callee_name(*call, context.symbols) == "__init__");
  });
  return found;
}

/// `self.register_buffer("table", …)` in place of `self.table = …`, where that is a statement of the constructor's own
/// body.
std::optional<Proposal> as_buffer(const Statement& store, const Attribute& attribute, const Function& constructor,
                                  const FixContext& context) {
  const auto* assign = store.get_if<model::Assign>();
  const bool plain = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr &&
                     assign->annotation == nullptr &&
                     assign->targets.front()->kind == model::ExpressionKind::kAttribute;
  const bool is_own = plain && std::ranges::find(constructor.body, &store) != constructor.body.end();
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
  const Function* constructor = constructor_of(*method->owner, context);
  const std::vector<const Statement*> stores = stores_of(attribute->name, method->owner->body);
  const bool is_constant = constructor != nullptr && constructor != method && stores.size() == 1 &&
                           constructor->range.contains(stores.front()->range);
  if (!is_constant) return std::nullopt;
  const std::string text = engine::quote(text_of(*attribute, context));
  if (!is_module(*method->owner, context)) {
    const bool is_made = event.origin != values::Origin::kUnknown && event.origin != values::Origin::kDevice;
    if (!is_made) return std::nullopt;
    return in_words("`" + text + "` never changes: move it to the GPU once, where `__init__` sets it");
  }
  if (auto buffer = as_buffer(*stores.front(), *attribute, *constructor, context)) return buffer;
  return in_words("`" + text +
                  "` is a plain attribute, which stays on the host when the module moves: make it a buffer "
                  "with `register_buffer`, which is copied once");
}

}  // namespace syncfree::rules
