// JSON-RPC 2.0, as far as the protocol uses it: what a message is, and the messages that are sent.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "lsp/json.h"

namespace syncfree::lsp {

enum class ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kNotInitialized = -32002,
  kRequestCancelled = -32800,
  kContentModified = -32801,
  kServerCancelled = -32802,
};

struct Error {
  ErrorCode code = ErrorCode::kInternalError;
  std::string message;
  Json data = nullptr;
};

struct Request {
  Json id;  ///< a number or a string
  std::string method;
  Json params;
};

struct Notification {
  std::string method;
  Json params;
};

/// To a request of the server's.
struct Response {
  Json id;
  Json result;  ///< null after an error
  std::optional<std::string> error;
};

/// What is no message, with the answer that it gets.
struct Malformed {
  Json id;  ///< null if it is not known
  Error error;
};

using Message = std::variant<Request, Notification, Response, Malformed>;

Message read_message(std::string_view body);

std::string request_text(const Json& id, std::string_view method, Json params);
std::string notification_text(std::string_view method, Json params);
std::string result_text(const Json& id, Json result);
std::string error_text(const Json& id, const Error& error);

}  // namespace syncfree::lsp
