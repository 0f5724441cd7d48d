#include "frontends/python/tree.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "frontends/python/syntax.h"
#include "frontends/python/tree_memory.h"

namespace syncfree::python {
namespace {

const char* read_all(void* payload, std::uint32_t offset, TSPoint /*place*/, std::uint32_t* size) {
  const auto& text = *static_cast<std::string_view*>(payload);
  if (offset >= text.size()) {
    *size = 0;
    return "";
  }
  *size = static_cast<std::uint32_t>(text.size()) - offset;
  return text.data() + offset;
}

/// At each line of a long run that holds a backslash or a comment alone, the grammar's scanner looks through the rest
/// of the run. So such backslashes are blanked out, and such comments become one. Offsets stay.
class ShortRuns {
 public:
  explicit ShortRuns(std::string_view text) : text_(text) {
    Run run;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      const char kind = kind_of(text.substr(begin, end - begin));
      if (kind != run.kind) {
        shorten(run, begin);
        run = {.kind = kind, .begin = begin, .lines = 0};
      }
      ++run.lines;
      begin = end;
    }
    shorten(run, text.size());
    if (!changed_.empty()) text_ = changed_;
  }
  ShortRuns(const ShortRuns&) = delete;
  ShortRuns& operator=(const ShortRuns&) = delete;

  std::string_view text() const { return text_; }

 private:
  static constexpr std::size_t kMostLines = 100;

  struct Run {
    char kind = 0;
    std::size_t begin = 0;
    std::size_t lines = 0;
  };

  /// A backslash or `#` for lines that hold such a thing alone.
  static char kind_of(std::string_view line) {
    const std::size_t at = line.find_first_not_of(" \t\f");
    if (at == std::string_view::npos) return 0;
    if (line[at] == '#') return '#';
    return line.substr(at) == "\\\n" || line.substr(at) == "\\\r\n" ? '\\' : '\0';
  }

  void shorten(const Run& run, std::size_t end) {
    if (run.kind == 0 || run.lines <= kMostLines) return;
    if (changed_.empty()) changed_ = text_;
    const auto first = changed_.begin() + static_cast<std::ptrdiff_t>(run.begin);
    const auto last = changed_.begin() + static_cast<std::ptrdiff_t>(end);
    if (run.kind == '\\') std::fill(first, last, ' ');
    if (run.kind == '#') std::replace(first, last - 1, '\n', ' ');
  }

  std::string_view text_;
  std::string changed_;
};

/// How long a text is read. What is right takes up to 6 steps a byte, and less than one place in memory; what is wrong
/// may take the square of its length, or thousands of places for each step.
struct Patience {
  static constexpr std::uint64_t kStepsOfACall = 100;  ///< the parser's own
  static constexpr std::uint64_t kStepsOfAByte = 8;
  static constexpr std::uint64_t kPlacesOfAByte = 5;
  static constexpr std::uint64_t kLeastSteps = 100'000;

  explicit Patience(std::size_t bytes)
      : size(static_cast<std::uint32_t>(bytes)),
        calls((kLeastSteps + kStepsOfAByte * bytes) / kStepsOfACall),
        most_taken(TreeMemory::taken() + kLeastSteps + kPlacesOfAByte * bytes) {}
  bool ends() { return calls == 0 || --calls == 0 || TreeMemory::taken() > most_taken; }

  std::uint32_t size;
  std::uint64_t calls;
  std::uint64_t most_taken;
};

/// Follows the parser's log up to the point where no reading of the text is left.
struct FailureLog {
  explicit FailureLog(std::size_t bytes) : patience(bytes) {}

  Patience patience;
  TSPoint place{};             ///< of the reading worked on
  TSPoint furthest{};          ///< where a reading ended; the last of them
  std::uint32_t readings = 1;  ///< being followed, as the grammar is ambiguous
  std::uint32_t ended = 0;     ///< of these
  bool ends_line = false;      ///< the token that ended the furthest one is the end of a line,
  bool ends_block = false;     ///< or of a block
  bool begins_line = false;    ///< that token is the first behind the end of a line
  bool lexed_line_end = false;
  bool shifted_line_end = false;
  bool has_end = false;
  bool is_over = false;

  static std::uint32_t number_after(std::string_view message, std::string_view label) {
    const auto at = message.find(label);
    std::uint32_t value = 0;
    if (at != std::string_view::npos)
      std::from_chars(message.data() + at + label.size(), message.data() + message.size(), value);
    return value;
  }

