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

  bool is_array(const Expression& name) {
    return is_bound_to(name,
                       [](Uses uses) { return uses.overlaps(kAllowedByArrays) && !uses.overlaps(kOfTensorsAlone); });
  }

  /// Of what a call gave: nothing is done with it that a batch of its own class would not allow too.
  bool is_only_moved(const Expression& name) {
    only_calls_ = true;
    return is_bound_to(name, [](Uses uses) {
      return uses.has(Use::kMoved) && !uses.overlaps(kAllowedByArrays | Use::kTensor | Use::kMask);
    });
  }

 private:
  template <class Says>
  bool is_bound_to(const Expression& name, const Says& says) {
    return uses_ != nullptr && is_bound_in(body_, name, says);
  }

  template <class Says>
  bool is_bound_in(model::Block block, const Expression& name, const Says& says) {
    return std::ranges::any_of(block, [&](const model::Statement* statement) {
      bool found = false;
      if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && assign->value != nullptr) {
        found = std::ranges::any_of(assign->targets, [&](const Expression* target) {
          return is_unknown(*assign->value) && said_of(*target, name, says);
        });
      } else if (const auto* loop = statement->get_if<model::For>(); loop != nullptr && !only_calls_) {
        found = is_unknown(*loop->iterable) && said_of(*loop->target, name, says);
      }
      model::for_each_part(
          *statement, [](const Expression*) {},
          [&](model::Block inner) { found = found || is_bound_in(inner, name, says); });
      return found;
    });
  }

  bool is_unknown(const Expression& source) const {
    if (only_calls_ && source.kind != model::ExpressionKind::kCall) return false;
    const Value* value = value_of(source, context_);
    return value != nullptr && value->is_anything();
  }

  template <class Says>
  bool said_of(const Expression& target, const Expression& name, const Says& says) const {
    const Expression* bound = bound_in(target, name.as<model::Name>().name);
    const inference::NameUse* use =
        bound == nullptr || (only_calls_ && bound != &target) ? nullptr : uses_->bound_by(*bound);
    return use != nullptr && says(use->uses);
  }

  const FixContext& context_;
  inference::UseTable::Memory memory_;
  model::Block body_;
  const inference::NameUses* uses_ = nullptr;
  bool only_calls_ = false;  ///< what loops and parts of sequences give is left out
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

bool is_only_moved(const Expression& name, const FixContext& context) {
  const Value* value = name.kind == model::ExpressionKind::kName ? value_of(name, context) : nullptr;
  return value != nullptr && value->evidence == values::Evidence::kDeclared && UsesOfNames(context).is_only_moved(name);
}

}  // namespace syncfree::rules
