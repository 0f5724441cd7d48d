#include "analyzer/context/lookups.h"

#include <algorithm>
#include <array>
#include <string_view>

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

bool calls_globals(const model::Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  return call != nullptr && symbols.text(last_name(*call->callee)) == "globals";
}

}  // namespace syncfree::context
