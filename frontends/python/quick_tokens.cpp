#include "frontends/python/quick_tokens.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace syncfree::python {
namespace {

enum Class : std::uint8_t { kBad, kSpace, kEndOfLine, kLetter, kDigit, kQuote, kSharp, kBackslash, kSign };

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = kLetter;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] = kLetter;
  for (int c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  classes['_'] = kLetter;
  for (const char c : {' ', '\t', '\f', '\r'}) classes[static_cast<unsigned char>(c)] = kSpace;
  classes['\n'] = kEndOfLine;
  classes['"'] = classes['\''] = kQuote;
  classes['#'] = kSharp;
  classes['\\'] = kBackslash;
  for (const char c : std::string_view("+-*/@%&|^~<>=!()[]{},:.;")) classes[static_cast<unsigned char>(c)] = kSign;
  return classes;
}
constexpr std::array<Class, 256> kClasses = make_classes();

struct Word {
  std::string_view text;
  Token token;
  Syntax syntax;
};
constexpr Word kWords[] = {
    {"False", Token::kSyntax, Syntax::kFalse},
    {"None", Token::kSyntax, Syntax::kNone},
    {"True", Token::kSyntax, Syntax::kTrue},
    {"and", Token::kSyntax, Syntax::kAndToken},
    {"as", Token::kSyntax, Syntax::kAsToken},
    {"assert", Token::kKeyword, Syntax::kAssert},
    {"async", Token::kSyntax, Syntax::kAsyncToken},
    {"await", Token::kSyntax, Syntax::kAwait},
    {"break", Token::kKeyword, Syntax::kBreak},
    {"class", Token::kSyntax, Syntax::kClassToken},
    {"continue", Token::kKeyword, Syntax::kContinue},
    {"def", Token::kSyntax, Syntax::kDefToken},
    {"del", Token::kKeyword, Syntax::kDelete},
    {"elif", Token::kKeyword, Syntax::kElifClause},
    {"else", Token::kSyntax, Syntax::kElseToken},
    {"except", Token::kKeyword, Syntax::kExceptClause},
    {"finally", Token::kKeyword, Syntax::kFinallyClause},
    {"for", Token::kSyntax, Syntax::kForToken},
    {"from", Token::kSyntax, Syntax::kFromToken},
    {"global", Token::kKeyword, Syntax::kGlobal},
    {"if", Token::kSyntax, Syntax::kIfToken},
    {"import", Token::kKeyword, Syntax::kImport},
    {"in", Token::kSyntax, Syntax::kInToken},
    {"is", Token::kSyntax, Syntax::kIsToken},
    {"lambda", Token::kSyntax, Syntax::kLambda},
    {"nonlocal", Token::kKeyword, Syntax::kNonlocal},
    {"not", Token::kSyntax, Syntax::kNotToken},
    {"or", Token::kSyntax, Syntax::kOrToken},
    {"pass", Token::kKeyword, Syntax::kPass},
    {"raise", Token::kKeyword, Syntax::kRaise},
    {"return", Token::kKeyword, Syntax::kReturn},
    {"try", Token::kKeyword, Syntax::kTry},
    {"while", Token::kKeyword, Syntax::kWhile},
    {"with", Token::kKeyword, Syntax::kWith},
    {"yield", Token::kSyntax, Syntax::kYield},
};

/// By first letter and length: at most two words each.
class WordTable {
 public:
  WordTable() {
    for (const Word& word : kWords) {
      auto& slot = slots_[slot_of(word.text)];
      (slot[0] == nullptr ? slot[0] : slot[1] == nullptr ? slot[1] : slot[2]) = &word;
    }
  }
  const Word* find(std::string_view text) const {
    if (text.size() < 2 || text.size() > 8) return nullptr;
    for (const Word* word : slots_[slot_of(text)]) {
      if (word == nullptr) return nullptr;
      if (word->text == text) return word;
    }
    return nullptr;
  }

 private:
  static std::size_t slot_of(std::string_view text) {
    return (static_cast<unsigned char>(text[0]) & 63U) * 8 + (text.size() & 7U);
  }
  std::array<std::array<const Word*, 3>, 512> slots_{};
};

