#include "analyzer/context/passes_of_callers.h"

#include <algorithm>
#include <string_view>

namespace syncfree::context {

namespace {

using inference::FunctionInfo;
using inference::kNowhere;
using inference::Project;

bool is_without_gradients(const CodeShape& caller, source::TextRange call) {
  return caller.is_inference || caller.is_without_gradients(call);
}

/// By context: all calls that lead to it stand where there are no gradients, or in such a context.
std::vector<bool> only_answers(const inference::Analysis& analysis, const ContextTable& contexts, const Shapes& shapes,
                               const CallLinks& links) {
  std::vector<std::uint32_t> with_gradients(contexts.size(), 0);
  for (std::uint32_t context = 0; context < contexts.size(); ++context) {
    for (const ContextTable::Site& site : contexts.sites(context)) {
      const bool counts =
          site.context != context && !is_without_gradients(shapes[contexts.code(site.context)], site.range);
      with_gradients[context] += counts ? 1 : 0;
    }
  }
  for (Code code = 0; code < shapes.size(); ++code) {
    for (const CallLink& link : links.named(code)) {
      if (link.callee == code || is_without_gradients(shapes[code], link.range)) continue;
      for (const std::uint32_t context : analysis.live_contexts.of(link.callee)) ++with_gradients[context];
    }
  }
  std::vector<bool> answers(contexts.size(), false);
  std::vector<std::uint32_t> todo;
  const auto settle = [&](std::uint32_t context) {
    if (answers[context] || with_gradients[context] > 0 || contexts.sites(context).empty()) return;
    answers[context] = true;
    todo.push_back(context);
  };
  for (std::uint32_t context = 0; context < contexts.size(); ++context) settle(context);
  while (!todo.empty()) {
    const std::uint32_t context = todo.back();
    todo.pop_back();
    for (const inference::CallEdge& edge : contexts.calls(context)) {
      if (edge.context == context || is_without_gradients(shapes[contexts.code(context)], edge.range)) continue;
      --with_gradients[edge.context];
      settle(edge.context);
    }
  }
  return answers;
}

/// `self.forward(…)` in another method of the class.
bool calls_its_own(const Project& project, Code caller, const FunctionInfo& forward, source::TextRange call) {
  if (caller >= project.functions().size()) return false;
  const FunctionInfo& info = project.functions()[caller];
  return info.owner == forward.owner && info.function->name != forward.function->name &&
         begins_with_forward(*project.modules()[info.module].input.module, call);
}

}  // namespace

bool begins_with_forward(const model::Module& module, source::TextRange call) {
  const std::string_view text = module.text;
  return text.substr(std::min<std::size_t>(call.begin, text.size())).starts_with("self.forward(");
}

std::vector<std::optional<Heat>> passes_of_callers(const inference::Analysis& analysis, const ContextTable& contexts,
                                                   const ShapeTable& table, const Shapes& shapes,
                                                   const CallLinks& links) {
  const Project& project = analysis.world.project;
  std::vector<std::optional<Heat>> found(contexts.size());
  const std::vector<bool> answers = only_answers(analysis, contexts, shapes, links);
  std::vector<bool> is_named(shapes.size(), false);
  for (Code code = 0; code < shapes.size(); ++code) {
    for (const CallLink& link : links.named(code)) is_named[link.callee] = is_named[link.callee] || link.callee != code;
  }
  const auto is_called = [&](Code code) {
    return std::ranges::any_of(analysis.live_contexts.of(code),
                               [&](std::uint32_t context) { return !contexts.sites(context).empty(); });
  };
  for (Code code = 0; code < project.functions().size(); ++code) {
    if (!table.role(code).is_forward_pass) continue;
    const FunctionInfo& info = project.functions()[code];
    bool trains = false;
    bool is_own = !is_named[code];
    bool any = false;
    for (const std::uint32_t context : analysis.live_contexts.of(code)) {
      // Strangers call the module itself.
      if (project.layers().is_of_strangers(contexts.layer(context))) continue;
      trains |= !answers[context] && !contexts.sites(context).empty();
      for (const ContextTable::Site& site : contexts.sites(context)) {
        const Code caller = contexts.code(site.context);
        any = true;
        is_own = is_own && calls_its_own(project, caller, info, site.range) && is_called(caller);
      }
    }
    for (const std::uint32_t context : analysis.live_contexts.of(code)) {
      if (project.layers().is_of_strangers(contexts.layer(context))) continue;
      if (trains && answers[context]) {
        found[context] = Heat::kCold;
      } else if (any && is_own) {
        found[context] = Heat::kWarm;
      }
    }
  }
  return found;
}

}  // namespace syncfree::context
