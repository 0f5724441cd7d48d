#include "driver/summary_cache.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "analyzer/source/file_bytes.h"
#include "analyzer/source/hexadecimal.h"
#include "analyzer/system/path_text.h"
#include "driver/cache_folder.h"
#include "driver/content_hash.h"
#include "driver/language.h"
#include "driver/summary_codec.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kCacheMagic = {'s', 'y', 'n', 'c', 'f', 'r', 'e', 'e'};

// The file: a header, an entry for each file of the unit and one for what was read of libraries, and their records
// (summary_codec.h, library_reads.h) one behind another.
// Numbers are as in memory: `program` is another one on another machine.
struct Header {
  std::array<char, 8> magic = kCacheMagic;
  std::uint64_t program = 0;  ///< hash of the program that wrote it
  std::uint64_t setup = 0;
  std::int64_t started = 0;  ///< before the files were read
  std::uint64_t files = 0;
  std::uint64_t entries = 0;  ///< hash of the entries
};

struct Entry {
  source::FileStamp stamp;
  std::uint64_t content = 0;  ///< hash of the file
  std::uint64_t offset = 0;   ///< of its record
  std::uint64_t size = 0;
  std::uint64_t record = 0;  ///< hash of the record
};
static_assert(std::has_unique_object_representations_v<Header> && std::has_unique_object_representations_v<Entry>);

template <class T>
std::string_view bytes_of(const T* things, std::size_t count) {
  return {reinterpret_cast<const char*>(things), count * sizeof(T)};
}

fs::path absolute(const std::string& path) { return (fs::current_path() / path).lexically_normal(); }

/// Of one unit and program there is one file.
fs::path file_of(const fs::path& folder, const Unit& unit, std::uint64_t program) {
  std::string roots;
  for (const std::string& root : unit.request.paths) {
    fs::path path = absolute(root);
    if (!path.has_filename()) path = path.parent_path();
    roots += sys::path_text(path) + '\n';
  }
  return folder /
         (source::hexadecimal(content_hash(roots)) + "-" + source::hexadecimal(program) + std::string(kSummaries));
}

std::uint64_t hash_of(const Unit& unit, const UnitSetup& setup) {
  std::string text;
  const auto add = [&](std::string_view word) { (text += word) += '\0'; };
  for (std::size_t i = 0; i < unit.files.size(); ++i) {
    const FileSetup& file = setup.files[i];
    add(sys::path_text(unit.files[i].absolute));
    if (is_cxx(unit.files[i].path)) add(unit.files[i].path);  // names of folders say where tensors are
    add(file.name.dotted);
    add(file.name.root);
    add(file.in_tests ? "test" : file.is_test ? "use" : "");
    add(file.name.is_package ? "package" : "module");
    for (const std::string& pattern : file.hot) add(pattern);
    add("devices");
    for (const AssumedDevice& device : *file.devices) {
      add(device.name);
      add(device.device == Device::kCuda ? "cuda" : "cpu");
    }
    add("end");
  }
  for (const std::string& name : setup.blocks) add(name);
  add("libraries");
  for (const fs::path& folder : setup.libraries) add(sys::path_text(folder));
  add("summaries");
  for (const NamedSummary& summary : setup.summaries) add(summary.package + source::hexadecimal(summary.hash));
  add("torch");
  add(text_of(setup.torch_version));
  if (setup.build_files) {
    add("build files");
    for (const std::string& path : *setup.build_files) add(path);
  }
  add("roots");
  for (const inference::SourceRoot& root : setup.roots) {
    add(root.scope);
    add(root.folder);
  }
  return content_hash(text);
}

/// A cache file that is read in parts.
class Kept {
 public:
  /// Nothing unless it is of this program, unit and setup, and whole as far as it was read.
  static std::optional<Kept> open(const fs::path& path, std::uint64_t program, std::uint64_t setup, std::size_t files) {
    Kept kept;
    kept.stream_.open(path, std::ios::binary);
    if (!kept.stream_ || !kept.read(&kept.header_, 1, 0)) return std::nullopt;
    const Header& header = kept.header_;
    if (header.magic != kCacheMagic || header.program != program || header.setup != setup || header.files != files) {
      return std::nullopt;
    }
    kept.entries_.resize(files);
    if (!kept.read(kept.entries_.data(), files, sizeof(Header))) return std::nullopt;
    if (content_hash(bytes_of(kept.entries_.data(), files)) != header.entries) return std::nullopt;
    return kept;
  }

  const Header& header() const { return header_; }
  const std::vector<Entry>& entries() const { return entries_; }

