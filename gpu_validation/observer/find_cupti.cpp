#include "find_cupti.h"

#include <cstdlib>
#include <string_view>
#include <vector>

#include <glob.h>
#include <link.h>

namespace syncfree::observer {
namespace {

struct Loaded {
  std::string cupti;
  std::vector<std::string> folders;  ///< of CUDA's other libraries
};

int look_at(dl_phdr_info* info, std::size_t, void* user) {
  auto& loaded = *static_cast<Loaded*>(user);
  const std::string_view path = info->dlpi_name;
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return 0;
  const std::string_view name = path.substr(slash + 1);
  if (name.starts_with("libcupti.so")) loaded.cupti = path;
  if (name.starts_with("libcudart") || name.starts_with("libcublas") || name.starts_with("libnvrtc"))
    loaded.folders.emplace_back(path.substr(0, slash));
  return 0;
}

std::string newest(const std::string& pattern) {
  glob_t found{};
  std::string path;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) path = found.gl_pathv[found.gl_pathc - 1];
  globfree(&found);
  return path;
}

}  // namespace

std::string find_cupti() {
  if (const char* named = std::getenv("SYNCFREE_CUPTI")) return named;
  Loaded loaded;
  dl_iterate_phdr(look_at, &loaded);
  if (!loaded.cupti.empty()) return loaded.cupti;
  std::vector<std::string> patterns;
  for (const std::string& folder : loaded.folders) {
    patterns.push_back(folder + "/libcupti.so*");
    patterns.push_back(folder + "/../extras/CUPTI/lib64/libcupti.so*");
    patterns.push_back(folder + "/../../cuda_cupti/lib/libcupti.so*");  // as pip installs CUDA 12
  }
  std::vector<std::string> toolkits;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* folder = std::getenv(name);
    if (folder != nullptr && *folder != '\0') toolkits.emplace_back(folder);
  }
  toolkits.insert(toolkits.end(), {"/usr/local/cuda", "/usr/local/cuda-*"});
  for (const std::string& toolkit : toolkits) {
    for (const char* folder : {"/extras/CUPTI/lib64", "/lib64", "/lib"})
      patterns.push_back(toolkit + folder + "/libcupti.so*");
  }
  for (const std::string& pattern : patterns) {
    if (std::string path = newest(pattern); !path.empty()) return path;
  }
  return "libcupti.so";
}

}  // namespace syncfree::observer
