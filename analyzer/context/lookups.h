// Code that finds functions and classes by names that it does not hold.
#pragma once

#include <unordered_set>

#include "analyzer/inference/project.h"
#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"

namespace syncfree::context {

model::Symbol last_name(const model::Expression& expression);

/// `eval(name)`, of a text that may be any
bool evaluates_text(const model::Call& call, const model::SymbolTable& symbols);

/// `instantiate(settings.net)`, `getattr(sys.modules[module], name)`
bool looks_up_by_name(const model::Call& call, const model::SymbolTable& symbols);

/// The module of `module.__dict__[name]`, `getattr(module, name)`, `vars(module)`; null if it is none of these.
const model::Expression* table_of_names(const model::Expression& expression, const model::SymbolTable& symbols);

/// `"mse"` of `getattr(losses, "mse")`
const model::Constant* name_for_getattr(const model::Call& call, const model::SymbolTable& symbols);

/// `fire.Fire()`, `jsonargparse.CLI()`: each function of the module is a command that a person gives.
bool offers_all_functions(const model::Expression& expression, const model::SymbolTable& symbols);

bool calls_globals(const model::Expression& expression, const model::SymbolTable& symbols);

/// Nobody finds what is decorated so because of that: `@torch.no_grad()`, `@staticmethod`, `@dataclass`. Others may
/// keep a list of what they decorate.
bool keeps_no_list(model::Expressions decorators, const model::SymbolTable& symbols);

/// The names `Loss` of `self.loss = Loss()`, of a module of torch, where nothing in the project reads an attribute of
/// that name, and nobody goes over the parts of modules.
std::unordered_set<const model::Expression*> classes_kept_for_nothing(const inference::Project& project);

}  // namespace syncfree::context
