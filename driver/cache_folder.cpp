#include "driver/cache_folder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "analyzer/source/file_bytes.h"
#include "analyzer/system/environment_variables.h"
#include "analyzer/system/path_text.h"
#include "analyzer/system/running_program.h"
#include "analyzer/system/write_file.h"
#include "driver/content_hash.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kExtensions = {kSummaries, kFacts};
constexpr std::uintmax_t kLargestCache = 512'000'000;  ///< of all units together
constexpr std::chrono::hours kOldest{24 * 30};
constexpr std::uint64_t kLargestFile = std::numeric_limits<std::uint64_t>::max();

bool is_kept_file(std::string_view name) {
  return std::ranges::any_of(kExtensions, [&](std::string_view extension) { return name.ends_with(extension); });
}

/// What a run that was killed had not finished.
bool is_unfinished(std::string_view name) {
  return std::ranges::any_of(kExtensions,
                             [&](std::string_view extension) { return name.contains(std::string(extension) + "."); });
}

/// What is in the folder, of every program; the oldest first.
std::vector<fs::directory_entry> kept_files(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::directory_entry>> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (!is_kept_file(sys::path_text(entry->path().filename()))) continue;
    std::error_code gone;
    const fs::file_time_type time = entry->last_write_time(gone);
    if (!gone) files.emplace_back(time, *entry);
  }
  std::ranges::sort(files, {}, [](const auto& file) { return file.first; });
  std::vector<fs::directory_entry> sorted;
  for (auto& [time, entry] : files) sorted.push_back(std::move(entry));
  return sorted;
}

/// Old files go, and the oldest while all together are too large.
void make_room(const fs::path& folder) {
  const std::vector<fs::directory_entry> files = kept_files(folder);
  std::error_code ignored;
  std::uintmax_t total = 0;
  for (const fs::directory_entry& file : files) {
    const std::uintmax_t size = file.file_size(ignored);
    if (!ignored) total += size;
  }
  const auto now = fs::file_time_type::clock::now();
  for (const fs::directory_entry& file : files) {
    std::error_code gone;
    const std::uintmax_t size = file.file_size(gone);
    if (gone) continue;
    if (total <= kLargestCache && now - file.last_write_time(gone) < kOldest) return;
    fs::remove(file.path(), gone);
    total -= std::min(size, total);
  }
}

}  // namespace

std::optional<std::uint64_t> program_hash() {
  static const std::optional<std::uint64_t> hash = [] {
    const std::string id = sys::build_id();
    return id.empty() ? program_hash(sys::running_program_to_open()) : content_hash(id);
  }();
  return hash;
}

std::optional<std::uint64_t> program_hash(const std::string& path) {
  const auto program = source::read_bytes(path, kLargestFile);
  if (!program) return std::nullopt;
  return content_hash(program->bytes);
}

void write_kept(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return;
  const fs::path tag = path.parent_path() / "CACHEDIR.TAG";  // backups leave such folders out
  if (!fs::exists(tag, error)) {
    static_cast<void>(sys::write_file(sys::path_text(tag), "Signature: 8a477f597d28d172789f06886806bc55\n"));
  }
  if (sys::write_file(sys::path_text(path), text)) make_room(path.parent_path());
}

std::optional<fs::path> cache_folder(const std::optional<std::string>& named) {
  if (named) return fs::absolute(*named).lexically_normal();
  const auto absolute_folder = [](const char* variable) -> std::optional<fs::path> {
    const fs::path value = sys::variable(variable).value_or("");
    return value.is_absolute() ? std::optional(value) : std::nullopt;
  };
  if (const auto cache = absolute_folder("XDG_CACHE_HOME")) return *cache / "syncfree-lint";
  if (const auto local = absolute_folder("LOCALAPPDATA")) return *local / "syncfree-lint" / "cache";  // of Windows
  if (const auto home = absolute_folder("HOME")) return *home / ".cache" / "syncfree-lint";
  return std::nullopt;
}

std::size_t clear_summaries(const fs::path& folder) {
  std::size_t removed = 0;
  for (const fs::directory_entry& file : kept_files(folder)) {
    std::error_code failed;
    removed += fs::remove(file.path(), failed) ? 1 : 0;
  }
  // What a run that was killed had not finished.
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = sys::path_text(entry->path().filename());
    std::error_code failed;
    if (is_unfinished(name)) removed += fs::remove(entry->path(), failed) ? 1 : 0;
  }
  return removed;
}

}  // namespace syncfree::driver
