// Functions of programs that nothing refers to: they run nowhere.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/inference/project.h"

namespace syncfree::context {

class LeftOvers {
 public:
  LeftOvers() = default;
  /// `is_program`: by layer. Only there are all callers in sight.
  LeftOvers(const inference::Project& project, const std::vector<bool>& is_program);

  bool contains(std::uint32_t function) const { return function < left_over_.size() && left_over_[function]; }

 private:
  using Symbols = std::unordered_set<std::uint32_t>;
  void find_candidates(const inference::Project& project, const std::vector<bool>& is_program);
  Symbols read_imports(const model::Module& module);
  void read_uses(const inference::Project& project, std::uint32_t module, const Symbols& imported);
  void refer_to(model::Symbol name);

  std::vector<bool> left_over_;                                            ///< by function
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_name_;  ///< functions that may be left over
  std::unordered_map<std::uint32_t, std::uint32_t> stems_;                 ///< by module with such: its own name
  Symbols spread_;                                                         ///< own names of modules that `*` imports
};

}  // namespace syncfree::context
