#include "rules/rewrites/loader_of.h"

#include <algorithm>
#include <array>

#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"

namespace syncfree::rules {

using engine::FixContext;
using model::Assign;
using model::Call;
using model::Expression;
using model::Statement;

namespace {

/// `batch` of `batch[0]`, `data["image"]` and `batch.label`.
const Expression& root_of(const Expression& value) {
  if (const auto* part = value.get_if<model::Subscript>()) return root_of(*part->object);
  if (const auto* part = value.get_if<model::Attribute>()) return root_of(*part->object);
  return value;
}

/// `loader` of `enumerate(loader)` and `tqdm(loader, …)`.
const Expression& gone_through(const Expression& iterable, const FixContext& context) {
  constexpr std::array<std::string_view, 4> kPassing = {"enumerate", "tqdm", "trange", "iter"};
  const auto* call = iterable.get_if<Call>();
  const bool passes = call != nullptr && !call->arguments.empty() && !call->arguments.front().keyword &&
                      call->arguments.front().stars == 0 && is_one_of(callee_name(*call, context.symbols), kPassing);
  return passes ? gone_through(*call->arguments.front().value, context) : iterable;
}

/// The only assignment to `name` among the statements of a module.
const Assign* only_assignment_of_module(const Expression& name, const FixContext& context) {
  const model::Binding* binding = context.bindings.only(context.module.body, name.as<model::Name>().name);
  if (binding == nullptr || binding->block.data() != context.module.body.data()) return nullptr;
  const auto* assign = binding->statement->get_if<Assign>();
  const bool plain = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr;
  return plain && bound_in(*assign->targets.front(), name.as<model::Name>().name) != nullptr ? assign : nullptr;
}

const Assign* assignment_of(const Expression& name, const FixContext& context) {
  if (context.location.function == nullptr) return only_assignment_of_module(name, context);
  return only_assignment(name, context);
}

/// `batch` for the second target of `image, label = batch`, `d["b"]` for that of `x, y = d["a"], d["b"]`.
const Expression* value_for(const Expression& target, const Expression& value, model::Symbol name) {
  const auto* targets = target.get_if<model::Sequence>();
  const auto* several = value.get_if<model::Sequence>();
  if (targets == nullptr || several == nullptr) return &value;
  if (targets->elements.size() != several->elements.size()) return nullptr;
  for (std::size_t i = 0; i < targets->elements.size(); ++i) {
    if (bound_in(*targets->elements[i], name) != nullptr)
      return value_for(*targets->elements[i], *several->elements[i], name);
  }
  return nullptr;
}

/// Follows a name back through the statements that lead to the finding, to the loop that binds what it is a part of.
class LoopOfItem {
 public:
  explicit LoopOfItem(const FixContext& context) : context_(context) {}

  const model::For* of(const Expression& value) {
    if (!take(&value)) return nullptr;
    const Statement* here = context_.location.statement;
    model::Block block = context_.location.block;
    for (const Statement* around : context_.location.around) {
      if (!back_through(block, *here)) return nullptr;
      const auto* loop = around->get_if<model::For>();
      if (loop != nullptr && bound_in(*loop->target, name_->as<model::Name>().name) != nullptr) return loop;
      here = around;
      block = block_around(*around);
    }
    return nullptr;
  }

 private:
  bool take(const Expression* value) {
    name_ = value == nullptr ? nullptr : &root_of(*value);
    return name_ != nullptr && name_->kind == model::ExpressionKind::kName;
  }

  /// Nothing in the block before `end` binds the name in a way that is not followed.
  bool back_through(model::Block block, const Statement& end) {
    const auto at = std::ranges::find(block, &end);
    for (auto before = at; before != block.begin();) {
      const Statement& statement = **--before;
      if (binding_count(statement, *name_, context_) == 0) continue;
      const auto* assign = statement.get_if<Assign>();
      if (assign == nullptr || assign->value == nullptr || assign->targets.size() != 1) return false;
      const Expression& target = *assign->targets.front();
      if (!take(value_for(target, *assign->value, name_->as<model::Name>().name))) return false;
    }
    return at != block.end();
  }

  /// The block that the statement is in.
  model::Block block_around(const Statement& inner) const {
    const auto& around = context_.location.around;
    const auto holder = std::ranges::find(around, &inner) + 1;
    if (holder == around.end()) {
      const model::Function* function = context_.location.function;
      return function == nullptr ? context_.module.body : function->body;
    }
    model::Block found;
    model::for_each_part(
        **holder, [](const Expression*) {},
        [&](model::Block block) {
          if (std::ranges::find(block, &inner) != block.end()) found = block;
        });
    return found;
  }

  const FixContext& context_;
  const Expression* name_ = nullptr;
};

}  // namespace

bool comes_from_loop(const Expression& value, const FixContext& context) {
  const Expression& root = root_of(value);
  return root.kind == model::ExpressionKind::kName &&
         std::ranges::any_of(context.location.around, [&](const Statement* around) {
           const auto* loop = around->get_if<model::For>();
           return loop != nullptr && bound_in(*loop->target, root.as<model::Name>().name) != nullptr;
         });
}

const Call* loader_of(const Expression& value, const FixContext& context) {
  const model::For* loop = LoopOfItem(context).of(value);
  if (loop == nullptr) return nullptr;
  const Expression& loader = gone_through(*loop->iterable, context);
  if (loader.kind != model::ExpressionKind::kName) return nullptr;
  const Assign* assign = assignment_of(loader, context);
  const auto* made = assign == nullptr ? nullptr : assign->value->get_if<Call>();
  if (made == nullptr || has_stars(*made) || callee_name(*made, context.symbols) != "DataLoader") return nullptr;
  return keyword_argument(*made, "pin_memory", context.symbols) == nullptr ? made : nullptr;
}

}  // namespace syncfree::rules
