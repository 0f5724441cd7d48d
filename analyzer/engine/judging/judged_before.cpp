#include "analyzer/engine/judging/judged_before.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "analyzer/engine/judging/call_chain.h"
#include "analyzer/work/work.h"

namespace syncfree::engine {

namespace {

using context::Caller;
using context::Temperatures;

/// Compares what is said of contexts now with what was said before.
class Comparison {
 public:
  /// `before`: null if the temperatures are the same, but for places in the modules `changed`.
  Comparison(const JudgedProject& project, const Temperatures* before, const std::vector<bool>& waited,
             std::span<const std::uint32_t> changed)
      : project_(project), world_(project.analysis.world), before_(before), waited_(waited) {
    is_changed_.resize(world_.project.modules().size(), false);
    for (const std::uint32_t module : changed) is_changed_[module] = true;
  }

  bool is_changed(std::uint32_t module) const { return is_changed_[module]; }

  bool is_same(std::uint32_t context) const {
    const context::Code code = context::code_of(world_.project, world_.contexts[context].key.code);
    return (before_ == nullptr || project_.temperatures.says_of_code(code, *before_)) && has_same_chain(context) &&
           calls_same_waits(context);
  }

 private:
  /// The calls that make it hot, each with its place, as far as findings show them.
  bool has_same_chain(std::uint32_t context) const {
    std::uint32_t at = context;
    for (std::size_t length = 0; length <= kLongestChain; ++length) {
      if (before_ != nullptr && !project_.temperatures.says_of_context(at, *before_)) return false;
      const Caller& caller = project_.temperatures.caller(at);
      if (caller.context == inference::kNowhere) return true;
      if (is_changed_[world_.module_of(caller.context)]) return false;
      at = caller.context;
    }
    return true;
  }

  bool calls_same_waits(std::uint32_t context) const {
    return std::ranges::all_of(world_.contexts[context].outcome.calls, [&](const inference::CallEdge& edge) {
      return project_.waits_inside[edge.context] == waited_[edge.context];
    });
  }

  const JudgedProject& project_;
  const inference::World& world_;
  const Temperatures* before_;
  const std::vector<bool>& waited_;
  std::vector<bool> is_changed_;
};

}  // namespace

std::shared_ptr<const context::ContextTable> JudgedBefore::contexts_of(const inference::Analysis& analysis,
                                                                       const Unjudged& since) {
  if (table_ == nullptr || !since.is_replayed || !table_->take_over(analysis, since.modules))
    table_ = std::make_shared<context::ContextTable>(analysis);
  return table_;
}

std::vector<KnownName> JudgedBefore::names_of(const inference::Analysis& analysis, const inference::Observer& observer,
                                              std::span<const std::uint32_t> files, const Unjudged& since) {
  if (!since.is_replayed) names_.clear();
  for (const std::uint32_t module : since.modules) names_.erase(module);
  const auto modules = analysis.world.project.modules();
  std::unordered_map<std::uint32_t, std::uint32_t> module_of;  // by file
  for (const std::uint32_t module : analysis.world.project.order()) {
    if (std::ranges::binary_search(files, modules[module].input.file))
      module_of.emplace(modules[module].input.file, module);
  }
  std::vector<std::uint32_t> unknown;
  for (const auto& [file, module] : module_of) {
    if (!names_.contains(module)) unknown.push_back(file);
  }
  std::ranges::sort(unknown);
  std::vector<KnownName> found = known_names(analysis, observer, unknown);
  // Otherwise it may not be all.
  if (!work::is_asked_to_stop()) {
    for (const std::uint32_t file : unknown) names_[module_of.at(file)].clear();
    for (const KnownName& each : found) names_[module_of.at(each.file)].push_back(each);
  }
  for (const auto& [file, module] : module_of) {
    if (std::ranges::binary_search(unknown, file)) continue;
    for (const KnownName& each : names_.at(module)) found.push_back({file, each.range, each.words, each.evidence});
  }
  std::ranges::stable_sort(found, {}, [](const KnownName& each) { return std::pair(each.file, each.range.begin); });
  return found;
}

/// Files have come or are gone, so that others have other numbers.
void JudgedBefore::renumber_files(const inference::Project& project) {
  std::unordered_map<std::uint32_t, std::uint32_t> now;
  bool is_same = true;
  for (const std::uint32_t module : project.order()) {
    if (module >= files_.size() || files_[module] == inference::kNowhere) continue;
    now.emplace(files_[module], project.modules()[module].input.file);
    is_same = is_same && files_[module] == project.modules()[module].input.file;
  }
  if (is_same) return;
  for (std::shared_ptr<JudgedModule>& judged : modules_) {
    if (!judged) continue;
    bool is_known = true;
    const auto renumber = [&](std::uint32_t& file) {
      const auto found = now.find(file);
      is_known = is_known && found != now.end();
      if (found != now.end()) file = found->second;
    };
    const auto renumber_all = [&](std::vector<Related>& places) {
      for (Related& place : places) renumber(place.file);
    };
    for (Finding& finding : judged->findings) {
      renumber(finding.file);
      renumber_all(finding.related);
      renumber_all(finding.chain);
      for (AlsoFound& also : finding.also) renumber_all(also.related);
    }
    if (!is_known) judged.reset();
  }
}

void JudgedBefore::forget_what_changed(const JudgedProject& project, std::span<const std::uint32_t> changed,
                                       std::span<const std::vector<std::uint32_t>> contexts) {
  renumber_files(project.analysis.world.project);
  if (!captures_ || !captures_->hold_the_same_as(project.captures)) return modules_.clear();
  const Comparison comparison(project, are_taken_over_ ? nullptr : temperatures_.get(), waits_inside_, changed);
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    if (!modules_[module]) continue;
    const bool is_same =
        contexts_[module] == contexts[module] &&
        std::ranges::none_of(modules_[module]->looked_at,
                             [&](std::uint32_t other) { return comparison.is_changed(other); }) &&
        std::ranges::all_of(contexts[module], [&](std::uint32_t context) { return comparison.is_same(context); });
    if (!is_same) modules_[module].reset();
  }
}

void JudgedBefore::keep(std::uint32_t module, std::span<const std::uint32_t> contexts,
                        std::shared_ptr<JudgedModule> judged) {
  if (modules_.size() <= module) {
    modules_.resize(module + 1);
    contexts_.resize(module + 1);
  }
  modules_[module] = std::move(judged);
  contexts_[module].assign(contexts.begin(), contexts.end());
}

void JudgedBefore::keep(const JudgedProject& project, std::shared_ptr<Temperatures> temperatures, unsigned jobs) {
  // What was taken over is kept.
  if (!are_taken_over_) temperatures->keep(jobs, temperatures_.get());
  temperatures_ = std::move(temperatures);
  captures_ = project.captures;
  waits_inside_ = project.waits_inside;
  files_.clear();
  for (const inference::ModuleInfo& module : project.analysis.world.project.modules())
    files_.push_back(module.is_hole ? inference::kNowhere : module.input.file);
}

std::shared_ptr<Temperatures> JudgedBefore::take_over(const inference::Analysis& analysis,
                                                      const context::ContextTable& contexts, context::ShapeTable& table,
                                                      const Unjudged& since) {
  are_taken_over_ = temperatures_ != nullptr && since.is_replayed &&
                    temperatures_->take_over(analysis, contexts, table, since.modules);
  return are_taken_over_ ? temperatures_ : nullptr;
}

}  // namespace syncfree::engine
