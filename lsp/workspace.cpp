#include "lsp/workspace.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "analyzer/system/path_text.h"
#include "driver/language.h"
#include "lsp/uri.h"

namespace syncfree::lsp {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNotebook = ".ipynb";

struct Language {
  std::string_view name;  ///< as clients call it
  std::string_view extension;
};
constexpr std::array<Language, 6> kLanguages = {{
    {"python", ".py"},
    {"c", ".h"},
    {"cpp", ".cpp"},
    {"cuda", ".cu"},
    {"cuda-cpp", ".cu"},
    {"hip", ".hip"},
}};

const Language* language_of(std::string_view name) {
  const auto* const found = std::ranges::find(kLanguages, name, &Language::name);
  return found == kLanguages.end() ? nullptr : &*found;
}

bool has_read_extension(const fs::path& path) {
  const std::vector<std::string> extensions = driver::read_extensions();
  return std::ranges::find(extensions, sys::path_text(path.extension())) != extensions.end();
}

/// For a text that was never saved: a name in a folder that is not there, with the extension of its language.
fs::path name_for(std::string_view uri, const Language& language) {
  std::string name(uri);
  std::ranges::replace_if(name, [](char c) { return c == '/' || c == '.'; }, '_');
  return fs::path("/unsaved") / (name + std::string(language.extension));
}

const std::string& uri_of(const EditedText& text) { return text.document.uri; }

bool lies_in(const std::string& path, const std::string& folder) {
  return path.starts_with(folder.ends_with('/') ? folder : folder + "/");
}

}  // namespace

Workspace::EditedFile* Workspace::file_of(const std::string& uri) {
  const auto path = file_paths_.find(uri);
  return path == file_paths_.end() ? nullptr : &files_.at(path->second);
}

EditedText* Workspace::text_of(const std::string& uri) {
  EditedFile* file = file_of(uri);
  if (file == nullptr) return nullptr;
  const auto text = std::ranges::find(file->texts, uri, uri_of);
  return text == file->texts.end() ? nullptr : &*text;
}

const EditedText* Workspace::find(const std::string& uri) const {
  const auto path = file_paths_.find(uri);
  if (path == file_paths_.end()) return nullptr;
  const std::vector<EditedText>& texts = files_.at(path->second).texts;
  const auto text = std::ranges::find(texts, uri, uri_of);
  return text == texts.end() ? nullptr : &*text;
}

std::string Workspace::path_of(const std::string& uri) const {
  const auto path = file_paths_.find(uri);
  return path == file_paths_.end() ? std::string() : path->second;
}

void Workspace::changed(EditedFile& file, Clock::time_point now) {
  file.is_own_due = true;
  for (EditedText& text : file.texts) text.is_own_known = false;
  ++state_;
  project_due_ = now + quiet_;
  for (auto& [path, each] : files_) {
    for (EditedText& text : each.texts) text.is_project_known = false;
  }
}

void Workspace::open(const std::string& uri, const std::string& language, std::int64_t version, std::string text,
                     Clock::time_point now) {
  close(uri, now);
  if (file_paths_.contains(uri)) return;  // a notebook's
  const Language* known = language_of(language);
  const auto path = path_of_uri(uri);
  if (path ? path->extension() == kNotebook || (known == nullptr && !has_read_extension(*path)) : known == nullptr)
    return;
  EditedFile file{.path = path ? *path : name_for(uri, *known), .has_place = path.has_value(), .texts = {}};
  file.texts.push_back({.document = make_document(uri, version, std::move(text)), .own = {}, .shown = {}});
  const std::string key = sys::path_text(file.path);
  if (files_.contains(key)) return;  // the same file by another URI
  file_paths_[uri] = key;
  changed(files_.emplace(key, std::move(file)).first->second, now);
}

void Workspace::change_text(const std::string& uri, std::int64_t version, const Json& changes) {
  EditedText* text = text_of(uri);
  if (text == nullptr) return;
  for (const TextChange& change : apply_changes(text->document, version, changes, encoding_)) {
    move_findings(text->own, change);
    move_findings(text->shown, change);
    move_names(text->own_names, change);
    move_names(text->shown_names, change);
    move_hot(text->hot, change);
  }
}

void Workspace::change(const std::string& uri, std::int64_t version, const Json& changes, Clock::time_point now) {
  EditedFile* file = file_of(uri);
  if (file == nullptr || file->is_notebook) return;
  change_text(uri, version, changes);
  changed(*file, now);
}

void Workspace::close(const std::string& uri, Clock::time_point now) {
  EditedFile* file = file_of(uri);
  if (file == nullptr || file->is_notebook) return;
  changed(*file, now);
  look_again();  // the text on disk counts again
  files_.erase(file_paths_.at(uri));
  file_paths_.erase(uri);
}

void Workspace::refresh(Clock::time_point now) {
  ++state_;
  look_again();
  project_due_ = now + quiet_;
  for (auto& [path, file] : files_) changed(file, now);
}

std::vector<OpenFile> Workspace::snapshot() const {
  std::vector<OpenFile> open;
  for (const auto& [path, file] : files_) {
    OpenFile& made = open.emplace_back(
        OpenFile{.path = file.path, .is_notebook = file.is_notebook, .has_place = file.has_place, .texts = {}});
    for (const EditedText& text : file.texts) made.texts.push_back(text.document);
  }
  return open;
}

