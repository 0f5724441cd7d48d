#include "rules/rewrites/array_by_use.h"

#include <algorithm>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/use_table.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/observed_value.h"

namespace syncfree::rules {

using engine::FixContext;
using inference::Use;
using inference::Uses;
using model::Expression;
using values::Value;

namespace {

constexpr Uses kAllowedByArrays = Uses(Use::kIndexed) | Use::kArray;
constexpr Uses kOfTensorsAlone = Uses(Use::kTensor) | Use::kMoved | Use::kGiven | Use::kHoldsTensors;

/// The part of a target that binds the name; null if none does.
const Expression* bound_in(const Expression& target, model::Symbol name) {
  if (const auto* bound = target.get_if<model::Name>()) return bound->name == name ? &target : nullptr;
  const auto* several = target.get_if<model::Sequence>();
  if (several == nullptr) return nullptr;
  for (const Expression* element : several->elements) {
    if (const Expression* found = bound_in(*element, name)) return found;
  }
  return nullptr;
}

class UsesOfNames {
 public:
  explicit UsesOfNames(const FixContext& context) : context_(context) {
    const inference::Analysis& analysis = context.view.analysis();
    const std::uint32_t code = analysis.world.contexts[context.view.context()].key.code;
    const bool is_body = (code & inference::kModuleBody) != 0;
    const inference::FunctionInfo* function = is_body ? nullptr : &analysis.world.project.functions()[code];
    body_ = function == nullptr ? context.module.body : function->function->body;
    if (analysis.uses != nullptr)
      uses_ = &analysis.uses->of(context.view.module(), function, inference::UseTable::kDeepestCalls, memory_);
  }

  bool is_array(const Expression& name) { return uses_ != nullptr && is_bound_to_array(body_, name); }

 private:
  bool is_bound_to_array(model::Block block, const Expression& name) {
    return std::ranges::any_of(block, [&](const model::Statement* statement) {
      bool found = false;
      if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && assign->value != nullptr) {
        found = std::ranges::any_of(assign->targets, [&](const Expression* target) {
          return is_unknown(*assign->value) && is_array_by_target(*target, name);
        });
      } else if (const auto* loop = statement->get_if<model::For>()) {
        found = is_unknown(*loop->iterable) && is_array_by_target(*loop->target, name);
      }
      model::for_each_part(
          *statement, [](const Expression*) {},
          [&](model::Block inner) { found = found || is_bound_to_array(inner, name); });
      return found;
    });
  }

  bool is_unknown(const Expression& source) const {
    const Value* value = value_of(source, context_);
    return value != nullptr && value->is_anything();
  }

  bool is_array_by_target(const Expression& target, const Expression& name) const {
    const Expression* bound = bound_in(target, name.as<model::Name>().name);
    const inference::NameUse* use = bound == nullptr ? nullptr : uses_->bound_by(*bound);
    return use != nullptr && use->uses.overlaps(kAllowedByArrays) && !use->uses.overlaps(kOfTensorsAlone);
  }

  const FixContext& context_;
  inference::UseTable::Memory memory_;
  model::Block body_;
  const inference::NameUses* uses_ = nullptr;
};

/// A batch, or what it holds: of parts that have names some are tensors.
bool is_part_of_batch(const Value& value, const FixContext& context) {
  if (value.entities == nullptr) return false;
  const std::uint32_t batch = context.view.analysis().known->batch;
  return std::ranges::any_of(value.entities->items, [&](const values::Entity& entity) {
    return entity.kind == values::EntityKind::kLibraryObject && entity.index == batch;
  });
}

}  // namespace

bool rests_on_array_by_use(const Expression& expression, const FixContext& context) {
  UsesOfNames uses(context);
  const auto rests = [&](const auto& self, const Expression& part) -> bool {
    // What a function of torch gives is a tensor, whatever it was given.
    if (const auto* call = part.get_if<model::Call>(); call != nullptr && calls_torch_function(*call, context))
      return false;
    const Value* value = part.kind == model::ExpressionKind::kName ? value_of(part, context) : nullptr;
    const bool declared =
        value != nullptr && value->only(values::Kind::kTensor) && value->evidence == values::Evidence::kDeclared;
    if (declared && (is_part_of_batch(*value, context) || uses.is_array(part))) return true;
    bool found = false;
    model::for_each_child(part,
                          [&](const Expression* child) { found = found || (child != nullptr && self(self, *child)); });
    return found;
  };
  return rests(rests, expression);
}

}  // namespace syncfree::rules
