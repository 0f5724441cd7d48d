#include "analyzer/engine/judging/module_judge.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analyzer/engine/judging/call_chain.h"
#include "analyzer/engine/judging/consumer.h"
#include "analyzer/engine/judging/cxx_words.h"
#include "analyzer/engine/judging/fix_votes.h"
#include "analyzer/engine/judging/grounds.h"
#include "analyzer/engine/judging/idle_gpu.h"
#include "analyzer/engine/quote.h"
#include "analyzer/engine/severity.h"
#include "analyzer/model/dotted_name.h"
#include "analyzer/work/work.h"

namespace syncfree::engine {

namespace {

Confidence confidence_of(const Event& event, values::Truth sure) {
  if (!known(event.blocks) || !known(sure) || event.evidence == values::Evidence::kGuessed)
    return Confidence::kPossible;
  const bool always = event.blocks == values::Truth::kYes && sure == values::Truth::kYes;
  const bool seen = always && event.evidence == values::Evidence::kSeen && event.places.within(values::Place::kCuda);
  return seen ? Confidence::kCertain : Confidence::kLikely;
}

std::string_view called_name(const Event& event) {
  return event.operation == nullptr ? std::string_view() : model::last_part(event.operation->name);
}

Temperature temperature_of(context::Heat heat) { return static_cast<Temperature>(heat); }

/// A finding of an event stands alone at its place; what a look at the flow finds stands beside it.
struct Site {
  source::TextRange range;
  std::string_view flow_code;  ///< empty for a finding of an event
  friend bool operator<(const Site& a, const Site& b) {
    return std::tie(a.range.begin, a.range.end, a.flow_code) < std::tie(b.range.begin, b.range.end, b.flow_code);
  }
};

struct Votes {
  std::uint32_t code = 0;  ///< of the function, as in inference::ContextKey
  FixVotes votes;
  bool only_seldom = false;  ///< the fix leaves the wait as it is, and lets it run less often
  std::string hint = {};     ///< of the fix; empty where the rule's own goes with it
};

bool guards(const fixes::Proposal& proposal) {
  return std::ranges::any_of(proposal.edits,
                             [](const fixes::Edit& edit) { return std::holds_alternative<fixes::Guard>(edit); });
}

bool covers(const RuleInfo& rule, model::Language language) {
  const std::string_view name = language == model::Language::kCxx ? "c++" : "python";
  return std::ranges::find(rule.languages, name) != rule.languages.end();
}

class ModuleJudge {
 public:
  ModuleJudge(const JudgedProject& project, std::uint32_t module)
      : project_(project),
        world_(project.analysis.world),
        number_(module),
        module_(project.analysis.world.project.modules()[module]),
        locator_(*module_.input.module),
        words_(module_.input.module->text),
        bindings_(*module_.input.module, world_.project.symbols()),
        mentions_(*module_.input.module) {}

  /// The events of one context; those of the same function share its code.
  void add(std::uint32_t context, FunctionView view) {
    const inference::Outcome& outcome = world_.contexts[context].outcome;
    const bool is_of_strangers = world_.project.layers().is_of_strangers(world_.contexts[context].layer);
    for (const Event& event : outcome.events) {
      if (!is_of_strangers || !is_reached(context, event.range)) judge(context, event, view);
    }
    view.sort_waits();
    place_synchronizations(context, view);
    place_hot_copies(context, view);
    if (is_of_strangers) return;
    if (view.waits().empty() && outcome.roles == 0) return;
    judge_flow(context, view);
  }

  JudgedModule result() && {
    for (auto& [context, wait] : waits_) {
      wait.code = found_.at({wait.range, {}}).code;
      wait.joins_graph = joining_graphs_.contains({wait.range, {}});
    }
    for (auto& [place, finding] : found_) {
      if (const auto votes = votes_.find(place); votes != votes_.end())
        take_fix(finding, agreed(votes->second, finding), votes->second.hint);
    }
    for (const auto& [place, waits] : taken_together_) show_at_each(place, waits);
    for (auto& [place, finding] : found_) {
      if (place.flow_code.empty() && nobody_would_act(finding)) {
        finding.temperature = Temperature::kCold;
        finding.severity = severity_of(*rule_of(finding.code, project_.rules), finding.temperature);
      }
    }
    std::vector<Finding> findings;
    findings.reserve(found_.size());
    for (auto& [place, finding] : found_) {
      if (module_.input.module->language == model::Language::kCxx) say_in_cxx(finding);
      findings.push_back(std::move(finding));
    }
    return {.findings = std::move(findings), .waits = std::move(waits_), .cut_in = {}};
  }