  static bool is_line_end(std::string_view token) {
    return token == "_newline" || token == "_dedent" || token == "_indent";
  }

  void read(std::string_view message) {
    if (is_over) return;
    constexpr std::string_view kLexed = "lexed_lookahead sym:";
    if (message.starts_with(kLexed)) {
      lexed_line_end = is_line_end(message.substr(kLexed.size(), message.find(',') - kLexed.size()));
    } else if (message.starts_with("shift state:")) {
      shifted_line_end = lexed_line_end;
    } else if (message.starts_with("process version:")) {
      place = {number_after(message, "row:"), number_after(message, "col:")};
      readings = number_after(message, "version_count:");
    } else if (message.starts_with("detect_error lookahead:")) {
      ++ended;
      const bool is_further =
          place.row > furthest.row || (place.row == furthest.row && place.column >= furthest.column);
      if (has_end && !is_further) return;
      has_end = true;
      furthest = place;
      const std::string_view token = message.substr(message.find(':') + 1);
      ends_line = token == "_newline";
      begins_line = shifted_line_end;
      ends_block = token == "_dedent" || token == "end";
    } else if (message.starts_with("resume version:")) {
      is_over = has_end && ended >= readings;
      ended = 0;
    }
  }
};

void read_log(void* payload, TSLogType type, const char* message) {
  if (type == TSLogTypeParse) static_cast<FailureLog*>(payload)->read(message);
}

std::size_t offset_of(std::string_view text, TSPoint place) {
  std::size_t at = 0;
  for (std::uint32_t row = 0; row < place.row; ++row) {
    const auto newline = text.find('\n', at);
    if (newline == std::string_view::npos) return text.size();
    at = newline + 1;
  }
  return std::min(at + place.column, text.size());
}

}  // namespace

std::vector<source::TextRange> comments_in(source::TextRange run, std::string_view text) {
  std::vector<source::TextRange> comments;
  while (run.begin < run.end) {
    const std::string_view rest = text.substr(run.begin, run.size());
    const std::size_t line_end = std::min(rest.find('\n'), rest.size());
    comments.push_back({run.begin, run.begin + static_cast<std::uint32_t>(line_end)});
    run.begin += static_cast<std::uint32_t>(std::min(rest.find('#', line_end), rest.size()));
  }
  return comments;
}

TreeParser::TreeParser() : parser_(ts_parser_new()) { ts_parser_set_language(parser_, tree_sitter_python()); }
TreeParser::~TreeParser() { ts_parser_delete(parser_); }

Tree TreeParser::run(std::string_view text, TSParseOptions options) {
  const TSInput input{static_cast<void*>(&text), read_all, TSInputEncodingUTF8, nullptr};
  Tree tree(ts_parser_parse_with_options(parser_, nullptr, input, options));
  if (tree == nullptr) ts_parser_reset(parser_);
  return tree;
}

Tree TreeParser::parse(std::string_view text) {
  Patience patience(text.size());
  // At the end of the text a reading without errors may already be complete.
  const auto has_failed = [](TSParseState* state) {
    auto& left = *static_cast<Patience*>(state->payload);
    return left.ends() || (state->has_error && state->current_byte_offset < left.size);
  };
  const ShortRuns shortened(text);
  Tree tree = run(shortened.text(), {&patience, has_failed});
  if (tree != nullptr && ts_node_has_error(ts_tree_root_node(tree.get()))) tree.reset();
  return tree;
}

std::optional<TreeParser::Failure> TreeParser::find_failure(std::string_view text) {
  const ShortRuns shortened(text);
  text = shortened.text();
  FailureLog log(text.size());
  ts_parser_set_logger(parser_, {&log, read_log});
  const auto is_over = [](TSParseState* state) {
    auto& followed = *static_cast<FailureLog*>(state->payload);
    return followed.patience.ends() || state->has_error || followed.is_over;
  };
  run(text, {&log, is_over});
  ts_parser_set_logger(parser_, {nullptr, nullptr});
  if (!log.has_end) return {};
  using Where = Failure::Where;
  Failure failure{offset_of(text, log.furthest), log.ends_block ? Where::kBlockEnd : Where::kThisLine};
  if (log.begins_line && !log.ends_line && !log.ends_block) {
    std::size_t rest = failure.offset;
    while (rest < text.size() && std::strchr(" \t\f\r", text[rest]) != nullptr) ++rest;
    if (rest == text.size() || text[rest] == '\n' || text[rest] == '#') failure.place = Where::kNextLine;
  }
  return failure;
}

}  // namespace syncfree::python
