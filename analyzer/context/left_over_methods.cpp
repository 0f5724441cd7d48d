// Methods of classes of programs, and below them, that nothing names.
#include <algorithm>

#include "analyzer/context/call_links.h"
#include "analyzer/context/left_over.h"
#include "analyzer/context/lookups.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {

using inference::ClassInfo;
using inference::FunctionInfo;
using inference::kNowhere;
using inference::Project;

namespace {

/// Nobody but the project calls its methods by their names: no class above it is somebody else's, but for a module's.
bool is_of_project_alone(const Project& project, const ClassInfo& info) {
  const bool is_open = std::ranges::any_of(
      info.ancestors, [&](std::uint32_t ancestor) { return project.classes()[ancestor].has_unknown_base; });
  return !is_open && std::ranges::all_of(info.library_bases, [&](std::uint32_t base) {
    const std::string_view name = project.catalog().row(base).name;
    return name == "object" || name == "torch.nn.Module" || name == "torch.nn.modules.module.Module";
  });
}

/// `getattr(self, name)`, of a name that may be any.
bool takes_any_attribute(const model::Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr || call->arguments.size() < 2 || symbols.text(last_name(*call->callee)) != "getattr")
    return false;
  const model::Expression& object = *call->arguments[0].value;
  const bool is_known = call->arguments[1].value->kind == model::ExpressionKind::kConstant;
  return !is_known && object.kind == model::ExpressionKind::kName && symbols.text(last_name(object)) == "self";
}

}  // namespace

/// They are warm at most, and not cold: an object may go to somebody who calls them.
void LeftOvers::find_methods(const Project& project) {
  const std::unordered_set<std::string_view> taken = names_of_libraries(project.catalog());
  for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
    const FunctionInfo& info = project.functions()[number];
    if (info.owner == kNowhere || !info.function->name) continue;
    if (!keeps_no_list(info.function->decorators, project.symbols())) continue;
    const ClassInfo& owner = project.classes()[info.owner];
    const bool is_in_program = most_in_layer_[project.layers().of_module(info.module)] != Heat::kHot;
    const std::string_view name = project.symbols().text(info.function->name);
    const bool is_plain = owner.definition->owner == nullptr && owner.definition->enclosing == nullptr;
    if (!is_in_program || !is_plain || name.starts_with("__") || taken.contains(name)) continue;
    if (!is_of_project_alone(project, owner)) continue;
    const std::uint32_t of_class = of_class_[info.owner];
    of_function_[number] =
        add(project, info.function->name,
            {.module = info.module, .is_class = false, .most = Heat::kWarm, .is_method = true, .of_class = of_class});
    if (of_class != kNowhere) definitions_[of_class].methods.push_back(of_function_[number]);
  }
}

/// A method that only methods name which nothing names is left over, too.
void LeftOvers::read_class(Reader& reader, const model::Class& definition) {
  const std::uint32_t first = reader.project.modules()[reader.module].first_function;
  const std::uint32_t outer = reader.inside;
  bool takes_any = false;
  model::walk_expressions(definition.body, [&](const model::Expression& part) {
    takes_any = takes_any || takes_any_attribute(part, reader.project.symbols());
  });
  model::for_each_part(
      definition,
      [&](const model::Expression* head) {
        model::walk(*head, [&](const model::Expression& part) { read_expression(reader, part); });
      },
      [](model::Block) {});
  for (std::size_t i = 0; i < definition.body.size(); ++i) {
    const auto* method = definition.body[i]->get_if<model::Function>();
    const std::uint32_t own = method == nullptr ? kNowhere : of_function_[first + method->id];
    reader.inside = own != kNowhere && definitions_[own].is_method ? own : outer;
    read_part(reader, definition.body.subspan(i, 1));
  }
  reader.inside = outer;
  if (takes_any) name_all_methods(reader.module);
}

void LeftOvers::name_all_methods(std::uint32_t module) {
  for (Definition& definition : definitions_) {
    if (definition.is_method && definition.module == module) definition.is_referred_to = true;
  }
}

void LeftOvers::refer_to_all_functions(const Reader& reader) {
  for (Definition& definition : definitions_) {
    if (definition.module == reader.module && !definition.is_class && !definition.is_method)
      definition.is_referred_to = true;
  }
}

bool LeftOvers::is_reached(std::uint32_t number) const {
  const Definition& definition = definitions_[number];
  return definition.is_referred_to &&
         (definition.of_class == kNowhere || definitions_[definition.of_class].is_referred_to);
}

}  // namespace syncfree::context
