#include "rules/shared/own_result.h"

#include <algorithm>
#include <array>

#include "analyzer/engine/flow/shared_memory.h"
#include "analyzer/model/walk.h"

namespace syncfree::rules {

using engine::FunctionView;
using model::Expression;
using model::ExpressionKind;
using model::Symbol;

namespace {

constexpr std::array<std::string_view, 8> kKeeping = {"append", "extend",     "add",        "insert",
                                                      "update", "setdefault", "appendleft", "put"};

/// It writes into the tensors that it is given.
bool is_collective(const FunctionView& view, const model::Call& call) {
  return std::ranges::any_of(engine::operators_of(view, call), [](const catalog::Operator* operation) {
    return operation->name.starts_with("torch.distributed.");
  });
}

/// What the code of the loop does with a name.
class OwnResultUses {
 public:
  OwnResultUses(const FunctionView& view, Symbol name)
      : view_(view), symbols_(view.analysis().world.project.symbols()), name_(name) {}

  bool keeps(model::Block block) const {
    return std::ranges::any_of(block, [&](const model::Statement* statement) { return keeps(*statement); });
  }

 private:
  bool is_name(const Expression* expression) const {
    const auto* name = expression == nullptr ? nullptr : expression->get_if<model::Name>();
    return name != nullptr && name->name == name_;
  }

  /// Modules read what they are given, and `SharedMemory` looks into functions of the project.
  bool keeps(const model::Call& call) const {
    const bool is_given =
        std::ranges::any_of(call.arguments, [&](const model::Argument& argument) { return is_name(argument.value); });
    const auto* method = call.callee->get_if<model::Attribute>();
    if (is_given && method != nullptr && std::ranges::find(kKeeping, symbols_.text(method->name)) != kKeeping.end())
      return true;
    return is_given && is_collective(view_, call);
  }

  bool keeps(const Expression& expression) const {
    bool found = false;
    model::walk(expression, [&](const Expression& part) {
      if (const auto* call = part.get_if<model::Call>()) {
        found = found || keeps(*call);
      } else if (const auto* comprehension = part.get_if<model::Comprehension>()) {
        found = found || is_name(comprehension->element);
      } else if (const auto* dictionary = part.get_if<model::Dictionary>()) {
        found = found || std::ranges::any_of(dictionary->items, [&](const auto& item) { return is_name(item.value); });
      }
    });
    return found;
  }

  bool keeps(const model::Statement& statement) const {
    if (const auto* assign = statement.get_if<model::Assign>(); assign != nullptr && is_name(assign->value))
      return true;
    bool found = false;
    model::for_each_part(
        statement, [&](const Expression* expression) { found = found || keeps(*expression); },
        [&](model::Block inner) { found = found || keeps(inner); });
    return found;
  }

  const FunctionView& view_;
  const model::SymbolTable& symbols_;
  Symbol name_;
};

}  // namespace

bool gives_plain_number(const engine::Wait& wait) {
  if (wait.code == "SF302" || wait.code == "SF304") return true;
  return wait.code == "SF301" && wait.name != "tolist" && wait.name != "numpy";
}

bool needs_its_own(const FunctionView& view, const engine::Wait& wait, std::uint32_t loop) {
  if (gives_plain_number(wait)) return false;
  if (view.is_collected(wait)) return true;
  const Expression* expression = view.expression_at(wait.event->range);
  if (expression == nullptr) return true;
  const flow::Parents::Holder place = view.code().parents().of(*expression);
  const auto* call = place.parent == nullptr ? nullptr : place.parent->get_if<model::Call>();
  if (call != nullptr && is_collective(view, *call)) return true;
  const auto* assign = place.statement == nullptr ? nullptr : place.statement->get_if<model::Assign>();
  if (assign == nullptr) return false;
  engine::SharedMemory memory(view);
  const flow::LoopEffects& effects = view.code().effects(loop, view.analysis().world.project.symbols());
  return std::ranges::any_of(assign->targets, [&](const Expression* target) {
    const auto* name = target->get_if<model::Name>();
    if (name == nullptr) return true;
    return effects.written().contains(name->name) || memory.is_written_in(loop, *target, view) ||
           OwnResultUses(view, name->name).keeps(view.graph().loops[loop].body);
  });
}

}  // namespace syncfree::rules
