#include "analyzer/context/loaders.h"

#include <algorithm>

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {

using model::Expression;

namespace {

/// `loaders`, `data_loaders_val`
bool is_plural(std::string_view name) { return name.contains("oaders"); }

bool is_variable(const Expression& part) {
  return part.kind == model::ExpressionKind::kName || part.kind == model::ExpressionKind::kAttribute;
}

/// `zip(*loaders)`
bool takes_apart(const Expression& part, const model::SymbolTable& symbols) {
  const auto* call = part.get_if<model::Call>();
  return call != nullptr && flow::last_name(*call->callee, symbols) == "zip" &&
         std::ranges::any_of(call->arguments, [](const model::Argument& argument) { return argument.stars == 1; });
}

}  // namespace

bool is_loader_name(std::string_view name) {
  return name.contains("loader") || name.contains("Loader") || name.ends_with("batches");
}

bool goes_over_loader(const model::For& loop, const model::SymbolTable& symbols) {
  bool found = false;
  bool several = false;
  bool apart = false;
  model::walk(*loop.iterable, [&](const Expression& part) {
    apart = apart || takes_apart(part, symbols);
    if (!is_variable(part)) return;
    const std::string_view name = flow::last_name(part, symbols);
    if (is_loader_name(name)) (is_plural(name) ? several : found) = true;
  });
  return found || (several && apart);
}

}  // namespace syncfree::context
