#include "driver/memory.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "analyzer/inference/compaction.h"
#include "analyzer/source/file_bytes.h"
#include "analyzer/system/free_memory.h"
#include "driver/cache_folder.h"
#include "driver/content_hash.h"
#include "driver/language.h"
#include "rules/rule_table.h"

namespace syncfree::driver {

namespace {

const std::string& path_of(const ReadFile& file) { return file.analysed.file.source->path; }

/// Nothing was read between them.
bool is_same_reading(const ReadFile& a, const ReadFile& b) {
  return a.analysed.file.source == b.analysed.file.source && a.module == b.module &&
         a.analysed.content.has_value() == b.analysed.content.has_value();
}

std::size_t bytes_of(const model::Module& module) { return module.arena.used() + module.text.size(); }

}  // namespace

void KeptGroup::begin_afresh() {
  has_freed = true;
  compacted = 0;
  spare.reset();
  replaced.clear();
  judged.clear();
  unjudged = {};
}

bool KeptGroup::compact(std::size_t part) {
  constexpr std::size_t kLittle = 1'000'000;
  if (!analysis || !project) return false;
  std::size_t former = 0;
  for (const ReadFile& file : replaced) former += file.module ? bytes_of(*file.module) : 0;
  std::size_t kept = compacted;
  std::unordered_set<const model::Module*> present;
  for (const std::uint32_t module : project->order()) {
    kept += bytes_of(*project->modules()[module].input.module);
    present.insert(project->modules()[module].input.module);
  }
  const std::size_t held = inference::held_by(*analysis);
  if (compacted != 0 && held + former < compacted + kept / part + kLittle) return false;
  // What was judged of models that are gone since is told from that of others by their addresses.
  if (!unjudged.modules.empty()) {
    judged.clear();
    unjudged = {};
  }
  inference::compact(*analysis);
  std::erase_if(replaced, [&](const ReadFile& file) { return !present.contains(file.module.get()); });
  compacted = inference::held_by(*analysis);
  has_freed = true;
  return true;
}

KeptUnit::KeptUnit(const Unit& unit, const UnitSetup& setup)
    : roots(unit.request.paths),
      words(configured_words(setup)),
      blocks(setup.blocks),
      named_summaries(setup.summaries),
      source_roots(setup.roots),
      torch_version(setup.torch_version) {}

void KeptUnit::use(std::vector<SharedRows> now) {
  if (catalog && now == summaries) return;
  groups.clear();
  catalog.reset();
  summaries = std::move(now);
  const auto others = other_rows(catalog::torch_versions(), torch_version);
  rows = std::make_unique<const catalog::MoreRows>(
      catalog::builtin_rows(), summaries, catalog::NamedBlocks{.names = blocks, .rule = rules::kStatedBlock}, others);
  catalog = std::make_unique<const catalog::Catalog>(rows->rows(), symbols);
}

bool KeptUnit::is_for(const Unit& unit, const UnitSetup& setup) const {
  return roots == unit.request.paths && words == configured_words(setup) && blocks == setup.blocks &&
         named_summaries == setup.summaries && source_roots == setup.roots && torch_version == setup.torch_version;
}

const ReadFile* KeptUnit::find(const std::string& path) const {
  const auto found = files.find(path);
  return found == files.end() ? nullptr : &found->second;
}

const ReadFile* KeptUnit::unchanged(const CheckRequest& request, const std::string& path,
                                    const std::string* given) const {
  const ReadFile* kept = find(path);
  if (kept == nullptr || request.changed.contains(path)) return nullptr;
  if (given != nullptr) return kept->hash == content_hash(*given) ? kept : nullptr;
  if (!kept->analysed.content) return nullptr;
  if (request.files_state && request.files_state == files_state) return kept;
  const source::FileStamp& stamp = kept->analysed.content->stamp;
  const bool is_old = std::max(stamp.modified, stamp.changed) + kClockTick < started;
  return is_old && source::stamp_of(path) == stamp ? kept : nullptr;
}

std::vector<ReadFile> KeptUnit::keep(std::span<const ReadFile> read, std::int64_t reading_started,
                                     std::optional<std::uint64_t> state) {
  std::vector<ReadFile> former;
  std::size_t count = 0;
  const auto is_kept = [](const ReadFile& file) { return !is_cxx(path_of(file)) && !file.is_refused; };
  for (const ReadFile& file : read) {
    if (!is_kept(file)) continue;
    ++count;
    const auto [entry, is_new] = files.try_emplace(path_of(file), file);
    if (is_new || is_same_reading(entry->second, file)) continue;
    if (entry->second.module != file.module) former.push_back(std::move(entry->second));
    entry->second = file;
  }
  if (count < files.size()) {
    std::unordered_set<std::string_view> now;
    for (const ReadFile& file : read) {
      if (is_kept(file)) now.insert(path_of(file));
    }
    std::erase_if(files, [&](auto& entry) {
      if (now.contains(entry.first)) return false;
      former.push_back(std::move(entry.second));
      return true;
    });
  }
  started = reading_started;
  files_state = state;
  return former;
}

KeptUnit& Memory::of(const Unit& unit, const UnitSetup& setup) {
  const auto found = std::ranges::find_if(units_, [&](const KeptUnit& kept) { return kept.is_for(unit, setup); });
  if (found != units_.end()) {
    units_.splice(units_.begin(), units_, found);
  } else {
    units_.emplace_front(unit, setup);
    if (units_.size() > kMostUnits) units_.pop_back();
  }
  return units_.front();
}

KnownFiles* Memory::files_of(const CheckRequest& request) {
  const auto known = std::ranges::find_if(files_, [&](const KnownFiles& each) { return each.are_for(request); });
  if (known == files_.end()) return nullptr;
  files_.splice(files_.begin(), files_, known);
  files_.front().take(request);
  return &files_.front();
}

KnownFiles& Memory::keep(const CheckRequest& request, FoundFiles found) {
  files_.remove_if([&](const KnownFiles& each) { return each.paths() == request.paths; });  // of another state
  files_.emplace_front(request, std::move(found));
  if (files_.size() > kMostUnits) files_.pop_back();
  return files_.front();
}

void Memory::tidy() {
  constexpr std::size_t kPart = 10;
  for (KeptUnit& unit : units_) {
    for (KeptGroup& group : unit.groups) group.compact(kPart);
  }
  give_back();
}

void Memory::give_back() {
  bool has_freed = false;
  for (KeptUnit& unit : units_) {
    for (KeptGroup& group : unit.groups) has_freed |= std::exchange(group.has_freed, false);
  }
  if (has_freed) sys::give_back_free_memory();
}

std::size_t Memory::former_texts() const {
  std::size_t all = 0;
  for (const KeptUnit& unit : units_) {
    for (const KeptGroup& group : unit.groups) all += group.replaced.size();
  }
  return all;
}

std::size_t Memory::sum(std::size_t KeptGroup::* count) const {
  std::size_t all = 0;
  for (const KeptUnit& unit : units_) {
    for (const KeptGroup& group : unit.groups) all += group.*count;
  }
  return all;
}

}  // namespace syncfree::driver
