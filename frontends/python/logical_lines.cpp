#include "frontends/python/logical_lines.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace syncfree::python {
namespace {

constexpr int kMaxStringNesting = 50;

bool is_word_character(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte >= 0x80;
}

bool is_string_quote(char character) { return character == '"' || character == '\''; }
bool is_opening(char character) { return character == '(' || character == '[' || character == '{'; }
bool is_closing(char character) { return character == ')' || character == ']' || character == '}'; }
bool is_blank(char character) {
  return character == ' ' || character == '\t' || character == '\f' || character == '\r';
}

char closing_of(char opening) { return opening == '(' ? ')' : opening == '[' ? ']' : '}'; }

void take_from(std::size_t& budget, std::size_t bytes) { budget -= std::min(budget, bytes); }

class StringScanner {
 public:
  StringScanner(std::string_view text, std::size_t& budget) : text_(text), budget_(budget) {}

  StringEnd string(std::size_t at, std::string_view prefix, int nesting);

 private:
  std::optional<std::size_t> field(std::size_t at, bool is_triple, int nesting);

  std::string_view text_;
  std::size_t& budget_;
};

/// Past the closing brace of the replacement field whose content begins at `at`; nothing if the string's line ends
/// first.
std::optional<std::size_t> StringScanner::field(std::size_t at, bool is_triple, int nesting) {
  const std::size_t begin = at;
  const auto is_open = [&](std::size_t end) {
    take_from(budget_, end - begin + 1);
    return std::nullopt;
  };
  std::size_t depth = 1;
  bool is_in_format = false;
  while (at < text_.size()) {
    const char character = text_[at];
    if (character == '\n' && !is_triple) return is_open(at);
    if (is_string_quote(character) && !is_in_format) {
      const StringEnd end = string(at, string_prefix(text_, at), nesting + 1);
      if (!end.is_closed) return is_open(end.at);
      at = end.at;
      continue;
    }
    if (is_opening(character)) ++depth;
    if (is_closing(character) && --depth == 0) return at + 1;
    if (character == ':' && depth == 1) is_in_format = true;
    ++at;
  }
  return is_open(at);
}

StringEnd StringScanner::string(std::size_t at, std::string_view prefix, int nesting) {
  const std::string_view text = text_;
  const char quote = text[at];
  const bool is_triple = text.substr(at).starts_with(std::string(3, quote));
  const bool is_format = prefix.find_first_of("fFtT") != std::string_view::npos;
  at += is_triple ? 3 : 1;
  while (at < text.size()) {
    const char character = text[at];
    if (character == '\\') {
      at += text.substr(at + 1).starts_with("\r\n") ? 3 : 2;
    } else if (character == quote && (!is_triple || text.substr(at).starts_with(std::string(3, quote)))) {
      return {at + (is_triple ? 3 : 1), true};
    } else if (character == '\n' && !is_triple) {
      return {at, false};
    } else if (is_format && character == '{') {
      if (text.substr(at).starts_with("{{") || nesting >= kMaxStringNesting || budget_ == 0) {
        at += 2;
        continue;
      }
      const auto end = field(at + 1, is_triple, nesting);
      at = end ? *end : at + 1;
    } else {
      ++at;
    }
  }
  return {text.size(), false};
}

/// Whether no expression can go on with this line, so that brackets open before it were never closed.
bool must_begin_statement(std::string_view line) {
  if (line.size() > 1 && line[0] == '@' && is_word_character(line[1])) return true;
  const std::string_view word = first_word(line);
  constexpr std::array<std::string_view, 15> kStatementWords = {"def",    "class",    "return", "import", "while",
                                                                "with",   "try",      "raise",  "del",    "global",
                                                                "assert", "nonlocal", "pass",   "break",  "continue"};
  if (std::ranges::find(kStatementWords, word) != kStatementWords.end()) return true;
  if (word == "from") return line.find(" import ") != std::string_view::npos;
  if (word == "async") return line.starts_with("async def ") || line.starts_with("async with ");
  constexpr std::array<std::string_view, 6> kHeaderWords = {"if", "elif", "else", "for", "except", "finally"};
  if (std::ranges::find(kHeaderWords, word) == kHeaderWords.end()) return false;
  line = line.substr(0, line.find('#'));
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line.ends_with(':');
}

/// Whether the line is the header of a block, if it ends in a colon.
bool begins_block(std::string_view line) {
  const std::string_view word = first_word(line);
  constexpr std::array<std::string_view, 10> kWords = {"def", "class", "async", "if",     "elif",
                                                       "for", "while", "with",  "except", "match"};
  return std::ranges::find(kWords, word) != kWords.end();
}

class Scanner {
 public:
  explicit Scanner(std::string_view text)
      : text_(text), budget_(text.size() * 8 + (std::size_t{1} << 20)), field_budget_(field_budget(text)) {}

  std::vector<LogicalLine> run() {
    while (find_line()) scan_line();
    return std::move(lines_);
  }

 private:
  /// Goes to the first character of the next line that has any code.
  bool find_line() {
    std::uint32_t column = 0;
    for (; at_ < text_.size(); ++at_) {
      switch (text_[at_]) {
        case ' ':
          ++column;
          break;
        case '\t':
          column = (column / 8 + 1) * 8;
          break;
        case '\n':
        case '\f':
        case '\r':
          column = 0;
          break;
        case '#':
          at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
          break;
        default:
          if (text_.substr(at_).starts_with("\xEF\xBB\xBF")) {
            at_ += 2;
            break;
          }
          indentation_ = column;
          return true;
      }
    }
    return false;
  }

