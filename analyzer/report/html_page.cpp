#include "analyzer/report/html_page.h"

#include <algorithm>
#include <vector>

#include "analyzer/report/html_text.h"

namespace syncfree::report {
namespace {

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }
bool is_fence(std::string_view line) { return line.starts_with("```"); }
bool is_item(std::string_view line) { return line.starts_with("* ") || line.starts_with("- "); }
bool is_row(std::string_view line) { return line.starts_with('|'); }
bool is_heading(std::string_view line) { return line.starts_with('#'); }
bool starts_block(std::string_view line) {
  return is_blank(line) || is_fence(line) || is_item(line) || is_row(line) || is_heading(line);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// Up to `end`, or nothing if it does not come.
std::string_view until(std::string_view text, std::string_view end) {
  const std::size_t at = text.find(end);
  return at == std::string_view::npos ? std::string_view() : text.substr(0, at);
}

/// Code first: what stands in it is no markup.
std::string inline_html(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find_first_of("`*["), text.size());
    html += html_text(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::string_view code = text.front() == '`' ? until(text.substr(1), "`") : "";
    const std::string_view strong = text.starts_with("**") ? until(text.substr(2), "**") : "";
    const std::string_view words = text.front() == '[' ? until(text.substr(1), "](") : "";
    if (!code.empty()) {
      html += "<code>" + html_text(code) + "</code>";
      text.remove_prefix(code.size() + 2);
    } else if (!strong.empty()) {
      html += "<b>" + inline_html(strong) + "</b>";
      text.remove_prefix(strong.size() + 4);
    } else if (!words.empty() && text.find(')', words.size()) != std::string_view::npos) {
      html += inline_html(words);
      text.remove_prefix(text.find(')', words.size()) + 1);
    } else {
      html += html_text(text.substr(0, 1));
      text.remove_prefix(1);
    }
  }
  return html;
}

class Page {
 public:
  explicit Page(std::string_view page) {
    while (!page.empty()) {
      const std::size_t end = page.find('\n');
      lines_.push_back(page.substr(0, end));
      page.remove_prefix(end == std::string_view::npos ? page.size() : end + 1);
    }
  }

  std::string html() {
    while (at_ < lines_.size()) write_block();
    return std::move(html_);
  }

 private:
  std::string_view line() const { return lines_[at_]; }
  bool more() const { return at_ < lines_.size(); }

  void write_block() {
    if (is_blank(line())) {
      ++at_;
    } else if (is_fence(line())) {
      write_code();
    } else if (is_heading(line())) {
      html_ += "<h5>" + inline_html(trimmed(line().substr(line().find_first_not_of('#')))) + "</h5>\n";
      ++at_;
    } else if (is_item(line())) {
      write_list();
    } else if (is_row(line())) {
      write_table();
    } else {
      html_ += "<p>" + inline_html(joined(std::string(trimmed(line())))) + "</p>\n";
    }
  }

  /// With the lines that go on from this one.
  std::string joined(std::string text) {
    for (++at_; more() && !starts_block(line()); ++at_) text += " " + std::string(trimmed(line()));
    return text;
  }

  void write_code() {
    html_ += "<pre class=\"source\">";
    for (++at_; more() && !is_fence(line()); ++at_) html_ += html_text(line()) + "\n";
    html_ += "</pre>\n";
    ++at_;
  }

  void write_list() {
    html_ += "<ul>\n";
    while (more() && is_item(line())) html_ += "<li>" + inline_html(joined(std::string(line().substr(2)))) + "</li>\n";
    html_ += "</ul>\n";
  }

  void write_table() {
    html_ += "<table>\n";
    for (bool is_head = true; more() && is_row(line()); ++at_, is_head = false) {
      const bool is_rule = line().find_first_not_of("|-: \t\r") == std::string_view::npos;
      if (!is_rule) write_row(trimmed(line()), is_head ? "th" : "td");
    }
    html_ += "</table>\n";
  }

  void write_row(std::string_view row, const std::string& cell) {
    row.remove_prefix(1);
    if (row.ends_with('|')) row.remove_suffix(1);
    html_ += "<tr>";
    for (std::size_t begin = 0; begin <= row.size();) {
      std::size_t end = row.find('|', begin);
      while (end != std::string_view::npos && end > 0 && row[end - 1] == '\\') end = row.find('|', end + 1);
      end = std::min(end, row.size());
      html_ += "<" + cell + ">" + inline_html(trimmed(row.substr(begin, end - begin))) + "</" + cell + ">";
      begin = end + 1;
    }
    html_ += "</tr>\n";
  }

  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
  std::string html_;
};

}  // namespace

std::string html_page(std::string_view page) { return Page(page).html(); }

}  // namespace syncfree::report
