#include "analyzer/context/run_once.h"

#include <cstdint>
#include <string_view>

namespace syncfree::context {

using inference::FunctionInfo;
using inference::kNowhere;
using inference::ModuleInput;
using inference::Project;

bool begins_run(const Project& project, const FunctionInfo& info) {
  if (info.owner != kNowhere || info.function->enclosing != nullptr) return false;
  const std::string_view name = project.symbols().text(info.function->name);
  return name == "main" || name == "wmain";
}

std::vector<bool> run_once(const Project& project, const ShapeTable& table, const CallLinks& links,
                           const std::vector<bool>& given) {
  const auto functions = static_cast<Code>(project.functions().size());
  std::vector<std::uint32_t> callers(links.size(), 0);  // others that are not known to run once
  for (Code code = 0; code < links.size(); ++code) {
    for (const CallLink& link : links[code]) {
      if (link.callee != code) ++callers[link.callee];
    }
  }
  const auto input_of = [&](Code code) -> const ModuleInput& {
    return project.modules()[project.functions()[code].module].input;
  };
  const auto may_be = [&](Code code) {
    return code < functions && input_of(code).module->language == model::Language::kCxx && !given[code] &&
           !table.role(code).makes_object;
  };
  const auto is_shown = [&](Code code) { return input_of(code).is_test && !input_of(code).in_tests; };
  std::vector<bool> once(links.size(), false);
  std::vector<Code> todo;
  const auto settle = [&](Code code) {
    if (once[code]) return;
    once[code] = true;
    todo.push_back(code);
  };
  for (Code code = 0; code < functions; ++code) {
    if (!may_be(code)) continue;
    if ((is_shown(code) && callers[code] == 0) || begins_run(project, project.functions()[code])) settle(code);
  }
  while (!todo.empty()) {
    const Code code = todo.back();
    todo.pop_back();
    for (const CallLink& link : links[code]) {
      if (link.callee == code || !may_be(link.callee)) continue;
      const bool is_beside = project.functions()[link.callee].module == project.functions()[code].module ||
                             (is_shown(code) && is_shown(link.callee));
      if (!is_beside) continue;
      if (--callers[link.callee] == 0) settle(link.callee);
    }
  }
  return once;
}

}  // namespace syncfree::context
