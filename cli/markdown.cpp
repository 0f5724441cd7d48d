#include "cli/markdown.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/report/display_line.h"
#include "analyzer/report/painter.h"

namespace syncfree::cli {
namespace {

using report::Paint;
using report::Painter;

std::size_t width_of(std::string_view text) { return report::display_line(text).columns.back(); }

/// Calls `take(part, is_code, is_strong)` for each part of a line between the marks, which it leaves out.
template <class Take>
void for_each_span(std::string_view text, Take&& take) {
  bool strong = false;
  while (!text.empty()) {
    const std::size_t mark = std::min(text.find('`'), text.find("**"));
    if (mark > 0) take(text.substr(0, mark), false, strong);
    if (mark == std::string_view::npos) return;
    text.remove_prefix(mark);
    if (text.starts_with("**")) {
      strong = !strong;
      text.remove_prefix(2);
      continue;
    }
    const std::size_t end = text.find('`', 1);
    take(text.substr(1, end == std::string_view::npos ? end : end - 1), true, strong);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

/// A word with its looks, and how wide it is without them.
struct Word {
  std::string text;
  std::size_t width = 0;
};

class Renderer {
 public:
  Renderer(std::size_t width, bool color) : width_(width), color_(color), paint_(color) {}

  std::string render(std::string_view page) {
    while (!page.empty()) {
      const std::size_t end = std::min(page.find('\n'), page.size());
      add_line(page.substr(0, end));
      page.remove_prefix(std::min(end + 1, page.size()));
    }
    end_paragraph();
    end_table();
    return std::move(out_);
  }

 private:
  void add_line(std::string_view line) {
    if (line.starts_with("```")) {
      end_paragraph();
      in_code_ = !in_code_;
      return;
    }
    if (in_code_) {
      out_ += line.empty() ? "\n" : "    " + paint_(Paint::kNote, line) + "\n";
      return;
    }
    if (line.starts_with('|')) {
      end_paragraph();
      add_row(line);
      return;
    }
    end_table();
    if (line.empty()) {
      end_paragraph();
      out_ += '\n';
    } else if (line.starts_with('#')) {
      end_paragraph();
      line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
      out_ += paint_(Paint::kStrong, color_ ? std::string(line) : upper_case(line)) + "\n";
    } else {
      if (line.starts_with("- ") || line.starts_with("* ")) {
        end_paragraph();
        indent_ = 2;
      }
      paragraph_ += (paragraph_.empty() ? "" : " ") + std::string(line);
    }
  }

  static std::string upper_case(std::string_view line) {
    std::string text(line);
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
  }

  /// Words of the paragraph; code stays in one piece with what it touches, and keeps its backquotes where colours
  /// cannot set it apart.
  std::vector<Word> words() const {
    std::vector<Word> result(1);
    for_each_span(paragraph_, [&](std::string_view part, bool code, bool strong) {
      while (!part.empty()) {
        const bool breaks = !code && part.front() == ' ';
        const std::size_t end = code ? part.size() : std::min(part.find(' ', breaks ? 1 : 0), part.size());
        if (breaks) result.emplace_back();
        const std::string_view word = part.substr(breaks ? 1 : 0, end - (breaks ? 1 : 0));
        add_to(result.back(), word, code, strong);
        part.remove_prefix(end);
      }
    });
    std::erase_if(result, [](const Word& word) { return word.text.empty(); });
    return result;
  }

  void add_to(Word& word, std::string_view part, bool code, bool strong) const {
    const std::string shown = code && !color_ ? "`" + std::string(part) + "`" : std::string(part);
    word.width += width_of(shown);
    word.text += code ? paint_(Paint::kNote, shown) : strong ? paint_(Paint::kStrong, shown) : shown;
  }

  void end_paragraph() {
    std::size_t column = 0;
    for (const Word& word : words()) {
      if (column > 0 && column + 1 + word.width > width_) {
        out_ += "\n" + std::string(indent_, ' ');
        column = indent_;
      } else if (column > 0) {
        out_ += ' ';
        ++column;
      }
      out_ += word.text;
      column += word.width;
    }
    if (column > 0) out_ += '\n';
    paragraph_.clear();
    indent_ = 0;
  }

  /// Cells are divided by '|'; `\|` is one within a cell.
  void add_row(std::string_view line) {
    std::vector<std::string> cells(1);
    line.remove_prefix(1);
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
        cells.back() += line[++i];
      } else if (line[i] == '|') {
        cells.emplace_back();
      } else {
        cells.back() += line[i];
      }
    }
    cells.pop_back();
    for (std::string& cell : cells) {
      const std::size_t begin = std::min(cell.find_first_not_of(' '), cell.size());
      const std::size_t end = cell.find_last_not_of(' ');
      cell = end == std::string::npos ? "" : cell.substr(begin, end + 1 - begin);
    }
    table_.push_back(std::move(cells));
  }

  std::string cell_text(const std::string& cell, bool head) const {
    std::string text;
    for_each_span(cell, [&](std::string_view part, bool code, bool) {
      text += code ? paint_(Paint::kNote, part) : head ? paint_(Paint::kStrong, part) : std::string(part);
    });
    return text;
  }

  static std::size_t cell_width(const std::string& cell) {
    std::size_t width = 0;
    for_each_span(cell, [&](std::string_view part, bool, bool) { width += width_of(part); });
    return width;
  }

  static bool is_divider(const std::vector<std::string>& row) {
    return std::ranges::all_of(
        row, [](const std::string& cell) { return cell.find_first_not_of("-:") == std::string::npos; });
  }

  void end_table() {
    std::vector<std::size_t> widths;
    for (const auto& row : table_) {
      if (widths.size() < row.size()) widths.resize(row.size());
      if (is_divider(row)) continue;
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], cell_width(row[i]));
    }
    for (std::size_t number = 0; number < table_.size(); ++number) {
      const auto& row = table_[number];
      if (is_divider(row)) continue;
      out_ += "   ";
      for (std::size_t i = 0; i < row.size(); ++i) {
        out_ += " " + cell_text(row[i], number == 0);
        if (i + 1 < row.size()) out_ += std::string(widths[i] - cell_width(row[i]) + 1, ' ');
      }
      out_ += '\n';
    }
    table_.clear();
  }

  std::size_t width_;
  bool color_;
  Painter paint_;
  std::string out_;
  std::string paragraph_;
  std::size_t indent_ = 0;  ///< of a list's further lines
  std::vector<std::vector<std::string>> table_;
  bool in_code_ = false;
};

}  // namespace

std::string render_markdown(std::string_view page, std::size_t width, bool color) {
  return Renderer(width, color).render(page);
}

}  // namespace syncfree::cli
