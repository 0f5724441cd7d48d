#include "frontends/cxx/lower.h"

#include <algorithm>
#include <array>

#include "analyzer/work/work.h"
#include "frontends/cxx/name_shapes.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

/// `#include "a/b.h"`, `#include <a/b.h>`
std::vector<std::string_view> included_files(const LexedFile& file, std::string_view text) {
  std::vector<std::string_view> found;
  for (const Directive& line : file.directives) {
    if (line.tokens.size() < 2 || !line.tokens[0].is("include")) continue;
    const Token& first = line.tokens[1];
    const std::uint32_t begin = first.range.begin + 1;
    const std::uint32_t end = (first.is("<") ? line.tokens.back() : first).range.end - 1;
    const bool is_name = first.kind == TokenKind::kString || first.is("<");
    if (is_name && begin < end) found.push_back(text.substr(begin, end - begin));
  }
  return found;
}

using Renamed = std::pair<std::string_view, std::string_view>;

/// Words of C++ that are names in C, each with the name that it is read as.
constexpr std::array<Renamed, 17> kWords = {{{"and", "and_"},
                                             {"catch", "catch_"},
                                             {"class", "class_"},
                                             {"delete", "delete_"},
                                             {"friend", "friend_"},
                                             {"namespace", "namespace_"},
                                             {"new", "new_"},
                                             {"not", "not_"},
                                             {"operator", "operator_"},
                                             {"or", "or_"},
                                             {"private", "private_"},
                                             {"public", "public_"},
                                             {"template", "template_"},
                                             {"this", "this_"},
                                             {"throw", "throw_"},
                                             {"try", "try_"},
                                             {"using", "using_"}}};

constexpr NameShapes kShapesOfWords = [] {
  NameShapes shapes;
  for (const Renamed& each : kWords) shapes.add(each.first);
  return shapes;
}();

void take_as_names(Tokens& tokens) {
  for (Token& token : tokens) {
    if (!token.is_name() || !kShapesOfWords.may_have(token.text)) continue;
    const auto found = std::ranges::lower_bound(kWords, token.text, {}, &Renamed::first);
    if (found != kWords.end() && found->first == token.text) token.text = found->second;
  }
}

void take_as_names(LexedFile& file) {
  take_as_names(file.tokens);
  for (Directive& line : file.directives) take_as_names(line.tokens);
}

}  // namespace

Dialect dialect_of_path(std::string_view path) { return path.ends_with(".c") ? Dialect::kC : Dialect::kCxx; }

FilePlace place_of_path(std::string_view path) {
  // A word of the file's name, or the folder right above it, or above `detail` or `impl`; `NmsCPU.cpp` and
  // `CpuDecoder.cpp`, but not `CopyToCPU.cpp`.
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const auto without_last = [](std::string_view part) {
    return part.substr(0, std::min(part.rfind('/'), part.size()));
  };
  std::string_view folders = file.size() == path.size() ? std::string_view() : without_last(path);
  if (folders.ends_with("/detail") || folders.ends_with("/impl")) folders = without_last(folders);
  const std::string_view folder = folders.substr(folders.rfind('/') + 1);
  constexpr std::array<std::string_view, 6> kOfTheCpu = {"cpu", "CPU", "openmp", "OpenMP", "omp", "tbb"};
  if (std::ranges::find(kOfTheCpu, folder) != kOfTheCpu.end()) return FilePlace::kCpu;
  std::size_t begin = 0;
  bool cpu = false;
  for (std::size_t i = 0; i <= file.size(); ++i) {
    if (i < file.size() && file[i] != '_' && file[i] != '.' && file[i] != '-') continue;
    const std::string_view word = file.substr(begin, i - begin);
    if (word == "cuda" || word == "gpu" || word == "cu" || word == "cuh") return FilePlace::kUnknown;
    const bool names_it =
        word.ends_with("CPU") || word.ends_with("Cpu") || word.starts_with("CPU") || word.starts_with("Cpu");
    const bool is_of_both = word.contains("GPU") || word.contains("Gpu") || word.contains("CUDA") ||
                            word.contains("Cuda") || word.ends_with("ToCPU") || word.ends_with("ToCpu");
    cpu = cpu || std::ranges::find(kOfTheCpu, word) != kOfTheCpu.end() || (names_it && !is_of_both);
    begin = i + 1;
  }
  return cpu ? FilePlace::kCpu : FilePlace::kUnknown;
}

std::expected<std::unique_ptr<model::Module>, std::string> read_cxx(std::string_view utf8_text,
                                                                    model::SymbolTable& symbols, FilePlace place,
                                                                    const FileFacts* facts, ReadLimits limits,
                                                                    FileLinks* links, const MemberTypes* members,
                                                                    Dialect dialect) {
  if (utf8_text.size() > limits.max_bytes)
    return std::unexpected("larger than " + std::to_string(limits.max_bytes >> 20) + " MiB, not analysed");
  if (utf8_text.find('\0') != std::string_view::npos)
    return std::unexpected("holds a NUL byte, so it is no source text");
  auto module = std::make_unique<model::Module>();
  module->language = model::Language::kCxx;
  module->text = utf8_text;
  LexedFile lexed = lex(utf8_text);
  if (dialect == Dialect::kC) take_as_names(lexed);
  for (const source::TextRange comment : lexed.comments) module->comments.push_back({comment});
  if (facts != nullptr && facts->size != utf8_text.size()) facts = nullptr;
  std::vector<std::string_view> includes = included_files(lexed, utf8_text);
  Preprocessed source = preprocess(std::move(lexed), facts);
  module->debug_code = std::move(source.for_debug);
  work::count(work::Counted::kTokens, source.tokens.size());
  Reader reader(*module, symbols, place, limits, facts);
  reader.take_includes(includes);
  if (members != nullptr) reader.take_members(*members);
  reader.run(source);
  module->debug_code = apart(std::move(module->debug_code));
  if (links != nullptr) {
    *links = reader.take_links();
    links->includes = std::move(includes);
    links->conditions = std::move(source.conditions);
  }
  for (const Expansion& use : source.expansions) {
    const Macro& macro = source.macros.at(use.macro);
    const bool here = macro.foreign == nullptr;
    module->expansions.push_back({.use = use.place,
                                  .macro = std::string(macro.name),
                                  .path = here ? std::string() : macro.foreign->path,
                                  .definition = here ? macro.name_range.begin : macro.foreign->offset});
  }
  return module;
}

MemberTypes member_types(std::string_view utf8_text) {
  if (utf8_text.size() > ReadLimits{}.max_bytes) return {};
  model::Module module;
  model::SymbolTable symbols;
  module.text = utf8_text;
  const ReadLimits limits;
  Reader reader(module, symbols, FilePlace::kUnknown, limits, nullptr);
  LexedFile lexed = lex(utf8_text);
  reader.take_includes(included_files(lexed, utf8_text));
  return reader.read_members(preprocess(std::move(lexed)));
}

}  // namespace syncfree::cxx
