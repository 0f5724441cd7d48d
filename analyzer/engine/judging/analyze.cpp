#include "analyzer/engine/judging/analyze.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <tuple>

#include "analyzer/engine/judging/goal_walk.h"
#include "analyzer/engine/judging/module_judge.h"
#include "analyzer/parallel/both.h"
#include "analyzer/parallel/for_each_index.h"
#include "analyzer/work/work.h"

namespace syncfree::engine {

namespace {

/// By context: does calling it make the host wait, there or further down.
std::vector<bool> contexts_that_wait(const inference::Analysis& analysis, const context::ContextTable& table,
                                     std::span<const RuleInfo> rules) {
  const auto completes_work = [&](const catalog::Block& block) {
    const RuleInfo* rule = rule_of(block.rule, rules);
    return rule == nullptr || rule->completes_work;
  };
  const auto& contexts = analysis.world.contexts;
  std::vector<bool> waits(contexts.size(), false);
  for (std::uint32_t context = 0; context < contexts.size(); ++context) {
    if (!analysis.live[context]) continue;
    const inference::Outcome& outcome = contexts[context].outcome;
    waits[context] = std::ranges::any_of(outcome.events, [&](const Event& event) {
      if (event.guarded || !values::known(event.blocks) || event.evidence == values::Evidence::kGuessed) return false;
      if (event.kind == EventKind::kCall) return completes_work(*event.block);
      return event.kind == EventKind::kTruth || event.kind == EventKind::kFormat || event.kind == EventKind::kContains;
    });
  }
  table.mark_callers(waits, false);
  return waits;
}

/// Those of the analysis before, if they hold again.
std::shared_ptr<context::Temperatures> temperatures_of(const inference::Analysis& analysis,
                                                       const context::ContextTable& table, unsigned jobs,
                                                       const Again* again) {
  const context::ShapeTable* before = again == nullptr ? nullptr : again->before.shapes();
  context::ShapeTable shapes(analysis.world.project, analysis.names, jobs, before);
  if (again != nullptr) {
    if (auto same = again->before.take_over(analysis, table, shapes, again->since)) return same;
  }
  return std::make_shared<context::Temperatures>(analysis, table, std::move(shapes));
}

/// What the project that is judged refers to.
struct LookedAt {
  std::vector<bool> waits_inside;
  std::shared_ptr<context::Temperatures> temperatures;
};

/// `found`, and what is known of names.
JudgedProject look_at(const inference::Analysis& analysis, const context::ContextTable& table,
                      const inference::Observer& observer, LookedAt& found, std::span<const RuleInfo> rules,
                      unsigned jobs, const EditWriter& write, Insight* insight, const Again* again) {
  auto& [waits_inside, temperatures] = found;
  parallel::both(
      jobs, [&] { temperatures = temperatures_of(analysis, table, jobs, again); },
      [&] {
        waits_inside = contexts_that_wait(analysis, table, rules);
        if (insight != nullptr)
          insight->names = again != nullptr ? again->before.names_of(analysis, observer, insight->files, again->since)
                                            : known_names(analysis, observer, insight->files);
      });
  FunctionViews views(analysis, observer, waits_inside);
  JudgedProject project{.analysis = analysis,
                        .contexts = table,
                        .observer = observer,
                        .rules = rules,
                        .flow_rules = {},
                        .capture_rule = nullptr,
                        .write = write,
                        .waits_inside = waits_inside,
                        .temperatures = *temperatures,
                        .captures = Captures(analysis, table, views),
                        .judged_contexts = std::vector<std::uint32_t>(table.codes(), 0)};
  for (const RuleInfo& rule : rules) {
    if (rule.for_captures) project.capture_rule = &rule;
    if (rule.match_flow != nullptr) project.flow_rules.push_back(&rule);
  }
  for (std::uint32_t context = 0; context < table.size(); ++context) {
    // Strangers have no say in what is done about what others come to.
    const std::uint32_t layer = analysis.world.contexts[context].layer;
    const bool counts = analysis.judged[context] && !analysis.world.project.layers().is_of_strangers(layer);
    project.judged_contexts[table.code(context)] += counts ? 1 : 0;
  }
  return project;
}

/// The contexts in which something happens that may be reported.
struct ModuleContexts {
  std::uint32_t module;
  std::vector<std::uint32_t> contexts;  ///< the ones of a function one after another
};

/// In the order of the files: those that `wanted` has, by context.
std::vector<ModuleContexts> contexts_to_judge(const inference::Analysis& analysis, const std::vector<bool>& wanted) {
  const inference::World& world = analysis.world;
  const auto modules = world.project.modules();
  std::vector<ModuleContexts> found(modules.size());
  for (std::uint32_t module = 0; module < modules.size(); ++module) found[module].module = module;
  for (const std::uint32_t context : world.in_order) {
    const inference::Outcome& outcome = world.contexts[context].outcome;
    if (!wanted[context] || (outcome.events.empty() && outcome.roles == 0)) continue;
    if (modules[world.module_of(context)].input.is_library) continue;
    found[world.module_of(context)].contexts.push_back(context);
  }
  for (ModuleContexts& each : found) {
    std::ranges::stable_sort(each.contexts, {},
                             [&](std::uint32_t context) { return world.contexts[context].key.code; });
  }
  std::erase_if(found, [](const ModuleContexts& each) { return each.contexts.empty(); });
  std::ranges::stable_sort(found, {}, [&](const ModuleContexts& each) { return modules[each.module].input.file; });
  return found;
}

/// The contexts of C++ that tests alone lead to. They say nothing of the code, but calls in tests are told by them.
std::vector<bool> of_tests(const inference::Analysis& analysis) {
  const inference::World& world = analysis.world;
  std::vector<bool> found(world.contexts.size(), false);
  const auto is_cxx = [](const inference::ModuleInfo& each) {
    return each.input.module->language == model::Language::kCxx;
  };
  if (std::ranges::none_of(world.project.modules(), is_cxx)) return found;
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    found[context] = analysis.live[context] && !analysis.judged[context] &&
                     is_cxx(world.project.modules()[world.module_of(context)]);
  }
  return found;
}

/// What was judged before and holds again is taken from there. `temperatures`: to be kept with it.
std::vector<std::shared_ptr<JudgedModule>> judge(const JudgedProject& project, std::span<const ModuleContexts> modules,
                                                 const std::shared_ptr<context::Temperatures>& temperatures,
                                                 unsigned jobs, const Again* again) {
  std::vector<std::shared_ptr<JudgedModule>> judged(modules.size());
  std::vector<std::size_t> todo;
  if (again != nullptr) {
    std::vector<std::vector<std::uint32_t>> contexts(project.analysis.world.project.modules().size());
    for (const ModuleContexts& each : modules) contexts[each.module] = each.contexts;
    again->before.forget_what_changed(project, again->since.modules, contexts);
  }
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (again != nullptr) judged[i] = again->before.of(modules[i].module);
    if (judged[i] == nullptr) {
      judged[i] = std::make_shared<JudgedModule>();
      todo.push_back(i);
    }
  }
  const bool is_whole = work::unless_stopped([&] {
    parallel::for_each_index(todo.size(), jobs, [&](std::size_t index) {
      const ModuleContexts& each = modules[todo[index]];
      *judged[todo[index]] = judge_module(project, each.module, each.contexts);
    });
  });
  if (again == nullptr || !is_whole) return judged;
  for (const std::size_t index : todo)
    again->before.keep(modules[index].module, modules[index].contexts, judged[index]);
  again->before.keep(project, temperatures, jobs);
  again->since = {};
  return judged;
}

