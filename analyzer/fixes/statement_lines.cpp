#include "analyzer/fixes/statement_lines.h"

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::fixes {

using model::Module;
using model::Statement;
using source::TextRange;

namespace {

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/// Where the line goes on after what ends at `offset`: behind its line end, if only blanks and a comment are left.
std::optional<std::uint32_t> line_end_after(const Module& module, std::uint32_t offset) {
  const std::string_view text = module.text;
  std::size_t at = offset;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\f')) ++at;
  const auto begins_here = [&](const model::Comment& comment) { return comment.range.begin == at; };
  if (const auto comment = std::ranges::find_if(module.comments, begins_here); comment != module.comments.end())
    at = comment->range.end;
  if (at < text.size() && !is_line_end(text[at])) return std::nullopt;
  if (at < text.size() && text[at] == '\r') ++at;
  if (at < text.size() && text[at] == '\n') ++at;
  return static_cast<std::uint32_t>(at);
}

/// The range of the line before the one that starts at `start`, without its line end.
std::optional<TextRange> line_before(std::string_view text, std::uint32_t start) {
  if (start == 0) return std::nullopt;
  std::uint32_t end = start - 1;
  if (end > 0 && text[end] == '\n' && text[end - 1] == '\r') --end;
  std::uint32_t begin = end;
  while (begin > 0 && !is_line_end(text[begin - 1])) --begin;
  return TextRange{begin, end};
}

}  // namespace

std::optional<TextRange> own_lines(const Module& module, const Statement& statement) {
  const auto start = blank_line_start(module.text, statement.range.begin);
  const auto end = line_end_after(module, statement.range.end);
  if (!start || !end) return std::nullopt;
  return TextRange{*start, *end};
}

std::optional<TextRange> own_lines_with_comments(const Module& module, const Statement& statement) {
  std::optional<TextRange> lines = own_lines(module, statement);
  while (lines) {
    const auto before = line_before(module.text, lines->begin);
    if (!before) break;
    std::uint32_t at = before->begin;
    while (at < before->end && (module.text[at] == ' ' || module.text[at] == '\t')) ++at;
    const bool aligned = at - before->begin == indentation_of(module, statement).size();
    const auto begins_here = [&](const model::Comment& comment) { return comment.range.begin == at; };
    if (at == before->end || !aligned || std::ranges::none_of(module.comments, begins_here)) break;
    lines->begin = before->begin;
  }
  return lines;
}

std::string_view indentation_of(const Module& module, const Statement& statement) {
  std::uint32_t start = statement.range.begin;
  while (start > 0 && (module.text[start - 1] == ' ' || module.text[start - 1] == '\t')) --start;
  return module.text.substr(start, statement.range.begin - start);
}

std::optional<std::string> indented(std::string_view lines, std::string_view from, std::string_view to) {
  std::string text;
  while (!lines.empty()) {
    std::size_t end = std::min(lines.find_first_of("\r\n"), lines.size() - 1) + 1;
    if (end < lines.size() && lines[end - 1] == '\r' && lines[end] == '\n') ++end;
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end);
    const bool blank = line.find_first_not_of(" \t\r\n") == std::string_view::npos;
    if (!blank && !line.starts_with(from)) return std::nullopt;
    text += blank ? std::string(line) : std::string(to) + std::string(line.substr(from.size()));
  }
  return text;
}

bool has_text_of_several_lines(const Module& module, const Statement& statement) {
  const Statement* const one[] = {&statement};
  bool found = false;
  model::walk_expressions(one, [&](const model::Expression& expression) {
    const auto* constant = expression.get_if<model::Constant>();
    const bool is_text = (constant != nullptr && constant->constant == model::ConstantKind::kString) ||
                         expression.kind == model::ExpressionKind::kFormatted;
    const std::string_view text = module.text.substr(expression.range.begin, expression.range.size());
    found = found || (is_text && text.find_first_of("\r\n") != std::string_view::npos);
  });
  return found;
}

std::optional<std::uint32_t> blank_line_start(std::string_view text, std::uint32_t offset) {
  std::uint32_t start = offset;
  while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t')) --start;
  if (start > 0 && !is_line_end(text[start - 1])) return std::nullopt;
  const auto before = line_before(text, start);
  if (before && !before->empty() && text[before->end - 1] == '\\') return std::nullopt;
  return start;
}

std::string_view line_end_of(std::string_view text) {
  const std::size_t end = text.find_first_of("\r\n");
  if (end == std::string_view::npos || text[end] == '\n') return "\n";
  return end + 1 < text.size() && text[end + 1] == '\n' ? "\r\n" : "\r";
}

}  // namespace syncfree::fixes
