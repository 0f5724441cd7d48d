// Names with dots between their parts.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"

namespace syncfree::model {

/// "item" of "torch.Tensor.item"
constexpr std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }

/// "torch.cuda.is_available", as it is written; empty for what is not made of names.
inline std::string dotted_name(const Expression& expression, const SymbolTable& symbols) {
  if (const auto* name = expression.get_if<Name>()) return std::string(symbols.text(name->name));
  const auto* attribute = expression.get_if<Attribute>();
  if (attribute == nullptr) return {};
  const std::string object = dotted_name(*attribute->object, symbols);
  return object.empty() ? object : object + "." + std::string(symbols.text(attribute->name));
}

}  // namespace syncfree::model
