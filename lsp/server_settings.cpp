#include <utility>

#include "lsp/server.h"

namespace syncfree::lsp {
namespace {

constexpr const char* kSection = "syncfree-lint";

}  // namespace

void Server::ask_for_settings() {
  ask("workspace/configuration", {{"items", Json::array({{{"section", kSection}}})}}, [this](const Response& response) {
    const bool has_one = response.result.is_array() && !response.result.empty() && !response.result[0].is_null();
    if (has_one) take_settings(response.result[0]);
  });
}

/// Some clients put them under the server's name.
void Server::take_settings(const Json& settings) {
  const bool is_wrapped = settings.is_object() && settings.contains(kSection);
  std::vector<std::string> complaints;
  settings_ = client_settings_from(is_wrapped ? settings.at(kSection) : settings, complaints);
  auto source = setup_.settings(settings_.options);
  if (!source) {
    complaints.push_back(std::move(source.error()));
    source = setup_.settings(Json::object());
  }
  source_ = std::move(*source);
  for (const std::string& complaint : complaints) log(2, "settings of syncfree-lint: " + complaint);
  workspace_->set_scope(settings_.scope);
  workspace_->refresh(Clock::now());
}

}  // namespace syncfree::lsp
