#include "analyzer/model/symbol.h"

#include <bit>
#include <functional>

namespace syncfree::model {

SymbolTable::Slot SymbolTable::slot_of(std::uint32_t number) {
  // Counted from the length of the first chunk, a number's upper bit says in which chunk it is.
  const std::uint32_t shifted = number + (1u << kFirstChunkBits);
  const auto chunk = static_cast<std::size_t>(std::bit_width(shifted)) - 1 - kFirstChunkBits;
  return {chunk, shifted - (std::size_t{1} << (kFirstChunkBits + chunk))};
}

Symbol SymbolTable::intern(std::string_view name) {
  if (name.empty()) return {};
  const std::uint32_t index = std::hash<std::string_view>{}(name) % kShards;
  Shard& shard = shards_[index];
  const std::lock_guard lock(shard.mutex);
  if (auto found = shard.ids.find(name); found != shard.ids.end()) return {found->second * kShards + index};
  const std::uint32_t number = shard.count++;
  const auto [chunk, place] = slot_of(number);
  if (shard.owned.size() <= chunk) {
    shard.owned.push_back(std::make_unique<std::string_view[]>(std::size_t{1} << (kFirstChunkBits + chunk)));
    shard.chunks[chunk].store(shard.owned.back().get(), std::memory_order_release);
  }
  const std::string_view kept = shard.characters.copy(name);
  shard.owned[chunk][place] = kept;
  shard.ids.emplace(kept, number);
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
  if (!symbol) return {};
  // Whoever holds a symbol got it after its name was written: through the lock, or from a thread that had it.
  const auto [chunk, place] = slot_of(symbol.id / kShards);
  return shards_[symbol.id % kShards].chunks[chunk].load(std::memory_order_acquire)[place];
}

}  // namespace syncfree::model
