// The analysis of a unit: every file is read, values are followed through all of them, and each file gets its summary.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/catalog/torch_version.h"
#include "analyzer/engine/goal.h"
#include "analyzer/engine/judging/runs.h"
#include "analyzer/inference/import_search.h"
#include "analyzer/source/file_bytes.h"
#include "driver/checked_file.h"
#include "driver/file_settings.h"
#include "driver/file_summary.h"
#include "driver/library_reads.h"
#include "driver/library_summaries.h"
#include "driver/module_name.h"
#include "driver/progress.h"
#include "driver/take_apart.h"
#include "driver/unit.h"
#include "frontends/cxx/facts.h"

namespace syncfree::driver {

/// Of the bytes that were analysed.
struct ContentKey {
  source::FileStamp stamp;
  std::uint64_t hash = 0;
};

struct AnalysedFile {
  CheckedFile file;
  FileSummary summary;
  std::optional<std::vector<engine::KnownName>> names =
      std::nullopt;                            ///< if the request asks for them, and the file was analysed
  std::vector<engine::RunFunction> runs = {};  ///< if the request asks for them
  engine::GoalAnswers goals = {};              ///< of functions of this file, if the request asks for them
  bool is_left_out = false;                    ///< the run was interrupted before it came to the file's end
  std::optional<ContentKey> content;  ///< nothing for a file that could not be opened, or a text from elsewhere
};

/// What the findings of a file depend on besides contents.
struct FileSetup {
  ModuleName name;
  bool is_test = false;
  bool in_tests = false;
  std::vector<std::string> hot;                         ///< patterns for the names of functions
  const std::vector<AssumedDevice>* devices = nullptr;  ///< never null
};

struct UnitSetup {
  std::vector<FileSetup> files;  ///< as in the unit
  std::vector<std::string> blocks;
  std::vector<inference::SourceRoot> roots;
  std::vector<std::filesystem::path> libraries;  ///< folders in which third-party packages are, in order
  std::vector<NamedSummary> summaries;           ///< of libraries, that the user named
  catalog::TorchVersion torch_version;           ///< on which the code runs
  /// That may name macros of C++; nothing: nobody knows what builds define.
  std::optional<std::vector<std::string>> build_files;
  std::string fault;  ///< a summary cannot be used: one line
};

/// `settings` must outlive the result.
UnitSetup setup_of(const Unit& unit, FileSettings& settings);

/// By file of the unit, if there can be nothing to find in it: then nothing is parsed.
std::optional<std::vector<AnalysedFile>> without_analysis(const Unit& unit, const UnitSetup& setup);

/// Of the files that somebody named and that the analysis leaves out.
void tell_syntax_problems(const Unit& unit, const UnitSetup& setup, std::span<AnalysedFile> files);

/// By file of the unit, if nothing is analysed any more.
std::vector<AnalysedFile> left_out(const Unit& unit);

/// By file of the unit. What it worked with goes into `remains`; `reads`: what it depends on of libraries.
std::vector<AnalysedFile> analyze_unit(const Unit& unit, const UnitSetup& setup, const cxx::Facts& facts,
                                       Progress& progress, LibraryReads& reads, Remains& remains);

/// A file's source, from where the request takes it. `hash_of_bytes`, if it is not null, receives their content_hash().
std::expected<source::SourceFile, std::string> load_source(const CheckRequest& request, const std::string& path,
                                                           std::optional<ContentKey>& content,
                                                           std::uint64_t* hash_of_bytes = nullptr);

}  // namespace syncfree::driver
