#include "frontends/python/name_cache.h"

namespace syncfree::python {

NameCache::NameCache(model::SymbolTable& symbols) : symbols_(symbols), entries_(4096), mask_(entries_.size() - 1) {}

void NameCache::place(const Entry& entry) {
  std::size_t at = entry.hash & mask_;
  while (entries_[at].symbol) at = (at + 1) & mask_;
  entries_[at] = entry;
}

model::Symbol NameCache::add(std::string_view name, std::uint64_t hash) {
  if (name.empty()) return {};
  if (++used_ * 2 > entries_.size()) {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    mask_ = entries_.size() - 1;
    for (const Entry& entry : old) {
      if (entry.symbol) place(entry);
    }
  }
  const model::Symbol symbol = symbols_.intern(name);
  place({symbols_.text(symbol), hash, symbol});
  return symbol;
}

}  // namespace syncfree::python
