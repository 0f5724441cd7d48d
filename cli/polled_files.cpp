// The watch that looks at the folders again and again.
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <utility>

#include "cli/file_watch.h"
#include "cli/folder_walk.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

constexpr auto kLooks = std::chrono::seconds(1);
constexpr auto kQuiet = std::chrono::milliseconds(100);

class PolledFiles final : public FileWatch {
 public:
  PolledFiles(std::vector<fs::path> folders, FileFilter counts)
      : folders_(std::move(folders)), counts_(std::move(counts)), known_(look()) {}

  void wait() override {
    Stamps now = look();
    while (now == known_) {
      std::this_thread::sleep_for(kLooks);
      now = look();
    }
    for (known_.clear(); now != known_; now = look()) {
      known_ = std::move(now);
      std::this_thread::sleep_for(kQuiet);
    }
  }

 private:
  struct Stamp {
    fs::file_time_type changed;
    std::uintmax_t size = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  using Stamps = std::map<std::string, Stamp>;

  Stamps look() const {
    Stamps stamps;
    for (const fs::path& folder : folders_) {
      walk_folders(
          folder, [](const fs::path&) {},
          [&](const fs::directory_entry& entry) {
            if (!counts_(entry.path())) return;
            std::error_code error;
            const fs::file_time_type changed = entry.last_write_time(error);
            const std::uintmax_t size = entry.file_size(error);
            if (!error) stamps[entry.path().string()] = {changed, size};
          });
    }
    return stamps;
  }

  std::vector<fs::path> folders_;
  FileFilter counts_;
  Stamps known_;
};

}  // namespace

std::unique_ptr<FileWatch> poll_files(std::vector<fs::path> folders, FileFilter counts) {
  return std::make_unique<PolledFiles>(std::move(folders), std::move(counts));
}

}  // namespace syncfree::cli
