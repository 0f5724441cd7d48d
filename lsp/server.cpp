#include "lsp/server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "analyzer/system/program.h"
#include "lsp/code_actions.h"
#include "lsp/code_lenses.h"
#include "lsp/connection.h"

namespace syncfree::lsp {
namespace {

constexpr auto kLooksAtClient = std::chrono::seconds(5);
constexpr auto kShowsProgress = std::chrono::milliseconds(250);

constexpr int kIncremental = 2;  ///< of TextDocumentSyncKind

Json capabilities_for(const Client& client) {
  Json can = {{"positionEncoding", name_of(client.encoding)},
              {"textDocumentSync", {{"openClose", true}, {"change", kIncremental}}},
              {"notebookDocumentSync",
               {{"notebookSelector", Json::array({{{"notebook", {{"notebookType", "jupyter-notebook"}}},
                                                   {"cells", Json::array({{{"language", "python"}}})}}})}}},
              {"codeActionProvider",
               {{"codeActionKinds", Json::array({kQuickFix, kFixAll})}, {"resolveProvider", client.resolves_edits}}},
              {"hoverProvider", true},
              {"codeLensProvider", Json::object()},
              {"executeCommandProvider", {{"commands", Json::array({kShowCall})}}},
              {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}};
  if (client.pulls) {
    can["diagnosticProvider"] = {
        {"identifier", "syncfree-lint"}, {"interFileDependencies", true}, {"workspaceDiagnostics", true}};
  }
  return can;
}

}  // namespace

Server::Server(ServerSetup setup, int input, int output)
    : setup_(std::move(setup)), output_(output), next_look_at_client_(Clock::now() + kLooksAtClient) {
  analyst_ = std::make_unique<Analyst>(mailbox_);
  read_messages(input, mailbox_);
}

int Server::run() {
  while (!status_) {
    // What goes wrong with one message or one outcome ends nothing.
    try {
      turn();
    } catch (const std::exception& error) {
      log(1, std::string("internal fault: ") + error.what());
    }
  }
  return *status_;
}

void Server::turn() {
  if (auto event = mailbox_->take_until(next_wake())) take_event(std::move(*event));
  look_at_client();
  if (status_ || !workspace_ || is_shut_down_) return;
  work();
  answer_waiting();
  show_progress();
}

Clock::time_point Server::next_wake() const {
  Clock::time_point wake = client_.process ? next_look_at_client_ : Clock::now() + kLooksAtClient;
  if (!workspace_ || is_shut_down_) return wake;
  if (analyst_->is_busy()) return std::min(wake, Clock::now() + kShowsProgress);
  if (const auto next = workspace_->next_time()) wake = std::min(wake, *next);
  return wake;
}

/// It may have ended while another process holds its end of the line.
void Server::look_at_client() {
  if (!client_.process || Clock::now() < next_look_at_client_) return;
  next_look_at_client_ = Clock::now() + kLooksAtClient;
  if (!sys::is_running(static_cast<long>(*client_.process))) status_ = 1;
}

void Server::take_event(Event event) {
  if (std::holds_alternative<EndOfInput>(event)) {
    status_ = 1;
  } else if (auto* outcome = std::get_if<AnalysisOutcome>(&event)) {
    take(std::move(*outcome));
  } else {
    Message& message = std::get<Message>(event);
    if (auto* request = std::get_if<Request>(&message)) handle(std::move(*request));
    if (const auto* notification = std::get_if<Notification>(&message)) handle(*notification);
    if (const auto* response = std::get_if<Response>(&message)) handle(*response);
    if (const auto* malformed = std::get_if<Malformed>(&message)) {
      send_message(output_, error_text(malformed->id, malformed->error));
    }
  }
}

void Server::handle(Request request) {
  if (is_shut_down_) return reply(request.id, std::unexpected(Error{ErrorCode::kInvalidRequest, "it is shut down"}));
  if (!workspace_ && request.method != "initialize") {
    return reply(request.id, std::unexpected(Error{ErrorCode::kNotInitialized, "`initialize` comes first"}));
  }
  try {
    answer(request);
  } catch (const Json::exception& error) {
    reply(request.id, std::unexpected(Error{ErrorCode::kInvalidParams, error.what()}));
  } catch (const std::exception& error) {
    reply(request.id, std::unexpected(Error{ErrorCode::kInternalError, error.what()}));
  }
}

void Server::answer(const Request& request) {
  struct Method {
    std::string_view name;
    Answer (Server::*answer)(const Json& params);
  };
  static constexpr std::array<Method, 8> kMethods = {{
      {"initialize", &Server::initialize},
      {"textDocument/diagnostic", &Server::pull},
      {"workspace/diagnostic", &Server::pull_workspace},
      {"textDocument/codeAction", &Server::code_action},
      {"codeAction/resolve", &Server::resolve_action},
      {"textDocument/hover", &Server::hover},
      {"textDocument/codeLens", &Server::code_lens},
      {"workspace/executeCommand", &Server::execute_command},
  }};
  if (request.method == "shutdown") {
    is_shut_down_ = true;
    analyst_->stop();
    for (const WaitingRequest& waiting : std::exchange(waiting_, {})) {
      reply(waiting.id, std::unexpected(Error{ErrorCode::kServerCancelled, "the server shuts down"}));
    }
    return reply(request.id, nullptr);
  }
  const auto* const method = std::ranges::find(kMethods, request.method, &Method::name);
  if (method == kMethods.end()) {
    const std::string message = "there is no method `" + request.method + "`";
    return reply(request.id, std::unexpected(Error{ErrorCode::kMethodNotFound, message}));
  }
  std::function<Answer()> make = [this, method, params = request.params] { return (this->*method->answer)(params); };
  if (const Answer made = make()) return reply(request.id, *made);
  waiting_.push_back({request.id, std::move(make)});
}

void Server::handle(const Notification& notification) {
  const auto& [method, params] = notification;
  if (method == "exit") {
    status_ = is_shut_down_ ? 0 : 1;
    return;
  }
  if (!workspace_ || is_shut_down_) return;
  try {
    if (method == "initialized") begin();
    if (method == "textDocument/didOpen") did_open(params);
    if (method == "textDocument/didChange") did_change(params);
    if (method == "textDocument/didClose") did_close(params);
    if (method == "notebookDocument/didOpen") workspace_->open_notebook(params, Clock::now());
    if (method == "notebookDocument/didChange") did_change_notebook(params);
    if (method == "notebookDocument/didClose") did_close_notebook(params);
    if (method == "workspace/didChangeWatchedFiles") did_change_files(params);
    if (method == "workspace/didChangeWorkspaceFolders") did_change_folders(params);
    if (method == "workspace/didChangeConfiguration") {
      client_.has_configuration ? ask_for_settings() : take_settings(params.at("settings"));
    }
    if (method == "$/cancelRequest") cancel(params.at("id"));
    if (method == "$/setTrace") trace_ = params.at("value").get<std::string>();
  } catch (const std::exception& error) {
    log(1, method + ": " + error.what());
  }
}

void Server::handle(const Response& response) {
  if (!response.id.is_number_integer()) return;
  const auto asked = asked_.find(response.id.get<std::int64_t>());
  if (asked == asked_.end()) return;
  const std::function<void(const Response&)> then = std::move(asked->second);
  asked_.erase(asked);
  if (then) then(response);
}

void Server::reply(const Json& id, const std::expected<Json, Error>& answer) const {
  send_message(output_, answer ? result_text(id, *answer) : error_text(id, answer.error()));
}

void Server::answer_waiting() {
  for (WaitingRequest& waiting : std::exchange(waiting_, {})) {
    Answer answer;
    try {
      answer = waiting.answer();
    } catch (const std::exception& error) {
      answer = std::unexpected(Error{ErrorCode::kInternalError, error.what()});
    }
    if (answer) {
      reply(waiting.id, *answer);
    } else {
      waiting_.push_back(std::move(waiting));
    }
  }
}

void Server::cancel(const Json& id) {
  std::erase_if(waiting_, [&](const WaitingRequest& waiting) {
    if (waiting.id != id) return false;
    reply(id, std::unexpected(Error{ErrorCode::kRequestCancelled, "cancelled"}));
    return true;
  });
}

void Server::notify(std::string_view method, Json params) const {
  send_message(output_, notification_text(method, std::move(params)));
}

void Server::ask(std::string_view method, Json params, std::function<void(const Response&)> then) {
  asked_[++last_asked_] = std::move(then);
  send_message(output_, request_text(last_asked_, method, std::move(params)));
}

void Server::log(int kind, const std::string& message) const {
  notify("window/logMessage", {{"type", kind}, {"message", message}});
}

void Server::trace(const std::string& message) const {
  if (trace_ != "off") notify("$/logTrace", {{"message", message}});
}

Server::Answer Server::initialize(const Json& params) {
  if (workspace_) return std::unexpected(Error{ErrorCode::kInvalidRequest, "it is initialized already"});
  client_ = client_from(params);
  if (const auto trace = params.find("trace"); trace != params.end() && trace->is_string()) {
    trace_ = trace->get<std::string>();
  }
  workspace_ = std::make_unique<Workspace>(client_.encoding, setup_.jobs);
  workspace_->set_folders(client_.folders);
  const auto options = params.find("initializationOptions");
  take_settings(options == params.end() ? Json() : *options);
  return Json{{"capabilities", capabilities_for(client_)},
              {"serverInfo", {{"name", "syncfree-lint"}, {"version", setup_.version}}}};
}

/// What waits until the client takes requests.
void Server::begin() {
  Json registrations = Json::array();
  if (client_.has_watched_files) {
    Json watchers = Json::array();
    for (const char* pattern : {"**/*.{py,ipynb}", "**/*.{cpp,cc,cxx,c++,cu,hip,cuh,h,hh,hpp,hxx,hu,inl,inc,ipp,tpp}",
                                "**/pyproject.toml", "**/syncfree-lint.toml", "**/.gitignore"}) {
      watchers.push_back({{"globPattern", pattern}});
    }
    registrations.push_back({{"id", "files"},
                             {"method", "workspace/didChangeWatchedFiles"},
                             {"registerOptions", {{"watchers", std::move(watchers)}}}});
  }
  if (client_.is_told_of_settings) {
    registrations.push_back({{"id", "settings"},
                             {"method", "workspace/didChangeConfiguration"},
                             {"registerOptions", {{"section", "syncfree-lint"}}}});
  }
  if (!registrations.empty()) {
    ask("client/registerCapability", {{"registrations", std::move(registrations)}}, [this](const Response& response) {
      if (client_.has_watched_files && !response.error) workspace_->expect_news_of_files();
    });
  }
  if (client_.has_configuration) ask_for_settings();
  log(3, "syncfree-lint " + setup_.version + ", columns in " + std::string(name_of(client_.encoding)));
}

int serve(ServerSetup setup, int input, int output) { return Server(std::move(setup), input, output).run(); }

}  // namespace syncfree::lsp