UnfinishedFile unfinished_in(const inference::Project& project, std::uint32_t module, std::uint32_t code) {
  const bool is_body = (code & inference::kModuleBody) != 0;
  const std::uint32_t file = project.modules()[module].input.file;
  return {file, is_body ? source::TextRange{} : project.functions()[code].function->range};
}

/// By file.
std::vector<UnfinishedFile> unfinished_files(const inference::Analysis& analysis,
                                             std::span<const ModuleContexts> modules,
                                             std::span<const std::shared_ptr<JudgedModule>> judged) {
  std::vector<UnfinishedFile> files;
  for (const inference::CutModule& cut : analysis.cut)
    files.push_back(unfinished_in(analysis.world.project, cut.module, cut.code));
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (judged[i]->cut_in)
      files.push_back(unfinished_in(analysis.world.project, modules[i].module, *judged[i]->cut_in));
  }
  // What the inference left out is at the beginning of it all.
  std::ranges::stable_sort(files, {}, &UnfinishedFile::file);
  const auto again = std::ranges::unique(files, {}, &UnfinishedFile::file);
  files.erase(again.begin(), again.end());
  return files;
}

/// Of the files `reported` (empty: of all), and of those that `calls` in them lead to. `are_kept`: by others, too.
std::vector<Finding> findings_of(std::span<const std::shared_ptr<JudgedModule>> judged, std::vector<bool> reported,
                                 const std::vector<OutsideCall>* calls, bool are_kept) {
  if (calls != nullptr && !reported.empty()) {
    for (const OutsideCall& call : *calls) {
      for (const ReachedWait& wait : call.waits) {
        if (wait.file < reported.size()) reported[wait.file] = true;
      }
    }
  }
  std::vector<Finding> findings;
  for (const auto& each : judged) {
    for (Finding& finding : each->findings) {
      if (finding.file < reported.size() && !reported[finding.file]) continue;
      are_kept ? findings.push_back(finding) : findings.push_back(std::move(finding));
    }
  }
  return findings;
}

}  // namespace

