// The classes of a layer, by what people call their instances: `replay_buffer` is a ReplayBuffer.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// Class numbers by what their instances are called; kNowhere for a name that several share.
using ClassesByName = std::unordered_map<std::string, std::uint32_t>;

/// What people call an object of a class, besides other names: `replay_buffer`, `buffer`.
void for_each_name_of_instance(std::string_view class_name, const std::function<void(std::string_view)>& visit);

/// Read when first asked for, once for all threads, and for all projects that link alike (Project::links). Thread-safe.
class LayerClasses {
 public:
  struct OfLayer {
    ClassesByName all;
    std::map<std::string, ClassesByName, std::less<>> of_folder;  ///< by the name of the package around a module
  };

  /// Lasts as long as this. `project`: one of those.
  const OfLayer& of(const Project& project, std::uint32_t layer);

 private:
  std::mutex mutex_;
  std::unordered_map<std::uint32_t, OfLayer> known_;
};

}  // namespace syncfree::inference
