#include "driver/facts_cache.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "analyzer/source/hexadecimal.h"
#include "analyzer/system/environment_variables.h"
#include "analyzer/system/path_text.h"
#include "driver/cache_folder.h"
#include "driver/content_hash.h"
#include "driver/summary_cache.h"

namespace syncfree::driver {
namespace {

using clang_frontend::WorkAnswer;
using clang_frontend::WorkRequest;

constexpr std::uint64_t kMagic = 0x3173746361666673;  // "sffacts1"
constexpr std::uint64_t kMostBytes = 1ULL << 30;
// Where Clang looks for headers besides its flags.
constexpr std::array<const char*, 3> kVariables = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"};

std::uint64_t command_hash(const WorkRequest& request) {
  std::string text;
  const auto add = [&](std::string_view word) { (text += word) += '\0'; };
  add(request.directory);
  for (const std::string& argument : request.arguments) add(argument);
  for (const char* variable : kVariables) {
    add(sys::variable(variable).value_or(""));
  }
  return content_hash(text);
}

void put_texts(std::string& out, const std::vector<std::string>& texts) {
  put(out, static_cast<std::uint64_t>(texts.size()));
  for (const std::string& text : texts) put_text(out, text);
}

bool take_texts(ByteRecord& record, std::vector<std::string>& texts) {
  std::uint64_t count = 0;
  if (!record.take(count)) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!record.take_text(texts.emplace_back())) return false;
  }
  return true;
}

bool is_there(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

bool is_younger(const source::FileStamp& stamp, std::int64_t than) {
  return std::max(stamp.modified, stamp.changed) > than;
}

}  // namespace

FactsCache::FactsCache(const std::optional<std::filesystem::path>& folder, const std::string& database,
                       const std::string& worker)
    : started_(time_before_reading()) {
  if (!folder) return;
  const auto program = program_hash();
  const auto compiler = program_hash(worker);
  if (!program || !compiler) return;
  std::string programs;
  put(programs, *program);
  put(programs, *compiler);
  path_ = *folder / (source::hexadecimal(content_hash(database)) + "-" + source::hexadecimal(content_hash(programs)) +
                     std::string(kFacts));
  load();
}

void FactsCache::load() {
  const auto read = source::read_bytes(sys::path_text(path_), kMostBytes);
  if (!read) return;
  ByteRecord record(read->bytes);
  std::uint64_t magic = 0;
  std::uint64_t hash = 0;
  if (!record.take(magic) || magic != kMagic || !record.take(hash)) return;
  const std::string_view body = std::string_view(read->bytes).substr(sizeof magic + sizeof hash);
  if (content_hash(body) != hash || !take_all(body)) {
    files_.clear();
    sources_.clear();
  }
}

bool FactsCache::take_source(ByteRecord& record, const std::vector<NamedFile*>& files, Source& source) {
  std::uint64_t count = 0;
  if (!record.take(source.command) || !record.take(source.content) || !record.take(count)) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint32_t id = 0;
    if (!record.take(id) || id >= files.size()) return false;
    source.read.push_back(files[id]);
  }
  return take_texts(record, source.wanted) && take_texts(record, source.absent) && record.take_text(source.facts);
}

bool FactsCache::take_all(std::string_view bytes) {
  ByteRecord record(bytes);
  std::uint64_t count = 0;
  if (!record.take(count)) return false;
  std::vector<NamedFile*> files;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string path;
    File file;
    if (!record.take_text(path) || !record.take(file.stamp) || !record.take(file.hash)) return false;
    files.push_back(&*files_.emplace_hint(files_.end(), std::move(path), file));
  }
  if (!record.take(count)) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string path;
    Source source;
    if (!record.take_text(path) || !take_source(record, files, source)) return false;
    sources_.emplace_hint(sources_.end(), std::move(path), std::move(source));
  }
  return true;
}

bool FactsCache::holds(NamedFile& file) {
  if (!file.second.holds) file.second.holds = look_at(file);
  return *file.second.holds;
}

