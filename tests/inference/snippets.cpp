#include "tests/inference/snippets.h"

#include <memory>

#include "analyzer/catalog/catalog.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/values/describe.h"
#include "frontends/python/lower.h"

namespace syncfree::test {

std::string value_of(const Sources& sources, std::string_view name) {
  model::SymbolTable symbols;
  const catalog::Catalog catalog(catalog::builtin_rows(), symbols);
  std::vector<std::unique_ptr<model::Module>> modules;
  std::vector<inference::ModuleInput> inputs;
  for (const auto& [dotted, text] : sources) {
    auto parsed = python::parse_python(text, symbols);
    if (!parsed) return "cannot be parsed: " + parsed.error();
    if (!(*parsed)->problems.empty()) return "syntax error: " + (*parsed)->problems.front().message;
    modules.push_back(std::move(*parsed));
    constexpr std::string_view kPackage = ".__init__";
    const bool package = dotted.ends_with(kPackage);
    inputs.push_back(
        {modules.back().get(), package ? dotted.substr(0, dotted.size() - kPackage.size()) : dotted, package, 0});
  }
  const std::string first = inputs.front().name;
  const inference::Project project(inputs, catalog, symbols, 2);
  const inference::Analysis analysis = inference::infer(project, 2);
  const std::uint32_t module = project.find_module(first);
  const std::uint32_t slot = project.modules()[module].scope.find(symbols.find(name));
  if (slot == inference::Scope::kAbsent) return "no such name";
  return values::describe(analysis.world.contexts[module].outcome.variables[slot]);
}

}  // namespace syncfree::test
