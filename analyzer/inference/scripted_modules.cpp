// Which modules TorchScript may compile: it takes less than Python does.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/inference/project.h"
#include "analyzer/inference/project_signs.h"

namespace syncfree::inference {

namespace {

/// Code that says this is written to be compiled, or compiles what it names. `is_tracing` is not among them, because
/// what is traced is any Python; nor are `ignore`, which names what is left out, and `script` as a decorator, which
/// compiles one function.
constexpr std::array<std::string_view, 7> kSigns = {
    "torch.jit.is_scripting", "torch.jit.export",        "torch.jit.unused", "torch.jit.annotate",
    "torch.jit.script(",      "torch.jit.script_method", "torch.jit.Final"};

}  // namespace

bool may_be_scripted(std::string_view text) {
  // Few texts have these letters, and a rare first one is found fast.
  return text.contains("jit.") &&
         std::ranges::any_of(kSigns, [&](std::string_view sign) { return text.contains(sign); });
}

/// What compiled code names is compiled with it, as far as its own package goes.
void Project::spread_scripting(std::span<const std::uint32_t> homes) {
  std::vector<std::uint32_t> reached;
  const auto reach = [&](std::uint32_t module) {
    if (modules_[module].may_be_scripted) return;
    modules_[module].may_be_scripted = true;
    reached.push_back(module);
  };
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    const model::Module& read = *modules_[module].input.module;
    if (read.language == model::Language::kPython && may_be_scripted(read.text)) reach(module);
  }
  const auto defined_in = [&](const Target& target) {
    switch (target.kind) {
      case TargetKind::kClass:
        return classes_[target.index].module;
      case TargetKind::kFunction:
        return functions_[target.index].module;
      case TargetKind::kModule:
      case TargetKind::kVariable:
        return target.index;
      default:
        return kNowhere;
    }
  };
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const std::uint32_t module = reached[next];
    const auto& bindings = modules_[module].bindings;
    for (std::size_t b = 0; b < bindings.size(); ++b) {
      const std::uint32_t other = defined_in(bindings.value(b));
      if (other != kNowhere && homes[other] == homes[module]) reach(other);
    }
  }
}

}  // namespace syncfree::inference
