#include <utility>

#include "lsp/code_actions.h"
#include "lsp/code_lenses.h"
#include "lsp/hover.h"
#include "lsp/server.h"

namespace syncfree::lsp {
namespace {

std::vector<std::string> wanted_kinds(const Json& context) {
  const auto only = context.find("only");
  return only == context.end() || only->is_null() ? std::vector<std::string>() : only->get<std::vector<std::string>>();
}

}  // namespace

Server::Answer Server::code_action(const Json& params) {
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  const EditedText* text = workspace_->find(uri);
  if (text == nullptr || !client_.has_action_literals) return Json::array();
  const std::vector<std::string> only = wanted_kinds(params.at("context"));
  // What is put in on save must be what the project says of this text.
  const bool is_for_all = !only.empty() && is_kind_wanted(kFixAll, only);
  if (is_for_all && !text->is_project_known) return std::nullopt;
  const source::TextRange range =
      text->document.lines.range(*text->document.text, range_from(params.at("range")), client_.encoding);
  return code_actions({text->document, workspace_->path_of(uri), text->shown}, range, only, client_, settings_);
}

Server::Answer Server::resolve_action(const Json& params) {
  const Json& data = params.at("data");
  const auto uri = data.at("uri").get<std::string>();
  const EditedText* text = workspace_->find(uri);
  if (text == nullptr || text->document.version != integer_of(data.at("version"))) {
    return std::unexpected(Error{ErrorCode::kContentModified, "the text has changed since the action was offered"});
  }
  return resolved_action(params, {text->document, workspace_->path_of(uri), text->shown}, client_);
}

Server::Answer Server::hover(const Json& params) {
  const EditedText* text = workspace_->find(params.at("textDocument").at("uri").get<std::string>());
  if (text == nullptr) return Json();
  const std::uint32_t offset =
      text->document.lines.offset(*text->document.text, position_from(params.at("position")), client_.encoding);
  return hover_at({text->document, text->shown, name_at(text->shown_names, offset)}, offset, client_);
}

/// A client that is not told to ask again gets what the project says.
Server::Answer Server::code_lens(const Json& params) {
  const EditedText* text = workspace_->find(params.at("textDocument").at("uri").get<std::string>());
  if (text == nullptr) return Json::array();
  if (!(client_.refreshes_lenses ? text->is_own_known : text->is_project_known)) return std::nullopt;
  return code_lenses(text->document, text->hot, client_);
}

Server::Answer Server::execute_command(const Json& params) {
  const auto command = params.at("command").get<std::string>();
  if (command != kShowCall)
    return std::unexpected(Error{ErrorCode::kInvalidParams, "there is no command `" + command + "`"});
  const Json& place = params.at("arguments").at(0);
  const Range range = range_from(place.at("range"));
  ask("window/showDocument",
      {{"uri", place.at("uri").get<std::string>()}, {"takeFocus", true}, {"selection", to_json(range)}});
  return Json();
}

}  // namespace syncfree::lsp
