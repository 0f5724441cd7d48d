#include "analyzer/inference/mentioned_names.h"

#include <algorithm>
#include <numeric>

#include "analyzer/model/walk.h"
#include "analyzer/parallel/for_each_index.h"

namespace syncfree::inference {

std::vector<model::Symbol> names_in(const model::Module& module) {
  std::vector<model::Symbol> names;
  model::walk_expressions(module.body, [&](const model::Expression& expression) {
    if (const auto* name = expression.get_if<model::Name>()) names.push_back(name->name);
    if (const auto* attribute = expression.get_if<model::Attribute>()) names.push_back(attribute->name);
  });
  std::ranges::sort(names, {}, &model::Symbol::id);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
  return names;
}

MentionedNames mentioned_names(const Project& project, const MentionedNames* before,
                               std::span<const std::uint32_t> changed, unsigned jobs) {
  MentionedNames names;
  std::vector<std::uint32_t> todo;
  if (before != nullptr) {
    names = *before;
    todo.assign(changed.begin(), changed.end());
  } else {
    names.resize(project.modules().size());
    todo.resize(names.size());
    std::iota(todo.begin(), todo.end(), 0U);
  }
  parallel::for_each_index(todo.size(), jobs, [&](std::size_t index) {
    const ModuleInput& input = project.modules()[todo[index]].input;
    names[todo[index]] = std::make_shared<const std::vector<model::Symbol>>(
        input.is_library ? std::vector<model::Symbol>() : names_in(*input.module));
  });
  return names;
}

}  // namespace syncfree::inference
