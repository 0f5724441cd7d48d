#include "analyzer/inference/autograd_context.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/flow/is_among.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

constexpr std::array<std::string_view, 4> kWithContext = {"forward", "backward", "setup_context", "jvp"};
constexpr std::array<std::string_view, 2> kWhereKept = {"forward", "setup_context"};

/// `torch.tensor(dim)`
bool is_host_data(const Project& project, std::uint32_t module, const model::Expression& kept) {
  const auto* made = kept.get_if<model::Call>();
  if (made == nullptr || made->arguments.size() != 1) return false;
  const Target target = project.resolve(module, *made->callee);
  return target.kind == TargetKind::kLibrary && project.catalog().row(target.index).name == "torch.tensor";
}

}  // namespace

bool takes_context(const Project& project, const FunctionInfo& function) {
  if (function.owner == kNowhere || !function.is_static || function.function->parameters.empty()) return false;
  const std::string_view name = project.symbols().text(function.function->name);
  if (!flow::is_among(kWithContext, name)) return false;
  const std::uint32_t base = project.catalog().find("torch.autograd.Function");
  const auto& bases = project.classes()[function.owner].library_bases;
  if (base == kNowhere || std::ranges::find(bases, base) == bases.end()) return false;
  // Beside `setup_context(ctx, inputs, output)`, `forward(x)` has none.
  const model::Symbol setup = project.symbols().find("setup_context");
  return name != "forward" || !setup || project.find_method(function.owner, setup) == kNowhere;
}

std::vector<bool> kept_host_data(const Project& project, const FunctionInfo& function) {
  if (!takes_context(project, function)) return {};
  const model::Symbol keeps = project.symbols().find("save_for_backward");
  const model::Call* found = nullptr;
  std::uint32_t module = kNowhere;
  bool is_single = true;
  for (const std::string_view name : kWhereKept) {
    const model::Symbol symbol = project.symbols().find(name);
    const std::uint32_t method = symbol ? project.find_method(function.owner, symbol) : kNowhere;
    if (method == kNowhere) continue;
    const FunctionInfo& where = project.functions()[method];
    if (where.module != function.module) return {};  // what another text says is no fact that anybody compares
    model::walk_expressions(where.function->body, [&](const model::Expression& part) {
      const auto* call = part.get_if<model::Call>();
      const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
      if (callee == nullptr || callee->name != keeps) return;
      is_single = is_single && found == nullptr;
      found = call;
      module = where.module;
    });
  }
  std::vector<bool> kept;
  if (found == nullptr || !is_single) return kept;
  for (const model::Argument& argument : found->arguments) {
    if (argument.keyword || argument.stars != 0) return {};
    kept.push_back(is_host_data(project, module, *argument.value));
  }
  return kept;
}

}  // namespace syncfree::inference
