// Bump allocation for program models: nodes live exactly as long as their module.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace syncfree::model {

/// Hands out memory that is freed all at once. Only trivially destructible objects may be placed in it.
class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <class T, class... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return ::new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  /// `count` default-made objects.
  template <class T>
  std::span<T> array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count == 0) return {};
    auto* place = static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
    std::uninitialized_value_construct_n(place, count);
    return {place, count};
  }

  /// Copies `items` into the arena; the span stays valid as long as the arena.
  template <class T>
  std::span<T> copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    auto* place = static_cast<T*>(allocate(items.size_bytes(), alignof(T)));
    std::memcpy(static_cast<void*>(place), items.data(), items.size_bytes());
    return {place, items.size()};
  }
  template <class T>
  std::span<T> copy(const std::vector<T>& items) {
    return copy(std::span<const T>(items));
  }
  std::string_view copy(std::string_view text) {
    auto kept = copy(std::span<const char>(text.data(), text.size()));
    return {kept.data(), kept.size()};
  }

  /// Bytes handed out so far.
  std::size_t used() const { return used_; }

  /// Bytes of all blocks.
  std::size_t held() const {
    std::size_t bytes = 0;
    for (const Block& block : blocks_) bytes += block.size;
    return bytes;
  }

  /// Does `place` point into this arena.
  bool owns(const void* place) const {
    const auto* at = static_cast<const std::byte*>(place);
    for (const Block& block : blocks_) {
      if (std::less_equal<>{}(block.bytes.get(), at) && std::less<>{}(at, block.bytes.get() + block.size)) return true;
    }
    return false;
  }

  /// A place to go back to.
  struct Mark {
    std::size_t blocks;
    std::size_t position;
    std::size_t used;
  };
  Mark mark() const { return {blocks_.size(), position_, used_}; }
  /// Frees what was handed out since `mark`.
  void go_back(const Mark& mark) {
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(mark.blocks), blocks_.end());
    position_ = mark.position;
    used_ = mark.used;
  }

  /// Frees all that was handed out, and keeps the first block for what comes next.
  void reset() {
    if (blocks_.size() > 1) blocks_.resize(1);
    position_ = used_ = 0;
  }

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{64} * 1024;

  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  void* allocate(std::size_t size, std::size_t alignment) {
    std::size_t start = (position_ + alignment - 1) & ~(alignment - 1);
    if (blocks_.empty() || start + size > blocks_.back().size) {
      const std::size_t capacity = size > kBlockBytes ? size : kBlockBytes;
      blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(capacity), capacity});
      start = 0;
    }
    position_ = start + size;
    used_ += size;
    return blocks_.back().bytes.get() + start;
  }

  std::vector<Block> blocks_;
  std::size_t position_ = 0;
  std::size_t used_ = 0;
};

}  // namespace syncfree::model
