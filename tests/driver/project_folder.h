// A folder with the files of a test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace syncfree::driver {

class ProjectFolder {
 public:
  ProjectFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "syncfree-project-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = std::filesystem::canonical(pattern);
  }
  ~ProjectFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ProjectFolder(const ProjectFolder&) = delete;
  ProjectFolder& operator=(const ProjectFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string at(std::string_view name) const { return (path_ / name).string(); }

  /// Writes a file and the folders that it needs.
  void write(std::string_view name, std::string_view content = "") const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace syncfree::driver
