// Tables of snippets with what is reported about each: the Markdown pages in tests/accuracy/tables.
//
// A page begins with its title and with the text that stands in front of each of its snippets, as the first block of
// code.
// "## " begins a group and "### " a snippet: a block of Python, and a list of what is reported in the order of the
// report,
// "- SF501 `x[mask]`", or "- nothing". Where an item has a temperature, "- hot SF501 `x[mask]`", all of its page have
// one.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace syncfree::test {

struct Snippet {
  std::string name;      ///< page, group and heading: "strangers_Copies_several_in_a_stack"
  std::string text;      ///< what stands in front of it and the snippet itself
  std::string expected;  ///< as `reported` has it
  bool with_heat = false;
};

std::ostream& operator<<(std::ostream& out, const Snippet& snippet);

/// All snippets of all pages, in the order of the names of the pages. Throws `std::runtime_error` on a page of another
/// form.
std::vector<Snippet> read_snippet_tables();

}  // namespace syncfree::test
