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

SymbolTable::Hashed SymbolTable::hashed(std::string_view name) {
  const std::size_t hash = std::hash<std::string_view>{}(name);
  return {static_cast<std::uint32_t>(hash % kShards), hash / kShards};
}

/// Of a name in its shard; HashIndex::kAbsent if it was never met.
std::uint32_t SymbolTable::number_of(const Shard& shard, std::string_view name, std::size_t hash) {
  return shard.numbers.find(hash, [&](std::uint32_t number) {
    const auto [chunk, index] = slot_of(number);
    return shard.owned[chunk][index] == name;
  });
}

Symbol SymbolTable::intern(std::string_view name) {
  if (name.empty()) return {};
  const auto [index, hash] = hashed(name);
  Shard& shard = shards_[index];
  const std::lock_guard lock(shard.mutex);
  if (const std::uint32_t known = number_of(shard, name, hash); known != HashIndex::kAbsent)
    return {known * kShards + index};
  const std::uint32_t number = shard.count++;
  const auto [chunk, place] = slot_of(number);
  if (shard.owned.size() <= chunk) {
    shard.owned.push_back(std::make_unique<std::string_view[]>(std::size_t{1} << (kFirstChunkBits + chunk)));
    shard.chunks[chunk].store(shard.owned.back().get(), std::memory_order_release);
  }
  shard.owned[chunk][place] = shard.characters.copy(name);
  shard.numbers.add(hash, number);
  return {number * kShards + index};
}

Symbol SymbolTable::find(std::string_view name) const {
  if (name.empty()) return {};
  const auto [index, hash] = hashed(name);
  const Shard& shard = shards_[index];
  const std::lock_guard lock(shard.mutex);
  const std::uint32_t number = number_of(shard, name, hash);
  return number == HashIndex::kAbsent ? Symbol{} : Symbol{number * kShards + index};
}

std::string_view SymbolTable::text(Symbol symbol) const {
  if (!symbol) return {};
  // Whoever holds a symbol got it after its name was written: through the lock, or from a thread that had it.
  const auto [chunk, place] = slot_of(symbol.id / kShards);
  return shards_[symbol.id % kShards].chunks[chunk].load(std::memory_order_acquire)[place];
}

}  // namespace syncfree::model
