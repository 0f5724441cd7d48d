#include "frontends/cxx/types.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "frontends/cxx/name_tables.h"

namespace syncfree::cxx {

namespace {

/// By the name's last part, at `last`, and the one before it.
Type named(std::span<const Token> tokens, std::size_t last) {
  const Type* known = nullptr;
  if (last >= 2 && tokens[last - 1].is("::"))
    known = tables::kTypes.find(std::string(tokens[last - 2].text) + "::" + std::string(tokens[last].text));
  if (known == nullptr) known = tables::kTypes.find(tokens[last].text);
  return known == nullptr ? Type::kUnknown : *known;
}

}  // namespace

Type read_type(std::span<const Token> tokens) {
  bool points = false;
  std::size_t last = tokens.size();
  std::size_t open = tokens.size();
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("<") && depth++ == 0 && open == tokens.size()) open = i;
    if (tokens[i].is(">")) --depth;
    if (depth > 0) continue;
    points |= tokens[i].is("*");
    if (tokens[i].is_name() && open == tokens.size() && !tokens[i].is("const") && !tokens[i].is("volatile")) last = i;
  }
  if (last == tokens.size()) return Type::kUnknown;
  const std::string_view name = tokens[last].text;
  const bool is_template = open < tokens.size() && open == last + 1;
  const auto mentions = [&](std::string_view word) {
    return std::ranges::any_of(tokens, [&](const Token& token) { return token.is(word); });
  };
  if (mentions("iterator") || mentions("const_iterator")) {
    if (mentions("device_vector")) return Type::kDeviceIterator;
    return mentions("host_vector") ? Type::kHostIterator : Type::kUnknown;
  }
  const bool is_other = last >= 2 && tokens[last - 1].is("::") && !tables::kTorchNamespaces.has(tokens[last - 2].text);
  const bool is_tensor = name == "Tensor" || name == "Variable";
  if (is_tensor && is_other) return Type::kOther;
  if (is_tensor && !is_template) return points ? Type::kPointer : Type::kTensor;
  if (is_template && open + 1 < tokens.size()) {
    std::size_t close = tokens.size();
    while (close > open && !tokens[close - 1].is(">")) --close;
    const auto inner = tokens.subspan(open + 1, close > open + 2 ? close - open - 2 : 0);
    if (tables::kTensorWrappers.has(name)) return read_type(inner);
    if (name.ends_with("_ptr")) {
      const Type held = read_type(inner);
      if (held == Type::kQueue || held == Type::kLoader) return held;
    }
    if (name == "vector" || name == "ArrayRef" || name == "List" || name == "array") {
      if (read_type(inner) == Type::kTensor) return Type::kTensorList;
      if (name == "vector" && !inner.empty() && inner.back().is("IValue")) return Type::kInputs;
      return name == "vector" ? Type::kHostVector : Type::kUnknown;
    }
    if ((name == "map" || name == "unordered_map" || name == "Dict") && !inner.empty()) {
      const auto comma = std::ranges::find_if(inner, [](const Token& token) { return token.is(","); });
      if (comma != inner.end() && read_type({comma + 1, inner.end()}) == Type::kTensor) return Type::kTensorMap;
    }
    if (name == "universal_vector") return Type::kDeviceVector;
  }
  const Type type = named(tokens, last);
  return points ? pointer_to(type) : type;
}

Type pointer_to(Type type) {
  const bool is_kept = type == Type::kDeviceVector || type == Type::kDeviceBuffer || type == Type::kQueue;
  return is_kept ? type : Type::kPointer;
}

}  // namespace syncfree::cxx
