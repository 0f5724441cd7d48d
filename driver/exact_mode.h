// Exact mode: what Clang knows of the sources, from the way in which the project builds them.
#pragma once

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

/// Runs Clang on those of the sources that the project builds. A header's facts are those of the first of them, by
/// path, that includes it; what is in no source is read without. `text`: what the only path holds, in place of the
/// file.
CompiledSources compile_sources(const clang_frontend::CompilationDatabase& build, std::span<const std::string> paths,
                                const std::string* text, unsigned jobs, Progress& progress);

/// Under which facts are kept.
std::string real_path(const std::string& path);

}  // namespace syncfree::driver
