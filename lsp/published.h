// The diagnostics that the client has, or will get when it asks.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "lsp/json.h"

namespace syncfree::lsp {

class Published {
 public:
  struct Entry {
    Json items = Json::array();
    std::string id;  ///< another one whenever the items are others
    Json version;    ///< of the text; null for a closed file
    bool is_open = false;
  };

  /// Whether anything is new to the client.
  bool set(const std::string& uri, Json items, Json version, bool is_open) {
    const auto [entry, is_new] = entries_.try_emplace(uri);
    Entry& known = entry->second;
    const bool is_same = !is_new && known.items == items;
    if (!is_same) known.id = std::to_string(++last_id_);
    const bool is_nothing = is_new && items.empty() && !is_open;
    const bool has_moved = known.version != version && !items.empty();
    known = {.items = std::move(items), .id = known.id, .version = std::move(version), .is_open = is_open};
    return (!is_same && !is_nothing) || has_moved;
  }

  /// Null if the client never got any of it.
  const Entry* find(const std::string& uri) const {
    const auto found = entries_.find(uri);
    return found == entries_.end() ? nullptr : &found->second;
  }

  void erase(const std::string& uri) { entries_.erase(uri); }
  const std::map<std::string, Entry>& entries() const { return entries_; }

 private:
  std::map<std::string, Entry> entries_;
  std::uint64_t last_id_ = 0;
};

}  // namespace syncfree::lsp
