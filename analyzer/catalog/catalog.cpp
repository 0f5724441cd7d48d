#include "analyzer/catalog/catalog.h"

#include <algorithm>

namespace syncfree::catalog {

namespace {

constexpr std::uint64_t key_of(std::uint32_t parent, model::Symbol name) {
  return (std::uint64_t{parent + 1} << 32U) | name.id;  // kNowhere + 1 is 0
}

}  // namespace

Catalog::Catalog(std::span<const NodeRow> rows, model::SymbolTable& symbols) : rows_(rows), bases_(rows.size()) {
  by_name_.reserve(rows.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) by_name_.emplace(rows[i].name, i);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const std::string_view name = rows[i].name;
    const std::size_t dot = name.rfind('.');
    const std::uint32_t parent = dot == std::string_view::npos ? kNowhere : by_name_.at(name.substr(0, dot));
    const std::uint32_t meant = rows[i].alias_of.empty() ? i : by_name_.at(rows[i].alias_of);
    children_.insert(key_of(parent, symbols.intern(name.substr(dot + 1))), meant);
    if (rows[i].is_wrapper) wrappers_.push_back(i);
    for (const std::string_view base : rows[i].bases) bases_[i].push_back(by_name_.at(base));
  }
  host_object_ = find("builtins.__host__");
}

std::uint32_t Catalog::own_child(std::uint32_t node, model::Symbol name) const {
  const std::uint32_t* found = children_.find(key_of(node, name));
  return found == nullptr ? kNowhere : *found;
}

std::uint32_t Catalog::child(std::uint32_t node, model::Symbol name) const {
  const std::uint32_t own = own_child(node, name);
  if (own != kNowhere || node == kNowhere) return own;
  if (node == host_object_) return host_object_;
  for (const std::uint32_t base : bases_[node]) {
    const std::uint32_t inherited = child(base, name);
    if (inherited != kNowhere) return inherited;
  }
  return kNowhere;
}

std::uint32_t Catalog::find(std::string_view full_name) const {
  const auto found = by_name_.find(full_name);
  if (found == by_name_.end()) return kNowhere;
  const std::string_view alias = rows_[found->second].alias_of;
  return alias.empty() ? found->second : by_name_.at(alias);
}

bool Catalog::derives(std::uint32_t node, std::uint32_t base) const {
  if (node == base) return true;
  return std::ranges::any_of(bases_[node], [this, base](std::uint32_t parent) { return derives(parent, base); });
}

const Operator* Catalog::object_call(std::uint32_t node) const {
  if (rows_[node].object_call != nullptr) return rows_[node].object_call;
  for (const std::uint32_t base : bases_[node]) {
    if (const Operator* inherited = object_call(base)) return inherited;
  }
  return nullptr;
}

}  // namespace syncfree::catalog
