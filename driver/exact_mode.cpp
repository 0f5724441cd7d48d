#include "driver/exact_mode.h"

#include <algorithm>
#include <expected>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "analyzer/parallel/for_each_index.h"
#include "analyzer/system/path_text.h"
#include "analyzer/work/work.h"
#include "driver/available_memory.h"
#include "driver/facts_cache.h"
#include "driver/language.h"
#include "frontends/clang/answer.h"
#include "frontends/clang/flags.h"
#include "frontends/clang/request.h"
#include "frontends/clang/worker_process.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUsualBytes = 2ULL << 30;  // of a worker, with torch's headers
constexpr std::size_t kMostNamed = 5;

struct Source {
  std::string path;  ///< as the user names it
  clang_frontend::WorkRequest request;
  std::expected<clang_frontend::WorkAnswer, std::string> answer;
};

/// As many as fit into memory side by side.
unsigned worker_count(unsigned jobs) {
  return static_cast<unsigned>(std::clamp<std::uint64_t>(available_memory() / kUsualBytes, 1, jobs));
}

void compile(Source& source, const std::string& program) {
  auto text = clang_frontend::run_worker(program, source.request);
  if (!text) {
    source.answer = std::unexpected(std::move(text.error()));
    return;
  }
  auto answer = clang_frontend::read_answer(*text);
  if (!answer) {
    source.answer = std::unexpected("gave no answer that can be read");
    return;
  }
  source.answer = std::move(*answer);
}

/// Compiles what is not kept. What was done before somebody asked to stop is kept.
void answer_all(std::vector<Source>& sources, const ExactSetup& setup, Progress& progress) {
  const std::string program = clang_frontend::worker_program().value_or("");
  // The text of an editor is not what the file holds.
  FactsCache cache(setup.text == nullptr ? setup.cache : std::nullopt, setup.build.path, program);
  std::vector<Source*> left;
  for (Source& source : sources) {
    if (auto facts = cache.find(source.request)) {
      source.answer = clang_frontend::WorkAnswer{.facts = std::move(*facts)};
    } else {
      left.push_back(&source);
    }
  }
  progress.start("compiling", left.size());
  std::vector<char> is_done(left.size(), 0);
  const auto keep = [&] {
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (is_done[i] != 0 && left[i]->answer) cache.add(left[i]->request, *left[i]->answer);
    }
    if (setup.is_kept) cache.store();
  };
  try {
    parallel::for_each_index(left.size(), worker_count(setup.jobs), [&](std::size_t index) {
      compile(*left[index], program);
      is_done[index] = 1;
      progress.advance();
    });
  } catch (const work::BrokenOff&) {
    keep();
    throw;
  }
  keep();
}

std::string describe_errors(const cxx::FileFacts& facts) {
  std::string text = "Clang reports " + std::to_string(facts.errors) + (facts.errors == 1 ? " error" : " errors") +
                     (facts.errors == 1 ? ": " : ", the first: ") + facts.first_error;
  if (facts.misread.empty()) return text + "; the lines that it could not understand are left out";
  text += "; read by their tokens: ";
  const std::size_t named = std::min(facts.misread.size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i) text += (i == 0 ? "" : ", ") + facts.misread[i] + "()";
  if (named < facts.misread.size()) text += " and " + std::to_string(facts.misread.size() - named) + " more";
  return text;
}

/// The sources that the project builds, with what to ask of Clang.
std::vector<Source> sources_of(const ExactSetup& setup, std::span<const std::string> paths,
                               std::vector<engine::Problem>& problems) {
  std::vector<std::string> files;
  std::vector<Source> sources;
  const bool is_given = setup.text != nullptr && setup.text->find('\0') == std::string::npos;
  for (const std::string& path : paths) {
    if (!is_cxx(path)) continue;
    const std::string real = real_path(path);
    files.push_back(real);
    if (is_cxx_header(path)) {
      if (setup.text != nullptr)
        problems.push_back({.path = path, .message = "a header alone is not compiled; read without a build"});
      continue;
    }
    if (auto command = setup.build.command_for(real)) {
      sources.push_back({.path = path,
                         .request = {.directory = command->directory,
                                     .source = real,
                                     .text = is_given ? std::optional(*setup.text) : std::nullopt,
                                     .arguments = clang_flags(*command, real)},
                         .answer = {}});
    } else {
      problems.push_back(
          {.path = path, .message = "the compilation database does not say how it is built; read without a build"});
    }
  }
  std::ranges::sort(files);
  for (Source& source : sources) source.request.files = files;
  return sources;
}

}  // namespace

std::string real_path(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? path : sys::path_text(real);
}

CompiledSources compile_sources(const ExactSetup& setup, std::span<const std::string> paths, Progress& progress) {
  CompiledSources result;
  std::vector<Source> sources = sources_of(setup, paths, result.problems);
  answer_all(sources, setup, progress);
  for (Source& source : sources) {
    if (!source.answer) {
      result.problems.push_back(
          {.path = source.path, .message = "Clang " + source.answer.error() + "; read without it"});
      continue;
    }
    for (auto& [path, facts] : source.answer->facts) {
      const auto [known, is_new] = result.facts.try_emplace(path, std::move(facts));
      if (!is_new) known->second.expanded.merge(facts.expanded);
    }
  }
  std::map<std::string, std::string> named;  // by real path
  for (const std::string& path : paths) named.emplace(real_path(path), path);
  for (const auto& [path, facts] : result.facts) {
    if (facts.errors == 0) continue;
    result.problems.push_back({.path = named.contains(path) ? named.at(path) : path,
                               .line = facts.first_error_line,
                               .message = describe_errors(facts)});
  }
  return result;
}

}  // namespace syncfree::driver
