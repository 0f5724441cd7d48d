// Notebooks: read, followed as far as the model, and written back.
#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "analyzer/model/symbol.h"
#include "analyzer/source/notebook.h"
#include "frontends/python/lower.h"
#include "tests/fuzz/all_targets.h"

namespace syncfree::fuzz {
namespace {

using Json = nlohmann::ordered_json;

Json lines_of(const std::string& text) {
  Json lines = Json::array();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

std::string notebook_of(const std::string& text, bool in_lines) {
  const Json code = {{"cell_type", "code"},
                     {"execution_count", 1},
                     {"metadata", Json::object()},
                     {"outputs", Json::array()},
                     {"source", in_lines ? lines_of(text) : Json(text)}};
  const Json words = {{"cell_type", "markdown"}, {"metadata", Json::object()}, {"source", {"# Títle\n", "text"}}};
  const Json magics = {{"cell_type", "code"}, {"metadata", Json::object()}, {"source", "%time y = x.item()\n!ls\nx?"}};
  const Json document = {
      {"cells", {words, code, magics}},
      {"metadata", {{"kernelspec", {{"language", "python"}}}, {"language_info", {{"name", "python"}}}}},
      {"nbformat", 4},
      {"nbformat_minor", 5}};
  return document.dump(in_lines ? 1 : -1);
}

void check_cells(const source::Notebook& notebook, const std::string& text) {
  const auto same = source::notebook_with(notebook, text, text);
  expect(same.has_value() && *same == notebook.bytes, "a notebook is changed without a change of its text");
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(text, '\n')) + 1;
  for (std::uint32_t line = 1; line <= lines; ++line) source::place_in_cell(notebook, line);
  if (text.starts_with("pass #")) return;  // nothing goes before `%%time`, and nobody puts it there
  const std::string changed = "import torch  # \"\\\n" + text;
  const auto written = source::notebook_with(notebook, text, changed);
  const auto again = written ? source::read_notebook(*written) : std::unexpected(written.error());
  expect(again && again->text == changed, "a changed notebook does not hold the changed text");
}

}  // namespace

void read_notebook(std::string_view bytes) {
  const auto read = source::read_notebook(std::string(bytes));
  if (!read) return;
  const source::Notebook& notebook = read->notebook;
  for (const source::NotebookCell& cell : notebook.cells) {
    expect(cell.begin <= cell.end && cell.end <= bytes.size(), "a cell lies outside of its notebook");
  }
  if (!notebook.cells.empty()) check_cells(notebook, read->text);
  model::SymbolTable symbols;
  static_cast<void>(python::parse_python(read->text, symbols));
}

std::vector<std::string> notebook_seeds() {
  std::vector<std::string> seeds;
  for (const std::string& text : python_seeds()) {
    if (text.size() < 2000) seeds.push_back(notebook_of(text, seeds.size() % 2 == 0));
  }
  return seeds;
}

}  // namespace syncfree::fuzz
