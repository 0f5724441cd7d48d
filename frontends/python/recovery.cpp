#include "frontends/python/recovery.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "analyzer/work/work.h"
#include "frontends/python/logical_lines.h"
#include "frontends/python/rewriting.h"

namespace syncfree::python {
namespace {

const char* message_of(LineFault fault) {
  switch (fault) {
    case LineFault::kOpenBracket:
      return "syntax error: a bracket is never closed";
    case LineFault::kStrayBracket:
      return "syntax error: a closing bracket fits no opening one";
    case LineFault::kOpenString:
      return "syntax error: a string is never closed";
    case LineFault::kNone:
      break;
  }
  return "syntax error";
}

bool continues_statement(std::string_view word) {
  return word == "elif" || word == "else" || word == "except" || word == "finally";
}

/// The error may show only where the statement turns out to be incomplete.
bool may_be_incomplete(std::string_view line) {
  const std::string_view word = first_word(line);
  return line.starts_with('@') || word == "match";
}

class Recovery {
 public:
  Recovery(std::string_view text, TreeParser& parser, Lowering& lowering, model::Module& module,
           Gather<const model::Statement*>& body)
      : text_(text),
        parser_(parser),
        lowering_(lowering),
        module_(module),
        body_(body),
        budget_(text.size() * 16 + kLeastBudget) {}

  void run() {
    lines_ = logical_lines(text_);
    spoiling_.assign(lines_.size(), Spoiling::kNone);
    std::size_t first = 0;
    std::size_t begin = 0;
    while (first < lines_.size()) {
      std::size_t last = first + 1;
      while (last < lines_.size() && !begins_statement(last, first)) ++last;
      if (module_.problems.size() >= kMostProblems) {
        give_up(first, lines_.size(), "syntax error: too many errors, the rest of the file is not read");
        return;
      }
      const std::size_t end = last < lines_.size() ? lines_[last].range.begin : text_.size();
      read_piece(first, last, begin, end);
      first = last;
      begin = end;
    }
  }

 private:
  static constexpr std::size_t kLeastBudget = std::size_t{1} << 20;
  static constexpr std::size_t kMostProblems = 1000;  ///< a file with more is no Python

  static constexpr std::size_t kTokenBytes = 4;

  void spend(std::size_t bytes) {
    budget_ -= std::min(budget_, bytes);
    work::count(work::Counted::kTokens, bytes / kTokenBytes);
  }

  std::string_view code(std::size_t line) const {
    return std::string_view(text_).substr(lines_[line].range.begin, lines_[line].range.size());
  }

  /// Whether a statement begins at `line`, beside the one that begins at `first`.
  bool begins_statement(std::size_t line, std::size_t first) const {
    if (lines_[line].indentation > lines_[first].indentation || continues_statement(first_word(code(line))))
      return false;
    for (std::size_t at = first; at < line; ++at) {
      if (!code(at).starts_with('@')) return true;
    }
    return false;  // only decorators so far
  }

  bool is_header(std::size_t line) const {
    return code(line).ends_with(':') ||
           (line + 1 < lines_.size() && lines_[line + 1].indentation > lines_[line].indentation);
  }

  /// One top-level statement: the lines from `first` to before `last`, the bytes from `begin` to `end`.
  void read_piece(std::size_t first, std::size_t last, std::size_t begin, std::size_t end) {
    Rewriting rewriting;
    Tree tree = parse(begin, end);
    if (tree == nullptr) {
      for (std::size_t line = first; line < last; ++line) {
        blank_out_unsupported(text_, lines_[line], rewriting);
        if (lines_[line].fault != LineFault::kNone) spoil_line(line);
      }
      tree = settle(first, last, begin, end);
    }
    if (tree == nullptr) {
      give_up(first, last, "syntax error: this statement could not be read");
      return;
    }
    for (std::size_t line = first; line < last; ++line) {
      if (spoiling_[line] == Spoiling::kNone) continue;
      rewriting.spoilt.push_back(lines_[line].range);
      module_.problems.push_back({lines_[line].range, message_of(lines_[line].fault)});
    }
    lowering_.add_tree(*tree, static_cast<std::uint32_t>(begin), rewriting, body_);
  }

