#include "driver/memory.h"

#include <algorithm>
#include <utility>

#include "analyzer/inference/memo.h"
#include "analyzer/source/file_bytes.h"
#include "driver/cache_folder.h"
#include "driver/content_hash.h"
#include "driver/language.h"
#include "rules/rule_table.h"

namespace syncfree::driver {

namespace {

/// Of the values that an analysis holds, and of what it knows for the next one.
std::size_t bytes_of_values(const inference::Analysis& analysis) {
  std::size_t bytes = analysis.memo ? analysis.memo->used() : 0;
  for (const auto& arena : analysis.arenas) bytes += arena->used();
  return bytes;
}

std::size_t bytes_of(const model::Module& module) { return module.arena.used() + module.text.size(); }

}  // namespace

void KeptGroup::begin_afresh(const inference::Project& made, const inference::Analysis& inferred) {
  fresh_values = fresh = bytes_of_values(inferred);
  for (const std::uint32_t module : made.order()) fresh += bytes_of(*made.modules()[module].input.module);
  replaced.clear();
  judged.clear();
  unjudged.clear();
}

bool KeptGroup::is_to_be_freed() const {
  constexpr std::size_t kPart = 5;
  constexpr std::size_t kLittle = 2'000'000;
  if (!analysis) return false;
  std::size_t more = bytes_of_values(*analysis);
  more -= std::min(more, fresh_values);
  for (const ReadFile& file : replaced) more += file.module ? bytes_of(*file.module) : 0;
  return more > fresh / kPart + kLittle;
}

void KeptGroup::forget() {
  analysis.reset();
  project.reset();
  judged.clear();
  unjudged.clear();
  replaced.clear();
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

const ReadFile* KeptUnit::unchanged(const CheckRequest& request, const std::string& path) const {
  const ReadFile* kept = find(path);
  if (kept == nullptr || request.changed.contains(path)) return nullptr;
  if (const std::string* given = given_bytes(request, path); given != nullptr)
    return kept->hash == content_hash(*given) ? kept : nullptr;
  if (!kept->analysed.content) return nullptr;
  const source::FileStamp& stamp = kept->analysed.content->stamp;
  const bool is_old = std::max(stamp.modified, stamp.changed) + kClockTick < started;
  return is_old && source::stamp_of(path) == stamp ? kept : nullptr;
}

void KeptUnit::keep(std::span<const ReadFile> read, std::int64_t reading_started) {
  std::unordered_map<std::string, ReadFile> now;
  for (const ReadFile& file : read) {
    const std::string& path = file.analysed.file.source->path;
    if (!is_cxx(path) && !file.is_refused) now.emplace(path, file);
  }
  files = std::move(now);
  started = reading_started;
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

std::size_t Memory::sum(std::size_t KeptGroup::* count) const {
  std::size_t all = 0;
  for (const KeptUnit& unit : units_) {
    for (const KeptGroup& group : unit.groups) all += group.*count;
  }
  return all;
}

}  // namespace syncfree::driver
