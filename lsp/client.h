// The abilities that a client declares when it begins, and the settings of its user.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lsp/json.h"
#include "lsp/position.h"

namespace syncfree::lsp {

/// Which files have diagnostics.
enum class Scope : std::uint8_t { kOpen, kWorkspace };

/// What the user has set in the client.
struct ClientSettings {
  Scope scope = Scope::kOpen;
  Json options = Json::object();  ///< keys of a configuration file; they go before the files'
  std::string rule_pages;         ///< where the pages of the rules are: a URI; empty: nowhere
};

struct Client {
  Encoding encoding = Encoding::kUtf16;
  std::optional<std::int64_t> process;  ///< the server ends where it has ended
  std::vector<std::string> folders;     ///< absolute paths of the workspace
  bool pulls = false;                   ///< it asks for diagnostics, and asks again when it is told to
  bool has_related_places = false;
  bool has_code_description = false;
  bool has_tags = false;
  bool has_versioned_edits = false;  ///< `documentChanges`
  bool has_action_literals = false;
  bool resolves_edits = false;  ///< of code actions
  bool has_markdown = false;
  bool has_progress = false;
  bool has_configuration = false;    ///< answers `workspace/configuration`
  bool has_watched_files = false;    ///< registered at run time
  bool shows_documents = false;      ///< at the server's request
  bool refreshes_lenses = false;     ///< asks for them again when it is told to
  bool is_told_of_settings = false;  ///< `didChangeConfiguration` can be registered at run time
};

/// From the params of `initialize`. Throws as nlohmann's `at` and `get` do where the JSON is of another form.
Client client_from(const Json& params);

/// What was wrong with what the user has set goes into `complaints`, one line each; the rest is taken.
ClientSettings client_settings_from(const Json& settings, std::vector<std::string>& complaints);

}  // namespace syncfree::lsp
