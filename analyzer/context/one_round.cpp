#include "analyzer/context/one_round.h"

#include <algorithm>

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {

using model::Call;
using model::Expression;
using model::Statement;
using model::StatementKind;

bool leaves_loop(model::Block block) {
  return !block.empty() &&
         (block.back()->kind == StatementKind::kBreak || block.back()->kind == StatementKind::kReturn);
}

bool runs_once(const Expression& iterable, const model::SymbolTable& symbols) {
  const auto* call = iterable.get_if<Call>();
  if (call == nullptr || call->arguments.size() != 1 || flow::last_name(*call->callee, symbols) != "range")
    return false;
  const auto* rounds = call->arguments.front().value->get_if<model::Constant>();
  return rounds != nullptr && rounds->constant == model::ConstantKind::kInteger && rounds->integer == 1;
}

bool ends_with_first(model::Block body) {
  const auto goes_on = [](const auto& self, model::Block block) -> bool {
    return std::ranges::any_of(block, [&](const Statement* statement) {
      if (statement->kind == StatementKind::kContinue) return true;
      bool found = false;
      model::for_each_part(
          *statement, [](const Expression*) {}, [&](model::Block inner) { found = found || self(self, inner); });
      return found;
    });
  };
  return !body.empty() && body.back()->kind == StatementKind::kBreak && !goes_on(goes_on, body);
}

}  // namespace syncfree::context
