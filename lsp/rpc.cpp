#include "lsp/rpc.h"

#include <utility>

namespace syncfree::lsp {
namespace {

bool is_id(const Json& id) { return id.is_number_integer() || id.is_string(); }

/// Deeper than any message of the protocol. What takes a message apart goes down into it.
constexpr int kDeepest = 256;

bool is_too_deep(std::string_view body) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (in_string && c == '\\') ++i;
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > kDeepest) return true;
  }
  return false;
}

Malformed invalid(Json id, std::string message) {
  return {std::move(id), {ErrorCode::kInvalidRequest, std::move(message)}};
}

/// Bytes that are no UTF-8, as in a path, must not keep a message back.
std::string text_of(const Json& message) { return message.dump(-1, ' ', false, Json::error_handler_t::replace); }

Message read_response(Json& object) {
  Response response{.id = object["id"], .result = nullptr, .error = std::nullopt};
  if (const auto error = object.find("error"); error != object.end()) {
    const bool has_words = error->is_object() && error->contains("message") && (*error)["message"].is_string();
    response.error = has_words ? (*error)["message"].get<std::string>() : "without a message";
  } else {
    response.result = std::move(object["result"]);
  }
  return response;
}

}  // namespace

Message read_message(std::string_view body) {
  if (is_too_deep(body)) return invalid(nullptr, "the message is nested too deeply");
  Json object = Json::parse(body, nullptr, false);
  if (object.is_discarded()) return Malformed{nullptr, {ErrorCode::kParseError, "the message is no JSON"}};
  if (object.is_array()) return invalid(nullptr, "the protocol has no batches");
  if (!object.is_object()) return invalid(nullptr, "the message is no object");
  const bool has_id = object.contains("id") && is_id(object["id"]);
  const Json id = has_id ? object["id"] : Json();
  if (object.value("jsonrpc", Json()) != "2.0") return invalid(id, "`jsonrpc` must be \"2.0\"");
  if (!object.contains("method")) {
    if (has_id && (object.contains("result") || object.contains("error"))) return read_response(object);
    return invalid(id, "the message has no method");
  }
  if (!object["method"].is_string()) return invalid(id, "`method` must be a string");
  if (object.contains("id") && !has_id) return invalid(nullptr, "`id` must be a number or a string");
  Json params = object.contains("params") ? std::move(object["params"]) : Json();
  if (!params.is_null() && !params.is_object() && !params.is_array()) {
    return Malformed{id, {ErrorCode::kInvalidParams, "`params` must be an object or an array"}};
  }
  auto method = object["method"].get<std::string>();
  if (has_id) return Request{id, std::move(method), std::move(params)};
  return Notification{std::move(method), std::move(params)};
}

std::string request_text(const Json& id, std::string_view method, Json params) {
  return text_of({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
}

std::string notification_text(std::string_view method, Json params) {
  return text_of({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

std::string result_text(const Json& id, Json result) {
  return text_of({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

std::string error_text(const Json& id, const Error& error) {
  Json object = {{"code", static_cast<int>(error.code)}, {"message", error.message}};
  if (!error.data.is_null()) object["data"] = error.data;
  return text_of({{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(object)}});
}

}  // namespace syncfree::lsp
