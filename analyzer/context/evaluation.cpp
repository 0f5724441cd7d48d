#include "analyzer/context/evaluation.h"

namespace syncfree::context {

namespace {

/// What a call of the method does: of one that does nothing, those of the classes right below.
bool evaluates(const inference::Project& project, std::span<const CodeShape> shapes, const std::vector<bool>& trains,
               Code callee) {
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

void mark_evaluation_loops(const inference::Project& project, std::span<CodeShape> shapes,
                           std::span<const std::vector<CallLink>> links, const std::vector<bool>& trains) {
  for (Code code = 0; code < shapes.size(); ++code) {
    auto& loops = shapes[code].loops;
    std::vector<bool> is_evaluation(loops.size(), false);
    for (const CallLink& link : links[code]) {
      const std::uint32_t loop = shapes[code].loop_around(link.range);
      if (loop == kNoLoop || link.rare) continue;
      is_evaluation[loop] = is_evaluation[loop] || evaluates(project, shapes, trains, link.callee);
    }
    for (std::size_t i = 0; i < loops.size(); ++i) {
      LoopShape& loop = loops[i];
      if (!is_evaluation[i] || !loop.over_loader || loop.updates || loop.takes_part || loop.acts || loop.carries)
        continue;
      loop.without_gradients = true;
      shapes[code].without_gradients.push_back(loop.range);
    }
  }
}

}  // namespace syncfree::context
