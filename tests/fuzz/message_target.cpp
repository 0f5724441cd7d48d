// The line of the language server: frames, messages, and edits of a text.
#include <string>

#include "lsp/document.h"
#include "lsp/frames.h"
#include "lsp/rpc.h"
#include "tests/fuzz/all_targets.h"

namespace syncfree::fuzz {
namespace {

constexpr std::size_t kPieceOfALine = 37;  ///< bytes come as they like

void edit(const lsp::Notification& notification) {
  lsp::Document document = lsp::make_document("file:///a.py", 1, "import torch\r\n\ndéf f(x):\n    𝟙 = x\n");
  try {
    const lsp::Json& changes = notification.params.at("contentChanges");
    for (const lsp::Encoding encoding : {lsp::Encoding::kUtf8, lsp::Encoding::kUtf16, lsp::Encoding::kUtf32}) {
      lsp::apply_changes(document, document.version + 1, changes, encoding);
    }
  } catch (const lsp::Json::exception&) {
    return;  // answered with an error
  }
  expect(document.lines.count() > 0, "a text has no lines");
}

void take(const std::string& body) {
  const lsp::Message message = lsp::read_message(body);
  if (const auto* request = std::get_if<lsp::Request>(&message)) {
    static_cast<void>(lsp::result_text(request->id, request->params));
  } else if (const auto* notification = std::get_if<lsp::Notification>(&message)) {
    edit(*notification);
  } else if (const auto* malformed = std::get_if<lsp::Malformed>(&message)) {
    static_cast<void>(lsp::error_text(malformed->id, malformed->error));
  }
}

}  // namespace

void read_messages(std::string_view bytes) {
  lsp::FrameReader reader;
  for (std::size_t at = 0; at < bytes.size(); at += kPieceOfALine) {
    reader.add(bytes.substr(at, kPieceOfALine));
    while (const auto body = reader.next()) {
      if (*body) take(**body);
    }
  }
  take(std::string(bytes));  // whatever the frame says
}

std::vector<std::string> message_seeds() {
  const std::vector<std::string> bodies = {
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}})",
      R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.py","version":2},
"contentChanges":[{"range":{"start":{"line":2,"character":1},"end":{"line":3,"character":5}},"text":"y\n𝟙é"},{"text":"x\r\ny"}]}})",
      R"({"jsonrpc":"2.0","id":"a","result":null})",
      R"({"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"no"}})", R"([1,{"id":{}}])"};
  std::vector<std::string> seeds = bodies;
  std::string all;
  for (const std::string& body : bodies) all += lsp::frame(body);
  seeds.push_back(all);
  return seeds;
}

}  // namespace syncfree::fuzz
