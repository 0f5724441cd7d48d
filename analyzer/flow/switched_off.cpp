#include "analyzer/flow/switched_off.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "analyzer/flow/name_words.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

using model::Expression;

namespace {

bool is_false(const Expression* value) {
  const auto* constant = value == nullptr ? nullptr : value->get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kFalse;
}

/// `self.flag`, by the name that a method has for its object.
bool is_flag(const Expression& expression, model::Symbol self, model::Symbol flag) {
  const auto* attribute = expression.get_if<model::Attribute>();
  const auto* object = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  return object != nullptr && object->name == self && attribute->name == flag;
}

/// Something other than `False`.
bool sets(model::Block block, model::Symbol self, model::Symbol flag) {
  return std::ranges::any_of(block, [&](const model::Statement* statement) {
    const auto* assign = statement->get_if<model::Assign>();
    bool found = false;
    for (const Expression* target : assign == nullptr ? std::span<const Expression* const>() : assign->targets) {
      model::walk(*target, [&](const Expression& part) { found = found || is_flag(part, self, flag); });
    }
    found = found && !is_false(assign->value);
    model::for_each_part(
        *statement, [](const Expression*) {}, [&](model::Block inner) { found = found || sets(inner, self, flag); });
    return found;
  });
}

/// `__init__`, `enable_graph`, `reset`: what a step does not call.
bool is_set_up(std::string_view name) {
  constexpr std::array<std::string_view, 8> kSetsUp = {"init",      "enable", "setup", "prepare",
                                                       "configure", "build",  "reset", "clear"};
  return begins_with_word(name.substr(std::min(name.find_first_not_of('_'), name.size())), kSetsUp);
}

}  // namespace

bool switches_off(model::Block block, const Expression& condition, const model::Function& method,
                  const model::SymbolTable& symbols) {
  if (const auto* boolean = condition.get_if<model::Boolean>()) {
    return boolean->is_and && std::ranges::any_of(boolean->operands, [&](const Expression* operand) {
             return switches_off(block, *operand, method, symbols);
           });
  }
  const auto* attribute = condition.get_if<model::Attribute>();
  if (attribute == nullptr || method.owner == nullptr || method.parameters.empty()) return false;
  const model::Symbol flag = attribute->name;
  const model::Symbol self = method.parameters.front().name;
  if (!is_flag(condition, self, flag)) return false;
  const bool takes_back = std::ranges::any_of(block, [&](const model::Statement* statement) {
    const auto* assign = statement->get_if<model::Assign>();
    return assign != nullptr && is_false(assign->value) &&
           std::ranges::any_of(assign->targets, [&](const Expression* target) { return is_flag(*target, self, flag); });
  });
  return takes_back && std::ranges::none_of(method.owner->body, [&](const model::Statement* statement) {
           const auto* other = statement->get_if<model::Function>();
           return other != nullptr && !other->parameters.empty() && !is_set_up(symbols.text(other->name)) &&
                  sets(other->body, other->parameters.front().name, flag);
         });
}

}  // namespace syncfree::flow
