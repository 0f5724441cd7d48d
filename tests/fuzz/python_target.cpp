// Python from its bytes to findings, and the two readers of it against each other.
#include <array>

#include "analyzer/source/source_file.h"
#include "frontends/python/lower.h"
#include "frontends/python/render_edits.h"
#include "frontends/python/tree.h"
#include "tests/frontends/python/dump.h"
#include "tests/frontends/python/tree_comparison.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/workbench.h"

namespace syncfree::fuzz {
namespace {

constexpr std::array<std::string_view, 1> kEndings = {".py"};
constexpr std::size_t kLongestSeed = 6000;

}  // namespace

void analyze_python(std::string_view bytes) {
  static Workbench workbench(python::render_edits);
  const auto file = source::make_source_file("fuzzed.py", std::string(bytes));
  if (!file) return;
  model::SymbolTable& symbols = workbench.symbols();
  const auto module = python::parse_python(file->text, symbols);
  if (!module) return;
  for (const std::string& violation : python::violations(**module, symbols)) expect(false, violation);
  workbench.analyze(**module);
}

void read_python_twice(std::string_view bytes) {
  if (bytes.contains('\0')) return;
  python::FlatTree quick;
  if (!quick.parse(bytes)) return;
  static python::TreeParser parser;
  const python::Tree tree = parser.parse(bytes);
  if (tree == nullptr) return;  // right Python that the grammar does not know, for the most part
  python::FlatTree expected;
  expected.assign(*tree);
  const std::string difference = python::TreeComparison(quick, expected, bytes).difference();
  expect(difference.empty(), difference);
}

std::vector<std::string> python_seeds() {
  std::vector<std::string> seeds = texts_below("fixtures", kEndings, kLongestSeed);
  for (std::string& text : texts_below("tests/fixes/pairs", kEndings, kLongestSeed)) seeds.push_back(std::move(text));
  return seeds;
}

}  // namespace syncfree::fuzz
