#include "frontends/cxx/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <string>

namespace syncfree::cxx {

namespace {

// Longest first. `>` stands alone, as it may close template arguments; the reader joins shifts.
constexpr std::array<std::string_view, 27> kOperators = {"<<<", "<=>", "->*", "...", "<<=", "::", "->", "++", "--",
                                                         "<<",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=",
                                                         "*=",  "/=",  "%=",  "^=",  "&=",  "|=", "##", ".*", "<:"};

/// By byte, as these questions are asked of each byte of a text.
struct Bytes {
  std::array<bool, 256> starts_name{};
  std::array<bool, 256> continues_name{};
  // of several characters
  std::array<bool, 256> starts_operator{};
  std::array<bool, 256> continues_operator{};  ///< as the second one
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

constexpr Bytes make_bytes() {
  Bytes bytes;
  for (std::size_t c = 0; c < 256; ++c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
    bytes.starts_name[c] = is_letter;
    bytes.continues_name[c] = is_letter || (c >= '0' && c <= '9');
  }
  for (const std::string_view symbol : kOperators) {
    bytes.starts_operator[static_cast<unsigned char>(symbol[0])] = true;
    bytes.continues_operator[static_cast<unsigned char>(symbol[1])] = true;
  }
  return bytes;
}

constexpr Bytes kBytes = make_bytes();

bool starts_name(char c) { return kBytes.starts_name[static_cast<unsigned char>(c)]; }
bool continues_name(char c) { return kBytes.continues_name[static_cast<unsigned char>(c)]; }

/// Of a text with comments, about: what there are more of, moves once.
constexpr std::size_t kBytesOfToken = 8;

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  LexedFile run() {
    file_.tokens.reserve(text_.size() / kBytesOfToken);
    while (skip_blanks()) {
      if (at_line_start_ && text_[at_] == '#') {
        ++at_;
        directive();
        continue;
      }
      at_line_start_ = false;
      file_.tokens.push_back(token());
    }
    file_.text = text_;
    return std::move(file_);
  }

 private:
  char look(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  bool at_continuation() const {
    if (look() != '\\') return false;
    return look(1) == '\n' || (look(1) == '\r' && look(2) == '\n');
  }

  /// Moves to the next token; false at the end of the text, or in a directive of its line.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (at_continuation()) {
        at_ += look(1) == '\r' ? 3 : 2;
      } else if (c == '\n') {
        if (in_directive_) return false;
        at_line_start_ = true;
        ++at_;
      } else if (is_space(c)) {
        ++at_;
      } else if (c == '/' && look(1) == '/') {
        line_comment();
      } else if (c == '/' && look(1) == '*') {
        const std::size_t end = text_.find("*/", at_ + 2);
        add_comment(end == std::string_view::npos ? text_.size() : end + 2);
      } else {
        return true;
      }
    }
    return false;
  }

  void line_comment() {
    std::size_t end = at_;
    while (end < text_.size() && text_[end] != '\n') end += text_[end] == '\\' && end + 1 < text_.size() ? 2 : 1;
    end = std::min(end, text_.size());
    add_comment(end > at_ && text_[end - 1] == '\r' ? end - 1 : end);
  }

  void add_comment(std::size_t end) {
    file_.comments.push_back(range(at_, end));
    at_ = end;
  }

  void directive() {
    Directive line{.position = file_.tokens.size(), .tokens = {}};
    in_directive_ = true;
    while (skip_blanks()) {
      line.tokens.push_back(token());
      if (line.tokens.size() == 2) line.has_parameters = look() == '(';
    }
    in_directive_ = false;
    file_.directives.push_back(std::move(line));
  }

  static source::TextRange range(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  Token make(TokenKind kind, std::size_t end) {
    end = std::min(end, text_.size());
    Token token{kind, text_.substr(at_, end - at_), range(at_, end)};
    at_ = end;
    return token;
  }

  Token token() {
    const char c = text_[at_];
    if (starts_name(c)) {
      std::size_t end = at_;
      while (end < text_.size() && continues_name(text_[end])) ++end;
      const std::string_view name = text_.substr(at_, end - at_);
      if (end < text_.size() && text_[end] == '"' && is_string_prefix(name)) return string(end, name.ends_with('R'));
      return make(TokenKind::kIdentifier, end);
    }
    if (is_digit(c) || (c == '.' && is_digit(look(1)))) return number();
    if (c == '"') return string(at_, false);
    if (c == '\'') return quoted(at_, '\'', TokenKind::kCharacter);
    const bool is_long = kBytes.starts_operator[static_cast<unsigned char>(c)] &&
                         kBytes.continues_operator[static_cast<unsigned char>(look(1))];
    if (!is_long) return make(TokenKind::kPunctuation, at_ + 1);
    for (const std::string_view symbol : kOperators) {
      if (symbol[0] == c && text_.substr(at_, symbol.size()) == symbol)
        return make(TokenKind::kPunctuation, at_ + symbol.size());
    }
    return make(TokenKind::kPunctuation, at_ + 1);
  }

  static bool is_string_prefix(std::string_view name) {
    return name == "R" || name == "L" || name == "u" || name == "U" || name == "u8" || name == "LR" || name == "uR" ||
           name == "UR" || name == "u8R";
  }

  Token number() {
    std::size_t end = at_;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool sign = (c == '+' || c == '-') && end > at_ &&
                        std::string_view("eEpP").find(text_[end - 1]) != std::string_view::npos &&
                        !(look() == '0' && (look(1) | 32) == 'x' && (text_[end - 1] | 32) == 'e');
      if (!continues_name(c) && c != '.' && c != '\'' && !sign) break;
      ++end;
    }
    return make(TokenKind::kNumber, end);
  }

  Token string(std::size_t quote, bool raw) {
    if (!raw) return quoted(quote, '"', TokenKind::kString);
    const std::size_t open = text_.find('(', quote);
    if (open == std::string_view::npos) return make(TokenKind::kString, text_.size());
    const std::string closing = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    const std::size_t end = text_.find(closing, open);
    return make(TokenKind::kString, end == std::string_view::npos ? text_.size() : end + closing.size());
  }

  Token quoted(std::size_t quote, char mark, TokenKind kind) {
    std::size_t end = quote + 1;
    while (end < text_.size() && text_[end] != mark && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    return make(kind, end + 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool at_line_start_ = true;
  bool in_directive_ = false;
  LexedFile file_;
};

}  // namespace

LexedFile lex(std::string_view text) { return Lexer(text).run(); }

}  // namespace syncfree::cxx
