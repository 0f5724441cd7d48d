#include "analyzer/context/lookups.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "analyzer/model/walk.h"

namespace syncfree::context {

namespace {

// Who calls these looks classes up by names that the code does not hold.
constexpr std::array<std::string_view, 5> kByName = {"instantiate", "instantiate_from_config", "import_module",
                                                     "get_obj_from_str", "__import__"};

/// `"self.gt_" + name`; or the whole text is there.
bool is_of_object(const model::Expression& text) {
  if (const auto* sum = text.get_if<model::Binary>()) {
    const auto* begin = sum->left->get_if<model::Constant>();
    return begin != nullptr ? begin->text.starts_with("self.") : is_of_object(*sum->left);
  }
  if (const auto* formatted = text.get_if<model::Formatted>()) return formatted->begins.starts_with("self.");
  return text.kind == model::ExpressionKind::kConstant;
}

}  // namespace

bool keeps_no_list(model::Expressions decorators, const model::SymbolTable& symbols) {
  constexpr auto kKeepNone = std::to_array<std::string_view>(
      {"no_grad", "inference_mode", "enable_grad", "script_if_tracing", "compile", "lru_cache", "cache", "staticmethod",
       "classmethod", "property", "cached_property", "contextmanager", "autocast", "custom_fwd", "custom_bwd",
       "dataclass"});
  return std::ranges::all_of(decorators, [&](const model::Expression* decorator) {
    const auto* call = decorator->get_if<model::Call>();
    const std::string_view name = symbols.text(last_name(call == nullptr ? *decorator : *call->callee));
    return std::ranges::find(kKeepNone, name) != kKeepNone.end();
  });
}

model::Symbol last_name(const model::Expression& expression) {
  if (const auto* name = expression.get_if<model::Name>()) return name->name;
  if (const auto* attribute = expression.get_if<model::Attribute>()) return attribute->name;
  return {};
}

bool evaluates_text(const model::Call& call, const model::SymbolTable& symbols) {
  return !call.arguments.empty() && call.callee->get_if<model::Name>() != nullptr &&
         symbols.text(last_name(*call.callee)) == "eval" && !is_of_object(*call.arguments[0].value);
}

bool looks_up_by_name(const model::Call& call, const model::SymbolTable& symbols) {
  const std::string_view called = symbols.text(last_name(*call.callee));
  if (std::ranges::find(kByName, called) != kByName.end()) return true;
  if (call.arguments.empty()) return false;
  const auto* entry = call.arguments[0].value->get_if<model::Subscript>();
  return called == "getattr" && entry != nullptr && symbols.text(last_name(*entry->object)) == "modules";
}

const model::Expression* table_of_names(const model::Expression& expression, const model::SymbolTable& symbols) {
  const auto* attribute = expression.get_if<model::Attribute>();
  if (attribute != nullptr && symbols.text(attribute->name) == "__dict__") return attribute->object;
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr || call->arguments.empty()) return nullptr;
  const std::string_view called = symbols.text(last_name(*call->callee));
  const bool asks = called == "getattr" && call->arguments.size() > 1 &&
                    call->arguments[1].value->kind != model::ExpressionKind::kConstant;
  return asks || called == "vars" ? call->arguments[0].value : nullptr;
}

const model::Constant* name_for_getattr(const model::Call& call, const model::SymbolTable& symbols) {
  if (call.arguments.size() < 2 || symbols.text(last_name(*call.callee)) != "getattr") return nullptr;
  return call.arguments[1].value->get_if<model::Constant>();
}

bool offers_all_functions(const model::Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr || !call->arguments.empty()) return false;
  const std::string_view name = symbols.text(last_name(*call->callee));
  return name == "Fire" || name == "CLI" || name == "auto_cli";
}

bool calls_globals(const model::Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  return call != nullptr && symbols.text(last_name(*call->callee)) == "globals";
}

std::unordered_set<const model::Expression*> classes_kept_for_nothing(const inference::Project& project) {
  // Who goes over a module's parts may call each.
  constexpr std::array<std::string_view, 5> kParts = {"children", "named_children", "modules", "_modules",
                                                      "named_modules"};
  struct Kept {
    model::Symbol attribute;
    const model::Expression* klass;
  };
  std::vector<Kept> kept;
  std::unordered_set<std::uint32_t> read;  // symbols
  for (std::uint32_t number = 0; number < project.modules().size(); ++number) {
    const inference::ModuleInfo& module = project.modules()[number];
    if (module.input.module->language != model::Language::kPython || module.input.is_library) continue;
    // Other objects may hand themselves over in their constructors.
    const auto is_module = [&](const model::Expression& callee) {
      const inference::Target target = project.resolve(number, callee);
      return target.kind == inference::TargetKind::kClass && project.classes()[target.index].is_module;
    };
    std::unordered_set<const model::Expression*> targets;
    const auto visit = [&](const auto& self, model::Block block) -> void {
      for (const model::Statement* statement : block) {
        const auto* assign = statement->get_if<model::Assign>();
        const auto* made =
            assign == nullptr || assign->value == nullptr ? nullptr : assign->value->get_if<model::Call>();
        for (const model::Expression* target : assign == nullptr ? model::Expressions() : assign->targets) {
          const auto* attribute = target->get_if<model::Attribute>();
          if (attribute == nullptr) continue;
          targets.insert(target);
          if (made != nullptr && assign->targets.size() == 1 && is_module(*made->callee))
            kept.push_back({attribute->name, made->callee});
        }
        model::for_each_part(
            *statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
      }
    };
    visit(visit, module.input.module->body);
    model::walk_expressions(module.input.module->body, [&](const model::Expression& expression) {
      const auto* attribute = expression.get_if<model::Attribute>();
      const auto* text = expression.get_if<model::Constant>();
      if (attribute != nullptr && !targets.contains(&expression)) read.insert(attribute->name.id);
      if (text != nullptr && text->constant == model::ConstantKind::kString) {
        if (const model::Symbol name = project.symbols().find(text->text)) read.insert(name.id);
      }
    });
  }
  std::unordered_set<const model::Expression*> found;
  const auto is_read = [&](std::string_view name) {
    const model::Symbol symbol = project.symbols().find(name);
    return symbol && read.contains(symbol.id);
  };
  if (std::ranges::any_of(kParts, is_read)) return found;
  for (const Kept& each : kept) {
    if (!read.contains(each.attribute.id)) found.insert(each.klass);
  }
  return found;
}

}  // namespace syncfree::context
