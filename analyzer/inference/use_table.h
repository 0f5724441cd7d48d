// What every function and module body does with its names (see name_uses.h), read once and shared by all threads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/inference/known.h"
#include "analyzer/inference/name_uses.h"
#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// What the imports of a file say that it speaks of.
struct Spoken {
  bool is_python = false;
  bool torch = false;
  bool other_arrays = false;               ///< NumPy and its like
  bool by_own_import = false;              ///< `torch` for no other reason than what it imports of its own project
  bool imports_torch = false;              ///< torch itself, or what stands on top of it
  bool other_framework = false;            ///< what stands in torch's place
  bool mostly_torch = false;               ///< of torch more often than of them
  std::vector<model::Symbol> torch_names;  ///< what it calls torch and what comes from it
  std::vector<model::Symbol> array_names;  ///< the same of the other arrays
};

/// Thread-safe. The project and `known` must outlive it.
class UseTable {
 public:
  /// How many calls deep the functions that are called are read too.
  static constexpr int kDeepestCalls = 2;
  /// What a thread that asks reads with.
  using Memory = std::array<ReadingMemory, kDeepestCalls + 1>;

  UseTable(const Project& project, const Known& known);
  /// `before`: of another project, of which the modules `changed` had other texts, or other things that their texts
  /// mean. What the others do is what they did. `follows_alike`: also where their calls are followed.
  UseTable(const Project& project, const Known& known, const UseTable& before, std::span<const std::uint32_t> changed,
           bool follows_alike);
  UseTable(const UseTable&) = delete;
  UseTable& operator=(const UseTable&) = delete;
  ~UseTable() = default;

  /// Of a function's body, or of the module's (`function` null), with calls followed `level` deep. Valid as long as the
  /// table.
  const NameUses& of(std::uint32_t module, const FunctionInfo* function, int level, Memory& memory) const;
  const Spoken& spoken(std::uint32_t module) const { return spoken_[module]; }
  /// What is used as an array in the function, or in the module's own body, is a tensor: it speaks of no other arrays.
  bool arrays_are_tensors(std::uint32_t module, const FunctionInfo* function) const;
  /// By its annotations, the function handles arrays and no tensors.
  bool declares_arrays(std::uint32_t module, const FunctionInfo* function) const;

  /// What the calls of `before` lead to holds here too, but for the modules `changed`.
  void take_what_is_followed(const UseTable& before, std::span<const std::uint32_t> changed);

 private:
  /// Of one module and level: its functions, then its body. Null: not read yet; without content: that of `nothing`.
  struct Shelf {
    explicit Shelf(std::size_t count) : uses(count) {}
    ~Shelf();
    Shelf(const Shelf&) = delete;
    Shelf& operator=(const Shelf&) = delete;
    std::vector<std::atomic<const NameUses*>> uses;
  };
  using Shelves = std::vector<std::shared_ptr<Shelf>>;  ///< by module; shared where they say the same

  /// What a function speaks of.
  struct Named {
    bool torch = false;
    bool arrays = false;
  };

  static const NameUses& nothing();
  void look_at(const Spoken& spoken, const model::Expression& expression, Named& named) const;
  void look_at_annotations(const Spoken& spoken, const FunctionInfo& function, Named& named) const;
  void listen(std::uint32_t module);
  void settle_torch();
  bool leads_to_torch(std::uint32_t module) const;
  void begin(Shelves& shelves, std::uint32_t module) const;
  const NameUses* read(std::uint32_t module, const FunctionInfo* function, int level, Memory& memory) const;

  const Project& project_;
  const Known& known_;
  UseNames names_;
  std::vector<Spoken> spoken_;                   ///< by module
  std::array<Shelves, kDeepestCalls + 1> read_;  ///< by level
};

}  // namespace syncfree::inference