  /// The line being scanned.
  struct Line {
    std::size_t begin;
    std::size_t end;                 ///< of the code so far
    std::string open;                ///< the closing brackets that are due
    std::optional<std::size_t> cut;  ///< where the line ends if its brackets turn out to stay open
    LineFault fault = LineFault::kNone;
  };

  void scan_line() {
    Line line{at_, at_, {}, {}};
    while (at_ < text_.size() && scan_next(line)) {
    }
    spend(line.end - line.begin);
    if (!line.open.empty() && line.fault != LineFault::kOpenString) {
      line.fault = LineFault::kOpenBracket;
      if (line.cut) at_ = line.end = *line.cut;
    }
    while (line.end > line.begin && (is_blank(text_[line.end - 1]) || text_[line.end - 1] == '\n')) --line.end;
    lines_.push_back(
        {{static_cast<std::uint32_t>(line.begin), static_cast<std::uint32_t>(line.end)}, indentation_, line.fault});
  }

  /// Past the next character, comment or string. False at the end of the line.
  bool scan_next(Line& line) {
    const char character = text_[at_];
    if (character == '\n') return scan_line_end(line);
    if (character == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return true;
    }
    if (is_blank(character)) {
      ++at_;
      return true;
    }
    if (is_string_quote(character)) return scan_string(line);
    if (character == '\\' && at_ + 1 < text_.size()) {
      at_ += text_.substr(at_ + 1).starts_with("\r\n") ? 3 : 2;
      line.end = at_;
      return true;
    }
    if (is_opening(character)) line.open.push_back(closing_of(character));
    if (is_closing(character)) {
      const bool fits = !line.open.empty() && line.open.back() == character;
      if (!fits && line.fault == LineFault::kNone) line.fault = LineFault::kStrayBracket;
      if (!line.open.empty()) line.open.pop_back();
    }
    line.end = ++at_;
    return true;
  }

  bool scan_line_end(Line& line) {
    if (line.open.empty()) return false;
    ++at_;
    if (!line.cut && text_[line.end - 1] == ':' && begins_block(text_.substr(line.begin))) line.cut = at_;
    return look_at_continuation(line.cut);
  }

  bool scan_string(Line& line) {
    const StringEnd string = end_of_string(text_, at_, string_prefix(text_, at_), field_budget_);
    spend(string.at - at_);
    if (!string.is_closed) line.fault = LineFault::kOpenString;
    const bool is_open_to_the_end = !string.is_closed && string.at == text_.size();
    at_ = line.end = is_open_to_the_end ? end_of_open_string() : string.at;
    return !is_open_to_the_end;
  }

  /// A string that the file does not close ends before the next line that begins a statement, indented no deeper.
  std::size_t end_of_open_string() const {
    for (std::size_t line = text_.find('\n', at_); line != std::string_view::npos; line = text_.find('\n', line)) {
      const std::size_t begin = ++line;
      const std::size_t first = std::min(text_.find_first_not_of(" \t", begin), text_.size());
      if (first - begin > indentation_) continue;
      if (must_begin_statement(text_.substr(first, std::min(text_.find('\n', first), text_.size()) - first)))
        return begin;
    }
    return text_.size();
  }

  /// At the beginning of a physical line inside brackets. False if they cannot go on here.
  bool look_at_continuation(std::optional<std::size_t>& cut) {
    std::size_t first = at_;
    std::uint32_t column = 0;
    for (; first < text_.size() && is_blank(text_[first]); ++first)
      column = text_[first] == '\t' ? (column / 8 + 1) * 8 : column + 1;
    if (first == text_.size() || text_[first] == '\n' || text_[first] == '#') return true;
    if (!cut && column <= indentation_ && !is_closing(text_[first])) cut = at_;
    if (budget_ == 0) return !cut;
    const std::size_t line_end = std::min(text_.find('\n', first), text_.size());
    if (!must_begin_statement(text_.substr(first, line_end - first))) return true;
    if (!cut) cut = at_;
    return false;
  }

  /// Lines cut short are scanned again; all of it together stays linear in the text.
  void spend(std::size_t bytes) { take_from(budget_, bytes); }

  std::string_view text_;
  std::size_t budget_;
  std::size_t field_budget_;
  std::size_t at_ = 0;
  std::uint32_t indentation_ = 0;
  std::vector<LogicalLine> lines_;
};

}  // namespace

std::string_view string_prefix(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && at - begin < 3 && is_word_character(text[begin - 1])) --begin;
  const std::string_view prefix = text.substr(begin, at - begin);
  return prefix.size() < 3 && prefix.find_first_not_of("rRbBuUfFtT") == std::string_view::npos ? prefix
                                                                                               : std::string_view{};
}

StringEnd end_of_string(std::string_view text, std::size_t at, std::string_view prefix, std::size_t& budget) {
  return StringScanner(text, budget).string(at, prefix, 0);
}

std::string_view first_word(std::string_view line) {
  std::size_t size = 0;
  while (size < line.size() && is_word_character(line[size])) ++size;
  return line.substr(0, size);
}

std::vector<LogicalLine> logical_lines(std::string_view text) { return Scanner(text).run(); }

}  // namespace syncfree::python
