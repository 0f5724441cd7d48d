#include "driver/library_summaries.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "analyzer/source/file_bytes.h"
#include "analyzer/summary/summary_json.h"
#include "driver/content_hash.h"
#include "rules/libraries/shipped.h"

namespace syncfree::driver {
namespace {

/// More than any package needs.
constexpr std::size_t kLargestSummary = 100'000'000;

/// Read once in a process, when somebody imports the package; null if there is none.
SharedRows shipped_rows(const std::string& package) {
  static std::mutex mutex;
  static std::map<std::string, SharedRows, std::less<>> known;
  const std::scoped_lock lock(mutex);
  const auto [entry, is_new] = known.try_emplace(package);
  if (!is_new) return entry->second;
  const std::string_view text = rules::shipped_summary(package);
  if (text.empty()) return nullptr;
  if (auto summary = summary::from_json(text))
    entry->second = std::make_shared<const catalog::TextRows>(std::move(summary->rows));
  return entry->second;
}

}  // namespace

std::expected<std::vector<NamedSummary>, std::string> load_summaries(std::span<const std::filesystem::path> files) {
  std::vector<NamedSummary> summaries;
  for (const std::filesystem::path& file : files) {
    const auto read = source::read_bytes(file.string(), kLargestSummary);
    if (!read) return std::unexpected(file.string() + ": " + read.error());
    auto summary = summary::from_json(read->bytes);
    if (!summary) return std::unexpected(file.string() + ": " + summary.error());
    summaries.push_back({.package = std::move(summary->package),
                         .hash = content_hash(read->bytes),
                         .rows = std::make_shared<const catalog::TextRows>(std::move(summary->rows))});
  }
  return summaries;
}

std::vector<SharedRows> rows_of(const std::set<std::string>& imported, const std::set<std::string>& own,
                                std::span<const NamedSummary> named, bool takes_shipped) {
  std::vector<SharedRows> rows;
  for (const std::string& package : imported) {
    if (own.contains(package)) continue;
    const auto chosen = std::ranges::find(named, package, &NamedSummary::package);
    SharedRows found = chosen != named.end() ? chosen->rows : takes_shipped ? shipped_rows(package) : nullptr;
    if (found) rows.push_back(std::move(found));
  }
  return rows;
}

}  // namespace syncfree::driver
