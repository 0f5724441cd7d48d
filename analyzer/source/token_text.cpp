#include "analyzer/source/token_text.h"

#include <algorithm>
#include <cstddef>

namespace syncfree::source {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || (c & 0x80) != 0;
}
bool is_quote(char c) { return c == '"' || c == '\''; }
bool closes(char c) { return c == ')' || c == ']' || c == '}'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Python's and C++'s: letters right before a quote that are no name.
bool is_string_prefix(std::string_view word) {
  return word.size() <= 2 && std::ranges::all_of(word, [](char c) {
           return std::string_view("rRbBuUfFtTL8").find(c) != std::string_view::npos;
         });
}

class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  std::string read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_space(c) || (c == '\\' && at_ + 1 < text_.size() && is_space(text_[at_ + 1]))) {
        ++at_;
      } else if (c == '#') {
        at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
      } else if (is_quote(c)) {
        add_string("");
      } else if (is_word(c)) {
        add_word();
      } else {
        add_mark(c);
      }
    }
    return std::move(result_);
  }

 private:
  void add(std::string_view token) {
    if (!result_.empty() && is_word(result_.back()) && is_word(token.front())) result_ += ' ';
    result_ += token;
  }

  void add_mark(char c) {
    if (closes(c) && result_.ends_with(',')) result_.pop_back();
    add(std::string_view(&c, 1));
    ++at_;
  }

  void add_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    std::string word(text_.substr(begin, at_ - begin));
    if (at_ < text_.size() && is_quote(text_[at_]) && is_string_prefix(word)) {
      std::ranges::transform(word, word.begin(), lower);
      std::erase(word, 'u');
      add_string(word);
      return;
    }
    if (is_digit(word.front())) std::ranges::transform(word, word.begin(), lower);
    add(word);
  }

  /// One that is not closed ends with the text.
  void add_string(std::string_view prefix) {
    const char quote = text_[at_];
    const bool is_triple = text_.substr(at_, 3) == std::string(3, quote);
    const std::string end(is_triple ? 3 : 1, quote);
    at_ += end.size();
    std::string content;
    while (at_ < text_.size() && text_.substr(at_, end.size()) != end) {
      const bool is_escaped = text_[at_] == '\\' && at_ + 1 < text_.size();
      if (is_escaped) ++at_;
      // In double quotes only these need a backslash.
      if (text_[at_] == '"' || (is_escaped && text_[at_] != '\'')) content += '\\';
      content += text_[at_++];
    }
    at_ = std::min(at_ + end.size(), text_.size());
    add(std::string(prefix) + std::string(end.size(), '"') + content + std::string(end.size(), '"'));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string result_;
};

}  // namespace

std::string token_text(std::string_view text) { return Tokens(text).read(); }

}  // namespace syncfree::source
