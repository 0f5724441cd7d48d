#include "driver/library_summaries.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "analyzer/source/file_bytes.h"
#include "analyzer/summary/summary_json.h"
#include "analyzer/system/path_text.h"
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

std::expected<NamedSummary, std::string> read_summary(const source::FileBytes& read) {
  auto summary = summary::from_json(read.bytes);
  if (!summary) return std::unexpected(std::move(summary.error()));
  NamedSummary named{.package = std::move(summary->package),
                     .hash = content_hash(read.bytes),
                     .rows = std::make_shared<const catalog::TextRows>(std::move(summary->rows))};
  const catalog::MoreRows rows(catalog::builtin_rows(), {&named.rows, 1}, {});
  if (!rows.faults().empty()) return std::unexpected(rows.faults().front());
  return named;
}

/// Read once in a process, as long as the file stays as it is.
std::expected<NamedSummary, std::string> named_summary(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, std::pair<source::FileStamp, NamedSummary>, std::less<>> known;
  const std::scoped_lock lock(mutex);
  const auto before = known.find(path);
  if (before != known.end() && source::stamp_of(path) == before->second.first) return before->second.second;
  const auto read = source::read_bytes(path, kLargestSummary);
  if (!read) return std::unexpected(read.error());
  auto named = read_summary(*read);
  if (named) known.insert_or_assign(path, std::pair(read->stamp, *named));
  return named;
}

}  // namespace

std::expected<std::vector<NamedSummary>, std::string> load_summaries(std::span<const std::filesystem::path> files) {
  std::vector<NamedSummary> summaries;
  for (const std::filesystem::path& file : files) {
    auto summary = named_summary(sys::path_text(file));
    if (!summary) return std::unexpected(sys::path_text(file) + ": " + summary.error());
    summaries.push_back(std::move(*summary));
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
