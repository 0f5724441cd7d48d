// The symbols of names that a file has just used.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "analyzer/model/symbol.h"

namespace syncfree::cxx {

/// Most names of a file come again soon. What is still here needs neither the hash of a name nor the lock of the table.
class RecentSymbols {
 public:
  explicit RecentSymbols(model::SymbolTable& symbols) : symbols_(symbols) {}

  model::Symbol of(std::string_view name) {
    if (name.empty()) return symbols_.intern(name);
    Entry& entry = entries_[place_of(name)];
    if (entry.name != name) {
      const model::Symbol symbol = symbols_.intern(name);
      entry = {symbols_.text(symbol), symbol};  // the text of the caller may go
    }
    return entry.symbol;
  }

 private:
  struct Entry {
    std::string_view name;
    model::Symbol symbol;
  };
  static constexpr std::size_t kEntries = 512;

  static std::size_t place_of(std::string_view name) {
    const auto at = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(name[i])}; };
    return (name.size() + 3 * at(0) + 37 * at(name.size() / 2) + 11 * at(name.size() - 1)) % kEntries;
  }

  model::SymbolTable& symbols_;
  std::array<Entry, kEntries> entries_{};
};

}  // namespace syncfree::cxx
