// What modules were judged to be, for the next analysis that has the same numbers (analyzer/inference/replay.h,
// memo.h): where nothing that has a say in it has changed, it holds again.
//
// To keep when this is changed: whatever a judge of one module reads of others is their text, which views note
// (FunctionView::look_at), or is compared here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/context_table.h"
#include "analyzer/context/temperature.h"
#include "analyzer/engine/judging/captures.h"
#include "analyzer/engine/judging/insight.h"
#include "analyzer/engine/judging/module_judge.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::engine {

/// What happened since a project was judged.
struct Unjudged {
  std::vector<std::uint32_t> modules;  ///< whose texts are others, or in which something else happens
  bool is_replayed = true;             ///< but for these texts, the analysis is the one that was judged
};

class JudgedBefore {
 public:
  /// The contexts of the analysis: those that were asked for last, if it was replayed since.
  std::shared_ptr<const context::ContextTable> contexts_of(const inference::Analysis& analysis, const Unjudged& since);
  /// What is known of names in these files (known_names): of those of which that was said last, it holds again if the
  /// analysis was replayed since and their texts have not changed.
  std::vector<KnownName> names_of(const inference::Analysis& analysis, const inference::Observer& observer,
                                  std::span<const std::uint32_t> files, const Unjudged& since);
  /// The temperatures of an analysis that was replayed since, if nothing has changed that decides about them. Then
  /// those that are kept here are the ones, and `table` is taken. Null otherwise.
  std::shared_ptr<context::Temperatures> take_over(const inference::Analysis& analysis,
                                                   const context::ContextTable& contexts, context::ShapeTable& table,
                                                   const Unjudged& since);
  /// Forgets all modules that have to be judged again, since the modules `changed` have other texts or something else
  /// happens in them, or `project` says something else of a module than when it was judged. `contexts`: by module,
  /// those that are judged.
  void forget_what_changed(const JudgedProject& project, std::span<const std::uint32_t> changed,
                           std::span<const std::vector<std::uint32_t>> contexts);
  /// Null if it has to be judged.
  std::shared_ptr<JudgedModule> of(std::uint32_t module) const {
    return module < modules_.size() ? modules_[module] : nullptr;
  }
  /// `contexts`: those that were judged, in their order.
  void keep(std::uint32_t module, std::span<const std::uint32_t> contexts, std::shared_ptr<JudgedModule> judged);
  /// All modules are there. `temperatures`: those of the project.
  void keep(const JudgedProject& project, std::shared_ptr<context::Temperatures> temperatures, unsigned jobs);
  /// What the syntax said; null if nothing was judged.
  const context::ShapeTable* shapes() const { return temperatures_ != nullptr ? &temperatures_->table() : nullptr; }
  /// Another world.
  void clear() { *this = {}; }

 private:
  void renumber_files(const inference::Project& project);

  std::vector<std::shared_ptr<JudgedModule>> modules_;               ///< by number; null: it has to be judged
  std::vector<std::vector<std::uint32_t>> contexts_;                 ///< by module, of those that are there
  std::shared_ptr<context::ContextTable> table_;                     ///< null: nobody has asked for it
  std::unordered_map<std::uint32_t, std::vector<KnownName>> names_;  ///< by module
  // When they were judged.
  std::shared_ptr<context::Temperatures> temperatures_;  ///< null: nothing was judged
  bool are_taken_over_ = false;                          ///< by the project that is judged
  std::optional<Captures> captures_;
  std::vector<bool> waits_inside_;    ///< by context
  std::vector<std::uint32_t> files_;  ///< by module: the caller's numbers, as in findings
};

}  // namespace syncfree::engine
