#include "driver/fixing.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/engine/one_wait.h"
#include "analyzer/fixes/apply.h"
#include "analyzer/fixes/unified_diff.h"
#include "analyzer/source/encoding.h"
#include "analyzer/system/write_file.h"
#include "driver/language.h"

namespace syncfree::driver {
namespace {

/// A change can make room for the next one; more rounds than this no real code needs.
constexpr int kMostRounds = 10;

std::map<std::string, std::size_t> problems_by_path(const engine::Report& report) {
  std::map<std::string, std::size_t> counts;
  for (const engine::Problem& problem : report.problems) ++counts[problem.path];
  return counts;
}

class Rounds {
 public:
  Rounds(CheckRequest request, fixes::Applicability least, Progress& progress)
      : request_(std::move(request)), least_(least), progress_(progress) {}

  FixResult run() {
    CheckResult result = check(request_, progress_);
    problems_ = problems_by_path(result.report);
    for (int round = 0; round < kMostRounds && !result.report.interrupted && change(result); ++round) {
      check_again(result);
      if (undo_spoilt(result.report)) check_again(result);
    }
    if (result.report.interrupted) changed_.clear();  // the next round might have taken a change back
    std::ranges::move(messages_, std::back_inserter(result.report.problems));
    FixResult fixed{.check = std::move(result), .changed = {}};
    for (auto& [path, file] : changed_) {
      if (file.text != file.before.text) fixed.changed.push_back(std::move(file));
    }
    return fixed;
  }

 private:
  void check_again(CheckResult& result) {
    result = {};  // its memory serves the next
    result = check(request_, progress_);
  }

  bool change(const CheckResult& result) {
    std::map<std::uint32_t, std::vector<engine::Remedy>> by_file;
    for (const engine::Finding& finding : result.report.findings) {
      if (finding.suppressed || spoilt_.contains(result.report.files[finding.file].path)) continue;
      for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
        if (remedy.fix != nullptr && remedy.fix->applicability >= least_) by_file[finding.file].push_back(remedy);
      }
    }
    last_texts_.clear();
    for (const auto& [number, remedies] : by_file) change_file(*result.files[number].source, remedies);
    return !last_texts_.empty();
  }

  void change_file(const source::SourceFile& source, std::span<const engine::Remedy> remedies) {
    std::vector<const fixes::Fix*> wanted;
    for (const engine::Remedy& remedy : remedies) wanted.push_back(remedy.fix);
    fixes::Applied applied = fixes::apply_fixes(source.text, wanted);
    if (applied.taken.empty() || applied.text == source.text) return;
    ChangedFile& file = changed_.try_emplace(source.path, ChangedFile{source, {}, {}}).first->second;
    for (const std::size_t index : applied.taken) ++file.fixed[remedies[index].code];
    last_texts_.emplace_back(source.path, source.text);
    file.text = std::move(applied.text);
    request_.changed[source.path] = file.text;
  }

  /// Files with a syntax error that was not there before: as they were before the last round, and no more fixes.
  bool undo_spoilt(const engine::Report& report) {
    bool undone = false;
    std::map<std::string, std::size_t> now = problems_by_path(report);
    for (auto& [path, text] : last_texts_) {
      if (now[path] <= problems_[path]) continue;
      spoilt_.insert(path);
      messages_.push_back({.path = path, .uri = path, .message = "a fix would have spoilt the file; it is left out"});
      ChangedFile& file = changed_.at(path);
      request_.changed[path] = text;
      file.text = std::move(text);
      undone = true;
    }
    return undone;
  }

  CheckRequest request_;
  fixes::Applicability least_;
  Progress& progress_;
  std::map<std::string, std::size_t> problems_;
  std::map<std::string, ChangedFile> changed_;
  std::vector<std::pair<std::string, std::string>> last_texts_;  ///< before the last round
  std::set<std::string> spoilt_;
  std::vector<engine::Problem> messages_;
};

/// Encoded as the file is, if it reads back as the same text. A notebook takes the text back into its cells.
std::expected<std::string, std::string> bytes_of(const source::SourceFile& file, const std::string& text) {
  if (file.notebook) return source::notebook_with(*file.notebook, file.text, text);
  auto bytes =
      source::encode_source({.text = text, .encoding = file.encoding, .has_byte_order_mark = file.has_byte_order_mark});
  if (!bytes) return bytes;
  const auto read = decoder_of(file.path)(*bytes);
  if (!read || read->text != text || read->encoding != file.encoding) {
    return std::unexpected("cannot be written in its encoding, '" + file.encoding + "'");
  }
  return bytes;
}

}  // namespace

FixResult check_and_fix(CheckRequest request, fixes::Applicability least, Progress& progress) {
  return Rounds(std::move(request), least, progress).run();
}

std::expected<std::string, std::string> bytes_of(const ChangedFile& file) { return bytes_of(file.before, file.text); }

std::expected<void, std::string> write_back(const ChangedFile& file) {
  const auto bytes = bytes_of(file);
  if (!bytes) return std::unexpected(bytes.error());
  const auto now = source::load_source_file(file.before.path, source::kDefaultSizeLimit, decoder_of(file.before.path));
  if (!now) return std::unexpected(now.error() + "; its fixes are not written");
  const bool same = now->text == file.before.text && now->encoding == file.before.encoding &&
                    now->has_byte_order_mark == file.before.has_byte_order_mark;
  if (!same) return std::unexpected("has changed since it was read; its fixes are not written");
  return sys::rewrite_file(file.before.path, *bytes);
}

std::expected<std::string, std::string> diff_of(const ChangedFile& file) {
  const auto before = bytes_of(file.before, file.before.text);
  if (!before) return before;
  const auto after = bytes_of(file);
  if (!after) return after;
  return fixes::unified_diff(file.before.path, *before, *after);
}

}  // namespace syncfree::driver
