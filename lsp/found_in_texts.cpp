#include "lsp/found_in_texts.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "analyzer/engine/one_wait.h"
#include "analyzer/report/place.h"
#include "analyzer/report/wording.h"
#include "analyzer/system/path_text.h"
#include "lsp/notebook_text.h"
#include "lsp/uri.h"

namespace syncfree::lsp {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kByteOrderMark = 3;

std::string message_of(const engine::Finding& finding) {
  std::string text = finding.message + " (" + report::levels_of(finding) + ")";
  if (!finding.reason.empty()) text += "\nwhy: " + finding.reason;
  for (const engine::AlsoFound& also : finding.also) text += "\nalso " + std::string(also.code) + ": " + also.message;
  if (const auto needed = report::dependency_words(finding.dependency); !needed.empty())
    text += "\nneeded: " + std::string(needed);
  for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
    if (!remedy.hint.empty()) text += "\nhelp: " + report::remedy_words(finding, remedy);
  }
  return text;
}

/// Where a range of a file lies in a text.
struct TextPlace {
  std::size_t text = 0;  ///< index into the file's texts
  source::TextRange range;
};

class Sorter {
 public:
  Sorter(const driver::CheckResult& result, std::span<const OpenFile> open, Encoding encoding)
      : report_(result.report), result_(result), open_(open), encoding_(encoding) {
    const fs::path working_directory = fs::current_path();
    for (const engine::ReportedFile& file : report_.files) {
      paths_.push_back((working_directory / file.path).lexically_normal());
      const auto found = std::ranges::find(open_, paths_.back(), &OpenFile::path);
      files_.push_back(found == open_.end() ? nullptr : &*found);
    }
    add_open_texts();
  }

  std::vector<TextFindings> run() {
    for (const engine::Finding& finding : report_.findings) {
      if (finding.suppressed) continue;
      const auto place = place_of(finding.file, finding.range);
      if (!place) continue;
      if (TextFindings* text = text_of(finding.file, place->text)) text->findings.push_back(shown(finding, *place));
    }
    for (const engine::Problem& problem : report_.problems) add_problem(problem);
    add_names();
    for (const engine::HotFunction& each : result_.hot) add_hot(each);
    return std::move(texts_);
  }

 private:
  /// Each that is reported, even without findings: earlier ones are gone then.
  void add_open_texts() {
    for (std::uint32_t file = 0; file < files_.size(); ++file) {
      if (files_[file] == nullptr || !report_.files[file].reported) continue;
      for (std::size_t text = 0; text < files_[file]->texts.size(); ++text) {
        numbers_[{file, text}] = texts_.size();
        texts_.push_back({.document = files_[file]->texts[text], .is_open = true, .findings = {}});
      }
    }
  }

  /// Null for a file that is not reported itself.
  TextFindings* text_of(std::uint32_t file, std::size_t text) {
    if (const auto known = numbers_.find({file, text}); known != numbers_.end()) return &texts_[known->second];
    if (files_[file] != nullptr || !report_.files[file].reported) return nullptr;
    numbers_[{file, text}] = texts_.size();
    texts_.push_back({.document = closed_text(file), .is_open = false, .findings = {}});
    return &texts_.back();
  }

  Document closed_text(std::uint32_t file) const {
    return make_document(uri_of_path(paths_[file]), 0, std::string(report_.files[file].text));
  }

  std::optional<TextPlace> place_of(std::uint32_t file, source::TextRange range) const {
    const OpenFile* open = files_[file];
    if (open == nullptr)
      return report_.files[file].notebook == nullptr ? std::optional(TextPlace{0, range}) : std::nullopt;
    if (open->is_notebook) {
      if (report_.files[file].notebook == nullptr) return std::nullopt;
      const auto place = range_in_cell(report_.files[file], open->texts, range);
      return place ? std::optional(TextPlace{place->cell, place->range}) : std::nullopt;
    }
    const std::size_t size = open->texts.front().text->size();
    const std::size_t read = report_.files[file].text.size();
    if (size == read) return TextPlace{0, range};
    if (size != read + kByteOrderMark) return std::nullopt;
    return TextPlace{0, {range.begin + kByteOrderMark, range.end + kByteOrderMark}};
  }

  std::string uri_of(std::uint32_t file, std::size_t text) const {
    return files_[file] == nullptr ? uri_of_path(paths_[file]) : files_[file]->texts[text].uri;
  }

  void add_related(std::uint32_t own_file, std::size_t own_text, const engine::Related& related,
                   std::vector<RelatedPlace>& places) const {
    const auto place = place_of(related.file, related.range);
    if (!place) return;
    RelatedPlace made{.uri = std::nullopt, .range = place->range, .place = {}, .message = related.message};
    if (related.file != own_file || place->text != own_text) {
      made.uri = uri_of(related.file, place->text);
      made.place = range_of(related.file, *place);
    }
    const bool is_known = std::ranges::any_of(places, [&](const RelatedPlace& known) {
      return known.uri == made.uri && known.range == made.range && known.message == made.message;
    });
    if (!is_known) places.push_back(std::move(made));
  }

