#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "lsp/diagnostics.h"
#include "lsp/server.h"

namespace syncfree::lsp {
namespace {

constexpr const char* kProgress = "syncfree-lint/first-analysis";

Json report_of(const Published::Entry& entry, const std::string& known_id) {
  if (!known_id.empty() && known_id == entry.id) return {{"kind", "unchanged"}, {"resultId", entry.id}};
  return {{"kind", "full"}, {"resultId", entry.id}, {"items", entry.items}};
}

}  // namespace

/// Ends what is of no use any more, and begins what is due.
void Server::work() {
  if (analyst_->is_busy()) {
    if (workspace_->is_outdated()) analyst_->stop();
    return;
  }
  auto task = workspace_->next_task(source_, Clock::now());
  if (!task) return;
  const bool is_first = task->extent == AnalysisTask::Extent::kProject && progress_ == ProgressState::kNone;
  if (is_first && client_.has_progress && !task->groups.empty()) {
    progress_ = ProgressState::kAsked;
    ask("window/workDoneProgress/create", {{"token", kProgress}}, [this](const Response& response) {
      if (progress_ != ProgressState::kAsked || response.error) return;
      progress_ = ProgressState::kShown;
      notify("$/progress", {{"token", kProgress},
                            {"value", {{"kind", "begin"}, {"title", "syncfree-lint"}, {"cancellable", false}}}});
    });
  }
  task->cache = setup_.cache;
  analyst_->start(std::move(*task));
}

void Server::take(AnalysisOutcome outcome) {
  analyst_->finished();
  if (!workspace_ || is_shut_down_) return;
  const bool is_project = outcome.extent == AnalysisTask::Extent::kProject;
  const std::string account = (is_project ? std::string("project") : outcome.file) + ": analysed in " +
                              std::to_string(outcome.took.count()) + " ms" +
                              (outcome.is_whole ? "" : ", not to the end");
  for (const std::string& complaint : outcome.complaints) {
    if (complaint != last_complaint_) notify("window/showMessage", {{"type", 1}, {"message", complaint}});
    last_complaint_ = complaint;
  }
  if (is_project && outcome.is_whole) end_progress();
  if (is_project && outcome.is_whole && outcome.complaints.empty()) last_complaint_.clear();
  Workspace::News news = workspace_->take(std::move(outcome));
  for (const std::string& uri : news.open) tell(uri);
  if (news.has_closed) tell_closed(std::move(news.closed));
  if (client_.pulls && is_project && news.has_closed) ask("workspace/diagnostic/refresh", nullptr);
  if (client_.refreshes_lenses && is_project && news.has_closed) ask("workspace/codeLens/refresh", nullptr);
  trace(account);
}

void Server::tell(const std::string& uri) {
  const EditedText* text = workspace_->find(uri);
  if (text == nullptr) return;
  Json items = diagnostics_of(text->document, text->shown, client_, settings_);
  if (published_.set(uri, std::move(items), text->document.version, true)) send_diagnostics(uri);
}

void Server::tell_closed(std::vector<TextFindings> found) {
  std::set<std::string> without;
  for (const auto& [uri, entry] : published_.entries()) {
    if (workspace_->find(uri) == nullptr) without.insert(uri);
  }
  for (const TextFindings& text : found) {
    const std::string& uri = text.document.uri;
    without.erase(uri);
    Json items = diagnostics_of(text.document, text.findings, client_, settings_);
    if (published_.set(uri, std::move(items), nullptr, false)) send_diagnostics(uri);
  }
  for (const std::string& uri : without) {
    if (published_.set(uri, Json::array(), nullptr, false)) send_diagnostics(uri);
  }
}

void Server::send_diagnostics(const std::string& uri) const {
  const Published::Entry* entry = published_.find(uri);
  if (client_.pulls || entry == nullptr) return;
  Json params = {{"uri", uri}, {"diagnostics", entry->items}};
  if (!entry->version.is_null()) params["version"] = entry->version;
  notify("textDocument/publishDiagnostics", std::move(params));
}

void Server::show_progress() {
  if (progress_ != ProgressState::kShown || !analyst_->is_busy()) return;
  const driver::Progress::State now = analyst_->progress().now();
  std::string text = now.phase;
  if (now.steps > 0) text += " " + std::to_string(now.done) + " of " + std::to_string(now.steps) + " files";
  if (text == progress_text_) return;
  progress_text_ = text;
  notify("$/progress", {{"token", kProgress}, {"value", {{"kind", "report"}, {"message", text}}}});
}

void Server::end_progress() {
  if (progress_ == ProgressState::kShown) {
    notify("$/progress", {{"token", kProgress}, {"value", {{"kind", "end"}}}});
  }
  progress_ = ProgressState::kOver;
}

/// As soon as the file's own analysis is there; the client asks again when the project's is.
Server::Answer Server::pull(const Json& params) {
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  if (const EditedText* text = workspace_->find(uri)) {
    if (!text->is_own_known) return std::nullopt;
    tell(uri);
  }
  const Published::Entry* entry = published_.find(uri);
  if (entry == nullptr) return Json{{"kind", "full"}, {"items", Json::array()}};
  return report_of(*entry, params.value("previousResultId", std::string()));
}

/// Waits until there is something new for the client.
Server::Answer Server::pull_workspace(const Json& params) {
  if (!workspace_->is_settled()) return std::nullopt;
  std::map<std::string, std::string> known;
  for (const Json& previous : params.at("previousResultIds")) {
    known[previous.at("uri").get<std::string>()] = previous.at("value").get<std::string>();
  }
  Json items = Json::array();
  bool is_new = known.empty();
  for (const auto& [uri, entry] : published_.entries()) {
    Json report = report_of(entry, known[uri]);
    is_new = is_new || (report["kind"] == "full" && (!known[uri].empty() || !entry.items.empty()));
    report.update({{"uri", uri}, {"version", entry.version}});
    items.push_back(std::move(report));
  }
  if (!is_new) return std::nullopt;
  return Json{{"items", std::move(items)}};
}

}  // namespace syncfree::lsp
