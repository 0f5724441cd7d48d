// Jupyter notebooks: the code of all cells as one Python module, and the way back.
//
// Cells follow each other in the text, with a line that holds only a form feed between them, which Python reads as
// blank. Lines that are IPython's and not Python's (magics, shell commands, help) are comments there, behind a `pass`
// that stands for them.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::source {

struct NotebookCell {
  std::uint32_t number = 0;               ///< among all cells of the notebook, from 1
  std::uint32_t begin = 0, end = 0;       ///< bytes of its "source" in the file
  bool ends_line = false;                 ///< its last line has a line end
  std::vector<std::uint32_t> file_lines;  ///< for each line of the source the line of the file, from 1
};

struct Notebook {
  std::string bytes;                       ///< the file
  std::vector<NotebookCell> cells;         ///< those with Python code
  std::vector<std::uint32_t> first_lines;  ///< of each cell in the text, from 1
};

struct NotebookSource {
  Notebook notebook;
  std::string text;
};

/// The error is one line: what is wrong with the file. A notebook in another language has no cells.
std::expected<NotebookSource, std::string> read_notebook(std::string bytes);

/// `text` is what became of the text that the notebook was read as: the lines at which its cells start now.
std::vector<std::uint32_t> first_lines_of_cells(std::string_view text);

struct CellPlace {
  std::uint32_t cell = 0;       ///< NotebookCell::number
  std::uint32_t line = 0;       ///< in the cell, from 1
  std::uint32_t file_line = 0;  ///< in the file, from 1
};

/// Of a line of the text, from 1.
CellPlace place_in_cell(const Notebook& notebook, std::uint32_t line);

/// The file with the cells that differ between `before` and `after` replaced, and everything else as it is, byte for
/// byte. The error is one line: the texts do not have the notebook's cells.
std::expected<std::string, std::string> notebook_with(const Notebook& notebook, std::string_view before,
                                                      std::string_view after);

}  // namespace syncfree::source
