// Picks single arguments of a call.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "analyzer/catalog/evaluate.h"

namespace syncfree::inference {

/// The positional argument at `position`, starred ones left out; null if there are fewer.
inline const values::Value* argument_at(std::span<const catalog::ArgumentValue> arguments, std::size_t position) {
  std::size_t at = 0;
  for (const catalog::ArgumentValue& argument : arguments) {
    if (!argument.keyword.empty() || argument.stars != 0) continue;
    if (at++ == position) return &argument.value;
  }
  return nullptr;
}

/// The keyword argument `name`, also of a mapping that is handed on with `**`; null if it was not given.
inline const values::Value* argument_named(std::span<const catalog::ArgumentValue> arguments, std::string_view name) {
  for (const catalog::ArgumentValue& argument : arguments) {
    if (argument.keyword == name) return &argument.value;
    if (argument.stars != 2 || argument.value.aggregate == nullptr) continue;
    for (const values::DictionaryEntry& entry : argument.value.aggregate->entries) {
      if (entry.key.text() == name) return &entry.value;
    }
  }
  return nullptr;
}

/// Of a method, as a function takes them.
inline std::vector<catalog::ArgumentValue> with_self(const values::Value& self,
                                                     std::span<const catalog::ArgumentValue> arguments) {
  std::vector<catalog::ArgumentValue> all = {{{}, 0, self}};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

/// An argument that is a tensor on the CPU.
inline bool is_tensor_of_host(const values::Value* argument) {
  return argument != nullptr && argument->only(values::Kind::kTensor) &&
         argument->places == values::Places(values::Place::kCpu);
}

}  // namespace syncfree::inference