class Tokenizer {
 public:
  Tokenizer(std::string_view text, std::vector<QuickToken>& tokens, std::vector<source::TextRange>& comments)
      : text_(text), tokens_(tokens), comments_(comments) {}

  bool run() {
    if (!begin_line()) return false;
    while (at_ < text_.size()) {
      if (!one()) return false;
    }
    if (depth_ != 0) return false;
    if (!tokens_.empty() && tokens_.back().token != Token::kNewline && tokens_.back().token != Token::kDedent)
      push(Token::kNewline, Syntax::kOther, at_, at_);
    for (; indents_.size() > 1; indents_.pop_back()) push(Token::kDedent, Syntax::kOther, at_, at_);
    push(Token::kEnd, Syntax::kOther, at_, at_);
    return true;
  }

 private:
  static constexpr std::uint32_t kDeepest = 100;  ///< a field of a formatted string may lie in so many brackets

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void push(Token token, Syntax syntax, std::size_t begin, std::size_t end) {
    tokens_.push_back({{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, token, syntax});
  }
  void comment() {
    const void* end = std::memchr(text_.data() + at_, '\n', text_.size() - at_);
    const std::size_t stop = end == nullptr ? text_.size() : static_cast<const char*>(end) - text_.data();
    comments_.push_back({static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(stop)});
    at_ = stop;
  }

  /// To the first token of a line, with the indents and dedents before it.
  bool begin_line() {
    std::uint32_t indent = 0;
    for (;;) {
      const char c = peek();
      if (at_ >= text_.size()) return true;
      if (c == ' ') {
        ++indent;
      } else if (c == '\t') {
        indent += 8;
      } else if (c == '\r' || c == '\f' || c == '\n') {
        indent = 0;
      } else if (c == '#') {
        comment();
        indent = 0;
        continue;
      } else {
        break;
      }
      ++at_;
    }
    if (peek() == '\\') return false;
    if (indent > indents_.back()) {
      push(Token::kIndent, Syntax::kOther, at_, at_);
      indents_.push_back(indent);
    }
    while (indent < indents_.back()) {
      push(Token::kDedent, Syntax::kOther, at_, at_);
      indents_.pop_back();
    }
    return indent == indents_.back();
  }

  bool one() {
    switch (kClasses[static_cast<unsigned char>(text_[at_])]) {
      case kSpace:
        ++at_;
        return true;
      case kEndOfLine:
        if (depth_ > 0) {
          ++at_;
          return true;
        }
        push(Token::kNewline, Syntax::kOther, at_, at_);
        ++at_;
        return begin_line();
      case kSharp:
        comment();
        return true;
      case kBackslash:
        if (peek(1) == '\n') {
          at_ += 2;
          return true;
        }
        if (peek(1) == '\r' && peek(2) == '\n') {
          at_ += 3;
          return true;
        }
        return false;
      case kLetter:
        return word();
      case kDigit:
        return number();
      case kQuote:
        return string(at_);
      case kSign:
        return sign();
      case kBad:
        return false;
    }
    return false;
  }

  bool word() {
    static const WordTable words;
    const std::size_t begin = at_;
    while (at_ < text_.size() && (kClasses[static_cast<unsigned char>(text_[at_])] == kLetter ||
                                  kClasses[static_cast<unsigned char>(text_[at_])] == kDigit))
      ++at_;
    const char next = peek();
    if (static_cast<unsigned char>(next) >= 0x80) return false;
    if ((next == '"' || next == '\'') && at_ - begin <= 2) return string(begin);
    const Word* known = words.find(text_.substr(begin, at_ - begin));
    if (known == nullptr) {
      push(Token::kSyntax, Syntax::kIdentifier, begin, at_);
    } else {
      push(known->token, known->syntax, begin, at_);
    }
    return true;
  }

  static bool is_digit(char c, int base) {
    if (c >= '0' && c <= '9') return c - '0' < base;
    return base == 16 && (c | 0x20) >= 'a' && (c | 0x20) <= 'f';
  }
  /// Any number of digits with single underscores between them; what follows an underscore that stands wrong is no
  /// number's end.
  void digits(int base) {
    while (is_digit(peek(), base) || (peek() == '_' && is_digit(peek(1), base))) ++at_;
  }
  bool number() {
    const std::size_t begin = at_;
    Syntax syntax = Syntax::kInteger;
    const char second = static_cast<char>(peek(1) | 0x20);
    if (peek() == '0' && (second == 'x' || second == 'o' || second == 'b')) {
      at_ += 2;
      const std::size_t first = at_;
      digits(second == 'x' ? 16 : second == 'o' ? 8 : 2);
      if (at_ == first || is_digit(peek(), 10)) return false;
    } else {
      digits(10);
      if (peek() == '.') {
        syntax = Syntax::kFloat;
        ++at_;
        if (peek() != '_') digits(10);
      }
      const bool is_signed = peek(1) == '+' || peek(1) == '-';
      if ((peek() | 0x20) == 'e' && is_digit(peek(is_signed ? 2 : 1), 10)) {
        syntax = Syntax::kFloat;
        at_ += is_signed ? 2 : 1;
        digits(10);
      }
      if ((peek() | 0x20) == 'j') ++at_;
    }
    if (kClasses[static_cast<unsigned char>(peek())] == kLetter || static_cast<unsigned char>(peek()) >= 0x80)
      return false;
    push(Token::kSyntax, syntax, begin, at_);
    return true;
  }

  /// At the quote of a string whose prefix begins at `begin`.
  bool string(std::size_t begin) {
    bool is_format = false;
    for (std::size_t i = begin; i < at_; ++i) {
      switch (text_[i] | 0x20) {
        case 'f':
        case 't':
          is_format = true;
          break;
        case 'r':
        case 'b':
        case 'u':
          break;
        default:
          return false;
      }
    }
    const char quote = text_[at_];
    const bool is_triple = peek(1) == quote && peek(2) == quote;
    at_ += is_triple ? 3 : 1;
    return is_format ? format_string(begin, quote, is_triple) : plain_string(begin, quote, is_triple);
  }

  bool ends(char quote, bool is_triple) const {
    return text_[at_] == quote && (!is_triple || (peek(1) == quote && peek(2) == quote));
  }

  bool plain_string(std::size_t begin, char quote, bool is_triple) {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\\') {
        ++at_;
        if (peek() == '\r' && peek(1) == '\n') ++at_;
      } else if (c == '\n') {
        if (!is_triple) return false;
      } else if (c == quote && ends(quote, is_triple)) {
        at_ += is_triple ? 3 : 1;
        push(Token::kString, Syntax::kString, begin, at_);
        return true;
      }
    }
    return false;
  }

  bool format_string(std::size_t begin, char quote, bool is_triple) {
    push(Token::kFormatStart, Syntax::kOther, begin, at_);
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\') {
        if (peek(1) == 'N') return false;
        at_ += peek(1) == '{' || peek(1) == '}' ? 1 : 2;
      } else if (c == '{' || c == '}') {
        if (peek(1) == c) {
          at_ += 2;
          continue;
        }
        if (c == '}' || !field(0)) return false;
      } else if (c == '\n' && !is_triple) {
        return false;
      } else if (c == quote && ends(quote, is_triple)) {
        push(Token::kFormatEnd, Syntax::kOther, at_, at_ + (is_triple ? 3 : 1));
        at_ += is_triple ? 3 : 1;
        return true;
      } else {
        ++at_;
      }
    }
    return false;
  }

  /// `{value!r:format}`
  bool field(int nesting) {
    if (nesting > 3 || depth_ > kDeepest) return false;
    push(Token::kSyntax, Syntax::kOpenBrace, at_, at_ + 1);
    ++at_;
    const std::uint32_t outer = ++depth_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (depth_ == outer) {
        if (c == '}') break;
        if (c == '!' && peek(1) != '=') {
          push(Token::kConversion, Syntax::kTypeConversion, at_, at_ + 2);
          at_ += 2;
          continue;
        }
        if (c == ':') {  // before `=`, too: a named expression has parentheses here
          push(Token::kFormatColon, Syntax::kColonToken, at_, at_ + 1);
          ++at_;
          if (!format(nesting)) return false;
          break;
        }
      }
      if (!one()) return false;
    }
    if (at_ >= text_.size()) return false;
    --depth_;
    push(Token::kSyntax, Syntax::kCloseBrace, at_, at_ + 1);
    ++at_;
    return true;
  }

  bool format(int nesting) {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '}') return true;
      if (c == '\n' || c == '"' || c == '\'' || c == '\\') return false;
      if (c == '{') {
        if (!field(nesting + 1)) return false;
      } else {
        ++at_;
      }
    }
    return false;
  }

  bool sign() {
    const std::size_t begin = at_;
    const auto take = [&](Syntax syntax, std::size_t size) {
      at_ += size;
      push(Token::kSyntax, syntax, begin, at_);
      return true;
    };
    const char c = text_[at_];
    const char next = peek(1);
    const auto with_equal = [&](Syntax plain, Syntax equal) { return next == '=' ? take(equal, 2) : take(plain, 1); };
    switch (c) {
      case '(':
        ++depth_;
        return take(Syntax::kOpenParenthesis, 1);
      case '[':
        ++depth_;
        return take(Syntax::kOpenBracket, 1);
      case '{':
        ++depth_;
        return take(Syntax::kOpenBrace, 1);
      case ')':
      case ']':
      case '}':
        if (depth_ == 0) return false;
        --depth_;
        return take(c == ')' ? Syntax::kCloseParenthesis : c == ']' ? Syntax::kCloseBracket : Syntax::kCloseBrace, 1);
      case ',':
        return take(Syntax::kCommaToken, 1);
      case ';':
        return take(Syntax::kSemicolonToken, 1);
      case '~':
        return take(Syntax::kTildeToken, 1);
      case ':':
        return next == '=' ? take(Syntax::kNamedExpression, 2) : take(Syntax::kColonToken, 1);
      case '.':
        if (kClasses[static_cast<unsigned char>(next)] == kDigit) return number();
        if (next == '.' && peek(2) == '.') return take(Syntax::kEllipsis, 3);
        return take(Syntax::kDotToken, 1);
      case '+':
        return with_equal(Syntax::kPlusToken, Syntax::kPlusEqual);
      case '-':
        return next == '>' ? take(Syntax::kArrowToken, 2) : with_equal(Syntax::kMinusToken, Syntax::kMinusEqual);
      case '*':
        if (next == '*') return peek(2) == '=' ? take(Syntax::kDoubleStarEqual, 3) : take(Syntax::kDoubleStarToken, 2);
        return with_equal(Syntax::kStarToken, Syntax::kStarEqual);
      case '/':
        if (next == '/')
          return peek(2) == '=' ? take(Syntax::kDoubleSlashEqual, 3) : take(Syntax::kDoubleSlashToken, 2);
        return with_equal(Syntax::kSlashToken, Syntax::kSlashEqual);
      case '@':
        return with_equal(Syntax::kAtToken, Syntax::kAtEqual);
      case '%':
        return with_equal(Syntax::kPercentToken, Syntax::kPercentEqual);
      case '&':
        return with_equal(Syntax::kAmpersandToken, Syntax::kAmpersandEqual);
      case '|':
        return with_equal(Syntax::kPipeToken, Syntax::kPipeEqual);
      case '^':
        return with_equal(Syntax::kCaretToken, Syntax::kCaretEqual);
      case '=':
        return with_equal(Syntax::kEqualToken, Syntax::kEqualEqual);
      case '!':
        return next == '=' && take(Syntax::kNotEqual, 2);
      case '<':
        if (next == '<') return peek(2) == '=' ? take(Syntax::kLeftShiftEqual, 3) : take(Syntax::kLeftShiftToken, 2);
        if (next == '>') return false;
        return with_equal(Syntax::kLess, Syntax::kLessEqual);
      case '>':
        if (next == '>') return peek(2) == '=' ? take(Syntax::kRightShiftEqual, 3) : take(Syntax::kRightShiftToken, 2);
        return with_equal(Syntax::kGreater, Syntax::kGreaterEqual);
      default:
        return false;
    }
  }

  std::string_view text_;
  std::vector<QuickToken>& tokens_;
  std::vector<source::TextRange>& comments_;
  std::size_t at_ = 0;
  std::uint32_t depth_ = 0;  ///< of brackets
  std::vector<std::uint32_t> indents_ = {0};
};

}  // namespace

bool read_tokens(std::string_view text, std::vector<QuickToken>& tokens, std::vector<source::TextRange>& comments) {
  return Tokenizer(text, tokens, comments).run();
}

}  // namespace syncfree::python
