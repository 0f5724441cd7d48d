// The files of a unit, read and parsed, with what connects them.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analyzer/engine/report_data.h"
#include "analyzer/inference/project.h"
#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"
#include "driver/checked_file.h"
#include "driver/library_reads.h"
#include "driver/progress.h"
#include "driver/silenced_file.h"
#include "driver/text_imports.h"
#include "driver/unit.h"
#include "driver/unit_analysis.h"
#include "frontends/cxx/facts.h"
#include "frontends/cxx/links.h"

namespace syncfree::driver {

/// A file, and its module if values are to be followed through it.
struct ReadFile {
  AnalysedFile analysed;
  std::shared_ptr<model::Module> module;
  std::shared_ptr<const std::vector<TextImport>> imports;                     ///< of Python; null: none were looked for
  std::shared_ptr<ReadComments> comments = std::make_shared<ReadComments>();  ///< of `module`
  cxx::FileLinks links;                                                       ///< of C++
  std::vector<inference::OutsideFunction> outside;  ///< of other files, by the names that its calls have for them
  std::uint64_t hash = 0;                           ///< of the bytes
  bool is_refused = false;
  bool is_followed = true;        ///< otherwise nothing in it waits, and it calls nothing that does
  std::vector<bool> silent = {};  ///< see inference::ModuleInput
  bool has_sign = false;          ///< of a GPU; without one, it is of interest only to those that it is connected with
};

inline std::span<const TextImport> imports_of(const ReadFile& file) {
  return file.imports ? std::span<const TextImport>(*file.imports) : std::span<const TextImport>();
}

/// Numbers of files of the unit that are analysed together.
using Group = std::vector<std::size_t>;

struct ReadUnit {
  std::vector<ReadFile> files;
  std::vector<Group> groups;
  std::map<std::string, LibraryContent> build_files;  ///< that were looked into, by path
};

struct KeptUnit;

/// What is kept is not read again. Nothing at all if somebody asked to stop.
ReadUnit read_files(const Unit& unit, const UnitSetup& setup, const cxx::Facts& facts, KeptUnit& kept,
                    Progress& progress);

/// A file of which nothing is known but its name.
CheckedFile without_text(const std::string& path);

/// Words of the configurations without which a file has nothing to do with them.
std::vector<std::string> configured_words(const UnitSetup& setup);

/// Whether the file has a sign of a GPU, or one of the words `signs`.
bool matters(const source::SourceFile& file, std::span<const std::string> signs);

/// At its place in a notebook's cell, if the file is one.
engine::Problem problem_at(const CheckedFile& file, const model::SyntaxProblem& problem);

/// Those of the module's syntax.
void add_problems(const model::Module& module, AnalysedFile& file);

}  // namespace syncfree::driver
