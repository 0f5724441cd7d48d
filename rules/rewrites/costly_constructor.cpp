#include "rules/rewrites/costly_constructor.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"

namespace syncfree::rules {

using engine::FixContext;
using model::Call;
using model::Expression;

namespace {

constexpr std::size_t kMostConstructors = 200;

/// Copies into parameters that are there already.
constexpr std::array<std::string_view, 3> kLoading = {"load_state_dict", "load_state_dict_from_url", "from_pretrained"};
/// Makes a tensor of host data, or reads one back.
constexpr std::array<std::string_view, 8> kThroughHost = {"as_tensor", "from_numpy", "FloatTensor", "LongTensor",
                                                          "item",      "tolist",     "numpy",       "asarray"};
constexpr std::array<std::string_view, 2> kOfData = {"tensor", "Tensor"};

/// `torch.tensor([1.0, 2.0])`; `torch.Tensor(3, 4)` only takes memory.
bool copies_from_host(const Call& call, const model::SymbolTable& symbols) {
  const std::string_view name = callee_name(call, symbols);
  if (is_one_of(name, kLoading) || is_one_of(name, kThroughHost)) return true;
  return is_one_of(name, kOfData) && !call.arguments.empty() &&
         call.arguments.front().value->kind != model::ExpressionKind::kConstant &&
         (name == "tensor" || call.arguments.front().value->kind == model::ExpressionKind::kSequence);
}

/// `weight[-1] = 0.1`: a number into one element. What a slice of the host's numbers fills is a kernel's work.
bool stores_one_element(const model::Statement& statement, const engine::FunctionView& view) {
  const auto* assign = statement.get_if<model::Assign>();
  if (assign == nullptr) return false;
  return std::ranges::any_of(assign->targets, [&](const Expression* target) {
    const auto* part = target->get_if<model::Subscript>();
    if (part == nullptr || part->index->kind == model::ExpressionKind::kSlice) return false;
    const values::Value* stored_into = view.observation().value_of(*part->object);
    return stored_into != nullptr && stored_into->may_be(values::Kind::kTensor);
  });
}

bool waits_in(model::Block block, const engine::FunctionView& view, const model::SymbolTable& symbols) {
  bool found = false;
  for (const model::Statement* statement : block) {
    found = found || stores_one_element(*statement, view);
    model::for_each_part(
        *statement,
        [&](const Expression* part) {
          if (part == nullptr) return;
          model::walk(*part, [&](const Expression& inner) {
            const auto* call = inner.get_if<Call>();
            found = found || (call != nullptr && copies_from_host(*call, symbols));
          });
        },
        [&](model::Block inner) { found = found || waits_in(inner, view, symbols); });
  }
  return found;
}

}  // namespace

bool waits_when_built_there(const Expression& made, const FixContext& context) {
  const inference::World& world = context.view.analysis().world;
  std::vector<std::uint32_t> called;
  const auto add = [&](std::uint32_t other) {
    if (other < world.contexts.size() && std::ranges::find(called, other) == called.end()) called.push_back(other);
  };
  for (const inference::CallEdge& edge : context.view.outcome().calls) {
    if (made.range.contains(edge.range)) add(edge.context);
  }
  for (std::size_t next = 0; next < called.size(); ++next) {
    if (next == kMostConstructors) return true;
    const inference::Context& inside = world.contexts[called[next]];
    if ((inside.key.code & inference::kModuleBody) != 0) continue;
    context.view.look_at(inside.key.code);
    const engine::FunctionView view = context.view.elsewhere(called[next]);
    const model::Function& function = *world.project.functions()[inside.key.code].function;
    if (waits_in(function.body, view, context.symbols)) return true;
    for (const inference::CallEdge& edge : inside.outcome.calls) add(edge.context);
  }
  return false;
}

bool builds_nothing(const values::Value& built, const FixContext& context) {
  const inference::World& world = context.view.analysis().world;
  const model::Symbol init = context.symbols.find("__init__");
  if (built.entities == nullptr || !init) return false;
  const auto builds = [&](const Expression& part) {
    const auto* call = part.get_if<Call>();
    if (call == nullptr) return false;
    const std::string_view name = callee_name(*call, context.symbols);
    return calls_torch_function(*call, context) || (!name.empty() && name.front() >= 'A' && name.front() <= 'Z');
  };
  for (const values::Entity& entity : built.entities->items) {
    if (entity.kind != values::EntityKind::kObject) return false;
    const auto& classes = world.project.classes();
    bool has_any = false;
    for (const std::uint32_t ancestor : classes[world.class_of(entity.index)].ancestors) {
      const std::uint32_t* constructor = classes[ancestor].methods.find(init);
      if (constructor == nullptr) continue;
      has_any = true;
      context.view.look_at(*constructor);
      bool found = false;
      model::walk_expressions(world.project.functions()[*constructor].function->body,
                              [&](const Expression& part) { found = found || builds(part); });
      if (found) return false;
    }
    if (!has_any) return false;
  }
  return true;
}

}  // namespace syncfree::rules