 private:
  /// The steps are in sight, and neither they nor a loop get here, nor do others compute with what it gives. Of 113
  /// such waits that were read in drawn repositories a maintainer would mend one, but every other one that `device=`
  /// takes away. Of 45 copies to the GPU, which wait for next to nothing where it is idle, one, whoever calls them and
  /// in whatever loop, if that goes over no batches and makes no steps.
  bool nobody_would_act(const Finding& finding) const {
    if (finding.temperature != Temperature::kWarm) return false;
    if (module_.input.module->language != model::Language::kPython) return false;
    if (project_.capture_rule != nullptr && finding.code == project_.capture_rule->code) return false;
    const RuleInfo& rule = *rule_of(finding.code, project_.rules);
    const Site site{finding.range, {}};
    const bool is_alone = finding.loop_depth == 0 && !for_callers_.contains(site);
    const bool is_short = rule.short_when_idle && !in_batches_.contains(site);
    if (rule.remedied_by_device || (!is_alone && !is_short)) return false;
    const auto body = static_cast<context::Code>(world_.project.functions().size() + number_);
    return project_.temperatures.is_beside_steps(body);
  }

  /// What the calls of its own code come to in a function is judged as these call it; strangers show the rest.
  bool is_reached(std::uint32_t strangers_context, source::TextRange range) const {
    const inference::Context& strangers = world_.contexts[strangers_context];
    const std::uint32_t own = world_.project.layers().all()[strangers.layer].offered_by;
    const model::Block body = world_.project.functions()[strangers.key.code].function->body;
    return std::ranges::any_of(project_.analysis.live_contexts.of(strangers.key.code), [&](std::uint32_t context) {
      const inference::Context& each = world_.contexts[context];
      return each.layer == own && inference::comes_to(each.outcome.reached, body, range.begin);
    });
  }

  void judge(std::uint32_t context, const Event& seen, FunctionView& view) {
    const std::string text = quote(module_.input.module->text.substr(seen.range.begin, seen.range.size()));
    Event event = seen;
    const bool is_python = module_.input.module->language == model::Language::kPython;
    const bool sure = values::known(event.blocks) && event.evidence != values::Evidence::kGuessed;
    const RuleInfo* waits_by = event.block == nullptr ? nullptr : rule_of(event.block->rule, project_.rules);
    const WaitsFor waits_for = waits_by == nullptr ? WaitsFor::kOther : waits_by->waits_for;
    if (sure) {
      const WaitsFor of_call = event.kind == EventKind::kCall ? waits_for : WaitsFor::kOther;
      event.consumer = consumer_of(view, event, of_call, project_.contexts);
    }
    if (sure && event.consumer == Consumer::kControlFlow) event.loop_test |= view.ends_endless_loop(event.range);
    event.captured = project_.captures.holds(context, event.range);
    for (const RuleInfo& rule : project_.rules) {
      if (rule.match == nullptr) continue;
      std::optional<Match> match = rule.match(event, {text});
      if (!match) continue;
      const RuleInfo* reported = &rule;
      const values::Truth certainty = match->sure;
      if (is_python && confidence_of(event, certainty) == Confidence::kPossible && !has_grounds(event, rule, certainty))
        return;
      if (joins_graph(event, text)) joining_graphs_.insert({event.range, {}});
      if (event.captured && project_.capture_rule != nullptr) {
        reported = project_.capture_rule;
        match = project_.capture_rule->match(event, {text});
        if (!match) return;  // it is recorded like everything else
      }
      Finding finding;
      finding.code = reported->code;
      finding.file = module_.input.file;
      finding.range = event.range;
      finding.message = std::move(match->message);
      finding.hint = std::move(match->hint);
      if (event.block != nullptr && finding.message.find(event.block->reason) == std::string::npos) {
        finding.reason = event.block->reason;
        if (!event.block->call.empty()) finding.reason += " (" + std::string(event.block->call) + ")";
        if (!event.block->measured) finding.reason += "; from source or documentation, unmeasured";
      }
      finding.confidence = within_build(event.range, confidence_of(event, certainty));
      finding.temperature = temperature_of(project_.temperatures.at(context, event.range, event.guarded));
      const bool is_rare = event.block != nullptr && event.block->rare;
      if (is_rare && finding.temperature == Temperature::kWarm) finding.temperature = Temperature::kCold;
      finding.dependency = match->dependency.value_or(reported->dependency);
      finding.loop_depth = event.loop_depth;
      if (finding.confidence >= Confidence::kLikely && !event.captured) {
        view.add({.event = &seen,
                  .code = rule.code,
                  .name = called_name(event),
                  .confidence = finding.confidence,
                  .consumer = event.consumer});
      }
      vote(context, {event.range, {}}, view, [&](const FixContext& fix) {
        // A field of a formatted string is no expression of its own.
        const bool whole = fix.location.node->range == event.range;
        const bool can = rule.propose != nullptr && (whole || event.kind == EventKind::kFormat);
        return can ? rule.propose(event, fix) : std::nullopt;
      });
      if (waits_for == WaitsFor::kWork && !event.captured) {
        synchronizations_.emplace_back(&seen, std::move(finding));
      } else if (reported->short_when_idle && finding.temperature == Temperature::kHot) {
        hot_copies_.emplace_back(&seen, std::move(finding));
      } else {
        place(context, std::move(finding), false);
      }
      return;
    }
  }

