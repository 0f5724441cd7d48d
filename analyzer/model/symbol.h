// Interned names: one small number for each distinct identifier of a run.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace syncfree::model {

/// Equal names have equal symbols within one `SymbolTable`. The number itself depends on the order in which threads met the
/// names: never sort or hash output by it.
struct Symbol {
  std::uint32_t id = 0;  ///< 0 is "no name"
  friend constexpr bool operator==(Symbol, Symbol) = default;
  constexpr explicit operator bool() const { return id != 0; }
};

/// Thread-safe. Owned by the run (see cli); everything that holds a Symbol must not outlive it.
class SymbolTable {
 public:
  SymbolTable();
  Symbol intern(std::string_view name);
  /// The symbol if the name was ever interned, else the empty symbol.
  Symbol find(std::string_view name) const;
  /// Valid as long as the table.
  std::string_view text(Symbol symbol) const;

 private:
  // A power of two, so that threads that lower different files seldom wait for each other.
  static constexpr std::uint32_t kShards = 16;
  struct Shard {
    mutable std::mutex mutex;
    std::unordered_map<std::string_view, std::uint32_t> ids;
    std::deque<std::string> names;
  };
  Shard shards_[kShards];
};

}  // namespace syncfree::model

template <>
struct std::hash<syncfree::model::Symbol> {
  std::size_t operator()(syncfree::model::Symbol symbol) const noexcept { return symbol.id * std::size_t{0x9E3779B97F4A7C15}; }
};
