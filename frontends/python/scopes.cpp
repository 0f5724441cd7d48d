#include "frontends/python/scopes.h"

namespace syncfree::python {

void Scopes::open(model::Function* function) {
  if (depth_ == scopes_.size()) scopes_.emplace_back();
  Scope& scope = scopes_[depth_++];
  scope.function = function;
  scope.bound.clear();
  scope.globals.clear();
  scope.nonlocals.clear();
}

void Scopes::close(model::Arena& arena) {
  const Scope& scope = scopes_[--depth_];
  if (scope.function == nullptr) return;
  model::Function& function = *scope.function;
  seen_.clear();
  const auto keep_new = [&](const std::vector<model::Symbol>& names) {
    locals_.clear();
    for (const model::Symbol name : names) {
      if (seen_.insert(name).second) locals_.push_back(name);
    }
    return arena.copy(locals_);
  };
  function.globals = keep_new(scope.globals);
  function.nonlocals = keep_new(scope.nonlocals);
  for (const model::Parameter& parameter : function.parameters) seen_.insert(parameter.name);
  function.locals = keep_new(scope.bound);
}

}  // namespace syncfree::python
