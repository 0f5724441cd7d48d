#include "analyzer/engine/flow/number_needed.h"

#include <algorithm>
#include <vector>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::engine {
namespace {

using catalog::ArgumentValue;
using model::Expression;
using values::Kind;
using values::Truth;
using values::Value;

constexpr std::size_t kMostArguments = 16;

/// A call as it would be with another value for one of its arguments.
class Supposed {
 public:
  Supposed(const FunctionView& view, const model::Call& call, const Expression& argument)
      : view_(view), call_(call), argument_(argument) {}

  Truth waits(const catalog::Operator& operation, const Value* self, const Value& number) {
    const Value given =
        argument_.kind == model::ExpressionKind::kSequence ? arena_.container(Kind::kTuple, number) : number;
    const auto& symbols = view_.analysis().world.project.symbols();
    std::vector<ArgumentValue> arguments;
    for (const model::Argument& argument : call_.arguments) {
      const Value* known = view_.observation().value_of(*argument.value);
      const Value value = argument.value == &argument_ ? given : known == nullptr ? Value::anything() : *known;
      arguments.push_back({argument.keyword ? symbols.text(argument.keyword) : std::string_view(),
                           static_cast<std::uint8_t>(argument.stars), value, argument.keyword});
    }
    const auto bound = catalog::bind(operation, self, arguments, arena_);
    const auto verdict = catalog::blocking(operation, bound);
    return verdict ? verdict->truth : Truth::kNo;
  }

 private:
  const FunctionView& view_;
  const model::Call& call_;
  const Expression& argument_;
  values::ValueArena arena_;
};

}  // namespace

bool needs_host_number(const FunctionView& view, const model::Call& call, const Expression& argument) {
  const Value* callee = view.observation().value_of(*call.callee);
  if (callee == nullptr || callee->entities == nullptr || call.arguments.size() > kMostArguments) return false;
  const catalog::Catalog& catalog = view.analysis().world.project.catalog();
  Supposed supposed(view, call, argument);
  return std::ranges::any_of(callee->entities->items, [&](const values::Entity& entity) {
    const bool is_row = entity.kind == values::EntityKind::kLibraryName || entity.kind == values::EntityKind::kMethod;
    const catalog::Operator* operation = is_row ? catalog.row(entity.index).operation : nullptr;
    if (operation == nullptr || operation->blocks.empty()) return false;
    const Value on_gpu = Value::tensor(values::Place::kCuda, values::Element::kInteger, values::Rank::exactly(0));
    return values::known(supposed.waits(*operation, entity.self, on_gpu)) &&
           !values::known(supposed.waits(*operation, entity.self, Value::of(Kind::kInteger)));
  });
}

}  // namespace syncfree::engine
