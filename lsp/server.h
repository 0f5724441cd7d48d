// The server's main thread: it takes what comes from the client and from the analysis, and answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/analyst.h"
#include "lsp/client.h"
#include "lsp/mailbox.h"
#include "lsp/published.h"
#include "lsp/rpc.h"
#include "lsp/serve.h"
#include "lsp/workspace.h"

namespace syncfree::lsp {

class Server {
 public:
  Server(ServerSetup setup, int input, int output);
  int run();

 private:
  /// Nothing: not yet.
  using Answer = std::optional<std::expected<Json, Error>>;
  struct WaitingRequest {
    Json id;
    std::function<Answer()> answer;
  };

  // server.cpp: messages, and the life of the server.
  void turn();
  void take_event(Event event);
  void handle(Request request);
  void handle(const Notification& notification);
  void handle(const Response& response);
  void answer(const Request& request);
  void reply(const Json& id, const std::expected<Json, Error>& answer) const;
  void answer_waiting();
  void cancel(const Json& id);
  void notify(std::string_view method, Json params) const;
  void ask(std::string_view method, Json params, std::function<void(const Response&)> then = {});
  void log(int kind, const std::string& message) const;
  void trace(const std::string& message) const;
  Answer initialize(const Json& params);
  void begin();
  void look_at_client();
  Clock::time_point next_wake() const;

  // server_settings.cpp: what the client's user has set.
  void ask_for_settings();
  void take_settings(const Json& settings);

  // server_documents.cpp: texts come and go.
  void did_open(const Json& params);
  void did_change(const Json& params);
  void did_close(const Json& params);
  void did_change_files(const Json& params);
  void did_change_notebook(const Json& params);
  void did_close_notebook(const Json& params);
  void withdraw(const std::string& uri);
  void did_change_folders(const Json& params);

  // server_diagnostics.cpp: analyses, and what comes of them.
  void work();
  void take(AnalysisOutcome outcome);
  void tell(const std::string& uri);
  void tell_closed(std::vector<TextFindings> found);
  void send_diagnostics(const std::string& uri) const;
  void show_progress();
  void end_progress();
  Answer pull(const Json& params);
  Answer pull_workspace(const Json& params);

  // server_answers.cpp: what is asked about a text.
  Answer code_action(const Json& params);
  Answer resolve_action(const Json& params);
  Answer hover(const Json& params);
  Answer code_lens(const Json& params);
  Answer execute_command(const Json& params);

  ServerSetup setup_;
  int output_;
  std::shared_ptr<Mailbox> mailbox_ = std::make_shared<Mailbox>();
  Client client_;
  ClientSettings settings_;
  driver::SettingsSource source_;
  std::unique_ptr<Workspace> workspace_;  ///< once initialized
  Published published_;
  std::vector<WaitingRequest> waiting_;
  std::map<std::int64_t, std::function<void(const Response&)>> asked_;
  std::int64_t last_asked_ = 0;
  std::string trace_ = "off";
  bool is_shut_down_ = false;
  std::optional<int> status_;  ///< set: it is over

  enum class ProgressState : std::uint8_t { kNone, kAsked, kShown, kOver };
  ProgressState progress_ = ProgressState::kNone;
  std::string progress_text_;
  std::string last_complaint_;
  Clock::time_point next_look_at_client_;
  std::unique_ptr<Analyst> analyst_;  // last: its thread uses the mailbox
};

}  // namespace syncfree::lsp
