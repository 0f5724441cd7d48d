#include "analyzer/engine/judging/dead_parts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "analyzer/model/binding_index.h"
#include "analyzer/model/dotted_name.h"

namespace syncfree::engine {
namespace {

using model::Expression;

/// What a function answers while a goal is pursued.
struct KnownAnswer {
  std::string_view name;
  std::optional<bool> in_capture;
  std::optional<bool> in_compile;
};

constexpr std::array<KnownAnswer, 10> kKnownAnswers = {{
    {"torch.cuda.is_current_stream_capturing", true, std::nullopt},
    {"torch.compiler.is_compiling", false, true},
    {"torch.compiler.is_dynamo_compiling", false, true},
    {"torch._dynamo.is_compiling", false, true},
    {"torch._utils.is_compiling", false, true},
    {"torch.compiler.is_exporting", false, false},
    {"torch.jit.is_scripting", false, false},
    {"torch.jit.is_tracing", false, false},
    {"torch.onnx.is_in_onnx_export", false, false},
    {"torch.are_deterministic_algorithms_enabled", false, false},
}};

/// What tensors are asked that hardly any is: a goal is about dense ones on the GPU.
constexpr std::array<std::string_view, 7> kRareProperties = {"is_sparse", "is_sparse_csr", "is_quantized", "is_nested",
                                                             "is_mkldnn", "is_meta",       "is_cpu"};

/// Whether a condition holds while the goal is pursued; nothing where that depends.
class Answers {
 public:
  Answers(const FunctionView& view, Goal goal, const model::Module& module, const model::Function* function)
      : view_(view),
        goal_(goal),
        module_(module),
        function_(function),
        bindings_(module, view.analysis().world.project.symbols()) {}

  std::optional<bool> of(const Expression& condition) const {
    if (const auto* negation = condition.get_if<model::Unary>()) {
      if (negation->operation != model::UnaryOperator::kNot) return std::nullopt;
      const std::optional<bool> operand = of(*negation->operand);
      return operand ? std::optional(!*operand) : std::nullopt;
    }
    if (const auto* both = condition.get_if<model::Boolean>()) return of_several(*both);
    if (const auto* name = condition.get_if<model::Name>()) return of_variable(name->name);
    if (const auto* property = condition.get_if<model::Attribute>()) {
      const std::string_view name = view_.analysis().world.project.symbols().text(property->name);
      if (name == "is_cuda") return true;
      if (std::ranges::find(kRareProperties, name) != kRareProperties.end()) return false;
      return std::nullopt;
    }
    const auto* call = condition.get_if<model::Call>();
    if (call == nullptr) return std::nullopt;
    for (const catalog::Operator* operation : operators_of(view_, *call)) {
      const auto known = std::ranges::find(kKnownAnswers, operation->name, &KnownAnswer::name);
      if (known != kKnownAnswers.end()) return goal_ == Goal::kCapture ? known->in_capture : known->in_compile;
    }
    return std::nullopt;
  }

 private:
  /// `capturing = torch.cuda.is_current_stream_capturing()`, if nothing else binds it.
  std::optional<bool> of_variable(model::Symbol variable) const {
    const auto is_given = [variable](const model::Parameter& parameter) { return parameter.name == variable; };
    if (function_ != nullptr && std::ranges::any_of(function_->parameters, is_given)) return std::nullopt;
    const model::Binding* bound = bindings_.only(function_ == nullptr ? module_.body : function_->body, variable);
    const auto* assign = bound == nullptr ? nullptr : bound->statement->get_if<model::Assign>();
    const bool is_whole = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr &&
                          assign->targets.front()->kind == model::ExpressionKind::kName &&
                          assign->value->kind != model::ExpressionKind::kName;
    return is_whole ? of(*assign->value) : std::nullopt;
  }

  std::optional<bool> of_several(const model::Boolean& several) const {
    const bool decides = !several.is_and;
    bool all = true;
    for (const Expression* operand : several.operands) {
      const std::optional<bool> answer = of(*operand);
      if (answer == decides) return decides;
      all = all && answer.has_value();
    }
    return all ? std::optional(!decides) : std::nullopt;
  }

  const FunctionView& view_;
  Goal goal_;
  const model::Module& module_;
  const model::Function* function_;  ///< null for the body of the module
  mutable model::BindingIndex bindings_;
};

}  // namespace

DeadParts::DeadParts(const FunctionView& view, Goal goal) : view_(view) {
  const inference::Project& project = view.analysis().world.project;
  const std::uint32_t code = view.analysis().world.contexts[view.context()].key.code;
  const model::Module& module = *project.modules()[view.module()].input.module;
  const model::Function* function = (code & inference::kModuleBody) != 0 ? nullptr : project.functions()[code].function;
  const Answers answers(view, goal, module, function);
  const flow::Graph& graph = view_.graph();
  std::vector<bool> closed(graph.blocks.size(), false);
  bool any = false;
  for (const flow::Branch& branch : graph.branches) {
    const std::optional<bool> answer = answers.of(*branch.condition);
    if (!answer) continue;
    const auto [begin, end] =
        *answer ? std::pair(branch.else_begin, branch.else_end) : std::pair(branch.then_begin, branch.then_end);
    for (std::uint32_t block = begin; block < end; ++block) closed[block] = any = true;
  }
  if (!any) return;
  // What follows an `if` that always leaves is dead, too.
  dead_.assign(graph.blocks.size(), true);
  std::vector<std::uint32_t> todo = {flow::Graph::kEntry};
  dead_[flow::Graph::kEntry] = false;
  while (!todo.empty()) {
    const std::uint32_t block = todo.back();
    todo.pop_back();
    for (const std::uint32_t next : graph.blocks[block].successors) {
      if (closed[next] || !dead_[next]) continue;
      dead_[next] = false;
      todo.push_back(next);
    }
  }
}

bool DeadParts::are_asked_for(const model::Module& module) {
  return std::ranges::any_of(
      kKnownAnswers, [&](const KnownAnswer& known) { return module.text.contains(model::last_part(known.name)); });
}

bool DeadParts::hold(source::TextRange range) const {
  if (dead_.empty()) return false;
  const std::optional<flow::Point> at = view_.point_of(range);
  return at && dead_[at->block];
}

}  // namespace syncfree::engine
