#include "analyzer/context/call_links.h"

#include <algorithm>
#include <iterator>
#include <array>
#include <string_view>
#include <unordered_map>

namespace syncfree::context {

namespace {

using inference::FunctionInfo;
using inference::Project;

// A method that so many unrelated classes have says nothing.
constexpr std::size_t kMostFamilies = 3;
// Methods of files, threads, servers and the like.
constexpr std::array<std::string_view, 24> kGeneral = {
    "run",    "start",   "stop",  "close",    "open",  "save",       "load",      "read",
    "write",  "reset",   "setup", "build",    "init",  "main",       "flush",     "info",
    "submit", "execute", "fit",   "evaluate", "train", "state_dict", "configure", "log"};

/// What the catalog has under some name, functions and methods of whatever class; an optimiser's step apart.
std::unordered_set<std::string_view> names_of_libraries(const Project& project) {
  std::unordered_set<std::string_view> names;
  const catalog::Catalog& catalog = project.catalog();
  for (std::uint32_t node = 0; node < catalog.size(); ++node) {
    const std::string_view name = catalog.row(node).name;
    names.insert(name.substr(name.rfind('.') + 1));
  }
  names.erase("step");
  return names;
}

/// The topmost class of the project that it derives from.
std::uint32_t family_of(const Project& project, std::uint32_t klass) {
  const auto& ancestors = project.classes()[klass].ancestors;
  return ancestors.empty() ? klass : ancestors.back();
}

std::unordered_map<std::uint32_t, std::vector<Code>> methods_by_name(const Project& project) {
  std::unordered_map<std::uint32_t, std::vector<Code>> methods;
  for (Code function = 0; function < project.functions().size(); ++function) {
    const FunctionInfo& info = project.functions()[function];
    if (info.owner != inference::kNowhere && !info.is_property && !info.is_overload)
      methods[info.function->name.id].push_back(function);
  }
  for (auto& [name, codes] : methods) {
    std::vector<std::uint32_t> families;
    for (const Code code : codes) families.push_back(family_of(project, project.functions()[code].owner));
    std::ranges::sort(families);
    const auto again = std::ranges::unique(families);
    if (families.size() - again.size() > kMostFamilies) codes.clear();
  }
  return methods;
}

}  // namespace

Code code_of(const Project& project, std::uint32_t key_code) {
  const bool is_module = (key_code & inference::kModuleBody) != 0;
  return is_module ? static_cast<Code>(project.functions().size()) + (key_code & ~inference::kModuleBody) : key_code;
}

std::unordered_set<std::uint32_t> linkable_methods(const Project& project) {
  const std::unordered_set<std::string_view> taken = names_of_libraries(project);
  std::unordered_set<std::uint32_t> names;
  for (const FunctionInfo& info : project.functions()) {
    if (info.owner == inference::kNowhere || !info.function->name) continue;
    const std::string_view text = project.symbols().text(info.function->name);
    const bool is_general = std::ranges::find(kGeneral, text) != kGeneral.end();
    if (!text.starts_with("__") && !is_general && !taken.contains(text)) names.insert(info.function->name.id);
  }
  return names;
}

namespace {

std::uint32_t layer_of(const Project& project, Code code) {
  const std::size_t functions = project.functions().size();
  return project.layers().of_module(code < functions ? project.functions()[code].module
                                                     : static_cast<std::uint32_t>(code - functions));
}

}  // namespace

std::vector<std::vector<CallLink>> call_links(const inference::Analysis& analysis, std::span<const CodeShape> shapes) {
  const inference::World& world = analysis.world;
  const Project& project = world.project;
  std::vector<std::vector<CallLink>> links(shapes.size());
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    if (!analysis.live[context]) continue;
    // What others make of a layer's code says nothing of what it is by itself.
    if (world.contexts[context].layer != world.layer_of_code(world.contexts[context].key.code)) continue;
    auto& own = links[code_of(project, world.contexts[context].key.code)];
    for (const inference::CallEdge& edge : world.contexts[context].outcome.calls) {
      const Code callee = code_of(project, world.contexts[edge.context].key.code);
      own.push_back({.callee = callee, .range = edge.range, .rare = edge.guarded});
    }
  }
  const auto order = [](const CallLink& link) {
    return std::tuple(link.range.begin, link.range.end, link.callee, link.rare);
  };
  for (auto& own : links) {
    std::ranges::sort(own, {}, order);
    const auto again = std::ranges::unique(own, {}, order);
    own.erase(again.begin(), again.end());
  }
  const auto methods = methods_by_name(project);
  for (Code code = 0; code < shapes.size(); ++code) {
    auto& own = links[code];
    const std::size_t followed = own.size();
    for (const CallShape& call : shapes[code].calls) {
      const auto at =
          std::ranges::lower_bound(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(followed), call.range.begin,
                                   {}, [](const CallLink& link) { return link.range.begin; });
      bool known = false;
      for (auto link = at; link != own.begin() + static_cast<std::ptrdiff_t>(followed); ++link) {
        if (link->range.begin != call.range.begin) break;
        known = known || link->range == call.range;
      }
      const auto found = methods.find(call.name.id);
      if (known || found == methods.end()) continue;
      std::vector<Code> seen;
      std::ranges::copy_if(found->second, std::back_inserter(seen), [&](Code callee) {
        return project.layers().sees(layer_of(project, code), layer_of(project, callee));
      });
      for (const Code callee : seen)
        own.push_back({.callee = callee,
                       .range = call.range,
                       .rare = call.rare,
                       .by_name = true,
                       .alone = seen.size() == 1});
    }
  }
  return links;
}

}  // namespace syncfree::context
