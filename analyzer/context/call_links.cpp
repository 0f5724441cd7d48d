#include "analyzer/context/call_links.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analyzer/model/dotted_name.h"

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

/// The topmost class of the project that it derives from. Parts of models are one family: whatever of them is called,
/// it is a part of the model's step.
std::uint32_t family_of(const Project& project, std::uint32_t klass) {
  if (project.classes()[klass].is_module) return inference::kNowhere;
  const auto& ancestors = project.classes()[klass].ancestors;
  return ancestors.empty() ? klass : ancestors.back();
}

struct Candidate {
  Code method;
  bool alone;  ///< its layer has no other of that name
};
using MethodsByName = std::unordered_map<std::uint32_t, std::vector<Candidate>>;

/// The methods of a layer that have one of the names in `wanted`.
std::unordered_map<std::uint32_t, std::vector<Code>> methods_of(const Project& project, const inference::Layer& layer,
                                                                const MethodsByName& wanted) {
  std::unordered_map<std::uint32_t, std::vector<Code>> methods;
  for (const std::uint32_t number : layer.modules) {
    const inference::ModuleInfo& module = project.modules()[number];
    for (std::uint32_t i = 0; i < module.input.module->functions.size(); ++i) {
      const Code function = module.first_function + i;
      const FunctionInfo& info = project.functions()[function];
      if (info.owner == inference::kNowhere || info.is_property || info.is_overload) continue;
      if (wanted.contains(info.function->name.id)) methods[info.function->name.id].push_back(function);
    }
  }
  return methods;
}

bool is_in_many_families(const Project& project, std::span<const Code> methods) {
  std::vector<std::uint32_t> families;
  for (const Code code : methods) families.push_back(family_of(project, project.functions()[code].owner));
  std::ranges::sort(families);
  const auto again = std::ranges::unique(families);
  return families.size() - again.size() > kMostFamilies;
}

/// Those that the code of a layer may mean, by what its calls name. Each layer that it sees is looked at by itself, so
/// that one more takes nothing away.
MethodsByName methods_by_name(const Project& project, std::uint32_t layer, const Shapes& shapes,
                              std::span<const Code> codes) {
  MethodsByName methods;
  for (const Code code : codes) {
    for (const CallShape& call : shapes[code].calls) methods.try_emplace(call.name.id);
  }
  const auto layers = project.layers().all();
  for (std::uint32_t other = 0; other <= layer; ++other) {
    if (!project.layers().sees(layer, other) || layers[other].is_library) continue;
    for (const auto& [name, found] : methods_of(project, layers[other], methods)) {
      if (is_in_many_families(project, found)) continue;
      for (const Code method : found) methods[name].push_back({method, found.size() == 1});
    }
  }
  return methods;
}

/// By layer.
std::vector<std::vector<Code>> codes_of_layers(const Project& project, const ContextTable& contexts) {
  std::vector<std::vector<Code>> codes(project.layers().all().size());
  for (Code code = 0; code < contexts.codes(); ++code) codes[contexts.layer_of_code(code)].push_back(code);
  return codes;
}

/// By code: the live contexts, each followed by the next one of its code. What others make of a layer's code says
/// nothing of what it is by itself.
struct OwnContexts {
  OwnContexts(const inference::Analysis& analysis, const ContextTable& contexts)
      : first(contexts.codes(), inference::kNowhere), next(contexts.size(), inference::kNowhere) {
    for (auto context = static_cast<std::uint32_t>(contexts.size()); context-- > 0;) {
      const Code code = contexts.code(context);
      if (!analysis.live[context] || contexts.layer(context) != contexts.layer_of_code(code)) continue;
      next[context] = std::exchange(first[code], context);
    }
  }
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> next;  ///< by context
};

/// Adds the calls that the inference followed, in the order of the text.
void link_followed(const Project& project, const ContextTable& contexts, const OwnContexts& live, Code code,
                   const CodeShape& shape, std::vector<CallLink>& own) {
  for (std::uint32_t context = live.first[code]; context != inference::kNowhere; context = live.next[context]) {
    for (const inference::CallEdge& edge : contexts.calls(context)) {
      const Code callee = contexts.code(edge.context);
      own.push_back({.callee = callee, .range = edge.range, .rare = edge.guarded});
      if (shape.taken_later.empty() || !gives_generator(project, callee)) continue;
      for (const source::TextRange place : places_taken(shape.taken_later, edge.range))
        own.push_back({.callee = callee, .range = place, .rare = edge.guarded});
    }
  }
  const auto order = [](const CallLink& link) {
    return std::tuple(link.range.begin, link.range.end, link.callee, link.rare);
  };
  std::ranges::sort(own, {}, order);
  const auto again = std::ranges::unique(own, {}, order);
  own.erase(again.begin(), again.end());
}

