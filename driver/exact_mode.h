// Exact mode: what Clang knows of the sources, from the way in which the project builds them.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/engine/report_data.h"
#include "driver/progress.h"
#include "frontends/clang/compilation_database.h"
#include "frontends/cxx/facts.h"

namespace syncfree::driver {

struct CompiledSources {
  cxx::Facts facts;                       ///< by `real_path`
  std::vector<engine::Problem> problems;  ///< what was read without Clang after all, and why
};

struct ExactSetup {
  const clang_frontend::CompilationDatabase& build;
  const std::string* text = nullptr;  ///< what the only path holds, in place of the file
  unsigned jobs = 1;
  std::optional<std::filesystem::path> cache = {};  ///< the folder that keeps what Clang said
  bool is_kept = true;                              ///< what it says now goes there
};

/// Runs Clang on those of the sources that the project builds. A header's facts are those of the first of them, by
/// path, that includes it; what is in no source is read without.
CompiledSources compile_sources(const ExactSetup& setup, std::span<const std::string> paths, Progress& progress);

/// Under which facts are kept.
std::string real_path(const std::string& path);

}  // namespace syncfree::driver