  /// Captured, it would not fail: asked in C++, where callers tell of captures.
  bool joins_graph(Event event, const std::string& text) const {
    if (project_.capture_rule == nullptr || module_.input.module->language != model::Language::kCxx) return false;
    event.captured = true;
    return !project_.capture_rule->match(event, {text});
  }

  /// What only a build for debugging holds is no more than possible.
  Confidence within_build(source::TextRange range, Confidence confidence) const {
    return module_.input.module->is_debug_code(range) ? Confidence::kPossible : confidence;
  }

  /// Is a synchronisation there for what follows: the flow says so, once all waits of the function are known.
  void place_synchronizations(std::uint32_t context, const FunctionView& view) {
    if (synchronizations_.empty()) return;
    const Afterwards afterwards(view);
    // What a function that measures does before it, outside of loops, is a part of it: it waits for the warm-up.
    std::uint32_t measured_before = 0;
    const bool measures = synchronizations_.size() > 1 && afterwards.measures();
    for (const auto& [event, finding] : synchronizations_) {
      if (measures && event->loop_depth == 0 && afterwards.ask_for(*event))
        measured_before = std::max(measured_before, event->range.begin);
    }
    for (auto& [event, finding] : synchronizations_) {
      const bool prepares = event->loop_depth == 0 && event->range.begin < measured_before;
      if (prepares || afterwards.ask_for(*event)) {
        finding.temperature = Temperature::kCold;
        finding.dependency = Dependency::kTrue;
      } else if (module_.input.module->language == model::Language::kCxx) {
        finding.dependency = afterwards.need_of(*event);
      }
      place(context, std::move(finding), false);
    }
    synchronizations_.clear();
  }

  /// A copy that nothing is queued before is short. Of 151 hot ones in drawn repositories that were read again, a
  /// maintainer would mend none of the 12 behind a read, and 100 of the others.
  void place_hot_copies(std::uint32_t context, const FunctionView& view) {
    if (hot_copies_.empty()) return;
    IdleGpu idle(view, project_.rules);
    for (auto& [event, finding] : hot_copies_) {
      if (idle.is_found_by(*event)) finding.temperature = Temperature::kWarm;
      place(context, std::move(finding), false);
    }
    hot_copies_.clear();
  }

