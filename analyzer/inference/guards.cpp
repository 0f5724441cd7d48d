#include "analyzer/inference/guards.h"

#include "analyzer/flow/seldom.h"
#include "analyzer/inference/device_tests.h"

namespace syncfree::inference {

void BranchGuards::enter(const FunctionInfo* function, std::uint32_t module) {
  function_ = function;
  module_ = module;
  seldom_.reset();
}

Guards BranchGuards::behind(const model::Expression& condition, bool positive, const model::Block* block) {
  auto& known = behind_[(positive ? 1 : 0) + (block == nullptr ? 0 : 2)];
  if (const Guards* before = known.find(&condition)) return *before;
  const model::SymbolTable& symbols = project_.symbols();
  const auto follows = [&](const auto& says) {
    const auto is_wanted = [&](const model::Expression& part, bool holds) {
      return says(elsewhere(part, holds, symbols));
    };
    return flow::follows(condition, positive, [&](const model::Expression& part, bool holds) {
      if (is_wanted(part, holds)) return true;
      if (const auto* name = part.get_if<model::Name>()) {
        return seldom().is_only(name->name, [&](const model::Expression& value) { return is_wanted(value, holds); });
      }
      // `self.uses_mps(x)`, which gives the answer to such a test.
      const bool may_call = part.kind == model::ExpressionKind::kCall || part.kind == model::ExpressionKind::kAttribute;
      const model::Function* called = may_call ? written_callee(part) : nullptr;
      const model::Expression* answer = called == nullptr ? nullptr : flow::short_answer(*called);
      return answer != nullptr && flow::follows(*answer, holds, is_wanted);
    });
  };
  const auto is_at_least = [](Elsewhere least) { return [least](Elsewhere where) { return where >= least; }; };
  const auto is_chosen = [](Elsewhere where) {
    return where == Elsewhere::kNotAsked || where == Elsewhere::kChosenCpu;
  };
  Guards guards;
  if (follows(is_at_least(Elsewhere::kInHalf))) {
    guards.doubt = 1;
    guards.elsewhere = follows(is_at_least(Elsewhere::kOnOther));
  } else {
    guards.on_host = follows(is_at_least(Elsewhere::kOnCpu)) ? 1 : 0;
    guards.chosen_cpu = follows(is_chosen) ? 1 : 0;
  }
  const bool is_rare =
      block == nullptr ? seldom().has(condition, positive) : seldom().runs(*block, condition, positive);
  guards.rare = is_rare ? 1 : 0;
  if (!seldom().has_met_itself()) known.insert(&condition, guards);
  return guards;
}

Guards BranchGuards::behind_all(model::Block block, std::size_t passed) {
  const auto& test = block[passed]->as<model::If>();
  if (const Guards* before = behind_all_.find(&test)) return *before;
  Guards guards;
  // `if device == "cuda": return x.cuda()`
  if (test.otherwise.empty() && flow::leaves(test.then)) guards.chosen_cpu = behind(*test.condition, false).chosen_cpu;
  guards.rare = seldom().runs_rest(block, passed) ? 1 : 0;
  if (!seldom().has_met_itself()) behind_all_.insert(&test, guards);
  return guards;
}

const flow::Seldom& BranchGuards::seldom() {
  if (!seldom_) {
    const model::Function* function = function_ == nullptr ? nullptr : function_->function;
    const model::Block body = function == nullptr ? project_.modules()[module_].input.module->body : function->body;
    seldom_.emplace(body, function, project_.symbols(),
                    [this](const model::Expression& callee) { return written_callee(callee); });
  }
  return *seldom_;
}

const model::Function* BranchGuards::written_callee(const model::Expression& expression) const {
  const auto* call = expression.get_if<model::Call>();
  const model::Expression& callee = call == nullptr ? expression : *call->callee;
  if (const auto* method = callee.get_if<model::Attribute>()) {
    const auto* object = method->object->get_if<model::Name>();
    const bool is_self = object != nullptr && function_ != nullptr && function_->owner != kNowhere &&
                         !function_->function->parameters.empty() &&
                         object->name == function_->function->parameters[0].name;
    const std::uint32_t found =
        is_self ? project_.find_method(function_->owner, method->name) : project_.only_method(method->name);
    if (found == kNowhere || project_.functions()[found].is_property != (call == nullptr)) return nullptr;
    return project_.functions()[found].function;
  }
  if (call == nullptr || callee.kind != model::ExpressionKind::kName) return nullptr;
  const Target target = project_.resolve(module_, callee);
  return target.kind == TargetKind::kFunction ? project_.functions()[target.index].function : nullptr;
}

}  // namespace syncfree::inference
