#include "driver/exact_mode.h"

#include <algorithm>
#include <expected>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "analyzer/parallel/for_each_index.h"
#include "driver/language.h"
#include "frontends/clang/flags.h"
#include "frontends/clang/worker_process.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUsualBytes = 2ULL << 30;  // of a worker, with torch's headers
constexpr std::size_t kMostNamed = 5;

struct Source {
  std::string path;  ///< as the user names it
  std::string real;
  clang_frontend::CompileCommand command;
  std::expected<cxx::Facts, std::string> facts;
};

/// As many as fit into memory side by side.
unsigned worker_count(unsigned jobs) {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_AVPHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
  return static_cast<unsigned>(std::clamp<std::uint64_t>(pages * page / kUsualBytes, 1, jobs));
}

std::expected<cxx::Facts, std::string> compile(const Source& source, const std::string* text,
                                               const std::vector<std::string>& files, const std::string& program) {
  const bool is_given = text != nullptr && text->find('\0') == std::string::npos;
  auto answer = clang_frontend::run_worker(program, {.directory = source.command.directory,
                                                     .source = source.real,
                                                     .text = is_given ? std::optional(*text) : std::nullopt,
                                                     .arguments = clang_flags(source.command, source.real),
                                                     .files = files});
  if (!answer) return std::unexpected(std::move(answer.error()));
  auto facts = cxx::read_facts(*answer);
  if (!facts) return std::unexpected("gave no answer that can be read");
  return std::move(*facts);
}

std::string describe_errors(const cxx::FileFacts& facts) {
  std::string text = "Clang reports " + std::to_string(facts.errors) + (facts.errors == 1 ? " error" : " errors") +
                     (facts.errors == 1 ? ": " : ", the first: ") + facts.first_error;
  if (facts.misread.empty()) return text + "; read without what it could not understand";
  text += "; read by their tokens: ";
  const std::size_t named = std::min(facts.misread.size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i) text += (i == 0 ? "" : ", ") + facts.misread[i] + "()";
  if (named < facts.misread.size()) text += " and " + std::to_string(facts.misread.size() - named) + " more";
  return text;
}

}  // namespace

std::string real_path(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? path : real.string();
}

CompiledSources compile_sources(const clang_frontend::CompilationDatabase& build, std::span<const std::string> paths,
                                const std::string* text, unsigned jobs, Progress& progress) {
  CompiledSources result;
  const auto program = clang_frontend::worker_program();
  std::vector<std::string> files;
  std::map<std::string, std::string> named;  // by real path
  std::vector<Source> sources;
  for (const std::string& path : paths) {
    if (!is_cxx(path)) continue;
    const std::string real = real_path(path);
    files.push_back(real);
    named.emplace(real, path);
    if (is_cxx_header(path)) {
      if (text != nullptr)
        result.problems.push_back({.path = path, .message = "a header alone is not compiled; read without a build"});
      continue;
    }
    if (auto command = build.command_for(real)) {
      sources.push_back({.path = path, .real = real, .command = std::move(*command), .facts = {}});
    } else {
      result.problems.push_back(
          {.path = path, .message = "the compilation database does not say how it is built; read without a build"});
    }
  }
  std::ranges::sort(files);
  progress.start("compiling", sources.size());
  parallel::for_each_index(sources.size(), worker_count(jobs), [&](std::size_t index) {
    sources[index].facts = compile(sources[index], text, files, program.value_or(""));
    progress.advance();
  });
  for (Source& source : sources) {
    if (!source.facts) {
      result.problems.push_back(
          {.path = source.path, .message = "Clang " + source.facts.error() + "; read without it"});
      continue;
    }
    for (auto& [path, facts] : *source.facts) {
      const auto [known, is_new] = result.facts.try_emplace(path, std::move(facts));
      if (!is_new) known->second.expanded.merge(facts.expanded);
    }
  }
  for (const auto& [path, facts] : result.facts) {
    if (facts.errors == 0) continue;
    result.problems.push_back({.path = named.contains(path) ? named.at(path) : path,
                               .line = facts.first_error_line,
                               .message = describe_errors(facts)});
  }
  return result;
}

}  // namespace syncfree::driver