/// A stamp that says nothing is renewed.
bool FactsCache::look_at(NamedFile& named) {
  auto& [path, file] = named;
  const auto stamp = source::stamp_of(path);
  if (!stamp || stamp->size != file.stamp.size) return false;
  if (file.stamp.inode != 0 && *stamp == file.stamp) return true;
  const auto read = source::read_bytes(path, kMostBytes);
  if (!read || content_hash(read->bytes) != file.hash) return false;
  if (!is_younger(read->stamp, started_ - kClockTick)) {
    file.stamp = read->stamp;
    is_changed_ = true;
  }
  return true;
}

std::uint64_t FactsCache::content_of(const Source& source) {
  std::string hashes;
  for (const NamedFile* file : source.read) put(hashes, file->second.hash);
  return content_hash(hashes);
}

/// Another source may have been compiled with a header as it is now, and this one with what it was.
bool FactsCache::holds(const Source& source) {
  return std::ranges::all_of(source.read, [&](NamedFile* file) { return holds(*file); }) &&
         content_of(source) == source.content && std::ranges::none_of(source.absent, is_there);
}

std::optional<cxx::Facts> FactsCache::find(const WorkRequest& request) {
  const auto found = sources_.find(request.source);
  if (found == sources_.end()) return std::nullopt;
  const Source& source = found->second;
  std::vector<std::string> wanted;
  for (const NamedFile* file : source.read) {
    if (std::ranges::binary_search(request.files, file->first)) wanted.push_back(file->first);
  }
  if (source.command != command_hash(request) || source.wanted != wanted || !holds(source)) return std::nullopt;
  return cxx::read_facts(source.facts);
}

void FactsCache::add(const WorkRequest& request, const WorkAnswer& answer) {
  if (path_.empty()) return;
  is_changed_ = sources_.erase(request.source) > 0 || is_changed_;
  if (answer.read.empty()) return;
  Source source;
  source.command = command_hash(request);
  source.absent = answer.absent;
  source.facts = cxx::write_facts(answer.facts);
  for (const std::string& path : answer.read) {
    NamedFile& named = *files_.try_emplace(path).first;
    if (!is_known_now(named)) return;
    source.read.push_back(&named);
    if (std::ranges::binary_search(request.files, path)) source.wanted.push_back(path);
  }
  source.content = content_of(source);
  sources_.emplace(request.source, std::move(source));
  is_changed_ = true;
}

/// Takes the content of a file that Clang has read in this run.
bool FactsCache::is_known_now(NamedFile& named) {
  auto& [path, file] = named;
  if (file.holds == true) return true;
  file.holds = false;
  const auto read = source::read_bytes(path, kMostBytes);
  // What was written while Clang ran need not be what Clang saw.
  if (!read || is_younger(read->stamp, started_)) return false;
  file = {.stamp = read->stamp, .hash = content_hash(read->bytes), .holds = true};
  if (is_younger(read->stamp, started_ - kClockTick)) file.stamp.inode = 0;
  return true;
}

std::string FactsCache::files_text(std::unordered_map<const NamedFile*, std::uint32_t>& ids) const {
  for (const auto& [path, source] : sources_) {
    for (const NamedFile* file : source.read) ids.emplace(file, 0);
  }
  std::string text;
  put(text, static_cast<std::uint64_t>(ids.size()));
  std::uint32_t next = 0;
  for (const NamedFile& file : files_) {
    const auto used = ids.find(&file);
    if (used == ids.end()) continue;
    used->second = next++;
    put_text(text, file.first);
    put(text, file.second.stamp);
    put(text, file.second.hash);
  }
  return text;
}

void FactsCache::store() {
  if (path_.empty() || !is_changed_) return;
  std::erase_if(sources_, [&](const auto& source) { return !holds(source.second); });
  std::unordered_map<const NamedFile*, std::uint32_t> ids;
  std::string body = files_text(ids);
  put(body, static_cast<std::uint64_t>(sources_.size()));
  for (const auto& [path, source] : sources_) {
    put_text(body, path);
    put(body, source.command);
    put(body, source.content);
    put(body, static_cast<std::uint64_t>(source.read.size()));
    for (const NamedFile* file : source.read) put(body, ids.at(file));
    put_texts(body, source.wanted);
    put_texts(body, source.absent);
    put_text(body, source.facts);
  }
  std::string text;
  put(text, kMagic);
  put(text, content_hash(body));
  write_kept(path_, text + body);
}

}  // namespace syncfree::driver
