#include "analyzer/context/loaders.h"

#include <algorithm>
#include <array>
#include <vector>

#include "analyzer/context/carried.h"
#include "analyzer/flow/is_among.h"
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

bool makes_batches_in_loop(const model::Call& call, const model::SymbolTable& symbols) {
  constexpr std::ptrdiff_t kBeforeWorkers = 5;  // parameters that come before their number
  if (flow::last_name(*call.callee, symbols) != "DataLoader") return false;
  if (std::ranges::count_if(call.arguments, [](const auto& each) { return !each.keyword; }) > kBeforeWorkers)
    return false;
  return std::ranges::none_of(call.arguments, [&](const model::Argument& argument) {
    if (argument.stars > 0) return true;
    if (!argument.keyword || symbols.text(argument.keyword) != "num_workers") return false;
    const auto* count = argument.value->get_if<model::Constant>();
    return count == nullptr || count->constant != model::ConstantKind::kInteger || count->integer != 0;
  });
}

bool goes_over_loader(const model::For& loop, const model::SymbolTable& symbols) {
  bool found = false;
  bool several = false;
  bool apart = false;
  model::walk(*loop.iterable, [&](const Expression& part) {
    apart = apart || takes_apart(part, symbols);
    // `loaders["train"]`
    const auto* one = part.get_if<model::Subscript>();
    found |= one != nullptr && is_plural(flow::last_name(*one->object, symbols));
    if (!is_variable(part)) return;
    const std::string_view name = flow::last_name(part, symbols);
    if (is_loader_name(name)) (is_plural(name) ? several : found) = true;
  });
  return found || (several && apart);
}

bool only_looks(const model::For& loop, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 4> kMoves = {"to", "cuda", "backward", "step"};
  constexpr std::array<std::string_view, 4> kMakesText = {"decode", "batch_decode", "convert_ids_to_tokens", "write"};
  std::vector<model::Symbol> items;
  model::walk(*loop.target, [&](const Expression& part) {
    if (const auto* name = part.get_if<model::Name>()) items.push_back(name->name);
  });
  bool looks = true;
  model::walk_expressions(loop.body, [&](const Expression& part) {
    if (part.kind == model::ExpressionKind::kYield) looks = false;
    const auto* call = part.get_if<model::Call>();
    if (call == nullptr) return;
    const std::string_view name = flow::last_name(*call->callee, symbols);
    const model::Name* root = flow::root_name(*call->callee);
    const bool is_of_item = root != nullptr && std::ranges::find(items, root->name) != items.end();
    const bool is_quiet = is_of_item || flow::is_among(kMakesText, name) || !is_free_call(*call, symbols);
    looks = looks && root != nullptr && is_quiet && !flow::is_among(kMoves, name);
  });
  return looks;
}

}  // namespace syncfree::context
