// Symbols of names already seen, without a lock: stands in front of the shared symbol table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/model/symbol.h"

namespace syncfree::python {

class NameCache {
 public:
  /// `symbols` must outlive the cache.
  explicit NameCache(model::SymbolTable& symbols);
  model::Symbol intern(std::string_view name) {
    const std::uint64_t hash = hash_of(name);
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      const Entry& entry = entries_[at];
      if (!entry.symbol) return add(name, hash);
      if (entry.hash == hash && entry.text == name) return entry.symbol;
    }
  }

 private:
  struct Entry {
    std::string_view text;  ///< the symbol table's copy
    std::uint64_t hash = 0;
    model::Symbol symbol;
  };
  static std::uint64_t hash_of(std::string_view name);
  model::Symbol add(std::string_view name, std::uint64_t hash);
  void place(const Entry& entry);

  model::SymbolTable& symbols_;
  std::vector<Entry> entries_;
  std::size_t mask_;
  std::size_t used_ = 0;
};

inline std::uint64_t NameCache::hash_of(std::string_view name) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  std::uint64_t hash = name.size() * kMultiplier;
  for (const char character : name) hash = (hash ^ static_cast<unsigned char>(character)) * kMultiplier;
  return hash ^ (hash >> 32);
}

}  // namespace syncfree::python
