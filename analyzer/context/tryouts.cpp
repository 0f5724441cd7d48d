#include "analyzer/context/tryouts.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

#include "analyzer/flow/is_among.h"
#include "analyzer/flow/main_guard.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {

using inference::Project;

namespace {

/// Random numbers, and none of what a program of its own has: arguments, data, a `main`.
bool tries_out(model::Block block, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 7> kRandom = {"rand",       "randn",        "randint",      "rand_like",
                                                       "randn_like", "randint_like", "random_sample"};
  constexpr std::array<std::string_view, 6> kPrograms = {"parse_args", "ArgumentParser", "main",
                                                         "DataLoader", "load",           "open"};
  bool is_random = false;
  bool is_program = false;
  model::walk_expressions(block, [&](const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    if (call == nullptr) return;
    const std::string_view name = flow::last_name(*call, symbols);
    is_random |= flow::is_among(kRandom, name);
    is_program |= flow::is_among(kPrograms, name);
  });
  return is_random && !is_program;
}

}  // namespace

const model::If* tryout_in(const model::Module& module, const model::SymbolTable& symbols) {
  if (module.language != model::Language::kPython) return nullptr;
  const model::If* guard = flow::main_guard(module.body, symbols);
  return guard != nullptr && tries_out(guard->then, symbols) ? guard : nullptr;
}

std::vector<Tryout> tryouts(const Project& project) {
  std::vector<Tryout> found;
  std::unordered_set<std::uint32_t> layers;
  for (std::uint32_t number = 0; number < project.modules().size(); ++number) {
    const inference::ModuleInput& input = project.modules()[number].input;
    const model::If* guard = input.is_library ? nullptr : tryout_in(*input.module, project.symbols());
    if (guard == nullptr) continue;
    found.push_back({number, guard->range});
    layers.insert(project.layers().of_module(number));
  }
  std::unordered_set<std::uint32_t> imported;
  for (std::uint32_t number = 0; number < project.modules().size() && !found.empty(); ++number) {
    const std::uint32_t layer = project.layers().of_module(number);
    if (!layers.contains(layer)) continue;
    for (const std::uint32_t other : project.reach_of(number)) {
      if (other != number && project.layers().of_module(other) == layer) imported.insert(other);
    }
  }
  std::erase_if(found, [&](const Tryout& each) { return !imported.contains(each.module); });
  return found;
}

}  // namespace syncfree::context
