#include "analyzer/source/notebook_magics.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace syncfree::source {
namespace {

/// No cell of a user has a unit separator in it.
constexpr std::string_view kHidden = "pass #\x1f";

/// Cell magics whose cell is Python.
constexpr std::array<std::string_view, 5> kPythonMagics = {"%%time", "%%timeit", "%%capture", "%%prun", "%%memit"};

std::string_view without_blanks(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

/// How far the lines up to here have come: inside brackets, a string, or a line that goes on.
class CellCursor {
 public:
  bool at_statement() const { return depth_ == 0 && quote_ == 0 && !goes_on_; }

  /// Reads a line of Python; `ends_in_question` afterwards: a `?` is its last sign that is code.
  void read(std::string_view line) {
    goes_on_ = false;
    last_ = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (quote_ != 0) {
        if (c == '\\') {
          ++i;
        } else if (c == quote_ && (!triple_ || line.substr(i, 3) == std::string(3, quote_))) {
          i += triple_ ? 2 : 0;
          quote_ = 0;
        }
        last_ = c;
        continue;
      }
      if (c == '#') break;
      if (c == '"' || c == '\'') {
        quote_ = c;
        triple_ = line.substr(i, 3) == std::string(3, c);
        i += triple_ ? 2 : 0;
      }
      if (c == '(' || c == '[' || c == '{') ++depth_;
      if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
      goes_on_ = c == '\\';
      if (std::isspace(static_cast<unsigned char>(c)) == 0) last_ = c;
    }
    if (quote_ != 0 && !triple_ && !line.ends_with('\\')) quote_ = 0;  // a line does not end inside such a string
  }

  bool ends_in_question() const { return last_ == '?' && quote_ == 0; }

 private:
  int depth_ = 0;
  char quote_ = 0;
  bool triple_ = false;
  bool goes_on_ = false;
  char last_ = 0;
};

/// `name = !command` and `name = %magic`.
bool assigns_magic(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  const bool names = std::ranges::all_of(
      line.substr(0, equals), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == ' ' || c == ','; });
  const std::string_view value = without_blanks(line.substr(equals + 1));
  return names && (value.starts_with('!') || value.starts_with('%'));
}

bool is_magic(std::string_view line, const CellCursor& position) {
  if (!position.at_statement()) return false;
  const std::string_view code = without_blanks(line);
  if (code.empty()) return false;
  if (code.front() == '%' || code.front() == '!' || code.front() == '?') return true;
  if (assigns_magic(code)) return true;
  CellCursor after = position;
  after.read(line);
  return after.ends_in_question();
}

/// A statement of Python with this indentation; the line stands in its comment whole.
std::string hidden(std::string_view indentation, std::string_view line) {
  return std::string(indentation) + std::string(kHidden) + std::string(line);
}

std::string_view indentation_of(std::string_view line) {
  return line.substr(0, line.size() - without_blanks(line).size());
}

/// Calls `use` with each line, without its end.
template <class Use>
void for_each_line(std::string_view text, const Use& use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    use(text.substr(0, end), end < text.size());
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool is_other_language(std::string_view cell) {
  const std::string_view code = cell.substr(std::min(cell.find_first_not_of(" \t\r\n"), cell.size()));
  if (!code.starts_with("%%")) return false;
  const std::string_view magic = code.substr(0, code.find_first_of(" \t\r\n"));
  return std::ranges::find(kPythonMagics, magic) == kPythonMagics.end();
}

}  // namespace

std::string hide_magics(std::string_view cell) {
  const bool all = is_other_language(cell);
  std::string result;
  CellCursor position;
  std::string_view indentation;  // of the magic that goes on
  bool goes_on = false;
  for_each_line(cell, [&](std::string_view line, bool ends) {
    if (all || goes_on || is_magic(line, position)) {
      if (!all && !goes_on) indentation = indentation_of(line);
      result += hidden(indentation, line);
      goes_on = line.ends_with('\\');
    } else {
      position.read(line);
      result += line;
    }
    if (ends) result += '\n';
  });
  return result;
}

std::string show_magics(std::string_view text) {
  std::string result;
  for_each_line(text, [&](std::string_view line, bool ends) {
    const std::size_t at = line.find(kHidden);
    result += at == std::string_view::npos ? line : line.substr(at + kHidden.size());
    if (ends) result += '\n';
  });
  return result;
}

}  // namespace syncfree::source