  /// What `propose` makes of a finding, written out; only for findings, so that the rest costs nothing.
  template <class Propose>
  void vote(std::uint32_t context, const Site& place, const FunctionView& view, Propose&& propose) {
    if (!project_.write) return;
    Votes& votes = votes_[place];
    votes.code = world_.contexts[context].key.code;
    std::optional<fixes::Fix> fix;
    const model::Module& model = *module_.input.module;
    const model::Location location = locator_.locate_around(place.range);
    if (location.node != nullptr) {
      if (auto proposal = propose(
              FixContext{model, world_.project.symbols(), location, locator_, words_, bindings_, mentions_, view})) {
        if (proposal->edits.empty()) {
          fix = {fixes::Applicability::kSuggestion, std::move(proposal->title), {}};
        } else if (auto edits = project_.write(module_.input.file, model, locator_, location, proposal->edits))
          fix = {proposal->applicability, std::move(proposal->title), std::move(*edits), proposal->waits_left};
        votes.only_seldom |= guards(*proposal);
        if (votes.hint.empty()) votes.hint = std::move(proposal->hint);
      }
    }
    votes.votes.add(context, std::move(fix));
  }

  /// What has no edits is words, and stands with the others.
  static void take_fix(Finding& finding, std::optional<fixes::Fix> fix, const std::string& hint) {
    if (fix && fix->edits.empty()) {
      finding.hint = std::move(fix->title);
    } else {
      if (fix && !hint.empty()) finding.hint = hint;
      finding.fix = std::move(fix);
    }
  }

  /// One rewrite takes several waits away: whoever looks at one of them sees it there, where nothing else is shown.
  void show_at_each(const Site& place, std::span<const source::TextRange> waits) {
    const auto relating = found_.find(place);
    if (relating == found_.end() || !relating->second.fix) return;
    for (const source::TextRange& wait : waits) {
      const auto at = found_.find({wait, {}});
      const bool taken = std::ranges::any_of(relating->second.fix->edits,
                                             [&](const fixes::TextEdit& edit) { return edit.range.overlaps(wait); });
      if (!taken || at == found_.end() || at->second.fix || wait == place.range) continue;
      at->second.fix = relating->second.fix;
      at->second.fix->applicability = fixes::Applicability::kSuggestion;
    }
  }

  std::optional<fixes::Fix> agreed(const Votes& votes, const Finding& finding) const {
    std::optional<fixes::Fix> fix =
        votes.votes.result(project_.judged_contexts[context::code_of(world_.project, votes.code)]);
    // Cold code runs seldom as it is.
    if (votes.only_seldom && finding.temperature == Temperature::kCold) return std::nullopt;
    if (fix && finding.confidence == Confidence::kPossible)
      fix->applicability = std::min(fix->applicability, fixes::Applicability::kUnsafe);
    return fix;
  }

  void judge_flow(std::uint32_t context, const FunctionView& view) {
    for (const RuleInfo* rule : project_.flow_rules) {
      if (!covers(*rule, module_.input.module->language)) continue;
      for (FlowMatch& match : rule->match_flow(view)) {
        if (rule->propose_flow != nullptr) {
          vote(context, {match.range, rule->code}, view,
               [&](const FixContext& fix) { return rule->propose_flow(view, match, fix); });
          std::vector<source::TextRange>& waits = taken_together_[{match.range, rule->code}];
          for (const Wait* wait : match.waits) waits.push_back(wait->event->range);
        }
        Finding finding;
        finding.code = rule->code;
        finding.file = module_.input.file;
        finding.range = match.range;
        finding.message = std::move(match.message);
        finding.hint = std::move(match.hint);
        finding.confidence = within_build(match.range, match.confidence);
        finding.temperature = temperature_of(project_.temperatures.at(context, match.range, match.guarded));
        finding.dependency = match.dependency.value_or(rule->dependency);
        finding.loop_depth = match.loop_depth;
        for (auto& [range, message] : match.related)
          finding.related.push_back({module_.input.file, range, std::move(message)});
        place(context, std::move(finding), true);
      }
    }
  }

  /// A loop around it goes over a loader, or makes steps.
  bool is_in_batches(std::uint32_t context, source::TextRange range) const {
    const context::Code code = context::code_of(world_.project, world_.contexts[context].key.code);
    const context::CodeShape& shape = project_.temperatures.shapes()[code];
    for (std::uint32_t loop = shape.loop_around(range); loop != context::kNoLoop; loop = shape.loop_of(loop)) {
      const context::LoopShape& each = shape.loops[loop];
      if (each.over_loader || project_.temperatures.is_hot_loop(code, each.range)) return true;
    }
    return false;
  }