/// One for each folder of the workspace, and one for each folder elsewhere that holds an open file.
std::vector<std::vector<std::string>> Workspace::groups() const {
  std::map<std::string, std::vector<std::string>> by_folder;
  if (scope_ == Scope::kWorkspace) {
    for (const std::string& folder : folders_) by_folder[folder].push_back(folder);
  }
  for (const auto& [path, file] : files_) {
    if (!file.has_place) continue;
    std::string best;
    for (const std::string& folder : folders_) {
      if (lies_in(path, folder) && folder.size() > best.size()) best = folder;
    }
    std::error_code ignored;
    const bool is_covered = scope_ == Scope::kWorkspace && !best.empty() && fs::exists(file.path, ignored);
    if (!is_covered) by_folder[best.empty() ? sys::path_text(file.path.parent_path()) : best].push_back(path);
  }
  std::vector<std::vector<std::string>> groups;
  for (auto& [folder, paths] : by_folder) groups.push_back(std::move(paths));
  return groups;
}

/// Nothing where nobody says what changes. Not every change is told of (see kLongestBelief), so that a number ends.
std::optional<std::uint64_t> Workspace::state_of_files(Clock::time_point now) {
  const auto is_watched = [&](const auto& entry) {
    return std::ranges::any_of(folders_, [&](const std::string& folder) { return lies_in(entry.first, folder); });
  };
  if (!is_told_of_files_ || !std::ranges::all_of(files_, is_watched)) return std::nullopt;
  if (now - looked_at_files_ > kLongestBelief) ++files_state_;
  if (std::exchange(looked_at_state_, files_state_) != files_state_) looked_at_files_ = now;
  return files_state_;
}

std::optional<AnalysisTask> Workspace::next_task(const driver::SettingsSource& settings, Clock::time_point now) {
  AnalysisTask task{.open = {}, .groups = {}, .settings = settings, .encoding = encoding_, .jobs = jobs_};
  const auto due = std::ranges::find_if(files_, [](const auto& entry) { return entry.second.is_own_due; });
  if (due != files_.end()) {
    due->second.is_own_due = false;
    task.groups = {{due->first}};
  } else if (project_due_ && *project_due_ <= now) {
    project_due_.reset();
    task.extent = AnalysisTask::Extent::kProject;
    task.groups = groups();
    task.files_state = state_of_files(now);
  } else {
    return std::nullopt;
  }
  task.open = snapshot();
  task_state_ = state_;
  task_extent_ = task.extent;
  return task;
}

std::optional<Clock::time_point> Workspace::next_time() const {
  const bool is_due = std::ranges::any_of(files_, [](const auto& entry) { return entry.second.is_own_due; });
  return is_due ? Clock::time_point::min() : project_due_;
}

void Workspace::take_own(TextFindings found, News& news) {
  EditedText* text = text_of(found.document.uri);
  if (text == nullptr || text->document.text != found.document.text) return;
  text->shown = text->had_project ? estimate(std::move(text->shown), text->own, found.findings) : found.findings;
  text->own = std::move(found.findings);
  std::vector<ShownName> names = std::move(found.names).value_or(std::vector<ShownName>());
  text->shown_names = text->has_project_names ? estimate(text->shown_names, text->own_names, names) : names;
  text->own_names = std::move(names);
  if (!text->had_project) text->hot = std::move(found.hot);
  text->is_own_known = true;
  news.open.push_back(found.document.uri);
}

void Workspace::take_of_project(TextFindings found, News& news) {
  if (!found.is_open) {
    news.closed.push_back(std::move(found));
    return;
  }
  EditedText* text = text_of(found.document.uri);
  if (text == nullptr) return;
  text->shown = std::move(found.findings);
  text->had_project = true;
  text->hot = std::move(found.hot);
  if (found.names) text->shown_names = std::move(*found.names);
  text->has_project_names = text->has_project_names || found.names;
  news.open.push_back(found.document.uri);
}

/// Of a file of which nothing was reported: it is excluded, or its analysis failed.
void Workspace::take_nothing(EditedFile& file, const AnalysisOutcome& outcome, News& news) {
  const bool is_of_file = outcome.extent == AnalysisTask::Extent::kFile;
  for (EditedText& text : file.texts) {
    const bool is_told = std::ranges::any_of(
        outcome.texts, [&](const TextFindings& found) { return found.document.uri == text.document.uri; });
    if (!is_told && outcome.is_whole && outcome.complaints.empty()) {
      TextFindings none{.document = text.document, .is_open = true, .findings = {}};
      is_of_file ? take_own(std::move(none), news) : take_of_project(std::move(none), news);
    }
    (is_of_file ? text.is_own_known : text.is_project_known) = true;
  }
}

Workspace::News Workspace::take(AnalysisOutcome outcome) {
  News news;
  const bool is_of_file = outcome.extent == AnalysisTask::Extent::kFile;
  if (!is_of_file && is_outdated()) return news;
  if (!is_of_file) analysed_state_ = state_;
  if (!is_of_file && outcome.is_whole)
    quiet_ = std::clamp(outcome.took / kPartOfAnalysis, kShortestQuiet, kLongestQuiet);
  for (auto& [path, file] : files_) {
    const bool is_meant = is_of_file ? path == outcome.file && !file.is_own_due : file.has_place;
    if (is_meant) take_nothing(file, outcome, news);
  }
  news.has_closed = !is_of_file && outcome.is_whole;
  for (TextFindings& found : outcome.texts) {
    is_of_file ? take_own(std::move(found), news) : take_of_project(std::move(found), news);
  }
  return news;
}

}  // namespace syncfree::lsp
