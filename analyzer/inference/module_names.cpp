#include "analyzer/inference/module_names.h"

namespace syncfree::inference {

namespace {

constexpr std::uint64_t key_of(std::uint32_t parent, model::Symbol name) {
  return std::uint64_t{parent} << 32 | name.id;
}

}  // namespace

std::uint32_t ModuleNames::add(std::string_view dotted, std::uint32_t module, model::SymbolTable& symbols) {
  std::uint32_t node = kRoot;
  while (!dotted.empty()) {
    const std::size_t dot = dotted.find('.');
    const model::Symbol name = symbols.intern(dotted.substr(0, dot));
    const auto next = static_cast<std::uint32_t>(nodes_.size());
    const auto [child, is_new] = children_.insert(key_of(node, name), next);
    if (is_new) nodes_.push_back({.parent = node, .name = name});
    node = *child;
    dotted = dot == std::string_view::npos ? std::string_view() : dotted.substr(dot + 1);
  }
  if (nodes_[node].module == kNowhere) nodes_[node].module = module;
  return node;
}

std::uint32_t ModuleNames::child(std::uint32_t node, model::Symbol name) const {
  const std::uint32_t* found = children_.find(key_of(node, name));
  return found == nullptr ? kNowhere : *found;
}

std::uint32_t ModuleNames::descendant(std::uint32_t node, std::span<const model::Symbol> path) const {
  for (const model::Symbol part : path) {
    node = child(node, part);
    if (node == kNowhere) return kNowhere;
  }
  return node;
}

}  // namespace syncfree::inference
