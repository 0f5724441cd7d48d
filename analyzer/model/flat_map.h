// A hash map for small keys that is made to be read: keys lie together, values lie together, both in the order in which
// they came in. A few keys are simply compared one after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace syncfree::model {

/// `Key` is cheap to copy and has a std::hash, however bad. Nothing is ever removed.
/// Pointers and references to values hold until the next insertion.
template <class Key, class Value>
class FlatMap {
 public:
  std::size_t size() const { return keys_.size(); }
  bool empty() const { return keys_.empty(); }
  bool contains(Key key) const { return index_of(key) != kAbsent; }
  /// Null if there is none.
  const Value* find(Key key) const {
    const std::uint32_t index = index_of(key);
    return index == kAbsent ? nullptr : &values_[index];
  }
  Value* find(Key key) {
    const std::uint32_t index = index_of(key);
    return index == kAbsent ? nullptr : &values_[index];
  }
  /// The value of the key, made if it was not there.
  Value& operator[](Key key) { return *insert(key, Value{}).first; }
  /// Keeps what is there: the second says whether `value` went in.
  std::pair<Value*, bool> insert(Key key, Value value) {
    if (const std::uint32_t index = index_of(key); index != kAbsent) return {&values_[index], false};
    keys_.push_back(key);
    values_.push_back(std::move(value));
    if (keys_.size() > kFew) place_last();
    return {&values_.back(), true};
  }

  /// In the order of insertion.
  Key key(std::size_t index) const { return keys_[index]; }
  const Value& value(std::size_t index) const { return values_[index]; }
  Value& value(std::size_t index) { return values_[index]; }

  /// The same keys with the same values, in whatever order.
  friend bool operator==(const FlatMap& a, const FlatMap& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Value* other = b.find(a.keys_[i]);
      if (other == nullptr || !(*other == a.values_[i])) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFF;
  static constexpr std::size_t kFew = 8;

  std::uint32_t index_of(Key key) const {
    if (table_.empty()) {
      for (std::uint32_t index = 0; index < keys_.size(); ++index) {
        if (keys_[index] == key) return index;
      }
      return kAbsent;
    }
    for (std::size_t at = start(key);; at = (at + 1) & (table_.size() - 1)) {
      if (table_[at] == 0) return kAbsent;
      if (keys_[table_[at] - 1] == key) return table_[at] - 1;
    }
  }
  std::size_t start(Key key) const { return std::hash<Key>{}(key)*std::size_t{0x9E3779B97F4A7C15} >> shift_; }
  void place_last() {
    if (keys_.size() * 2 > table_.size()) return rebuild(keys_.size() * 4);
    place(static_cast<std::uint32_t>(keys_.size()));
  }
  void place(std::uint32_t number) {
    std::size_t at = start(keys_[number - 1]);
    while (table_[at] != 0) at = (at + 1) & (table_.size() - 1);
    table_[at] = number;
  }
  void rebuild(std::size_t wanted) {
    unsigned bits = 5;
    while ((std::size_t{1} << bits) < wanted) ++bits;
    shift_ = 64 - bits;
    table_.assign(std::size_t{1} << bits, 0);
    for (std::uint32_t number = 1; number <= keys_.size(); ++number) place(number);
  }

  std::vector<Key> keys_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> table_;  ///< index + 1, 0 is free; empty while there are few
  unsigned shift_ = 0;
};

}  // namespace syncfree::model
