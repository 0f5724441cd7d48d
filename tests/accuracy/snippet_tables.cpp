#include "tests/accuracy/snippet_tables.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <regex>
#include <stdexcept>

namespace syncfree::test {
namespace {

std::string test_name_of(const std::string& words) {
  std::string name = words;
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

/// Reads one page, a line at a time.
class SnippetPage {
 public:
  explicit SnippetPage(const std::filesystem::path& file) : path_(file), in_(file) {}

  std::vector<Snippet> read() {
    std::string line;
    while (next(line)) {
      if (line.starts_with("## ")) {
        group_ = test_name_of(line.substr(3));
      } else if (line.starts_with("### ")) {
        close();
        snippets_.push_back({.name = path_.stem().string() + "_" + group_ + "_" + test_name_of(line.substr(4))});
      } else if (line == "```python") {
        read_code();
      } else if (line.starts_with("- ")) {
        read_item(line);
      }
    }
    close();
    const bool heat = std::any_of(snippets_.begin(), snippets_.end(), [](const Snippet& one) { return one.with_heat; });
    for (Snippet& snippet : snippets_) snippet.with_heat = heat;
    return snippets_;
  }

 private:
  bool next(std::string& line) {
    ++line_;
    return static_cast<bool>(std::getline(in_, line));
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(path_.string() + ":" + std::to_string(line_) + ": " + why);
  }

  void read_code() {
    std::string code;
    for (std::string line; next(line) && line != "```";) code += line + "\n";
    if (snippets_.empty() && before_.empty()) {
      before_ = code;
    } else if (snippets_.empty() || !snippets_.back().text.empty()) {
      fail("a block of code without a heading of its own");
    } else {
      snippets_.back().text = before_ + code;
    }
  }

  void read_item(const std::string& line) {
    static const std::regex kItem("- ((?:(?:hot|warm|cold) )?SF[0-9]{3}) `(.+)`");
    if (snippets_.empty() || snippets_.back().text.empty() || says_nothing_) fail("nothing is expected here");
    Snippet& snippet = snippets_.back();
    std::smatch parts;
    if (line == "- nothing" && snippet.expected.empty()) {
      says_nothing_ = true;
    } else if (std::regex_match(line, parts, kItem)) {
      snippet.expected += (snippet.expected.empty() ? "" : "; ") + parts.str(1) + " " + parts.str(2);
      snippet.with_heat = !parts.str(1).starts_with("SF");
    } else {
      fail("expected \"- SF501 `x[mask]`\" or \"- nothing\"");
    }
  }

  /// Ends the snippet before the next heading, or the page.
  void close() {
    if (!snippets_.empty() && snippets_.back().expected.empty() && !says_nothing_)
      fail("a snippet of which nothing is said");
    says_nothing_ = false;
  }

  std::filesystem::path path_;
  std::ifstream in_;
  int line_ = 0;
  std::string before_;  ///< stands in front of each snippet
  std::string group_;
  bool says_nothing_ = false;
  std::vector<Snippet> snippets_;
};

}  // namespace

std::ostream& operator<<(std::ostream& out, const Snippet& snippet) { return out << snippet.name; }

std::vector<Snippet> read_snippet_tables() {
  std::vector<std::filesystem::path> pages;
  for (const auto& entry : std::filesystem::directory_iterator("tests/accuracy/tables")) pages.push_back(entry.path());
  std::sort(pages.begin(), pages.end());
  std::vector<Snippet> all;
  for (const auto& page : pages) {
    for (Snippet& snippet : SnippetPage(page).read()) all.push_back(std::move(snippet));
  }
  return all;
}

}  // namespace syncfree::test