/// Can the method be called so: `step(results)` is not called by `optimizer.step()`. What a star gives fits anything.
bool takes(const FunctionInfo& method, const model::Call& call) {
  std::size_t given = 0;
  for (const model::Argument& argument : call.arguments) {
    if (argument.stars != 0) return true;
    given += 1;
  }
  std::size_t needed = 0;
  for (const model::Parameter& parameter : method.function->parameters) {
    const bool gathers =
        parameter.kind == model::ParameterKind::kStar || parameter.kind == model::ParameterKind::kDoubleStar;
    needed += gathers || parameter.default_value != nullptr ? 0 : 1;
  }
  const std::size_t self = method.is_static || method.function->parameters.empty() ? 0 : 1;
  return needed <= given + self;
}

/// Adds the calls of methods by name that no link says already. `is_own(call)`: its object may be one of the project's.
template <class IsOwn>
void link_by_name(const Project& project, const MethodsByName& methods, std::span<const CallShape> calls,
                  const IsOwn& is_own, std::vector<CallLink>& own) {
  const auto followed = static_cast<std::ptrdiff_t>(own.size());
  for (const CallShape& call : calls) {
    const auto at = std::ranges::lower_bound(own.begin(), own.begin() + followed, call.range.begin, {},
                                             [](const CallLink& link) { return link.range.begin; });
    bool known = false;
    for (auto link = at; link != own.begin() + followed; ++link) {
      if (link->range.begin != call.range.begin) break;
      known = known || link->range == call.range;
    }
    const auto found = methods.find(call.name.id);
    if (known || found == methods.end() || !is_own(call)) continue;
    for (const Candidate& each : found->second) {
      if (!takes(project.functions()[each.method], *call.call)) continue;
      own.push_back(
          {.callee = each.method, .range = call.range, .rare = call.rare, .by_name = true, .alone = each.alone});
    }
  }
}

}  // namespace

bool is_of_others(const Project& project, std::uint32_t module, Code code, model::Symbol object) {
  if (!object) return false;
  const bool is_function = code < project.functions().size();
  if (is_function && project.functions()[code].scope.find(object) != inference::Scope::kAbsent) return false;
  return project.is_import_of_others(module, object);
}

void CallLinks::set(Code code, std::span<const CallLink> links) {
  const auto followed = std::ranges::find(links, true, &CallLink::by_name) - links.begin();
  parts_[code] = {.first = static_cast<std::uint32_t>(links_.size()),
                  .count = static_cast<std::uint32_t>(links.size()),
                  .followed = static_cast<std::uint32_t>(followed)};
  links_.insert(links_.end(), links.begin(), links.end());
}

bool gives_generator(const Project& project, Code code) {
  return code < project.functions().size() && project.functions()[code].function->is_generator;
}

std::unordered_set<std::string_view> names_of_libraries(const catalog::Catalog& catalog) {
  std::unordered_set<std::string_view> names;
  for (std::uint32_t node = 0; node < catalog.size(); ++node) {
    const catalog::NodeRow& row = catalog.row(node);
    // A module, as `torch.nn.modules.loss` is one, is no method.
    if (row.gives_way || row.kind == catalog::NodeKind::kNamespace) continue;
    names.insert(model::last_part(row.name));
  }
  names.erase("step");
  return names;
}

CalledNames called_names(const Project& project, const std::unordered_set<std::string_view>& taken) {
  CalledNames names;
  for (const FunctionInfo& info : project.functions()) {
    if (!info.function->name || project.modules()[info.module].input.is_library) continue;
    names.functions.insert(info.function->name.id);
    if (info.owner == inference::kNowhere) continue;
    const std::string_view text = project.symbols().text(info.function->name);
    const bool is_general = std::ranges::find(kGeneral, text) != kGeneral.end();
    if (!text.starts_with("__") && !is_general && !taken.contains(text)) names.methods.insert(info.function->name.id);
  }
  return names;
}

std::unordered_set<std::uint32_t> different(const CalledNames& a, const CalledNames& b) {
  std::unordered_set<std::uint32_t> names;
  const auto add = [&](const std::unordered_set<std::uint32_t>& one, const std::unordered_set<std::uint32_t>& other) {
    for (const std::uint32_t name : one) {
      if (!other.contains(name)) names.insert(name);
    }
  };
  add(a.methods, b.methods);
  add(b.methods, a.methods);
  add(a.functions, b.functions);
  add(b.functions, a.functions);
  return names;
}

CallLinks call_links(const inference::Analysis& analysis, const ContextTable& contexts, const Shapes& shapes) {
  const Project& project = analysis.world.project;
  const OwnContexts live(analysis, contexts);
  const std::vector<std::vector<Code>> codes = codes_of_layers(project, contexts);
  CallLinks links(shapes.size());
  std::vector<CallLink> own;
  for (std::uint32_t layer = 0; layer < codes.size(); ++layer) {
    const bool is_library = project.layers().all()[layer].is_library;
    const MethodsByName methods = is_library ? MethodsByName() : methods_by_name(project, layer, shapes, codes[layer]);
    for (const Code code : codes[layer]) {
      const auto is_own = [&](const CallShape& call) {
        return !is_of_others(project, contexts.module_of_code(code), code, call.object);
      };
      own.clear();
      link_followed(project, contexts, live, code, shapes[code], own);
      if (!is_library) link_by_name(project, methods, shapes[code].calls, is_own, own);
      if (!own.empty()) links.set(code, own);
    }
  }
  return links;
}

}  // namespace syncfree::context
