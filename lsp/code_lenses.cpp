#include "lsp/code_lenses.h"

#include <utility>

namespace syncfree::lsp {

Json code_lenses(const Document& document, std::span<const ShownHot> hot, const Client& client) {
  Json lenses = Json::array();
  for (const ShownHot& each : hot) {
    Json command = {{"title", each.words}, {"command", ""}};
    if (each.caller && client.shows_documents) {
      command["command"] = kShowCall;
      command["arguments"] = Json::array({{{"uri", each.caller->uri}, {"range", to_json(each.caller->range)}}});
    }
    const Range range = document.lines.range(*document.text, each.range, client.encoding);
    lenses.push_back({{"range", to_json(range)}, {"command", std::move(command)}});
  }
  return lenses;
}

}  // namespace syncfree::lsp