  std::optional<std::string> record(std::size_t file) {
    const Entry& entry = entries_[file];
    std::string bytes(entry.size, '\0');
    if (!read(bytes.data(), bytes.size(), entry.offset) || content_hash(bytes) != entry.record) return std::nullopt;
    return bytes;
  }

 private:
  template <class T>
  bool read(T* out, std::size_t count, std::uint64_t offset) {
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(offset));
    stream_.read(reinterpret_cast<char*>(out), static_cast<std::streamsize>(count * sizeof(T)));
    return static_cast<bool>(stream_);
  }

  std::ifstream stream_;
  Header header_;
  std::vector<Entry> entries_;
};

/// With records at their place behind header and entries.
std::string file_text(Header header, std::vector<Entry> entries, std::span<const std::string> records) {
  std::uint64_t offset = sizeof(Header) + entries.size() * sizeof(Entry);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i].offset = offset;
    entries[i].size = records[i].size();
    entries[i].record = content_hash(records[i]);
    offset += records[i].size();
  }
  header.files = entries.size();
  header.entries = content_hash(bytes_of(entries.data(), entries.size()));
  std::string text;
  text.reserve(offset);
  text += bytes_of(&header, 1);
  text += bytes_of(entries.data(), entries.size());
  for (const std::string& record : records) text += record;
  return text;
}

class Loader {
 public:
  Loader(const Unit& unit, Kept& kept)
      : unit_(unit), kept_(kept), analysed_(unit.files.size()), known_(unit.files.size()) {}

  /// Is what was analysed what is there? Takes the stamps of files that were looked into.
  bool is_unchanged() {
    if (!unit_.request.changed.empty()) return false;
    for (std::size_t i = 0; i < unit_.files.size(); ++i) {
      if (!is_unchanged(i)) return false;
    }
    const auto reads = kept_.record(unit_.files.size());
    if (!reads || !still_hold(*reads, kept_.header().started - kClockTick)) return false;
    are_libraries_cut_short_ = is_cut_short(*reads);
    return true;
  }

  bool are_libraries_cut_short() const { return are_libraries_cut_short_; }

  /// Files whose stamps were too young or new, so that their bytes had to be compared.
  const std::vector<std::pair<std::size_t, source::FileStamp>>& compared() const { return compared_; }

  std::optional<std::vector<AnalysedFile>> run() {
    for (std::size_t i = 0; i < unit_.files.size(); ++i) {
      if (unit_.files[i].reported && !load_reported(i)) return std::nullopt;
    }
    for (std::size_t i = 0; i < unit_.files.size(); ++i) {
      if ((known_[i] || given(i) != nullptr) && !load_text(i)) return std::nullopt;
      CheckedFile& file = analysed_[i].file;
      if (file.source) continue;
      file.source = std::make_unique<source::SourceFile>(source::SourceFile{.path = unit_.files[i].path});
      file.lines = std::make_unique<source::LineTable>(file.source->text);
    }
    return std::move(analysed_);
  }

 private:
  const std::string* given(std::size_t file) const { return given_bytes(unit_.request, unit_.files[file].path); }

  bool is_unchanged(std::size_t file) {
    const Entry& entry = kept_.entries()[file];
    if (const std::string* bytes = given(file)) return content_hash(*bytes) == entry.content;
    const auto stamp = source::stamp_of(unit_.files[file].path);
    if (!stamp || stamp->size != entry.stamp.size) return false;
    const bool is_old = std::max(stamp->modified, stamp->changed) + kClockTick < kept_.header().started;
    if (is_old && *stamp == entry.stamp) return true;
    const auto read = source::read_bytes(unit_.files[file].path, source::kDefaultSizeLimit);
    if (!read || content_hash(read->bytes) != entry.content) return false;
    compared_.emplace_back(file, read->stamp);
    return true;
  }

  bool load_summary(std::size_t file) {
    const auto record = kept_.record(file);
    if (!record) return false;
    auto summary = decode_summary(*record, static_cast<std::uint32_t>(unit_.files.size()));
    if (!summary) return false;
    analysed_[file].summary = std::move(*summary);
    return true;
  }

