#include "analyzer/source/glob.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <utility>

namespace syncfree::source {
namespace {

struct NamedClass {
  std::string_view name;
  int (*holds)(int);
};

constexpr std::array<NamedClass, 12> kClasses = {{{"alnum", std::isalnum},
                                                  {"alpha", std::isalpha},
                                                  {"blank", std::isblank},
                                                  {"cntrl", std::iscntrl},
                                                  {"digit", std::isdigit},
                                                  {"graph", std::isgraph},
                                                  {"lower", std::islower},
                                                  {"print", std::isprint},
                                                  {"punct", std::ispunct},
                                                  {"space", std::isspace},
                                                  {"upper", std::isupper},
                                                  {"xdigit", std::isxdigit}}};

unsigned char byte(char c) { return static_cast<unsigned char>(c); }

/// Reads what stands between brackets.
class Bracket {
 public:
  /// `rest` begins behind the '['.
  Bracket(std::string_view rest, char c) : rest_(rest), byte_(byte(c)) {}

  /// Whether the character belongs to it; nothing where no ']' ends it.
  std::optional<bool> holds() {
    const bool is_negated = next_is('!') || next_is('^');
    if (is_negated) ++at_;
    bool found = false;
    for (bool is_first = true; !next_is(']') || is_first; is_first = false) {
      if (const auto in_class = named_class()) {
        found = found || *in_class;
        continue;
      }
      const auto low = character();
      if (!low) return std::nullopt;
      auto high = low;
      if (next_is('-') && at_ + 1 < rest_.size() && rest_[at_ + 1] != ']') {
        ++at_;
        high = character();
        if (!high) return std::nullopt;
      }
      found = found || (*low <= byte_ && byte_ <= *high);
    }
    ++at_;
    return found != is_negated;
  }

  std::size_t size() const { return at_; }

 private:
  bool next_is(char c) const { return at_ < rest_.size() && rest_[at_] == c; }

  std::optional<unsigned char> character() {
    if (next_is('\\')) ++at_;
    return at_ < rest_.size() ? std::optional(byte(rest_[at_++])) : std::nullopt;
  }

  std::optional<bool> named_class() {
    if (!rest_.substr(at_).starts_with("[:")) return std::nullopt;
    const std::size_t end = rest_.find(":]", at_ + 2);
    if (end == std::string_view::npos) return std::nullopt;
    const auto* const known = std::ranges::find(kClasses, rest_.substr(at_ + 2, end - at_ - 2), &NamedClass::name);
    if (known == kClasses.end()) return std::nullopt;
    at_ = end + 2;
    return known->holds(byte_) != 0;
  }

  std::string_view rest_;
  unsigned char byte_;
  std::size_t at_ = 0;
};

/// How much of a pattern that does not begin with '*' one character takes; nothing if they do not go together.
std::optional<std::size_t> one_character(std::string_view pattern, char c) {
  if (pattern.front() == '?') return 1;
  if (pattern.front() == '[') {
    Bracket bracket(pattern.substr(1), c);
    if (const auto holds = bracket.holds()) return *holds ? std::optional(1 + bracket.size()) : std::nullopt;
  }
  const std::size_t escape = pattern.front() == '\\' ? 1 : 0;
  if (escape < pattern.size() && pattern[escape] == c) return escape + 1;
  return std::nullopt;
}

}  // namespace

/// Where nothing fits any more, the last `*` takes one character more; those before it need not be tried again.
bool glob_matches(std::string_view pattern, std::string_view text) {
  std::size_t in_pattern = 0;
  std::size_t in_text = 0;
  std::optional<std::pair<std::size_t, std::size_t>> star;  // behind it, and where what it stands for ends
  while (in_text < text.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = {++in_pattern, in_text};
      continue;
    }
    const auto taken =
        in_pattern < pattern.size() ? one_character(pattern.substr(in_pattern), text[in_text]) : std::nullopt;
    if (taken) {
      in_pattern += *taken;
      ++in_text;
    } else if (star) {
      in_pattern = star->first;
      in_text = ++star->second;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in_pattern) == std::string_view::npos;
}

}  // namespace syncfree::source
