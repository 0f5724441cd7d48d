// The contexts in which a function runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace syncfree::inference {

struct World;

class LiveContexts {
 public:
  LiveContexts() = default;
  /// `live`: by context. Takes time in the number of contexts and functions.
  LiveContexts(const World& world, const std::vector<bool>& live);

  /// In the order of the world. `function`: its number; the bodies of modules are none.
  std::span<const std::uint32_t> of(std::uint32_t function) const {
    return std::span(contexts_).subspan(begins_[function], begins_[function + 1] - begins_[function]);
  }

 private:
  std::vector<std::uint32_t> contexts_;  ///< by function
  std::vector<std::uint32_t> begins_;    ///< by function, and one more
};

}  // namespace syncfree::inference
