#include "analyzer/context/evaluation.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/flow/name_words.h"

namespace syncfree::context {

namespace {

// Words in the names of methods that are asked for an answer.
constexpr std::array<std::string_view, 18> kAnswers = {
    "call",   "predict", "infer", "inference", "generate",   "sample",   "collect",   "act",    "action",
    "encode", "decode",  "embed", "embeds",    "synthesize", "retrieve", "translate", "answer", "transcribe"};

/// What a call of the method does: of one that does nothing, those of the classes right below.
bool evaluates(const inference::Project& project, const Shapes& shapes, const std::vector<bool>& trains, Code callee) {
  const auto is_evaluation = [&](Code code) { return shapes[code].evaluates && !trains[code]; };
  if (callee >= project.functions().size() || !shapes[callee].is_stub) return is_evaluation(callee);
  const inference::FunctionInfo& info = project.functions()[callee];
  if (info.owner == inference::kNowhere) return false;
  bool some = false;
  for (const std::uint32_t klass : project.classes()[info.owner].children) {
    const std::uint32_t* own = project.classes()[klass].methods.find(info.function->name);
    if (own == nullptr || shapes[*own].is_stub) continue;
    if (!is_evaluation(*own)) return false;
    some = true;
  }
  return some;
}

}  // namespace

void mark_evaluation_loops(const inference::Project& project, Shapes& shapes, const CallLinks& links,
                           const std::vector<bool>& trains) {
  for (Code code = 0; code < shapes.size(); ++code) {
    const std::size_t loops = shapes[code].loops.size();
    if (loops == 0) continue;
    std::vector<bool> is_evaluation(loops, false);
    for (const CallLink& link : links[code]) {
      const std::uint32_t loop = shapes[code].loop_around(link.range);
      if (loop == kNoLoop || link.rare) continue;
      is_evaluation[loop] = is_evaluation[loop] || evaluates(project, shapes, trains, link.callee);
    }
    for (std::size_t i = 0; i < loops; ++i) {
      const LoopShape& loop = shapes[code].loops[i];
      if (!is_evaluation[i] || !loop.over_loader || loop.updates || loop.takes_part || loop.acts || loop.carries)
        continue;
      CodeShape& shape = shapes.change(code);
      shape.loops[i].without_gradients = true;
      shape.without_gradients.push_back(shape.loops[i].range);
    }
  }
}

std::vector<bool> mark_evaluated(Shapes& shapes, const CallLinks& links) {
  const auto counts = [](const CallLink& link, Code caller) { return !link.by_name && link.callee != caller; };
  std::vector<bool> evaluated(shapes.size(), false);
  std::vector<std::uint32_t> calls(shapes.size(), 0);
  std::vector<std::uint32_t> with_gradients(shapes.size(), 0);
  for (Code code = 0; code < shapes.size(); ++code) {
    for (const CallLink& link : links[code]) {
      if (!counts(link, code)) continue;
      ++calls[link.callee];
      if (!shapes[code].is_without_gradients(link.range)) ++with_gradients[link.callee];
    }
  }
  std::vector<Code> todo;
  const auto settle = [&](Code code) {
    if (shapes[code].is_inference || calls[code] == 0 || with_gradients[code] > 0) return;
    shapes.change(code).is_inference = true;
    evaluated[code] = true;
    todo.push_back(code);
  };
  for (Code code = 0; code < shapes.size(); ++code) {
    if (shapes[code].is_inference) todo.push_back(code);
  }
  for (Code code = 0; code < shapes.size(); ++code) settle(code);
  while (!todo.empty()) {
    const Code code = todo.back();
    todo.pop_back();
    if (!std::ranges::all_of(shapes[code].loops, &LoopShape::without_gradients)) {
      for (LoopShape& loop : shapes.change(code).loops) loop.without_gradients = true;
    }
    for (const CallLink& link : links[code]) {
      if (!counts(link, code) || shapes[code].is_without_gradients(link.range)) continue;
      --with_gradients[link.callee];
      settle(link.callee);
    }
  }
  return evaluated;
}

bool answers(const inference::Project& project, const inference::FunctionInfo& info, const CodeShape& shape) {
  if (info.owner == inference::kNowhere || info.function->parameters.size() < 2) return false;
  if (!shape.is_inference && shape.without_gradients.empty()) return false;
  return flow::holds_word(project.symbols().text(info.function->name), kAnswers);
}

}  // namespace syncfree::context
