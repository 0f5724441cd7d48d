#include "frontends/python/rewriting.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace syncfree::python {
namespace {

bool is_space(char character) {
  return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

/// Overwrites all but line ends.
void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (; begin < end; ++begin) {
    if (text[begin] != '\n' && text[begin] != '\r') text[begin] = ' ';
  }
}

/// Walks the characters of a line that are not in strings or comments, and knows the brackets around them.
template <class Visit>
void walk_code(std::string_view line, Visit&& visit) {
  std::string open;
  std::size_t budget = field_budget(line);
  for (std::size_t at = 0; at < line.size();) {
    const char character = line[at];
    if (character == '#') {
      at = std::min(line.find('\n', at), line.size());
      continue;
    }
    if (character == '"' || character == '\'') {
      visit(at, open);
      at = end_of_string(line, at, string_prefix(line, at), budget).at;
      continue;
    }
    if ((character == ')' || character == ']' || character == '}') && !open.empty()) open.pop_back();
    visit(at, open);
    if (character == '(' || character == '[' || character == '{') open.push_back(character);
    ++at;
  }
}

/// `*a.b` where the grammar takes a star: before a dotted name with nothing else to it.
bool is_plain_star(std::string_view line, std::size_t at) {
  at = skip_space(line, at + 1);
  const std::size_t begin = at;
  while (true) {
    at += first_word(line.substr(at)).size();
    if (at == line.size() || line[at] != '.') break;
    ++at;
  }
  if (at == begin) return false;
  at = skip_space(line, at);
  return at == line.size() || std::string_view(",])=:;#").find(line[at]) != std::string_view::npos ||
         first_word(line.substr(at)) == "in";
}

void blank_out_stars(std::string& text, const LogicalLine& line, Rewriting& rewriting) {
  const std::string_view code = std::string_view(text).substr(line.range.begin, line.range.size());
  const std::string_view word = first_word(code);
  constexpr std::array<std::string_view, 6> kOtherStars = {"def", "class", "async", "type", "case", "lambda"};
  if (std::ranges::find(kOtherStars, word) != kOtherStars.end() || code.find("lambda") != std::string_view::npos)
    return;
  std::size_t last = code.size();  // the last character of code before `at` that is no space
  std::vector<std::size_t> found;
  walk_code(code, [&](std::size_t at, const std::string& open) {
    if (is_space(code[at])) return;
    const std::size_t before = std::exchange(last, at);
    if (code[at] != '*' || (!open.empty() && open.back() != '[')) return;
    if (before == code.size() || code[before] == '*' || code.substr(at).starts_with("**") || is_plain_star(code, at))
      return;
    const std::string_view head = code.substr(0, before + 1);
    const bool follows_keyword =
        at > before + 1 && (head.ends_with("return") || head.ends_with("yield") || head.ends_with(" in"));
    if (follows_keyword || std::string_view(",=[").find(code[before]) != std::string_view::npos) found.push_back(at);
  });
  for (const std::size_t at : found) {
    text[line.range.begin + at] = ' ';
    rewriting.stars.push_back(line.range.begin + static_cast<std::uint32_t>(at));
  }
}

/// `class A[T = int]`: the defaults say nothing about a value.
bool blank_out_type_defaults(std::string& text, const LogicalLine& line) {
  std::string code = text.substr(line.range.begin, line.range.size());
  std::size_t at = 0;
  for (std::string_view word = first_word(code); word == "async" || word == "def" || word == "class" || word == "type";
       word = first_word(std::string_view(code).substr(at))) {
    at = skip_space(code, at + word.size());
  }
  if (at == 0) return false;
  at = skip_space(code, at + first_word(std::string_view(code).substr(at)).size());
  if (at >= code.size() || code[at] != '[') return false;
  std::optional<std::size_t> begin;  // of the default that is being read
  bool is_over = false;
  std::vector<std::pair<std::size_t, std::size_t>> defaults;
  walk_code(std::string_view(code).substr(at), [&](std::size_t offset, const std::string& open) {
    const char character = code[at + offset];
    if (is_over) return;
    is_over = open.empty() && offset > 0;
    if (begin && (is_over || (open.size() == 1 && character == ','))) {
      defaults.emplace_back(*begin, at + offset);
      begin.reset();
    }
    if (!begin && open.size() == 1 && character == '=') begin = at + offset;
  });
  for (const auto& [from, to] : defaults) blank(text, line.range.begin + from, line.range.begin + to);
  return !defaults.empty();
}

/// A header that parses, of the same kind as the one that `code` begins with; empty if it begins with no header.
std::string placeholder_header(std::string_view code) {
  struct Header {
    std::string_view word;
    std::string_view placeholder;
  };
  constexpr std::array<Header, 11> kHeaders = {{{"if", "if 1:"},
                                                {"elif", "elif 1:"},
                                                {"else", "else:"},
                                                {"for", "for _ in _:"},
                                                {"while", "while 1:"},
                                                {"with", "with 1:"},
                                                {"try", "try:"},
                                                {"except", "except:"},
                                                {"finally", "finally:"},
                                                {"match", "match 1:"},
                                                {"case", "case _:"}}};
  if (code.starts_with('@')) return "@_";
  const std::string_view word = first_word(code);
  if (word == "async") {
    const std::size_t rest = skip_space(code, word.size());
    const std::string inner = placeholder_header(code.substr(rest));
    return inner.empty() ? inner : std::string(code.substr(0, rest)) + inner;
  }
  if (word == "def" || word == "class") {
    const std::size_t begin = skip_space(code, word.size());
    const std::string_view name = first_word(code.substr(begin));
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return {};
    return std::string(code.substr(0, begin + name.size())) + (word == "def" ? "():" : ":");
  }
  const auto* header = std::ranges::find(kHeaders, word, &Header::word);
  return header == kHeaders.end() ? std::string() : std::string(header->placeholder);
}

}  // namespace

bool blank_out_unsupported(std::string& text, const LogicalLine& line, Rewriting& rewriting) {
  const std::size_t stars = rewriting.stars.size();
  blank_out_stars(text, line, rewriting);
  return blank_out_type_defaults(text, line) || rewriting.stars.size() > stars;
}

Spoiling spoil(std::string& text, const LogicalLine& line, bool is_header, Spoiling done) {
  if (done == Spoiling::kNothingKept) return done;
  const std::string code = text.substr(line.range.begin, line.range.size());
  std::string placeholder;
  if (done == Spoiling::kNone) {
    placeholder = placeholder_header(code);
    const bool has_own_block = !is_header && !placeholder.empty() && !code.starts_with('@');
    if (has_own_block) placeholder += '0';
    if (placeholder.size() > code.size() || placeholder == code) placeholder.clear();
  }
  const bool is_kept = !placeholder.empty();
  if (!is_kept) placeholder = "0";
  blank(text, line.range.begin, line.range.end);
  text.replace(line.range.begin, placeholder.size(), placeholder);
  return is_kept ? Spoiling::kHeaderKept : Spoiling::kNothingKept;
}

}  // namespace syncfree::python
