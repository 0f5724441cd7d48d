#include "analyzer/engine/judging/goal_parts.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

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

std::uint64_t packed_range(source::TextRange range) { return (std::uint64_t{range.begin} << 32) | range.end; }

/// Whether a condition holds while the goal is pursued; nothing where that depends.
class Answers {
 public:
  Answers(const FunctionView& view, Goal goal) : view_(view), goal_(goal) {}

  std::optional<bool> of(const Expression& condition) const {
    if (const auto* negation = condition.get_if<model::Unary>()) {
      if (negation->operation != model::UnaryOperator::kNot) return std::nullopt;
      const std::optional<bool> operand = of(*negation->operand);
      return operand ? std::optional(!*operand) : std::nullopt;
    }
    if (const auto* both = condition.get_if<model::Boolean>()) return of_several(*both);
    if (const auto* property = condition.get_if<model::Attribute>()) {
      const std::string_view name = view_.analysis().world.project.symbols().text(property->name);
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
};

}  // namespace

GoalParts::GoalParts(const FunctionView& view, Goal goal) : view_(view) {
  const inference::Project& project = view.analysis().world.project;
  const std::uint32_t code = view.analysis().world.contexts[view.context()].key.code;
  const model::Module& module = *project.modules()[view.module()].input.module;
  const model::Function* function = (code & inference::kModuleBody) != 0 ? nullptr : project.functions()[code].function;
  order_ = context::run_order(function == nullptr ? module.body : function->body, function, project.symbols(), {},
                              [](source::TextRange) { return true; });
  for (const context::RunPart& part : order_.parts) scopes_.emplace(packed_range(part.range), part.scope);
  find_dead(goal);
}

void GoalParts::find_dead(Goal goal) {
  const flow::Graph& graph = view_.graph();
  const Answers answers(view_, goal);
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

bool GoalParts::is_dead(source::TextRange range) const {
  if (dead_.empty()) return false;
  const std::optional<flow::Point> at = view_.point_of(range);
  return at && dead_[at->block];
}

std::uint32_t GoalParts::scope_of(source::TextRange range) const {
  const auto found = scopes_.find(packed_range(range));
  return found == scopes_.end() ? context::kNoScope : found->second;
}

bool GoalParts::is_seldom(source::TextRange range) const {
  for (std::uint32_t at = scope_of(range); at != context::kNoScope; at = order_.scopes[at].parent) {
    if (!order_.scopes[at].is_loop && order_.scopes[at].chance == context::Chance::kSeldom) return true;
  }
  return false;
}

bool GoalParts::is_conditional(source::TextRange range) const {
  for (std::uint32_t at = scope_of(range); at != context::kNoScope; at = order_.scopes[at].parent) {
    if (!order_.scopes[at].is_loop) return true;
  }
  return false;
}

}  // namespace syncfree::engine
