#include "frontends/python/tree_memory.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include <tree_sitter/api.h>

namespace syncfree::python {
namespace {

/// Tree-sitter's hooks take no context, so the thread has to carry it.
thread_local TreeMemory* memory_in_use = nullptr;

// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory): these are the C allocator's functions
void* hook_malloc(std::size_t size) {
  return memory_in_use != nullptr ? memory_in_use->allocate(size) : std::malloc(size);
}

void* hook_calloc(std::size_t count, std::size_t size) {
  if (memory_in_use == nullptr) return std::calloc(count, size);
  void* place = memory_in_use->allocate(count * size);
  std::memset(place, 0, count * size);
  return place;
}

void* hook_realloc(void* place, std::size_t size) {
  return memory_in_use != nullptr ? memory_in_use->reallocate(place, size) : std::realloc(place, size);
}

void hook_free(void* place) { memory_in_use != nullptr ? memory_in_use->release(place) : std::free(place); }
// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)

}  // namespace

TreeMemory::Use::Use(TreeMemory& memory) : memory_(memory) {
  static std::once_flag once;
  std::call_once(once, [] { ts_set_allocator(hook_malloc, hook_calloc, hook_realloc, hook_free); });
  memory_in_use = &memory;
}

TreeMemory::Use::~Use() {
  memory_in_use = nullptr;
  memory_.forget_all();
}

void* TreeMemory::allocate(std::size_t size) {
  const std::size_t units = (size + sizeof(Header) + kUnit - 1) / kUnit;
  if (units < kSmallUnits) return take(static_cast<std::uint32_t>(units), units);
  const std::size_t rounded = std::bit_ceil(units);
  return take(static_cast<std::uint32_t>(kSmallUnits) + static_cast<std::uint32_t>(std::countr_zero(rounded)), rounded);
}

std::uint64_t TreeMemory::taken() { return memory_in_use != nullptr ? memory_in_use->taken_ : 0; }

void* TreeMemory::take(std::uint32_t list, std::size_t units) {
  ++taken_;
  if (FreePlace* place = free_[list]) {
    free_[list] = place->next;
    return place;
  }
  const std::size_t bytes = units * kUnit;
  if (static_cast<std::size_t>(end_ - position_) < bytes) {
    while (next_block_ < blocks_.size() && blocks_[next_block_].size < bytes) ++next_block_;
    if (next_block_ == blocks_.size()) {
      const std::size_t size = std::max(bytes, kBlockBytes);
      blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size});
    }
    const Block& block = blocks_[next_block_++];
    position_ = block.bytes.get();
    end_ = position_ + block.size;
  }
  auto* header = ::new (position_) Header{list, static_cast<std::uint32_t>(units)};
  position_ += bytes;
  return header + 1;
}

void* TreeMemory::reallocate(void* place, std::size_t size) {
  if (place == nullptr) return allocate(size);
  const Header* header = static_cast<const Header*>(place) - 1;
  const std::size_t capacity = header->units * kUnit - sizeof(Header);
  if (size <= capacity) return place;
  void* larger = allocate(size);
  std::memcpy(larger, place, capacity);
  release(place);
  return larger;
}

void TreeMemory::release(void* place) {
  if (place == nullptr) return;
  const std::uint32_t list = (static_cast<const Header*>(place) - 1)->list;
  free_[list] = ::new (place) FreePlace{free_[list]};
}

void TreeMemory::forget_all() {
  free_.fill(nullptr);
  position_ = end_ = nullptr;
  next_block_ = 0;
  std::erase_if(blocks_, [](const Block& block) { return block.size > kBlockBytes; });
  if (blocks_.size() > kBlocksKept) blocks_.resize(kBlocksKept);
}

}  // namespace syncfree::python
