#include <algorithm>

#include "lsp/server.h"
#include "lsp/uri.h"

namespace syncfree::lsp {
namespace {

constexpr int kChanged = 2;  ///< of FileChangeType

}  // namespace

void Server::did_open(const Json& params) {
  const Json& document = params.at("textDocument");
  workspace_->open(document.at("uri").get<std::string>(), document.at("languageId").get<std::string>(),
                   integer_of(document.at("version")), document.at("text").get<std::string>(), Clock::now());
}

void Server::did_change(const Json& params) {
  const Json& document = params.at("textDocument");
  workspace_->change(document.at("uri").get<std::string>(), integer_of(document.at("version")),
                     params.at("contentChanges"), Clock::now());
}

void Server::did_close(const Json& params) {
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  if (workspace_->find(uri) == nullptr) return;
  workspace_->close(uri, Clock::now());
  if (settings_.scope == Scope::kOpen) withdraw(uri);  // else the next analysis says what is in the file
}

/// Nothing is shown of it any more.
void Server::withdraw(const std::string& uri) {
  if (published_.set(uri, Json::array(), nullptr, false)) send_diagnostics(uri);
  published_.erase(uri);
}

/// Of a file that is open, what is on disk does not count until it is closed.
void Server::did_change_files(const Json& params) {
  const Json& changes = params.at("changes");
  const bool is_news = std::ranges::any_of(changes, [&](const Json& change) {
    return change.at("type") != kChanged || workspace_->find(change.at("uri").get<std::string>()) == nullptr;
  });
  is_news ? workspace_->refresh(Clock::now()) : workspace_->look_again();
}

void Server::did_change_notebook(const Json& params) {
  for (const std::string& uri : workspace_->change_notebook(params, Clock::now())) withdraw(uri);
}

void Server::did_close_notebook(const Json& params) {
  for (const std::string& uri : workspace_->close_notebook(params, Clock::now())) withdraw(uri);
}

void Server::did_change_folders(const Json& params) {
  std::vector<std::string> folders = workspace_->folders();
  const auto paths_of = [&](const Json& list) {
    std::vector<std::string> paths;
    for (const Json& folder : list) {
      if (const auto path = path_of_uri(folder.at("uri").get<std::string>())) paths.push_back(path->string());
    }
    return paths;
  };
  for (const std::string& path : paths_of(params.at("event").at("removed"))) std::erase(folders, path);
  for (std::string& path : paths_of(params.at("event").at("added"))) {
    if (std::ranges::find(folders, path) == folders.end()) folders.push_back(std::move(path));
  }
  workspace_->set_folders(std::move(folders));
  workspace_->refresh(Clock::now());
}

}  // namespace syncfree::lsp