  void give_up(std::size_t first, std::size_t last, const char* message) {
    const model::TextRange all{lines_[first].range.begin, lines_[last - 1].range.end};
    module_.problems.push_back({all, message});
    lowering_.add_unknown(all, body_);
  }

  Tree parse(std::size_t begin, std::size_t end) {
    spend(end - begin);
    return parser_.parse(std::string_view(text_).substr(begin, end - begin));
  }

  /// Spoils lines until the statement parses; null if it never does. The statements inside of it are settled first,
  /// each alone, so that an error in a long class costs no more than the function that has it.
  Tree settle(std::size_t first, std::size_t last, std::size_t begin, std::size_t end) {
    Tree tree = parse(begin, end);
    if (tree != nullptr) return tree;
    if (first_word(code(first)) != "match") {  // a `case` does not parse alone
      settle_inner(first, last, end);
      tree = parse(begin, end);
    }
    while (tree == nullptr && budget_ > 0 && spoil_failure(first, last, begin, end)) tree = parse(begin, end);
    return tree;
  }

  void settle_inner(std::size_t first, std::size_t last, std::size_t end) {
    const std::uint32_t outer = lines_[first].indentation;
    for (std::size_t line = first + 1; line < last && budget_ > 0;) {
      std::size_t next = line + 1;
      if (lines_[line].indentation > outer) {
        while (next < last && lines_[next].indentation > outer && !begins_statement(next, line)) ++next;
        const std::size_t inner_end = next < last ? lines_[next].range.begin : end;
        if (settle(line, next, lines_[line].range.begin, inner_end) == nullptr) {
          for (std::size_t inner = line; inner < next; ++inner) spoil_all(inner);
        }
      }
      line = next;
    }
  }

  void spoil_all(std::size_t line) {
    while (spoil_line(line)) {
    }
  }

  bool spoil_line(std::size_t line) {
    const Spoiling done = spoiling_[line];
    spoiling_[line] = spoil(text_, lines_[line], is_header(line), done);
    return spoiling_[line] != done;
  }

  /// Spoils the line that the grammar gets stuck on. False if nothing helps.
  bool spoil_failure(std::size_t first, std::size_t last, std::size_t begin, std::size_t end) {
    const auto failure = parser_.find_failure(std::string_view(text_).substr(begin, end - begin));
    if (!failure) return false;
    spend(10 * (failure->offset + 1));  // the parser's log makes it as slow as that
    const std::span<const LogicalLine> lines(lines_.data() + first, last - first);
    const auto after = std::ranges::upper_bound(lines, begin + failure->offset, {},
                                                [](const LogicalLine& line) { return line.range.begin; });
    std::size_t line = first + static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - lines.begin(), 1)) - 1;
    if (failure->place == TreeParser::Failure::Where::kThisLine)
      return spoil_line(line) || spoil_incomplete(first, line);
    if (failure->place == TreeParser::Failure::Where::kBlockEnd || line + 1 == last)
      return spoil_incomplete(first, line) || spoil_line(line);
    ++line;
    if (!continues_statement(first_word(code(line))) && spoil_incomplete(first, line)) return true;
    return spoil_line(line);
  }

  /// Spoils the statement around or right before `line` that lacks something which had to come by now.
  bool spoil_incomplete(std::size_t first, std::size_t line) {
    std::uint32_t indentation = lines_[line].indentation + 1;
    for (std::size_t at = line; at-- > first;) {
      if (lines_[at].indentation >= indentation) continue;
      if (may_be_incomplete(code(at)) && spoil_line(at)) return true;
      indentation = lines_[at].indentation;
    }
    return false;
  }

  std::string text_;  ///< written over as errors are found
  TreeParser& parser_;
  Lowering& lowering_;
  model::Module& module_;
  Gather<const model::Statement*>& body_;
  std::size_t budget_;  ///< bytes that may still be parsed in search of errors: keeps all of it linear in the text
  std::vector<LogicalLine> lines_;
  std::vector<Spoiling> spoiling_;
};

}  // namespace

void recover(std::string_view text, TreeParser& parser, Lowering& lowering, model::Module& module,
             Gather<const model::Statement*>& body) {
  Recovery(text, parser, lowering, module, body).run();
}

}  // namespace syncfree::python
