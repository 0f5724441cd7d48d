// Notebooks as Python, and changes of that Python as changes of the notebook.
#include "analyzer/source/notebook.h"

#include <gtest/gtest.h>

#include "analyzer/source/notebook_magics.h"

namespace syncfree::source {
namespace SYNCFREE_FILE {

constexpr std::string_view kNotebook = R"({
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {"source": "no code"},
   "source": ["# Title\n", "text"]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "metadata": {},
   "outputs": [{"text": ["x = \"1\"\n"]}],
   "source": [
    "import torch\n",
    "%matplotlib inline"
   ]
  },
  {"cell_type": "code", "source": "x = torch.ones(3)\nprint(x)\n", "outputs": [], "metadata": {}},
  {"cell_type": "code", "source": [], "outputs": [], "metadata": {}}
 ],
 "metadata": {"kernelspec": {"language": "python", "name": "python3"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
)";

NotebookSource read(std::string_view bytes) {
  auto result = read_notebook(std::string(bytes));
  EXPECT_TRUE(result) << (result ? "" : result.error());
  return result ? std::move(*result) : NotebookSource{};
}

std::string fault_of(std::string_view bytes) {
  const auto result = read_notebook(std::string(bytes));
  return result ? "none" : result.error();
}

TEST(Notebook, CellsFollowEachOther) {
  const NotebookSource source = read(kNotebook);
  EXPECT_EQ(source.text, "import torch\npass #\x1f%matplotlib inline\n\f\nx = torch.ones(3)\nprint(x)\n");
  ASSERT_EQ(source.notebook.cells.size(), 2U);
  EXPECT_EQ(source.notebook.cells[0].number, 2U);
  EXPECT_EQ(source.notebook.cells[1].number, 3U);
}

TEST(Notebook, LinesAreThoseOfTheCellAndOfTheFile) {
  const NotebookSource source = read(kNotebook);
  const auto place = [&](std::uint32_t line) {
    const CellPlace found = place_in_cell(source.notebook, line);
    return std::vector<std::uint32_t>{found.cell, found.line, found.file_line};
  };
  EXPECT_EQ(place(1), (std::vector<std::uint32_t>{2, 1, 14}));
  EXPECT_EQ(place(2), (std::vector<std::uint32_t>{2, 2, 15}));
  EXPECT_EQ(place(4), (std::vector<std::uint32_t>{3, 1, 18}));
  EXPECT_EQ(place(5), (std::vector<std::uint32_t>{3, 2, 18}));
}

TEST(Notebook, OnlyChangedCellsAreWritten) {
  const NotebookSource source = read(kNotebook);
  EXPECT_EQ(notebook_with(source.notebook, source.text, source.text), kNotebook);

  std::string text = source.text;
  text.replace(text.find("import torch"), 12, "import torch as t\nimport \"ä\"");
  std::string wanted(kNotebook);
  wanted.replace(wanted.find("    \"import torch"), 20,
                 "    \"import torch as t\\n\",\n    \"import \\\"\\u00e4\\\"\\n\"");
  EXPECT_EQ(notebook_with(source.notebook, source.text, text), wanted);

  text = source.text;
  text.replace(text.find("ones"), 4, "zeros");
  wanted = kNotebook;
  wanted.replace(wanted.find("ones"), 4, "zeros");
  EXPECT_EQ(notebook_with(source.notebook, source.text, text), wanted);

  text = source.text;
  text.erase(text.find("\f\n"), 2);
  EXPECT_FALSE(notebook_with(source.notebook, source.text, text));
}

TEST(Notebook, OfKeysThatComeTwiceTheLastHolds) {
  const NotebookSource source = read(R"({"cells": [{"cell_type": "code", "source": "a = 1"}], "cells": [
 {"cell_type": "code", "source": ["b = 2\n"], "source": "c = 3"}]})");
  EXPECT_EQ(source.text, "c = 3\n");
  ASSERT_EQ(source.notebook.cells.size(), 1U);
  EXPECT_EQ(source.notebook.cells[0].number, 1U);
  const auto changed = notebook_with(source.notebook, source.text, "d = 4\n");
  ASSERT_TRUE(changed);
  EXPECT_EQ(read(*changed).text, "d = 4\n");
}

TEST(Notebook, AnObjectIsNoSource) {
  const NotebookSource source =
      read(R"({"cells": [{"cell_type": "code", "source": "a = 1", "source": {"": "b = 2"}}]})");
  EXPECT_EQ(source.notebook.cells.size(), 0U);
}

TEST(Notebook, WhatIsNoneIsRefusedInOneLine) {
  EXPECT_EQ(fault_of(""), "is no notebook: no valid JSON at line 1");
  EXPECT_EQ(fault_of("{\n \"cells\": [,]\n}"), "is no notebook: no valid JSON at line 2");
  EXPECT_EQ(fault_of("{\"cells\": ["), "is no notebook: no valid JSON at line 1");
  EXPECT_EQ(fault_of("[1, 2]"), "is no notebook: it has no cells");
  EXPECT_EQ(fault_of("{\"nbformat\": 3, \"worksheets\": []}"),
            "is a notebook of format 3, which Jupyter itself no longer writes");
  EXPECT_EQ(
      read(R"({"cells": [{"cell_type": "code", "source": ["x"]}], "metadata": {"kernelspec": {"language": "R"}}})")
          .text,
      "");
  EXPECT_EQ(read(R"({"cells": [{"source": ["x"], "cell_type": "code"}, {"cell_type": "code"}]})").text, "x\n");
}

TEST(NotebookMagics, LinesThatAreNotPython) {
  for (const std::string_view line :
       {"%timeit f()", "!pip install x", "?f", "f?", "f.g??", "x = !ls", "a, b = %magic", "  %time f()"}) {
    const std::string hidden = hide_magics(line);
    EXPECT_NE(hidden.find("pass #"), std::string::npos) << line;
    EXPECT_EQ(show_magics(hidden), line);
  }
  for (const std::string_view line :
       {"x = 5 % 3", "x != 3", "# what?", "s = 'what?'", "x = (1\n% 3)", "s = '''\n%no\n!no\n'''", "y = 1 \\\n % 2",
        "s = 'it\\'s # \"' # ?", "", "\n\n"}) {
    EXPECT_EQ(hide_magics(line), line);
  }
  EXPECT_EQ(hide_magics("!a \\\n b\nx"),
            "pass #\x1f!a \\\npass #\x1f"
            " b\nx")
      << "a command that goes on";
}

TEST(NotebookMagics, CellsThatAreNotPython) {
  EXPECT_EQ(hide_magics("%%time\nx = 1\n"), "pass #\x1f%%time\nx = 1\n");
  const std::string_view shell = "%%bash\necho 'x\n\nls\n";
  EXPECT_EQ(show_magics(hide_magics(shell)), shell);
  EXPECT_EQ(hide_magics(shell).find("\necho"), std::string::npos);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::source
