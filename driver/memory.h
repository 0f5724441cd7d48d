// The memory that the analysis of a project leaves to the next one of the same project, in one process: the files that
// did not change are not read again, and an edit that the rest of the project does not notice is all that is evaluated
// (analyzer/inference/replay.h). Findings are those of an analysis without memory.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/more_rows.h"
#include "analyzer/engine/judging/judged_before.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/project.h"
#include "analyzer/model/symbol.h"
#include "driver/connected_files.h"
#include "driver/known_files.h"
#include "driver/library_summaries.h"
#include "driver/read_unit.h"
#include "driver/unit.h"
#include "driver/unit_analysis.h"

namespace syncfree::driver {

/// A group of files as it was analysed last. Its Python models are in `files` of the unit, or in `replaced`.
struct KeptGroup {
  /// Its analysis will be one of the whole project, so that nothing points to earlier ones and their texts.
  void begin_afresh();
  /// Frees values that nothing holds any more, and models of former texts, if they are at least one in `part` of what
  /// is kept. True if it did.
  bool compact(std::size_t part);

  std::vector<std::string> paths;
  std::shared_ptr<const void> assumptions;  ///< what the project's inputs point to
  std::unique_ptr<inference::Project> project;
  std::unique_ptr<inference::Project> spare;      ///< the one before, for Project::again
  std::unique_ptr<inference::Analysis> analysis;  ///< logged
  engine::JudgedBefore judged;                    ///< in `analysis`, or before modules of it changed
  engine::Unjudged unjudged;                      ///< what changed since
  std::size_t replays = 0;                        ///< analyses that needed no inference
  std::size_t recalls = 0;                        ///< analyses whose inference evaluated only what was not known
  std::vector<ReadFile> replaced;                 ///< older texts and models that values may point to
  std::size_t compacted = 0;                      ///< bytes of values after that was done last; 0: it was not
  bool has_freed = false;                         ///< much, since free memory was given back
};

struct KeptUnit {
  KeptUnit(const Unit& unit, const UnitSetup& setup);

  /// Nothing of it can be used for another setup.
  bool is_for(const Unit& unit, const UnitSetup& setup) const;
  /// As it was read last; null: it was not, or it may be different now. `given`: the bytes that the request has of it,
  /// if any.
  const ReadFile* unchanged(const CheckRequest& request, const std::string& path, const std::string* given) const;
  /// What is known of the libraries that the files import. With other summaries nothing is left of earlier analyses.
  void use(std::vector<SharedRows> summaries);
  /// Takes the place of the files that were kept. Those of them that are gone, or were read again. `files_state`: as
  /// the request says.
  std::vector<ReadFile> keep(std::span<const ReadFile> read, std::int64_t started,
                             std::optional<std::uint64_t> files_state);
  const ReadFile* find(const std::string& path) const;

  std::vector<std::string> roots;  ///< of the unit
  std::vector<std::string> words;  ///< that make a file relevant
  std::vector<std::string> blocks;
  std::vector<NamedSummary> named_summaries;
  std::vector<inference::SourceRoot> source_roots;
  catalog::TorchVersion torch_version;
  model::SymbolTable symbols;
  std::vector<SharedRows> summaries;
  std::unique_ptr<const catalog::MoreRows> rows;
  std::unique_ptr<const catalog::Catalog> catalog;  ///< after `use`
  std::unordered_map<std::string, ReadFile> files;  ///< by path; Python alone
  std::int64_t started = 0;                         ///< of the reading of `files`
  std::optional<std::uint64_t> files_state;         ///< then; see CheckRequest
  ConnectedBefore connected;
  std::list<KeptGroup> groups;
};

/// Not shared between analyses that run at the same time. It holds the units that were analysed last.
class Memory {
 public:
  static constexpr std::size_t kMostUnits = 4;

  KeptUnit& of(const Unit& unit, const UnitSetup& setup);
  /// What was found last for these paths, if the request says that it holds; otherwise null.
  KnownFiles* files_of(const CheckRequest& request);
  /// Takes the place of what was found for these paths. The request is one that can come back.
  KnownFiles& keep(const CheckRequest& request, FoundFiles found);
  /// Frees what nothing needs, while nobody waits for an analysis.
  void tidy();
  /// Gives the memory back that analyses have freed, if it is much; the same.
  void give_back();
  /// Of the groups that it holds: analyses that needed no inference.
  std::size_t replays() const { return sum(&KeptGroup::replays); }
  /// Analyses whose inference evaluated only what was not known from before.
  std::size_t recalls() const { return sum(&KeptGroup::recalls); }
  /// Former texts that are still there.
  std::size_t former_texts() const;

 private:
  std::size_t sum(std::size_t KeptGroup::* count) const;

  std::list<KeptUnit> units_;    ///< the one used last comes first
  std::list<KnownFiles> files_;  ///< the same
};

}  // namespace syncfree::driver
