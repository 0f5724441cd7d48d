// Memory for tree-sitter while one file is read: allocation is a few instructions, and all of it is given back at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace syncfree::python {

/// Tree-sitter makes a small allocation for nearly every node; with the general allocator a fifth of the time goes
/// there and into taking the tree apart again.
class TreeMemory {
 public:
  TreeMemory() = default;
  TreeMemory(const TreeMemory&) = delete;
  TreeMemory& operator=(const TreeMemory&) = delete;

  /// While it lives, tree-sitter allocates from `memory` on this thread. At its end everything allocated so is gone:
  /// trees may be abandoned, but none of tree-sitter's objects may outlive it.
  class Use {
   public:
    explicit Use(TreeMemory& memory);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    TreeMemory& memory_;
  };

  /// Places that were allocated on this thread in the memory that is used now; nothing is counted without one.
  static std::uint64_t taken();

  void* allocate(std::size_t size);
  void* reallocate(void* place, std::size_t size);
  void release(void* place);

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
  static constexpr std::size_t kBlocksKept = 32;
  static constexpr std::size_t kUnit = 16;
  static constexpr std::size_t kSmallUnits =
      64;  ///< up to here free places are kept by exact size, above by power of two

  /// Stands before each place.
  struct Header {
    std::uint32_t list;   ///< in free_
    std::uint32_t units;  ///< of kUnit bytes, header included
  };
  struct FreePlace {
    FreePlace* next;
  };
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  void* take(std::uint32_t list, std::size_t units);
  void forget_all();

  std::uint64_t taken_ = 0;
  std::vector<Block> blocks_;
  std::size_t next_block_ = 0;
  std::byte* position_ = nullptr;
  std::byte* end_ = nullptr;
  std::array<FreePlace*, kSmallUnits + 64> free_{};
};

}  // namespace syncfree::python
