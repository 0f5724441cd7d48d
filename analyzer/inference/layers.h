// In which order the parts of a project settle.
//
// A layer is a package, or the scripts of one folder; those that import each other are one layer. It settles after the
// layers that it imports, and what has settled stays: code above a layer sees what the layer is, makes contexts and
// objects of its own there, and changes none of the layer's. So nothing that is found in a package is lost because
// somebody uses it, whatever else is analysed with it. How often its code runs, callers may know better: below a
// program, hot may become warm (context/left_over.h).
//
// Tests, examples and benchmarks are layers of their own. They say nothing of the code below them: not how it is
// called, nor how often.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace syncfree::inference {

class Project;

struct Layer {
  std::vector<std::uint32_t> modules;  ///< by their names
  bool is_test = false;
  bool is_library = false;  ///< evaluated only as far as others call it
  /// A layer without modules: strangers call what that one offers. kNone: it has modules.
  std::uint32_t offered_by = kNone;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  friend bool operator==(const Layer&, const Layer&) = default;
};

class Layers {
 public:
  Layers() = default;
  /// `order`: the modules that there are, by their names. `imports`: by module, the modules that it may reach. `homes`:
  /// by module, a number that those of one package or folder share. `is_test`: by module; the tests of a home are apart
  /// from the rest of it. `is_library`: by module.
  Layers(std::span<const std::uint32_t> order, std::span<const std::vector<std::uint32_t>> imports,
         std::span<const std::uint32_t> homes, const std::vector<bool>& is_test, const std::vector<bool>& is_library);

  /// Each behind those that it imports.
  std::span<const Layer> all() const { return layers_; }
  std::uint32_t of_module(std::uint32_t module) const { return of_module_[module]; }
  bool is_of_strangers(std::uint32_t layer) const { return layers_[layer].offered_by != Layer::kNone; }
  /// May code of one layer see what belongs to the other: it is the same, or one that it imports.
  bool sees(std::uint32_t from, std::uint32_t to) const { return to < sees_[from].size() && sees_[from][to]; }
  /// Does what one layer does with the code of another count for that code.
  bool decides(std::uint32_t from, std::uint32_t about) const {
    return !layers_[from].is_test || layers_[about].is_test;
  }
  friend bool operator==(const Layers&, const Layers&) = default;
  /// Whatever modules they have.
  bool are_layered_as(const Layers& other) const;

 private:
  void make_layers(std::span<const std::uint32_t> order, std::span<const Layer> nodes,
                   std::span<const std::vector<std::uint32_t>> edges);
  void add_strangers();

  std::vector<Layer> layers_;
  std::vector<std::uint32_t> of_module_;
  std::vector<std::vector<bool>> sees_;
};

}  // namespace syncfree::inference
