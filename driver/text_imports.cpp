#include "driver/text_imports.h"

#include <algorithm>
#include <cctype>

namespace syncfree::driver {
namespace {

constexpr std::string_view kImport = "import";
constexpr std::string_view kFrom = "from";

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_';
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

/// Behind blanks and continued lines.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  for (;;) {
    while (at < text.size() && is_blank(text[at])) ++at;
    const std::string_view rest = text.substr(std::min(at, text.size()));
    if (!rest.starts_with("\\\n") && !rest.starts_with("\\\r\n")) return at;
    at += rest[1] == '\n' ? 2 : 3;
  }
}

/// The start of the blanks before `at`.
std::size_t skip_blanks_back(std::string_view text, std::size_t at) {
  while (at > 0 && is_blank(text[at - 1])) --at;
  return at;
}

TextImport read(std::string_view dotted) {
  const std::size_t level = std::min(dotted.find_first_not_of('.'), dotted.size());
  return {static_cast<std::uint32_t>(level), std::string(dotted.substr(level))};
}

/// What stands between `from` and the `import` at `at`; nothing if there is no `from`.
bool read_from(std::string_view text, std::size_t at, std::vector<TextImport>& found) {
  const std::size_t end = skip_blanks_back(text, at);
  std::size_t begin = end;
  while (begin > 0 && (is_word(text[begin - 1]) || text[begin - 1] == '.')) --begin;
  const std::size_t before = skip_blanks_back(text, begin);
  // `from.helpers import x` needs no blank.
  std::string_view dotted = text.substr(begin, end - begin);
  const bool is_joined = dotted.starts_with("from.");
  const bool is_apart = before < begin && text.substr(0, before).ends_with(kFrom) &&
                        (before == kFrom.size() || !is_word(text[before - kFrom.size() - 1]));
  if (!is_joined && !is_apart) return false;
  if (is_joined) dotted.remove_prefix(kFrom.size());
  if (!dotted.empty()) found.push_back(read(dotted));
  return true;
}

void read_names(std::string_view text, std::size_t at, std::vector<TextImport>& found) {
  for (;; ++at) {
    at = skip_blanks(text, at);
    const std::size_t begin = at;
    while (at < text.size() && (is_word(text[at]) || text[at] == '.')) ++at;
    if (at == begin) return;
    found.push_back(read(text.substr(begin, at - begin)));
    at = skip_blanks(text, at);
    if (text.substr(at).starts_with("as") && at + 2 < text.size() && is_blank(text[at + 2])) {
      at = skip_blanks(text, at + 2);
      while (at < text.size() && is_word(text[at])) ++at;
      at = skip_blanks(text, at);
    }
    if (at >= text.size() || text[at] != ',') return;
  }
}

}  // namespace

std::vector<TextImport> imports_in(std::string_view text) {
  std::vector<TextImport> found;
  for (std::size_t at = text.find(kImport); at != std::string_view::npos; at = text.find(kImport, at + 1)) {
    const std::size_t end = at + kImport.size();
    // `from .import x` and `from x import(y)` are imports, `importlib` and `x.import_` are none.
    const bool starts = at == 0 || !is_word(text[at - 1]);
    if (!starts || end >= text.size() || is_word(text[end])) continue;
    if (!read_from(text, at, found) && (at == 0 || text[at - 1] != '.')) read_names(text, end, found);
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

}  // namespace syncfree::driver
