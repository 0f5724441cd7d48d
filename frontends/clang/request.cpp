#include "frontends/clang/request.h"

#include <charconv>
#include <utility>

namespace syncfree::clang_frontend {

namespace {

// No path or argument of a compiler holds a NUL.
void add(std::string& out, char kind, const std::string& text) {
  out += kind;
  out += text;
  out += '\0';
}

template <class Number>
bool read_number(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string write_request(const WorkRequest& request) {
  std::string out;
  add(out, 'b', std::to_string(request.most_bytes));
  add(out, 't', std::to_string(request.most_seconds));
  add(out, 'd', request.directory);
  add(out, 's', request.source);
  if (request.text) add(out, 'x', *request.text);
  for (const std::string& argument : request.arguments) add(out, 'a', argument);
  for (const std::string& file : request.files) add(out, 'f', file);
  return out;
}

std::optional<WorkRequest> read_request(std::string_view text) {
  WorkRequest request;
  while (!text.empty()) {
    const std::size_t end = text.find('\0');
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    std::string item(text.substr(1, end - 1));
    switch (text[0]) {
      case 'b':
        if (!read_number(item, request.most_bytes)) return std::nullopt;
        break;
      case 't':
        if (!read_number(item, request.most_seconds)) return std::nullopt;
        break;
      case 'd':
        request.directory = std::move(item);
        break;
      case 's':
        request.source = std::move(item);
        break;
      case 'x':
        request.text = std::move(item);
        break;
      case 'a':
        request.arguments.push_back(std::move(item));
        break;
      case 'f':
        request.files.push_back(std::move(item));
        break;
      default:
        return std::nullopt;
    }
    text.remove_prefix(end + 1);
  }
  if (request.source.empty()) return std::nullopt;
  return request;
}

}  // namespace syncfree::clang_frontend
