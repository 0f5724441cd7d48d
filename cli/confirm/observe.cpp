#include "cli/confirm/observe.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <system_error>

#include <unistd.h>

#include "analyzer/system/path_text.h"
#include "cli/confirm/observer_image.h"
#include "cli/confirm/record_reader.h"

namespace syncfree::confirm {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInjection = "CUDA_INJECTION64_PATH";
constexpr const char* kObserverName = "libsyncfree_observer.so";

/// Where the observer lies and writes. Removed with all that is in it, unless it is to be kept.
class RecordFolder {
 public:
  static std::expected<RecordFolder, std::string> make(const std::string& keep) {
    RecordFolder folder;
    std::error_code error;
    if (!keep.empty()) {
      folder.path_ = fs::absolute(keep);
      fs::create_directories(folder.path_, error);
      if (error) return std::unexpected(keep + ": " + error.message());
      if (!fs::is_empty(folder.path_, error)) return std::unexpected(keep + " is not an empty folder");
      return folder;
    }
    std::string name = sys::path_text(fs::temp_directory_path(error) / "syncfree-lint.XXXXXX");
    if (error || ::mkdtemp(name.data()) == nullptr) return std::unexpected(name + " cannot be made");
    folder.path_ = name;
    folder.temporary_ = true;
    return folder;
  }
  ~RecordFolder() {
    std::error_code ignored;
    if (temporary_ && !path_.empty()) fs::remove_all(path_, ignored);
    if (!temporary_ && !path_.empty()) fs::remove(path_ / kObserverName, ignored);
  }
  RecordFolder(RecordFolder&& other) noexcept : path_(std::exchange(other.path_, {})), temporary_(other.temporary_) {}
  RecordFolder& operator=(RecordFolder&&) = delete;

  const fs::path& path() const { return path_; }

 private:
  RecordFolder() = default;
  fs::path path_;
  bool temporary_ = false;
};

std::string joined(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) text += (text.empty() ? "" : ":") + sys::path_text(fs::absolute(path));
  return text;
}

std::vector<std::pair<std::string, std::string>> environment_of(const Observation& observation, const fs::path& folder,
                                                                const fs::path& library) {
  std::vector<std::pair<std::string, std::string>> variables = {
      {kInjection, sys::path_text(library)},
      {"SYNCFREE_OBSERVER", sys::path_text(library)},
      {"SYNCFREE_RECORD", sys::path_text(folder)},
      {"SYNCFREE_WARMUP", std::to_string(observation.warm_up)},
      {"SYNCFREE_STEPS", std::to_string(observation.steps)},
      {"SYNCFREE_IDLE", observation.idle ? "1" : "0"},
      {"SYNCFREE_NATIVE", observation.native ? "1" : "0"},
      {"SYNCFREE_TIMELINE", std::to_string(std::min(observation.timeline, (observation.steps + 1) / 2))},
      {"SYNCFREE_STEP", observation.step},
      {"SYNCFREE_SOURCES", joined(observation.sources)}};
  if (observation.step.starts_with("nvtx:")) variables.emplace_back("NVTX_INJECTION64_PATH", sys::path_text(library));
  std::string keep;
  for (const std::string& name : observation.keep) keep += (keep.empty() ? "" : ",") + name;
  variables.emplace_back("SYNCFREE_KEEP", keep);
  variables.insert(variables.end(), observation.environment.begin(), observation.environment.end());
  if (!observation.cupti.empty())
    variables.emplace_back("SYNCFREE_CUPTI", sys::path_text(fs::absolute(observation.cupti)));
  return variables;
}

}  // namespace

std::expected<Observed, std::string> observe(const Observation& observation) {
  const char* other = std::getenv(kInjection);
  if (other != nullptr && *other != '\0') {
    return std::unexpected("another tool is put into CUDA programs already (" + std::string(kInjection) + "=" + other +
                           "), and CUDA takes one: record with that tool, and give its export to --trace");
  }
  const auto folder = RecordFolder::make(observation.keep_record);
  if (!folder) return std::unexpected(folder.error());
  const fs::path library = folder->path() / kObserverName;
  std::ofstream file(library, std::ios::binary);
  file << observer_image();
  file.close();
  if (!file) return std::unexpected(sys::path_text(library) + " cannot be written");
  Observed observed;
  const auto end = run_program({.words = observation.program,
                                .environment = environment_of(observation, folder->path(), library),
                                .limit_seconds = observation.limit_seconds,
                                .folder = observation.folder,
                                .output = observation.output});
  if (!end) return std::unexpected(end.error());
  observed.end = *end;
  auto recording = read_records(folder->path());
  if (!recording) return std::unexpected(recording.error());
  observed.recording = std::move(*recording);
  return observed;
}

}  // namespace syncfree::confirm
