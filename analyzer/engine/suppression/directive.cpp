#include "analyzer/engine/suppression/directive.h"

#include <algorithm>
#include <array>
#include <optional>

#include "analyzer/engine/selection.h"
#include "analyzer/engine/suppression/ascii.h"

namespace syncfree::engine {
namespace {

bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; }

// The first words of comments that speak to a tool, ours or another's; a colon or hyphen at the end belongs to the
// word.
constexpr std::array<std::string_view, 24> kPythonDirectives = {
    "noqa",  "syncfree", "type:",  "ty:",          "pyright:", "mypy:",     "pyre-",      "pytype:",
    "ruff:", "flake8:",  "fmt:",   "isort:",       "yapf:",    "autopep8:", "nopep8",     "pylint:",
    "nosec", "pragma:",  "pragma", "noinspection", "skipcq",   "sourcery",  "codespell:", "cython:"};

bool starts_directive(std::string_view text) {
  return std::ranges::any_of(kPythonDirectives, [&](std::string_view word) {
    if (!std::ranges::equal(text.substr(0, word.size()), word, {}, lower, lower)) return false;
    return !is_word(word.back()) || word.back() == '-' || text.size() == word.size() || !is_word(text[word.size()]);
  });
}

/// Where a `#` stands before such a word, or apart as a comment is written (`  # other`), from `at` on. Another `#` is
/// text: `see #12`.
std::size_t next_python_directive(std::string_view text, std::size_t at) {
  for (at = text.find('#', at); at != std::string_view::npos; at = text.find('#', at + 1)) {
    std::string_view rest = text.substr(at + 1);
    const bool is_apart = text.substr(0, at).ends_with("  ") && rest.starts_with(' ');
    rest.remove_prefix(std::min(rest.find_first_not_of("# \t"), rest.size()));
    if (is_apart || starts_directive(rest)) break;
  }
  return at;
}

/// Reads on in a file's text, up to the end of the comment.
class DirectiveReader {
 public:
  DirectiveReader(std::string_view text, source::TextRange range)
      : text_(text.substr(0, range.end)), at_(range.begin) {}

