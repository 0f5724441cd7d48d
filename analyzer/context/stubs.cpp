#include "analyzer/context/stubs.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

namespace syncfree::context {

namespace {

/// Loops of evaluation are told by methods that evaluate, also of the classes below one that does nothing.
bool may_evaluate(const inference::Project& project, const Shapes& shapes,
                  const std::unordered_set<std::uint32_t>& names) {
  for (Code code = 0; code < project.functions().size(); ++code) {
    if (shapes[code].evaluates && names.contains(project.functions()[code].function->name.id)) return true;
  }
  return false;
}

/// A call that may mean several methods is a step if all of them are that do anything.
bool may_decide_about_steps(const Shapes& shapes, const CallLinks& links, const std::vector<bool>& trains,
                            const std::unordered_set<Code>& stubs) {
  for (Code code = 0; code < shapes.size(); ++code) {
    for (const CallLink& link : links[code]) {
      if (link.alone || !stubs.contains(link.callee)) continue;
      const auto is_step = [&](const CallLink& other) { return other.range == link.range && trains[other.callee]; };
      if (std::ranges::any_of(links[code], is_step)) return true;
    }
  }
  return false;
}

}  // namespace

bool may_count_as_stubs(const inference::Project& project, const Shapes& shapes, const CallLinks& links,
                        const std::vector<bool>& trains, std::span<const Code> functions) {
  std::unordered_set<std::uint32_t> names;
  for (const Code function : functions) names.insert(project.functions()[function].function->name.id);
  return may_evaluate(project, shapes, names) ||
         may_decide_about_steps(shapes, links, trains, {functions.begin(), functions.end()});
}

}  // namespace syncfree::context