  void place(std::uint32_t context, Finding finding, bool flow) {
    const bool is_for_callers =
        project_.temperatures.computes_for_callers(context) || project_.temperatures.is_called_in_batches(context);
    if (is_for_callers) for_callers_.insert({finding.range, {}});
    if (is_in_batches(context, finding.range)) in_batches_.insert({finding.range, {}});
    // Calls speak of waits; what follows from the flow inside of a function is of no use to its callers.
    // A C++ user looks for wrappers also where they only may wait: such a call is as possible as what it leads to.
    const bool is_cxx = module_.input.module->language == model::Language::kCxx;
    if (!flow && (is_cxx || finding.confidence >= Confidence::kLikely)) {
      waits_.push_back({context, {.range = finding.range, .code = finding.code}});
    }
    const Site where{finding.range, flow ? finding.code : std::string_view()};
    auto known = found_.find(where);
    if (known != found_.end()) {
      Finding& old = known->second;
      const bool hotter = finding.temperature > old.temperature;
      const bool better = std::tuple(finding.confidence, old.code) > std::tuple(old.confidence, finding.code);
      const Temperature temperature = std::max(finding.temperature, old.temperature);
      if (!hotter && finding.temperature == old.temperature) prefer_chain_of(context, old);
      if (!better && !hotter) return;
      if (better) {
        std::swap(finding.chain, old.chain);
        std::swap(finding.function, old.function);
        old = std::move(finding);
      }
      old.temperature = temperature;
      if (hotter) describe(context, old);
    } else {
      describe(context, finding);
      known = found_.emplace(where, std::move(finding)).first;
    }
    Finding& kept = known->second;
    kept.severity = severity_of(*rule_of(kept.code, project_.rules), kept.temperature);
  }

  void describe(std::uint32_t context, Finding& finding) const {
    const bool hot = finding.temperature == Temperature::kHot;
    finding.function = function_name(world_, context);
    finding.chain = hot ? chain_of(world_, project_.temperatures, context) : std::vector<Related>();
  }

  /// Of several ways that are as hot, the one with the fewest calls, and of these the one that stands first.
  void prefer_chain_of(std::uint32_t context, Finding& finding) const {
    if (finding.temperature != Temperature::kHot) return;
    std::vector<Related> chain = chain_of(world_, project_.temperatures, context);
    const auto order = [](const std::vector<Related>& calls) {
      std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> places;
      for (const Related& call : calls) places.emplace_back(call.file, call.range.begin, call.range.end);
      return std::pair(calls.size(), places);
    };
    if (order(chain) < order(finding.chain)) finding.chain = std::move(chain);
  }

  const JudgedProject& project_;
  const inference::World& world_;
  std::uint32_t number_;  ///< of the module
  const inference::ModuleInfo& module_;
  model::Locator locator_;
  model::WordIndex words_;
  model::BindingIndex bindings_;
  model::MentionIndex mentions_;
  std::map<Site, Finding> found_;
  std::map<Site, Votes> votes_;
  std::map<Site, std::vector<source::TextRange>> taken_together_;   ///< the waits of a finding that relates several
  std::vector<std::pair<const Event*, Finding>> synchronizations_;  ///< of the context that is judged
  std::vector<std::pair<const Event*, Finding>> hot_copies_;        ///< the same
  std::vector<std::pair<std::uint32_t, FoundWait>> waits_;
  std::set<Site> joining_graphs_;
  std::set<Site> for_callers_;  ///< in functions that compute for those who call them, or that batches go through
  std::set<Site> in_batches_;   ///< in loops over loaders, and in those of steps
};

}  // namespace

JudgedModule judge_module(const JudgedProject& project, std::uint32_t module, std::span<const std::uint32_t> contexts) {
  ModuleJudge judge(project, module);
  FunctionViews views(project.analysis, project.observer, project.waits_inside);
  std::uint32_t at = 0;
  const bool is_whole = work::within(project.analysis.most_work, [&] {
    for (const std::uint32_t context : contexts) {
      at = project.analysis.world.contexts[context].key.code;
      judge.add(context, views.of(context));
    }
  });
  JudgedModule judged = std::move(judge).result();
  judged.cut_in = is_whole ? project.captures.cut_in(module) : at;
  for (std::uint32_t other = 0; other < views.looked_at().size(); ++other) {
    if (views.looked_at()[other]) judged.looked_at.push_back(other);
  }
  return judged;
}

}  // namespace syncfree::engine
