#include "analyzer/model/symbol.h"

#include <functional>

namespace syncfree::model {

SymbolTable::SymbolTable() {
  for (Shard& shard : shards_) shard.names.emplace_back();  // index 0 of each shard is unused, so that no symbol is 0
}

Symbol SymbolTable::intern(std::string_view name) {
  if (name.empty()) return {};
  const std::uint32_t index = std::hash<std::string_view>{}(name) % kShards;
  Shard& shard = shards_[index];
  const std::lock_guard lock(shard.mutex);
  if (auto found = shard.ids.find(name); found != shard.ids.end()) return {found->second * kShards + index};
  const auto number = static_cast<std::uint32_t>(shard.names.size());
  shard.names.emplace_back(name);
  shard.ids.emplace(shard.names.back(), number);
  return {number * kShards + index};
}

Symbol SymbolTable::find(std::string_view name) const {
  if (name.empty()) return {};
  const std::uint32_t index = std::hash<std::string_view>{}(name) % kShards;
  const Shard& shard = shards_[index];
  const std::lock_guard lock(shard.mutex);
  auto found = shard.ids.find(name);
  return found == shard.ids.end() ? Symbol{} : Symbol{found->second * kShards + index};
}

std::string_view SymbolTable::text(Symbol symbol) const {
  const Shard& shard = shards_[symbol.id % kShards];
  const std::lock_guard lock(shard.mutex);
  return shard.names[symbol.id / kShards];
}

}  // namespace syncfree::model
