// Interned names: one small number for each distinct identifier of a run.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "analyzer/model/arena.h"
#include "analyzer/model/hash_index.h"

namespace syncfree::model {

/// Equal names have equal symbols within one `SymbolTable`. The number itself depends on the order in which threads met
/// the names: never sort or hash output by it.
struct Symbol {
  std::uint32_t id = 0;  ///< 0 is "no name"
  friend constexpr bool operator==(Symbol, Symbol) = default;
  constexpr explicit operator bool() const { return id != 0; }
};

/// Thread-safe. Owned by the run (see cli); everything that holds a Symbol must not outlive it.
class SymbolTable {
 public:
  Symbol intern(std::string_view name);
  /// The symbol if the name was ever interned, else the empty symbol.
  Symbol find(std::string_view name) const;
  /// Valid as long as the table. Waits for nobody.
  std::string_view text(Symbol symbol) const;

 private:
  // A power of two, so that threads that lower different files seldom wait for each other.
  static constexpr std::uint32_t kShards = 16;
  // Names lie in chunks that never move, each twice as long as the one before.
  static constexpr unsigned kFirstChunkBits = 8;
  static constexpr std::size_t kChunks = 24;
  struct Shard {
    mutable std::mutex mutex;
    HashIndex numbers;  // by name
    Arena characters;
    std::uint32_t count = 1;  // number 0 is unused, so that no symbol is 0
    std::array<std::atomic<std::string_view*>, kChunks> chunks{};
    std::vector<std::unique_ptr<std::string_view[]>> owned;
  };
  struct Slot {
    std::size_t chunk;
    std::size_t index;
  };
  struct Hashed {
    std::uint32_t shard;
    std::size_t hash;  // within the shard
  };
  static Slot slot_of(std::uint32_t number);
  static Hashed hashed(std::string_view name);
  static std::uint32_t number_of(const Shard& shard, std::string_view name, std::size_t hash);
  Shard shards_[kShards];
};

}  // namespace syncfree::model

template <>
struct std::hash<syncfree::model::Symbol> {
  std::size_t operator()(syncfree::model::Symbol symbol) const noexcept {
    return symbol.id * std::size_t{0x9E3779B97F4A7C15};
  }
};