std::vector<Finding> analyze(const inference::Analysis& analysis, std::span<const RuleInfo> rules, unsigned jobs,
                             const EditWriter& write, std::vector<OutsideCall>* calls,
                             std::vector<UnfinishedFile>* unfinished, Insight* insight, const Again* again) {
  const inference::Observer observer(analysis);
  const std::shared_ptr<const context::ContextTable> contexts =
      again != nullptr ? again->before.contexts_of(analysis, again->since)
                       : std::make_shared<const context::ContextTable>(analysis);
  const context::ContextTable& table = *contexts;
  LookedAt looked_at;
  const JudgedProject project = look_at(analysis, table, observer, looked_at, rules, jobs, write, insight, again);
  const std::vector<ModuleContexts> modules = contexts_to_judge(analysis, analysis.judged);
  // What was judged before somebody asked to stop is reported.
  const auto judged = judge(project, modules, looked_at.temperatures, jobs, again);
  std::vector<std::vector<FoundWait>> waits(analysis.world.contexts.size());
  for (const auto& each : judged) {
    for (const auto& [context, wait] : each->waits) waits[context].push_back(wait);
  }
  if (calls != nullptr) {
    const std::vector<ModuleContexts> tested = contexts_to_judge(analysis, of_tests(analysis));
    for (const auto& each : judge(project, tested, nullptr, jobs, nullptr)) {
      for (const auto& [context, wait] : each->waits) waits[context].push_back(wait);
    }
  }
  const std::vector<bool> reported = insight == nullptr ? std::vector<bool>() : insight->reported;
  if (unfinished != nullptr) *unfinished = unfinished_files(analysis, modules, judged);
  parallel::both(
      jobs,
      [&] {
        if (calls != nullptr)
          *calls = outside_calls(analysis, table, project.temperatures, project.captures, waits, reported);
      },
      [&] {
        const bool is_everywhere = insight == nullptr || insight->wants_hot_elsewhere;
        if (insight != nullptr)
          insight->hot =
              hot_functions(analysis, table, project.temperatures, is_everywhere ? nullptr : &insight->files);
      });
  std::vector<Finding> findings = findings_of(judged, reported, calls, again != nullptr);
  if (insight != nullptr) {
    if (insight->wants_runs) insight->runs = runs_of(analysis, project.temperatures, findings, jobs);
    if (insight->goal) insight->answers = answer_goals(project, *insight->goal);
    if (insight->wants_waits) insight->waits = std::move(waits);
  }
  return findings;
}

}  // namespace syncfree::engine
