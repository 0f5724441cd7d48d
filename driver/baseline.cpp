#include "driver/baseline.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "analyzer/source/file_bytes.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kFormat = "syncfree-lint baseline";
constexpr int kVersion = 2;
constexpr std::uint64_t kLargest = 500'000'000;  ///< bytes: some million findings
constexpr int kVersionOfTexts = 1;               ///< held texts as they stood in the source

fs::path absolute_without_links(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(path, error);
  return error ? fs::absolute(path).lexically_normal() : result;
}

fs::path folder_of(const std::string& path) { return absolute_without_links(fs::absolute(path).parent_path()); }

/// Names files as the entries do. Links among the folders on the way are followed.
class Names {
 public:
  explicit Names(fs::path folder) : folder_(std::move(folder)) {}
  std::string operator()(const std::string& path) {
    const fs::path absolute = fs::absolute(path);
    const auto [entry, is_new] = folders_.try_emplace(absolute.parent_path());
    if (is_new) entry->second = absolute_without_links(absolute.parent_path());
    return (entry->second / absolute.filename()).lexically_relative(folder_).generic_string();
  }

 private:
  fs::path folder_;
  std::map<fs::path, fs::path> folders_;
};

std::expected<engine::BaselineEntry, std::string> read_entry(const OrderedJson& json) {
  engine::BaselineEntry entry;
  for (const auto& [key, member] :
       {std::pair{"path", &engine::BaselineEntry::path}, std::pair{"code", &engine::BaselineEntry::code},
        std::pair{"function", &engine::BaselineEntry::function}, std::pair{"text", &engine::BaselineEntry::text},
        std::pair{"line", &engine::BaselineEntry::line}}) {
    const auto value = json.is_object() ? json.find(key) : json.end();
    if (value == json.end() || !value->is_string())
      return std::unexpected("an entry lacks its `" + std::string(key) + "`");
    entry.*member = value->get<std::string>();
  }
  return entry;
}

std::expected<std::vector<engine::BaselineEntry>, std::string> read_entries(const OrderedJson& document) {
  if (!document.is_object() || document.value("format", OrderedJson()) != OrderedJson(kFormat)) {
    return std::unexpected("is no baseline of syncfree-lint");
  }
  const OrderedJson version = document.value("version", OrderedJson());
  if (version != OrderedJson(kVersion) && version != OrderedJson(kVersionOfTexts)) {
    return std::unexpected("is a baseline of version " + version.dump() + "; this program reads up to version " +
                           std::to_string(kVersion) + ": renew it with --write-baseline");
  }
  const OrderedJson findings = document.value("findings", OrderedJson());
  if (!findings.is_array()) return std::unexpected("is a baseline without `findings`");
  std::vector<engine::BaselineEntry> entries;
  for (const OrderedJson& finding : findings) {
    auto entry = read_entry(finding);
    if (!entry) return std::unexpected("is no whole baseline: " + entry.error());
    if (version == OrderedJson(kVersionOfTexts)) {
      entry->text = engine::baseline_words(entry->text);
      entry->line = engine::baseline_words(entry->line);
    }
    entries.push_back(std::move(*entry));
  }
  return entries;
}

OrderedJson json_of(const engine::BaselineEntry& entry) {
  return {{"path", entry.path},
          {"code", entry.code},
          {"function", entry.function},
          {"text", entry.text},
          {"line", entry.line}};
}

}  // namespace

std::expected<Baseline, std::string> read_baseline(const std::string& path) {
  const auto read = source::read_bytes(path, kLargest);
  if (!read) return std::unexpected(path + ": " + read.error());
  const OrderedJson document = OrderedJson::parse(read->bytes, nullptr, false);
  if (document.is_discarded()) return std::unexpected(path + ": is no baseline: it is not valid JSON");
  auto entries = read_entries(document);
  if (!entries) return std::unexpected(path + ": " + entries.error());
  return Baseline{folder_of(path), std::move(*entries)};
}

std::string baseline_text(const engine::Report& report, const std::string& path) {
  Names names(folder_of(path));
  OrderedJson findings = OrderedJson::array();
  for (const engine::Finding& finding : report.findings) {
    if (finding.suppressed) continue;
    const engine::ReportedFile& file = report.files[finding.file];
    engine::BaselineEntry entry = engine::baseline_entry(finding, file, names(file.path));
    findings.push_back(json_of(entry));
    for (const engine::AlsoFound& also : finding.also) {
      entry.code = also.code;
      findings.push_back(json_of(entry));
    }
  }
  const OrderedJson document = {{"format", kFormat}, {"version", kVersion}, {"findings", std::move(findings)}};
  return document.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

std::vector<engine::BaselineEntry> apply_baseline(const Baseline& baseline, engine::Report& report,
                                                  const std::function<bool(const engine::Finding&)>& is_wanted) {
  Names names(baseline.folder);
  std::set<std::string> analysed;
  for (const engine::ReportedFile& file : report.files) {
    if (file.reported) analysed.insert(names(file.path));
  }
  for (const engine::Problem& problem : report.problems) {
    if (problem.fatal) analysed.erase(names(problem.path));
  }
  const auto is_gone = [&](const std::string& path) {
    std::error_code ignored;
    return !analysed.contains(path) && !fs::exists(baseline.folder / path, ignored);
  };
  std::vector<engine::Finding*> candidates;
  for (engine::Finding& finding : report.findings) {
    if (!finding.suppressed) candidates.push_back(&finding);
  }
  std::ranges::stable_partition(candidates, [&](const engine::Finding* finding) { return is_wanted(*finding); });
  std::vector<engine::BaselineEntry> found;
  for (const engine::Finding* finding : candidates) {
    const engine::ReportedFile& file = report.files[finding->file];
    found.push_back(engine::baseline_entry(*finding, file, names(file.path)));
  }
  std::vector<bool> used(baseline.entries.size());
  const auto matches = engine::match_baseline(baseline.entries, found, is_gone);
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (!matches[i]) continue;
    used[*matches[i]] = true;
    candidates[i]->suppressed = true;
    candidates[i]->in_baseline = true;
  }
  std::vector<engine::BaselineEntry> stale;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const engine::BaselineEntry& entry = baseline.entries[i];
    if (!used[i] && (analysed.contains(entry.path) || is_gone(entry.path))) stale.push_back(entry);
  }
  return stale;
}

}  // namespace syncfree::driver
