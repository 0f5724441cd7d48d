// C++ and CUDA from the text to findings, and what a compiler tells of it.
#include <array>

#include "analyzer/source/source_file.h"
#include "driver/language.h"
#include "frontends/cxx/facts.h"
#include "frontends/cxx/lower.h"
#include "frontends/cxx/render_edits.h"
#include "tests/frontends/python/dump.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/workbench.h"

namespace syncfree::fuzz {
namespace {

constexpr std::array<std::string_view, 4> kEndings = {".cpp", ".cu", ".cuh", ".h"};
constexpr std::size_t kLongestSeed = 6000;

}  // namespace

void analyze_cxx(std::string_view bytes) {
  static Workbench workbench(cxx::render_edits);
  const auto file = source::make_source_file("fuzzed.cu", std::string(bytes), source::kDefaultSizeLimit,
                                             driver::decoder_of("fuzzed.cu"));
  if (!file) return;
  model::SymbolTable& symbols = workbench.symbols();
  const cxx::MemberTypes members = cxx::member_types(file->text);
  cxx::FileLinks links;
  const auto module = cxx::read_cxx(file->text, symbols, cxx::FilePlace::kUnknown, nullptr, {}, &links, &members);
  if (module) workbench.analyze(**module);
}

std::vector<std::string> cxx_seeds() {
  std::vector<std::string> seeds = texts_below("fixtures", kEndings, kLongestSeed);
  for (std::string& text : texts_below("tests/fixes/pairs", kEndings, kLongestSeed)) seeds.push_back(std::move(text));
  return seeds;
}

void read_facts(std::string_view bytes) {
  const auto facts = cxx::read_facts(bytes);
  if (!facts) return;
  const std::string again = cxx::write_facts(*facts);
  const auto same = cxx::read_facts(again);
  expect(same && cxx::write_facts(*same) == again, "facts are not read as they are written");
}

std::vector<std::string> facts_seeds() {
  cxx::FileFacts facts{.size = 900, .errors = 1, .first_error_line = 3, .first_error = "use of \"x\"\nhere"};
  facts.names = {{10, "at::zeros"}, {40, "c10::Device"}};
  facts.device_code = {100, 200};
  facts.skipped = {{300, 400}};
  facts.macros = {{"#define CHECK(x) x", "/a/check.h", 12}};
  facts.expanded = {500};
  facts.misread = {"f"};
  return {cxx::write_facts({{"/a/b.cu", facts}, {"/a/c.cu", {}}}), ""};
}

}  // namespace syncfree::fuzz
