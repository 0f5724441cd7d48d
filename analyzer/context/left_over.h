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
  struct Names;
  void find_candidates(const inference::Project& project, const std::vector<bool>& is_program);
  void read_imports(const inference::Project& project, std::vector<Names>& names);
  void read_uses(const inference::Project& project, std::uint32_t module, const Names& names);
  void refer_to(model::Symbol name);

  std::vector<bool> left_over_;                                            ///< by function
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_name_;  ///< functions that may be left over
  std::unordered_map<std::uint32_t, std::uint32_t> stems_;                 ///< by module with such: its own name
  std::unordered_set<std::uint32_t> spread_;                               ///< own names of modules that `*` imports
};

}  // namespace syncfree::context