  std::uint32_t position() const { return static_cast<std::uint32_t>(at_); }
  bool done() const { return at_ >= text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  void advance() { ++at_; }
  void skip_spaces() {
    while (is_space(peek())) advance();
  }
  bool take(char wanted) {
    if (done() || peek() != wanted) return false;
    advance();
    return true;
  }
  bool take_ignoring_case(std::string_view word) {
    const std::string_view here = text_.substr(at_, word.size());
    if (!std::ranges::equal(here, word, {}, lower, lower)) return false;
    at_ += word.size();
    return true;
  }
  std::string_view take_word() {
    const std::size_t begin = at_;
    while (is_word(peek())) advance();
    return text_.substr(begin, at_ - begin);
  }
  /// Up to what starts another directive, or the comment's end.
  std::string_view take_reason(bool is_cpp) {
    skip_spaces();
    while (peek() == '-' || peek() == ':' || is_space(peek())) advance();
    const std::size_t begin = at_;
    at_ = std::min(is_cpp ? text_.find("NOLINT", at_) : next_python_directive(text_, at_), text_.size());
    std::string_view reason = text_.substr(begin, at_ - begin);
    if (reason.ends_with("*/")) reason.remove_suffix(2);
    while (!reason.empty() && (is_space(reason.back()) || (is_cpp && reason.back() == '/'))) reason.remove_suffix(1);
    return reason;
  }
  void rewind(std::uint32_t position) { at_ = position; }

 private:
  std::string_view text_;
  std::size_t at_;
};

DirectiveCode read_code(std::string_view word, std::uint32_t begin, std::span<const RuleInfo> rules) {
  const source::TextRange range{begin, begin + static_cast<std::uint32_t>(word.size())};
  return {.range = range, .prefix = find_selector(word, rules).value_or("")};
}

/// The words between the brackets; false if they are not closed or not a list of words.
bool read_bracketed_codes(DirectiveReader& reader, char close, std::span<const RuleInfo> rules, Directive& directive) {
  while (true) {
    reader.skip_spaces();
    if (reader.take(close)) return true;
    const std::uint32_t begin = reader.position();
    const std::string_view word = reader.take_word();
    if (word.empty()) return false;
    directive.codes.push_back(read_code(word, begin, rules));
    reader.skip_spaces();
    if (!reader.take(',') && reader.peek() != close) return false;
  }
}

/// After `syncfree`.
std::optional<Directive> read_own(DirectiveReader& reader, std::span<const RuleInfo> rules) {
  reader.skip_spaces();
  if (!reader.take(':')) return std::nullopt;
  reader.skip_spaces();
  Directive directive{.own = true};
  static constexpr std::array<std::pair<std::string_view, DirectiveScope>, 5> kVerbs = {{
      {"ignore", DirectiveScope::kLine},
      {"ignore-next-line", DirectiveScope::kNextLine},
      {"ignore-begin", DirectiveScope::kBegin},
      {"ignore-end", DirectiveScope::kEnd},
      {"ignore-file", DirectiveScope::kFile},
  }};
  const std::string verb(reader.take_word());
  const auto known = std::ranges::find(kVerbs, verb, [](const auto& entry) { return entry.first; });
  if (known == kVerbs.end()) {
    directive.mistake = "`syncfree: " + verb + "` is not known; `ignore`, `ignore-next-line`, `ignore-begin`, " +
                        "`ignore-end` and `ignore-file` are";
    return directive;
  }
  directive.scope = known->second;
  if (!reader.take('[')) {
    directive.all_rules = true;
    return directive;
  }
  if (!read_bracketed_codes(reader, ']', rules, directive)) {
    directive.mistake = "the codes cannot be read; write `" + verb + "[SF301, SF5]`";
  } else if (directive.codes.empty()) {
    directive.mistake = "`" + verb + "[]` names no code";
  }
  return directive;
}

/// Letters and then digits, as all tools' codes are.
std::string_view take_noqa_code(DirectiveReader& reader) {
  const std::uint32_t begin = reader.position();
  const std::string_view word = reader.take_word();
  const auto digits = std::ranges::find_if_not(word, is_letter);
  const bool is_code = digits != word.begin() && digits != word.end() && std::all_of(digits, word.end(), is_digit);
  if (is_code) return word;
  reader.rewind(begin);
  return {};
}

/// After `noqa`. Codes of other tools are passed over; if there are no others, the comment is not for us.
std::optional<Directive> read_noqa(DirectiveReader& reader, std::span<const RuleInfo> rules) {
  Directive directive;
  if (is_word(reader.peek())) return std::nullopt;
  if (!reader.take(':')) {
    directive.all_rules = true;
    return directive;
  }
  while (true) {
    while (is_space(reader.peek()) || reader.peek() == ',') reader.advance();
    const std::uint32_t begin = reader.position();
    const std::string_view word = take_noqa_code(reader);
    if (word.empty()) break;
    DirectiveCode code = read_code(word, begin, rules);
    code.prefix.empty() ? static_cast<void>(directive.has_other_codes = true)
                        : directive.codes.push_back(std::move(code));
  }
  if (directive.codes.empty()) return std::nullopt;
  return directive;
}

/// After `NOLINT`.
std::optional<Directive> read_nolint(DirectiveReader& reader, std::span<const RuleInfo> rules) {
  static constexpr std::array<std::pair<std::string_view, DirectiveScope>, 4> kForms = {{
      {"NEXTLINE", DirectiveScope::kNextLine},
      {"BEGIN", DirectiveScope::kBegin},
      {"END", DirectiveScope::kEnd},
      {"", DirectiveScope::kLine},
  }};
  Directive directive;
  const std::string_view suffix = reader.take_word();
  const auto form = std::ranges::find(kForms, suffix, [](const auto& entry) { return entry.first; });
  if (form == kForms.end()) return std::nullopt;
  directive.scope = form->second;
  if (!reader.take('(')) {
    directive.all_rules = true;
    return directive;
  }
  while (!reader.done() && reader.peek() != ')') {
    const std::uint32_t begin = reader.position();
    const std::string_view word = reader.take_word();
    const bool glob = reader.take('*');
    if (word.empty() && glob) directive.all_rules = true;
    DirectiveCode code = read_code(word, begin, rules);
    if (!code.prefix.empty()) directive.codes.push_back(std::move(code));
    if (word.empty() && !glob) reader.advance();
  }
  if (!reader.take(')') || (directive.codes.empty() && !directive.all_rules)) return std::nullopt;
  return directive;
}

/// The words that begin a directive, in small letters.
constexpr std::string_view kOwnWord = "syncfree";
constexpr std::string_view kNoqaWord = "noqa";
constexpr std::string_view kNolintWord = "nolint";

std::optional<Directive> read_directive(DirectiveReader& reader, bool is_cpp, std::span<const RuleInfo> rules) {
  if (reader.take_ignoring_case(kOwnWord)) return read_own(reader, rules);
  if (!is_cpp && reader.take_ignoring_case(kNoqaWord)) return read_noqa(reader, rules);
  if (is_cpp && reader.take_ignoring_case(kNolintWord)) return read_nolint(reader, rules);
  return std::nullopt;
}

/// Most comments hold no word that begins a directive.
bool may_hold_directive(std::string_view comment) {
  const auto same = [](char a, char b) { return lower(a) == b; };
  return std::ranges::any_of(std::array{kOwnWord, kNoqaWord, kNolintWord},
                             [&](std::string_view word) { return !std::ranges::search(comment, word, same).empty(); });
}

}  // namespace

std::vector<Directive> read_directives(std::string_view text, source::TextRange comment,
                                       std::span<const RuleInfo> rules) {
  std::vector<Directive> directives;
  if (!may_hold_directive(text.substr(comment.begin, comment.size()))) return directives;
  const bool is_cpp = text.substr(comment.begin, comment.size()).starts_with('/');
  DirectiveReader reader(text, comment);
  while (!reader.done()) {
    // A directive starts the comment, or stands further on in it (`# type: ignore  # noqa`).
    const std::uint32_t start = reader.position();
    while (reader.peek() == '#' || reader.peek() == '/' || reader.peek() == '*' || is_space(reader.peek())) {
      reader.advance();
    }
    const std::uint32_t begin = reader.position();
    if (std::optional<Directive> directive = read_directive(reader, is_cpp, rules)) {
      directive->range = {begin, reader.position()};
      directive->reason = reader.take_reason(is_cpp);
      directive->end = reader.position();
      directives.push_back(std::move(*directive));
    } else {
      reader.rewind(std::max(begin, start + 1));
      reader.take_reason(is_cpp);
    }
  }
  return directives;
}

}  // namespace syncfree::engine
