// The watch that looks at the folders again and again.
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <utility>

#include "analyzer/system/path_text.h"
#include "cli/file_watch.h"
#include "cli/folder_walk.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

constexpr auto kLooks = std::chrono::seconds(1);
constexpr auto kQuietPause = std::chrono::milliseconds(100);

class PolledFiles final : public FileWatch {
 public:
  PolledFiles(std::vector<fs::path> folders, FileFilter counts)
      : folders_(std::move(folders)), counts_(std::move(counts)), known_(look()) {}

  void also(std::vector<fs::path> files) override {
    others_ = std::move(files);
    Stamps now = look_at_others();
    // What changed since the last look has changed all the same.
    for (auto& [path, stamp] : now) {
      if (const auto before = known_others_.find(path); before != known_others_.end()) stamp = before->second;
    }
    known_others_ = std::move(now);
  }

  void wait() override {
    while (!has_changed()) std::this_thread::sleep_for(kLooks);
    do {
      std::this_thread::sleep_for(kQuietPause);
    } while (has_changed());
  }

 private:
  struct Stamp {
    fs::file_time_type changed;
    std::uintmax_t size = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  using Stamps = std::map<std::string, Stamp>;

  /// Since the last time.
  bool has_changed() {
    Stamps now = look();
    Stamps others = look_at_others();
    const bool is_same = now == known_ && others == known_others_;
    known_ = std::move(now);
    known_others_ = std::move(others);
    return !is_same;
  }

  /// What is not there has the stamp of nothing.
  static Stamp stamp_of(const fs::directory_entry& entry) {
    std::error_code error;
    const fs::file_time_type changed = entry.last_write_time(error);
    const std::uintmax_t size = error ? 0 : entry.file_size(error);
    return error ? Stamp() : Stamp{changed, size};
  }

  Stamps look_at_others() const {
    Stamps stamps;
    for (const fs::path& file : others_) {
      std::error_code missing;
      stamps[sys::path_text(file)] = stamp_of(fs::directory_entry(file, missing));
    }
    return stamps;
  }

  Stamps look() const {
    Stamps stamps;
    for (const fs::path& folder : folders_) {
      walk_folders(
          folder, [](const fs::path&) {},
          [&](const fs::directory_entry& entry) {
            if (!counts_(entry.path())) return;
            const Stamp stamp = stamp_of(entry);
            if (stamp != Stamp()) stamps[sys::path_text(entry.path())] = stamp;
          });
    }
    return stamps;
  }

  std::vector<fs::path> folders_;
  FileFilter counts_;
  std::vector<fs::path> others_;
  Stamps known_, known_others_;
};

}  // namespace

std::unique_ptr<FileWatch> poll_files(std::vector<fs::path> folders, FileFilter counts) {
  return std::make_unique<PolledFiles>(std::move(folders), std::move(counts));
}

}  // namespace syncfree::cli
