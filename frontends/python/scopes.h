// Which names each function binds, and which it declares global or nonlocal.
#pragma once

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "analyzer/model/arena.h"
#include "analyzer/model/statement.h"

namespace syncfree::python {

/// Follows the nesting of functions and class bodies while their statements are lowered.
class Scopes {
 public:
  void open_function(model::Function& function) { open(&function); }
  void open_class() { open(nullptr); }
  /// Closes the innermost scope; a function gets its lists of names, in the order of first binding.
  void close(model::Arena& arena);
  /// Forgets all scopes, for the next module.
  void clear() { depth_ = 0; }

  void bind(model::Symbol name) {
    if (depth_ > 0 && scopes_[depth_ - 1].function != nullptr) scopes_[depth_ - 1].bound.push_back(name);
  }
  void declare_global(model::Symbol name) { declare(name, &Scope::globals); }
  void declare_nonlocal(model::Symbol name) { declare(name, &Scope::nonlocals); }
  void mark_yield() {
    if (depth_ > 0 && scopes_[depth_ - 1].function != nullptr) scopes_[depth_ - 1].function->is_generator = true;
  }

 private:
  struct Scope {
    model::Function* function;  ///< null for a class body, whose names are no function's
    std::vector<model::Symbol> bound;
    std::vector<model::Symbol> globals;
    std::vector<model::Symbol> nonlocals;
  };
  void open(model::Function* function);
  void declare(model::Symbol name, std::vector<model::Symbol> Scope::* list) {
    if (depth_ > 0 && scopes_[depth_ - 1].function != nullptr) (scopes_[depth_ - 1].*list).push_back(name);
  }

  std::vector<Scope> scopes_;  ///< those above depth_ are kept for their memory
  std::size_t depth_ = 0;
  std::unordered_set<model::Symbol> seen_;
  std::vector<model::Symbol> locals_;
};

}  // namespace syncfree::python