  bool load_reported(std::size_t file) {
    if (!load_summary(file)) return false;
    if (unit_.files[file].named) known_[file] = true;  // it may be looked into for syntax errors
    const FileSummary& summary = analysed_[file].summary;
    point_to(summary.findings);
    for (const engine::HotFunction& hot : summary.hot) {
      if (hot.caller) known_[hot.caller->file] = true;
    }
    for (const engine::OutsideCall& call : summary.calls) {
      for (const engine::ReachedWait& wait : call.waits) {
        // Of C++ all calls are reported, also those that lead to a finding.
        const bool is_reported = unit_.files[wait.file].reported;
        if (is_reported && !is_cxx(unit_.files[file].path)) continue;
        known_[file] = true;
        for (const engine::Related& place : call.chain) known_[place.file] = true;
        if (!is_reported && !load_helper(wait.file)) return false;
      }
    }
    return true;
  }

  /// A file that is not reported, and that a call leads to: its findings are looked at.
  bool load_helper(std::size_t file) {
    if (!analysed_[file].summary.findings.empty()) return true;
    if (!load_summary(file)) return false;
    point_to(analysed_[file].summary.findings);
    return true;
  }

  void point_to(const std::vector<engine::Finding>& findings) {
    for (const engine::Finding& finding : findings) {
      known_[finding.file] = true;
      for (const engine::Related& place : finding.related) known_[place.file] = true;
      for (const engine::Related& place : finding.chain) known_[place.file] = true;
    }
  }

  bool load_text(std::size_t file) {
    std::optional<ContentKey> content;
    auto loaded = load_source(unit_.request, unit_.files[file].path, content);
    // It may have been written since it was compared; places in it would be wrong then.
    const bool is_same = given(file) != nullptr || (content && content->hash == kept_.entries()[file].content);
    if (!loaded || !is_same) return false;
    CheckedFile& checked = analysed_[file].file;
    checked.source = std::make_unique<source::SourceFile>(std::move(*loaded));
    checked.lines = std::make_unique<source::LineTable>(checked.source->text);
    return true;
  }

  const Unit& unit_;
  Kept& kept_;
  std::vector<AnalysedFile> analysed_;
  std::vector<bool> known_;  ///< files whose text is shown
  std::vector<std::pair<std::size_t, source::FileStamp>> compared_;
  bool are_libraries_cut_short_ = false;
};

/// So that the files that had to be compared are known by their stamps the next time.
void renew(const fs::path& path, Kept& kept, const Loader& loader, std::int64_t started) {
  std::vector<Entry> entries = kept.entries();
  for (const auto& [file, stamp] : loader.compared()) entries[file].stamp = stamp;
  std::vector<std::string> records;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto record = kept.record(i);
    if (!record) return;
    records.push_back(std::move(*record));
  }
  Header header = kept.header();
  header.started = started;
  write_kept(path, file_text(header, std::move(entries), records));
}

}  // namespace

std::int64_t time_before_reading() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::optional<KeptSummaries> load_summaries(const fs::path& folder, const Unit& unit, const UnitSetup& setup) {
  const auto program = program_hash();
  if (!program) return std::nullopt;
  const fs::path path = file_of(folder, unit, *program);
  const std::int64_t started = time_before_reading();
  auto kept = Kept::open(path, *program, hash_of(unit, setup), unit.files.size() + 1);
  if (!kept) return std::nullopt;
  Loader loader(unit, *kept);
  if (!loader.is_unchanged()) return std::nullopt;
  auto analysed = loader.run();
  if (!analysed) return std::nullopt;
  const bool is_older = std::ranges::any_of(loader.compared(), [&](const auto& file) {
    return std::max(file.second.modified, file.second.changed) + kClockTick < started;
  });
  if (is_older && unit.request.is_kept) renew(path, *kept, loader, started);
  return KeptSummaries{.files = std::move(*analysed), .are_libraries_cut_short = loader.are_libraries_cut_short()};
}

void store_summaries(const fs::path& folder, const Unit& unit, const UnitSetup& setup,
                     const std::vector<AnalysedFile>& analysed, const LibraryReads& reads, std::int64_t started) {
  const auto program = program_hash();
  const bool is_on_disk =
      std::ranges::all_of(analysed, [](const AnalysedFile& file) { return file.content.has_value(); });
  if (!program || !is_on_disk) return;
  std::vector<Entry> entries;
  std::vector<std::string> records;
  for (const AnalysedFile& file : analysed) {
    entries.push_back({.stamp = file.content->stamp, .content = file.content->hash});
    records.push_back(encode_summary(file.summary));
  }
  entries.emplace_back();
  records.push_back(encode_reads(reads));
  const Header header{.program = *program, .setup = hash_of(unit, setup), .started = started};
  write_kept(file_of(folder, unit, *program), file_text(header, std::move(entries), records));
}

}  // namespace syncfree::driver
