#include "lsp/client.h"

#include <algorithm>
#include <utility>

#include "lsp/uri.h"

namespace syncfree::lsp {
namespace {

/// What a path of keys leads to; null where it leads nowhere.
const Json& at(const Json& json, const char* pointer) {
  static const Json kNothing;
  const Json::json_pointer path(pointer);
  return json.contains(path) ? json.at(path) : kNothing;
}

bool is_set(const Json& json, const char* pointer) { return at(json, pointer) == true; }

bool has_word(const Json& words, const char* word) {
  return words.is_array() && std::ranges::find(words, Json(word)) != words.end();
}

Encoding agreed_encoding(const Json& capabilities) {
  const Json& offered = at(capabilities, "/general/positionEncodings");
  if (!offered.is_array()) return Encoding::kUtf16;
  // Bytes are what offsets are here; otherwise what the client likes best.
  if (has_word(offered, "utf-8")) return Encoding::kUtf8;
  for (const Json& name : offered) {
    if (!name.is_string()) continue;
    if (const auto encoding = encoding_of(name.get<std::string>())) return *encoding;
  }
  return Encoding::kUtf16;
}

void add_folder(const Json& uri, std::vector<std::string>& folders) {
  if (!uri.is_string()) return;
  if (const auto path = path_of_uri(uri.get<std::string>())) folders.push_back(path->string());
}

std::vector<std::string> folders_of(const Json& params) {
  std::vector<std::string> folders;
  const Json& listed = at(params, "/workspaceFolders");
  if (listed.is_array()) {
    for (const Json& folder : listed) add_folder(folder.at("uri"), folders);
  } else if (at(params, "/rootUri").is_string()) {
    add_folder(params["rootUri"], folders);
  }
  return folders;
}

}  // namespace

Client client_from(const Json& params) {
  const Json& can = at(params, "/capabilities");
  Client client{.encoding = agreed_encoding(can), .folders = folders_of(params)};
  if (at(params, "/processId").is_number_integer()) client.process = params["processId"].get<std::int64_t>();
  client.pulls =
      at(can, "/textDocument/diagnostic").is_object() && is_set(can, "/workspace/diagnostics/refreshSupport");
  const Json& published = at(can, client.pulls ? "/textDocument/diagnostic" : "/textDocument/publishDiagnostics");
  const Json& pushed = at(can, "/textDocument/publishDiagnostics");
  const auto shows = [&](const char* what) { return is_set(published, what) || is_set(pushed, what); };
  client.has_related_places = shows("/relatedInformation");
  client.has_code_description = shows("/codeDescriptionSupport");
  client.has_tags = at(published, "/tagSupport").is_object() || at(pushed, "/tagSupport").is_object();
  client.has_versioned_edits = is_set(can, "/workspace/workspaceEdit/documentChanges");
  client.has_action_literals = at(can, "/textDocument/codeAction/codeActionLiteralSupport").is_object();
  client.resolves_edits = is_set(can, "/textDocument/codeAction/dataSupport") &&
                          has_word(at(can, "/textDocument/codeAction/resolveSupport/properties"), "edit");
  client.has_markdown = has_word(at(can, "/textDocument/hover/contentFormat"), "markdown");
  client.has_progress = is_set(can, "/window/workDoneProgress");
  client.has_configuration = is_set(can, "/workspace/configuration");
  client.has_watched_files = is_set(can, "/workspace/didChangeWatchedFiles/dynamicRegistration");
  client.is_told_of_settings = is_set(can, "/workspace/didChangeConfiguration/dynamicRegistration");
  client.shows_documents = is_set(can, "/window/showDocument/support");
  client.refreshes_lenses = is_set(can, "/workspace/codeLens/refreshSupport");
  return client;
}

ClientSettings client_settings_from(const Json& settings, std::vector<std::string>& complaints) {
  ClientSettings result;
  if (settings.is_null()) return result;
  if (!settings.is_object()) {
    complaints.emplace_back("the settings must be an object");
    return result;
  }
  for (const auto& [key, value] : settings.items()) {
    if (key == "scope" && (value == "open" || value == "workspace")) {
      result.scope = value == "open" ? Scope::kOpen : Scope::kWorkspace;
    } else if (key == "scope") {
      complaints.emplace_back("`scope` must be \"open\" or \"workspace\"");
    } else if (key == "options" && value.is_object()) {
      result.options = value;
    } else if (key == "options") {
      complaints.emplace_back("`options` must be an object with keys of a configuration file");
    } else if (key == "rulePages" && value.is_string()) {
      result.rule_pages = value.get<std::string>();
      if (!result.rule_pages.empty() && !result.rule_pages.ends_with('/')) result.rule_pages += '/';
    } else if (key == "rulePages") {
      complaints.emplace_back("`rulePages` must be a string");
    } else {
      complaints.push_back("unknown setting `" + key + "`; there are scope, options and rulePages");
    }
  }
  return result;
}

}  // namespace syncfree::lsp