  Range range_of(std::uint32_t file, const TextPlace& place) const {
    if (files_[file] == nullptr) {
      const std::string_view text = report_.files[file].text;
      return lines_.try_emplace(file, text).first->second.range(text, place.range, encoding_);
    }
    const Document& text = files_[file]->texts[place.text];
    return text.lines.range(*text.text, place.range, encoding_);
  }

  /// Nothing where the edits leave the finding's cell.
  std::optional<std::vector<fixes::TextEdit>> edits_of(std::uint32_t file, std::size_t text,
                                                       const fixes::Fix& fix) const {
    std::vector<fixes::TextEdit> edits;
    for (const fixes::TextEdit& edit : fix.edits) {
      const auto place = place_of(file, edit.range);
      if (!place || place->text != text) return std::nullopt;
      edits.push_back({place->range, edit.text});
    }
    return edits;
  }

  ShownFinding shown(const engine::Finding& finding, const TextPlace& place) const {
    ShownFinding made{.code = finding.code,
                      .range = place.range,
                      .severity = finding.severity,
                      .message = message_of(finding),
                      .related = {},
                      .fixes = {}};
    for (const auto* places : {&finding.chain, &finding.related}) {
      for (const engine::Related& related : *places) add_related(finding.file, place.text, related, made.related);
    }
    for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
      if (remedy.fix == nullptr || remedy.fix->edits.empty()) continue;
      if (auto edits = edits_of(finding.file, place.text, *remedy.fix))
        made.fixes.push_back({remedy.fix->applicability, remedy.fix->title, std::move(*edits)});
    }
    return made;
  }

  /// What the language's own server does not say: that the file was not read at all.
  void add_problem(const engine::Problem& problem) {
    if (!problem.fatal) return;
    for (std::uint32_t file = 0; file < report_.files.size(); ++file) {
      if (report_.files[file].path != problem.path) continue;
      if (TextFindings* text = text_of(file, 0))
        text->findings.push_back({.code = {},
                                  .range = {},
                                  .severity = engine::Severity::kError,
                                  .message = "not analysed: " + problem.message,
                                  .related = {},
                                  .fixes = {}});
    }
  }

  /// Of the texts that are open.
  void add_names() {
    for (const driver::FileNames& file : result_.names) {
      for (const auto& [place, text] : numbers_) {
        if (place.first == file.file && texts_[text].is_open) texts_[text].names.emplace();
      }
      for (const engine::KnownName& name : file.names) {
        const auto place = place_of(file.file, name.range);
        const auto text = place ? numbers_.find({file.file, place->text}) : numbers_.end();
        if (text == numbers_.end() || !texts_[text->second].names) continue;
        texts_[text->second].names->push_back({place->range, name.words, name.evidence});
      }
    }
  }

  void add_hot(const engine::HotFunction& hot) {
    const auto place = place_of(hot.file, hot.range);
    const auto text = place ? numbers_.find({hot.file, place->text}) : numbers_.end();
    if (text == numbers_.end() || !texts_[text->second].is_open) return;
    ShownHot made{.range = place->range, .words = "hot: runs in each step", .caller = std::nullopt};
    if (const auto from = hot.caller ? place_of(hot.caller->file, hot.caller->range) : std::nullopt) {
      made.caller = CallPlace{uri_of(hot.caller->file, from->text), range_of(hot.caller->file, *from)};
      made.words = "hot: called from " + hot.caller->message + " (" +
                   sys::path_text(paths_[hot.caller->file].filename()) + ":" +
                   std::to_string(made.caller->range.start.line + 1) + ")";
    }
    texts_[text->second].hot.push_back(std::move(made));
  }

  const engine::Report& report_;
  const driver::CheckResult& result_;
  std::span<const OpenFile> open_;
  Encoding encoding_;
  std::vector<fs::path> paths_;                                           ///< as in the report
  std::vector<const OpenFile*> files_;                                    ///< as in the report; null for closed ones
  std::map<std::pair<std::uint32_t, std::size_t>, std::size_t> numbers_;  ///< of file and text in `texts_`
  std::vector<TextFindings> texts_;
  mutable std::map<std::uint32_t, LineStarts> lines_;  ///< of closed files that findings refer to
};

}  // namespace

void add_found(const driver::CheckResult& result, std::span<const OpenFile> open, Encoding encoding,
               std::vector<TextFindings>& texts) {
  std::ranges::move(Sorter(result, open, encoding).run(), std::back_inserter(texts));
}

}  // namespace syncfree::lsp
