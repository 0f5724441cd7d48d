#include "analyzer/inference/module_names.h"

#include <algorithm>

namespace syncfree::inference {

namespace {

constexpr std::uint64_t key_of(std::uint32_t parent, model::Symbol name) {
  return std::uint64_t{parent} << 32 | name.id;
}

}  // namespace

std::uint32_t ModuleNames::add(std::string_view place, model::SymbolTable& symbols) {
  std::uint32_t node = kRoot;
  while (!place.empty()) {
    const std::size_t slash = std::min(place.find('/'), place.size());
    const std::string_view part = place.substr(0, slash);
    place.remove_prefix(std::min(slash + 1, place.size()));
    if (part.empty()) continue;
    const model::Symbol name = symbols.intern(part);
    const auto next = static_cast<std::uint32_t>(nodes_.size());
    const auto [child, is_new] = children_.insert(key_of(node, name), next);
    if (is_new) nodes_.push_back({.parent = node, .depth = nodes_[node].depth + 1, .name = name});
    node = *child;
    nodes_[node].is_there = true;
  }
  return node;
}

std::uint32_t ModuleNames::add(std::string_view place, std::uint32_t module, bool is_package,
                               model::SymbolTable& symbols) {
  const std::uint32_t node = add(place, symbols);
  Node& added = nodes_[node];
  if (added.module == kNowhere || (is_package && !added.is_package)) added.module = module;
  added.is_package |= is_package;
  return node;
}

void ModuleNames::forget_modules() {
  for (Node& node : nodes_) {
    node.module = kNowhere;
    node.is_package = false;
    node.is_there = false;
  }
}

std::uint32_t ModuleNames::child(std::uint32_t node, model::Symbol name) const {
  const std::uint32_t* found = children_.find(key_of(node, name));
  return found == nullptr || !nodes_[*found].is_there ? kNowhere : *found;
}

std::uint32_t ModuleNames::descendant(std::uint32_t node, std::span<const model::Symbol> path) const {
  for (const model::Symbol part : path) {
    if (node == kNowhere) return kNowhere;
    node = child(node, part);
  }
  return node;
}

}  // namespace syncfree::inference
