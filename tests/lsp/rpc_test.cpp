// The form of a message, and the answer to a text that is none.
#include "lsp/rpc.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace syncfree::lsp {
namespace SYNCFREE_FILE {

/// "request 1 a {}", "notification a null", "response 1 2" or "malformed 1 -32600".
std::string kind_of(std::string_view body) {
  const Message message = read_message(body);
  if (const auto* request = std::get_if<Request>(&message))
    return "request " + request->id.dump() + " " + request->method + " " + request->params.dump();
  if (const auto* notification = std::get_if<Notification>(&message))
    return "notification " + notification->method + " " + notification->params.dump();
  if (const auto* response = std::get_if<Response>(&message))
    return "response " + response->id.dump() + " " + response->error.value_or(response->result.dump());
  const auto& malformed = std::get<Malformed>(message);
  return "malformed " + malformed.id.dump() + " " + std::to_string(static_cast<int>(malformed.error.code));
}

TEST(Rpc, TellsMessagesApart) {
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"method":"a","params":{}})"), "request 1 a {}");
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":"x","method":"a"})"), R"(request "x" a null)");
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","method":"a","params":[1]})"), "notification a [1]");
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"result":2})"), "response 1 2");
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}})"), "response 1 no");
}

TEST(Rpc, AnswersWhatIsNoMessage) {
  EXPECT_EQ(kind_of("{"), "malformed null -32700");
  EXPECT_EQ(kind_of("\"\xff\""), "malformed null -32700");
  EXPECT_EQ(kind_of("[]"), "malformed null -32600");
  EXPECT_EQ(kind_of(R"([{"jsonrpc":"2.0","id":1,"method":"a"}])"), "malformed null -32600");
  EXPECT_EQ(kind_of("1"), "malformed null -32600");
  EXPECT_EQ(kind_of(R"({"id":1,"method":"a"})"), "malformed 1 -32600");
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1})"), "malformed 1 -32600");
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"method":2})"), "malformed 1 -32600");
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":{},"method":"a"})"), "malformed null -32600");
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"method":"a","params":2})"), "malformed 1 -32602");
}

TEST(Rpc, RefusesWhatIsNestedTooDeeply) {
  const std::string shallow = std::string(200, '[') + std::string(200, ']');
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","method":"a","params":)" + shallow + "}"), "notification a " + shallow);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","method":"a","params":)" + deep + "}"), "malformed null -32600");
  const std::string quoted = "[\"" + std::string(1000, '[') + "\\\"[\"]";
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","method":"a","params":)" + quoted + "}"), "notification a " + quoted);
}

TEST(Rpc, WritesBytesThatAreNoText) {
  EXPECT_EQ(notification_text("a", "\xff"), "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"params\":\"\xEF\xBF\xBD\"}");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::lsp
