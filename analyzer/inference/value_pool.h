// Values of which there are many, most of them the same few, by number.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "analyzer/model/hash_index.h"
#include "analyzer/values/hash.h"
#include "analyzer/values/value.h"

namespace syncfree::inference {

/// Nothing is ever removed, and places do not change. What values point to belongs to others.
class ValuePool {
 public:
  /// Of a value that is the same but for what it points to, another number.
  std::uint32_t add(const values::Value& value) {
    const std::size_t hash = hash_of(value);
    const auto is_same = [&](std::uint32_t number) {
      const values::Value& kept = (*this)[number];
      return kept.aggregate == value.aggregate && kept.entities == value.entities && values::has_same_head(kept, value);
    };
    if (const std::uint32_t found = index_.find(hash, is_same); found != model::HashIndex::kAbsent) return found;
    if (size_ % kOfBlock == 0) blocks_.push_back(std::make_unique<values::Value[]>(kOfBlock));
    blocks_.back()[size_ % kOfBlock] = value;
    index_.add(hash, size_);
    return size_++;
  }
  const values::Value& operator[](std::uint32_t number) const { return blocks_[number / kOfBlock][number % kOfBlock]; }
  std::uint32_t size() const { return size_; }
  /// Bytes.
  std::size_t held() const { return blocks_.size() * kOfBlock * sizeof(values::Value); }

 private:
  static constexpr std::uint32_t kOfBlock = 256;

  /// Of what it points to, only where that is.
  static std::size_t hash_of(const values::Value& value) {
    std::size_t hash = values::hash_of_head(value);
    hash = values::mixed(hash, std::bit_cast<std::size_t>(value.aggregate));
    hash = values::mixed(hash, std::bit_cast<std::size_t>(value.entities));
    return hash ^ (hash >> 32U);
  }

  std::vector<std::unique_ptr<values::Value[]>> blocks_;
  std::uint32_t size_ = 0;
  model::HashIndex index_;
};

/// What of a pool somebody still has, in another one.
template <class Keep>
class PoolCopy {
 public:
  /// `keep` is called with each value of `after` before it goes in.
  PoolCopy(const ValuePool& before, ValuePool& after, const Keep& keep)
      : before_(before), after_(after), keep_(keep), numbers_(before.size(), model::HashIndex::kAbsent) {}

  std::uint32_t operator()(std::uint32_t number) {
    std::uint32_t& copy = numbers_[number];
    if (copy == model::HashIndex::kAbsent) {
      values::Value value = before_[number];
      keep_(value);
      copy = after_.add(value);
    }
    return copy;
  }

 private:
  const ValuePool& before_;
  ValuePool& after_;
  const Keep& keep_;
  std::vector<std::uint32_t> numbers_;  ///< by number in `before_`
};

}  // namespace syncfree::inference
