#include "analyzer/flow/fresh_stream.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/flow/is_among.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

using model::Expression;

namespace {

/// `torch.cuda.Stream()`, also where that is one of two: `Stream() if device.type == "cuda" else None`.
bool makes_stream(const Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* choice = expression.get_if<model::Conditional>()) return makes_stream(*choice->then_value, symbols);
  const auto* call = expression.get_if<model::Call>();
  return call != nullptr && call->arguments.empty() && last_name(*call, symbols) == "Stream";
}

/// All that it calls are reads.
bool only_reads(const model::Statement& statement, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 9> kReads = {"detach", "cpu",   "item",   "items", "keys",
                                                      "values", "numpy", "tolist", "float"};
  bool reads = true;
  const model::Statement* const alone[] = {&statement};
  model::walk_expressions(alone, [&](const Expression& part) {
    const auto* call = part.get_if<model::Call>();
    reads = reads && (call == nullptr || is_among(kReads, last_name(*call, symbols)));
  });
  return reads;
}

}  // namespace

std::size_t reads_on_fresh_stream(const model::With& with, const model::SymbolTable& symbols) {
  const bool is_fresh = std::ranges::any_of(with.items, [&](const model::WithItem& item) {
    const auto* call = item.context->get_if<model::Call>();
    return call != nullptr && call->arguments.size() == 1 && last_name(*call, symbols) == "stream" &&
           makes_stream(*call->arguments.front().value, symbols);
  });
  if (!is_fresh) return 0;
  const auto first = std::ranges::find_if_not(
      with.body, [&](const model::Statement* statement) { return only_reads(*statement, symbols); });
  return static_cast<std::size_t>(first - with.body.begin());
}

}  // namespace syncfree::flow
