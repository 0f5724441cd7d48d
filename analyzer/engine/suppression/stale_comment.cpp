#include "analyzer/engine/suppression/stale_comment.h"

#include <cstdint>

namespace syncfree::engine {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_marker(char c) { return c == '#' || c == '/' || c == '*'; }
bool parts_codes(char c) { return is_blank(c) || c == ','; }

/// Past the end of the line at `at`.
std::uint32_t next_line(std::string_view text, std::uint32_t at) {
  if (at < text.size() && text[at] == '\r') ++at;
  if (at < text.size() && text[at] == '\n') ++at;
  return at;
}

}  // namespace

fixes::TextEdit without_directive(std::string_view text, source::TextRange comment, const Directive& directive) {
  std::uint32_t begin = directive.range.begin;
  while (begin > comment.begin && (is_blank(text[begin - 1]) || is_marker(text[begin - 1]))) --begin;
  const std::uint32_t next = directive.end;
  const bool goes_on = next < comment.end;
  // In the middle of a comment, from the marker before it: `# type: ignore  # noqa: SF301  # fmt: skip`.
  if (begin > comment.begin) return {{begin, next}, goes_on ? "  " : ""};
  // What follows it in the comment brings a marker of its own, or needs this one: `// syncfree: ignore NOLINT`.
  if (goes_on) return {{is_marker(text[next]) ? begin : directive.range.begin, next}, ""};
  // Before code on the same line: `return /* syncfree: ignore */x`.
  const bool before_code = comment.end < text.size() && !is_line_end(text[comment.end]);
  if (before_code) {
    const bool parted = begin == 0 || is_blank(text[begin - 1]) || is_blank(text[comment.end]);
    return {{begin, comment.end}, parted ? "" : " "};
  }
  while (begin > 0 && is_blank(text[begin - 1])) --begin;
  const bool is_alone = begin == 0 || is_line_end(text[begin - 1]);
  return {{begin, is_alone ? next_line(text, comment.end) : comment.end}, ""};
}

fixes::TextEdit without_code(std::string_view text, const Directive& directive, std::size_t code) {
  auto [begin, end] = directive.codes[code].range;
  std::uint32_t before = begin;
  while (before > directive.range.begin && parts_codes(text[before - 1])) --before;
  const bool is_first = text[before - 1] == ':' || text[before - 1] == '[' || text[before - 1] == '(';
  if (!is_first) return {{before, end}, ""};
  while (end < directive.range.end && parts_codes(text[end])) ++end;
  return {{begin, end}, ""};
}

}  // namespace syncfree::engine
