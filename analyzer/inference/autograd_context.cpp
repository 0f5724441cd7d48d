#include "analyzer/inference/autograd_context.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/flow/is_among.h"

namespace syncfree::inference {

namespace {

constexpr std::array<std::string_view, 4> kWithContext = {"forward", "backward", "setup_context", "jvp"};

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

}  // namespace syncfree::inference
