#include "cli/file_watch.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "cli/folder_walk.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kQuiet = 100;  ///< ms
constexpr std::uint32_t kEvents =
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_ONLYDIR;

/// A watch of Linux's inotify for each folder.
class NotifiedFiles final : public FileWatch {
 public:
  explicit NotifiedFiles(FileFilter counts) : counts_(std::move(counts)), descriptor_(::inotify_init1(IN_CLOEXEC)) {}
  ~NotifiedFiles() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  NotifiedFiles(const NotifiedFiles&) = delete;
  NotifiedFiles& operator=(const NotifiedFiles&) = delete;

  /// False where the system gives no more watches.
  bool add(const fs::path& folder) {
    bool is_whole = descriptor_ >= 0;
    walk_folders(
        folder, [&](const fs::path& each) { is_whole = is_whole && add_one(each); }, [](const fs::directory_entry&) {});
    return is_whole;
  }

  void also(std::vector<fs::path> files) override {
    others_ = std::move(files);
    for (const fs::path& file : others_) {
      const fs::path folder = file.parent_path();
      if (!is_watched_.contains(folder.native())) watch_one(folder, Extent::kOthers);
    }
  }

  void wait() override {
    while (!read_events(-1)) {
    }
    // What counts no longer lets the others wait: a build beside the sources may write on and on.
    while (is_readable(kQuiet) && read_events(0)) {
    }
  }

 private:
  enum class Extent : std::uint8_t {
    kAll,     ///< what is in the folder, and below it
    kOthers,  ///< files of `others_` alone
  };
  struct Watched {
    fs::path folder;
    Extent extent;
  };

  bool add_one(const fs::path& folder) { return watch_one(folder, Extent::kAll); }

  bool watch_one(const fs::path& folder, Extent extent) {
    const int watch = ::inotify_add_watch(descriptor_, folder.c_str(), kEvents);
    if (watch >= 0) {
      const bool is_known = folders_.contains(watch);  // by another name, perhaps
      if (!is_known || extent == Extent::kAll) folders_[watch] = {folder, extent};
      is_watched_.insert(folder.native());
    }
    return watch >= 0 || errno == ENOENT || errno == EACCES || errno == ENOTDIR;
  }

  bool is_readable(int milliseconds) const {
    pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
    return ::poll(&waiting, 1, milliseconds) > 0;
  }

  /// Whether any of them counts.
  bool read_events(int milliseconds) {
    alignas(inotify_event) char buffer[1 << 14];
    if (!is_readable(milliseconds)) return false;
    const ssize_t count = ::read(descriptor_, buffer, sizeof buffer);
    bool counts = false;
    for (ssize_t at = 0; at < count;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      counts = take(*event) || counts;
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    }
    return counts;
  }

  bool take(const inotify_event& event) {
    if ((event.mask & IN_Q_OVERFLOW) != 0) return true;
    const auto folder = folders_.find(event.wd);
    if (folder == folders_.end()) return false;
    if ((event.mask & IN_IGNORED) != 0) {
      is_watched_.erase(folder->second.folder.native());
      folders_.erase(folder);
      return false;
    }
    if (event.len == 0) return false;
    const auto& [inside, extent] = folder->second;
    const fs::path path = inside / event.name;
    if (std::ranges::find(others_, path) != others_.end()) return true;
    if (extent == Extent::kOthers) return false;
    if ((event.mask & IN_ISDIR) == 0) return counts_(path);
    if (is_left_unwatched(path)) return false;
    if ((event.mask & (IN_CREATE | IN_MOVED_TO)) != 0) {
      add(path);
      return holds_what_counts(path);  // before it was watched
    }
    // Removed files are reported one by one; a folder that is moved away is not.
    return (event.mask & IN_MOVED_FROM) != 0 && counts_(path / "__init__.py");
  }

  bool holds_what_counts(const fs::path& folder) const {
    bool found = false;
    walk_folders(
        folder, [](const fs::path&) {},
        [&](const fs::directory_entry& file) { found = found || counts_(file.path()); });
    return found;
  }

  FileFilter counts_;
  int descriptor_;
  std::unordered_map<int, Watched> folders_;  ///< by watch
  std::unordered_set<std::string> is_watched_;
  std::vector<fs::path> others_;
};

}  // namespace

std::unique_ptr<FileWatch> watch_files(std::vector<fs::path> folders, FileFilter counts) {
  auto watch = std::make_unique<NotifiedFiles>(counts);
  for (const fs::path& folder : folders) {
    if (!watch->add(folder)) return poll_files(std::move(folders), std::move(counts));
  }
  return watch;
}

}  // namespace syncfree::cli
