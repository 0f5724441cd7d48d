#include "analyzer/engine/analyze.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>

#include "analyzer/context/temperature.h"
#include "analyzer/engine/captures.h"
#include "analyzer/engine/consumer.h"
#include "analyzer/engine/fix_votes.h"
#include "analyzer/engine/function_view.h"
#include "analyzer/engine/severity.h"

namespace syncfree::engine {

namespace {

constexpr std::size_t kLongestQuote = 60;
constexpr std::size_t kLongestChain = 6;

/// The source text of a range, on one line and of readable length.
std::string quote(std::string_view text) {
  std::string quoted;
  bool space = false;
  for (const char c : text) {
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\\') {
      space = !quoted.empty();
      continue;
    }
    if (space && quoted.back() != '(' && quoted.back() != '[' && c != ')' && c != ']') quoted += ' ';
    space = false;
    quoted += c;
  }
  if (quoted.size() > kLongestQuote) {
    std::size_t cut = kLongestQuote - 3;
    while (cut > 0 && (static_cast<unsigned char>(quoted[cut]) & 0xC0) == 0x80) --cut;
    quoted.resize(cut);
    quoted += "...";
  }
  return quoted;
}

Confidence confidence_of(const Event& event, values::Truth sure) {
  if (!known(event.blocks) || !known(sure) || event.evidence == values::Evidence::kGuessed)
    return Confidence::kPossible;
  const bool always = event.blocks == values::Truth::kYes && sure == values::Truth::kYes;
  const bool seen = always && event.evidence == values::Evidence::kSeen && event.places.within(values::Place::kCuda);
  return seen ? Confidence::kCertain : Confidence::kLikely;
}

std::string_view called_name(const Event& event) {
  if (event.operation == nullptr) return {};
  const std::string_view name = event.operation->name;
  return name.substr(name.rfind('.') + 1);
}

/// By context: does calling it make the host wait, there or further down.
std::vector<bool> contexts_that_wait(const inference::Analysis& analysis) {
  const auto& contexts = analysis.world.contexts;
  std::vector<bool> waits(contexts.size(), false);
  std::vector<std::vector<std::uint32_t>> callers(contexts.size());
  std::vector<std::uint32_t> todo;
  for (std::uint32_t context = 0; context < contexts.size(); ++context) {
    if (!analysis.live[context]) continue;
    const inference::Outcome& outcome = contexts[context].outcome;
    waits[context] = std::ranges::any_of(outcome.events, [](const Event& event) {
      if (event.guarded || !values::known(event.blocks) || event.evidence == values::Evidence::kGuessed) return false;
      if (event.kind == EventKind::kCall) return event.block->rule != "SF104" && event.block->rule != "SF604";
      return event.kind == EventKind::kTruth || event.kind == EventKind::kFormat || event.kind == EventKind::kContains;
    });
    if (waits[context]) todo.push_back(context);
    for (const inference::CallEdge& edge : outcome.calls) {
      if (!edge.guarded) callers[edge.context].push_back(context);
    }
  }
  while (!todo.empty()) {
    const std::uint32_t context = todo.back();
    todo.pop_back();
    for (const std::uint32_t caller : callers[context]) {
      if (waits[caller]) continue;
      waits[caller] = true;
      todo.push_back(caller);
    }
  }
  return waits;
}

Temperature temperature_of(context::Heat heat) { return static_cast<Temperature>(heat); }

/// A finding of an event stands alone at its place; what a look at the flow finds stands beside it.
struct Place {
  std::uint32_t file;
  source::TextRange range;
  std::string_view flow_code;  ///< empty for a finding of an event
  friend bool operator<(const Place& a, const Place& b) {
    return std::tie(a.file, a.range.begin, a.range.end, a.flow_code) <
           std::tie(b.file, b.range.begin, b.range.end, b.flow_code);
  }
};

struct Votes {
  std::uint32_t code = 0;  ///< of the function, as in inference::ContextKey
  FixVotes votes;
};

bool covers(const RuleInfo& rule, model::Language language) {
  const std::string_view name = language == model::Language::kCxx ? "c++" : "python";
  return std::ranges::find(rule.languages, name) != rule.languages.end();
}

class Judge {
 public:
  Judge(const inference::Analysis& analysis, std::span<const RuleInfo> rules, const EditWriter& write)
      : analysis_(analysis),
        rules_(rules),
        write_(write),
        temperatures_(analysis),
        observer_(analysis),
        waits_inside_(contexts_that_wait(analysis)),
        captures_(analysis, [this](std::uint32_t context) { return view_of(context); }) {
    for (const RuleInfo& rule : rules_) {
      if (rule.code == "SF605") capture_rule_ = &rule;
      if (rule.match_flow != nullptr) flow_rules_.push_back(&rule);
    }
  }

  std::vector<Finding> run() {
    const auto& contexts = analysis_.world.contexts;
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t context = 0; context < contexts.size(); ++context) {
      if (!analysis_.live[context]) continue;
      ++live_contexts_[contexts[context].key.code];
      const inference::Outcome& outcome = contexts[context].outcome;
      if (!module_of(context).input.reported) continue;
      if (!outcome.events.empty() || outcome.roles != 0) wanted.push_back(context);
    }
    // The contexts of a function one after another: they share its graph, which then can go.
    std::ranges::stable_sort(wanted, {}, [&](std::uint32_t context) { return contexts[context].key.code; });
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const std::uint32_t context = wanted[i];
      if (i > 0 && contexts[wanted[i - 1]].key.code != contexts[context].key.code) codes_.clear();
      const inference::ModuleInfo& module = module_of(context);
      const inference::Outcome& outcome = contexts[context].outcome;
      FunctionView view = view_of(context);
      for (const Event& event : outcome.events) judge(context, module, event, view);
      if (view.waits().empty() && outcome.roles == 0) continue;
      view.sort_waits();
      judge_flow(context, module, view);
    }
    std::vector<Finding> findings;
    findings.reserve(found_.size());
    for (auto& [place, finding] : found_) {
      if (const auto votes = votes_.find(place); votes != votes_.end()) finding.fix = agreed(votes->second, finding);
      findings.push_back(std::move(finding));
    }
    return findings;
  }

 private:
  const inference::ModuleInfo& module_of(std::uint32_t context) const {
    const inference::Project& project = analysis_.world.project;
    const std::uint32_t code = analysis_.world.contexts[context].key.code;
    const std::uint32_t module =
        (code & inference::kModuleBody) != 0 ? code & ~inference::kModuleBody : project.functions()[code].module;
    return project.modules()[module];
  }

  FunctionView view_of(std::uint32_t context) {
    const std::uint32_t code = analysis_.world.contexts[context].key.code;
    auto known = codes_.find(code);
    if (known == codes_.end()) {
      const inference::Project& project = analysis_.world.project;
      const bool is_module = (code & inference::kModuleBody) != 0;
      const model::Block body = is_module ? project.modules()[code & ~inference::kModuleBody].input.module->body
                                          : project.functions()[code].function->body;
      known = codes_.emplace(code, std::make_unique<FunctionCode>(body, is_module)).first;
    }
    return {analysis_, observer_, *known->second, context, waits_inside_};
  }

  void judge(std::uint32_t context, const inference::ModuleInfo& module, const Event& seen, FunctionView& view) {
    const std::string text = quote(module.input.module->text.substr(seen.range.begin, seen.range.size()));
    Event event = seen;
    const bool sure = values::known(event.blocks) && event.evidence != values::Evidence::kGuessed;
    if (sure) event.consumer = consumer_of(view, event);
    if (sure && event.consumer == Consumer::kControlFlow) event.loop_test |= view.ends_endless_loop(event.range);
    event.captured = captures_.holds(context, event.range);
    for (const RuleInfo& rule : rules_) {
      if (rule.match == nullptr) continue;
      std::optional<Match> match = rule.match(event, {text});
      if (!match) continue;
      const RuleInfo* reported = &rule;
      const values::Truth certainty = match->sure;
      if (event.captured && capture_rule_ != nullptr) {
        reported = capture_rule_;
        match = capture_rule_->match(event, {text});
      }
      Finding finding;
      finding.code = reported->code;
      finding.file = module.input.file;
      finding.range = event.range;
      finding.message = std::move(match->message);
      finding.hint = std::move(match->hint);
      if (event.block != nullptr && finding.message.find(event.block->reason) == std::string::npos) {
        finding.reason = event.block->reason;
        if (!event.block->call.empty()) finding.reason += " (" + std::string(event.block->call) + ")";
        if (!event.block->measured) finding.reason += "; from source or documentation, unmeasured";
      }
      finding.confidence = confidence_of(event, certainty);
      finding.temperature = temperature_of(temperatures_.at(context, event.range, event.guarded));
      finding.dependency = match->dependency.value_or(reported->dependency);
      finding.loop_depth = event.loop_depth;
      if (finding.confidence >= Confidence::kLikely && !event.captured) {
        view.add({.event = &seen,
                  .code = rule.code,
                  .name = called_name(event),
                  .confidence = finding.confidence,
                  .consumer = event.consumer});
      }
      vote(context, module, rule, event);
      place(context, std::move(finding), false);
      return;
    }
  }

  /// What the rule makes of this event, written out; only for findings, so that the rest costs nothing.
  void vote(std::uint32_t context, const inference::ModuleInfo& module, const RuleInfo& rule, const Event& event) {
    if (!write_) return;
    Votes& votes = votes_[{module.input.file, event.range}];
    votes.code = analysis_.world.contexts[context].key.code;
    std::optional<fixes::Fix> fix;
    const model::Module& model = *module.input.module;
    const model::Location location = rule.propose == nullptr ? model::Location{} : model::locate(model, event.range);
    if (location.node != nullptr) {
      if (auto proposal = rule.propose(event, {model, analysis_.world.project.symbols(), location})) {
        if (auto edits = write_(module.input.file, model, location, proposal->edits))
          fix = {proposal->applicability, std::move(proposal->title), std::move(*edits)};
      }
    }
    votes.votes.add(context, std::move(fix));
  }

  std::optional<fixes::Fix> agreed(const Votes& votes, const Finding& finding) const {
    std::optional<fixes::Fix> fix = votes.votes.result(live_contexts_.at(votes.code));
    if (fix && finding.confidence == Confidence::kPossible)
      fix->applicability = std::min(fix->applicability, fixes::Applicability::kUnsafe);
    return fix;
  }

  void judge_flow(std::uint32_t context, const inference::ModuleInfo& module, const FunctionView& view) {
    for (const RuleInfo* rule : flow_rules_) {
      if (!covers(*rule, module.input.module->language)) continue;
      for (FlowMatch& match : rule->match_flow(view)) {
        Finding finding;
        finding.code = rule->code;
        finding.file = module.input.file;
        finding.range = match.range;
        finding.message = std::move(match.message);
        finding.hint = std::move(match.hint);
        finding.confidence = match.confidence;
        finding.temperature = temperature_of(temperatures_.at(context, match.range, match.guarded));
        finding.dependency = match.dependency.value_or(rule->dependency);
        finding.loop_depth = match.loop_depth;
        for (auto& [range, message] : match.related)
          finding.related.push_back({module.input.file, range, std::move(message)});
        place(context, std::move(finding), true);
      }
    }
  }

  void place(std::uint32_t context, Finding finding, bool flow) {
    const Place where{finding.file, finding.range, flow ? finding.code : std::string_view()};
    auto known = found_.find(where);
    if (known != found_.end()) {
      Finding& old = known->second;
      const bool hotter = finding.temperature > old.temperature;
      const bool better = std::tuple(finding.confidence, old.code) > std::tuple(old.confidence, finding.code);
      const Temperature temperature = std::max(finding.temperature, old.temperature);
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
    kept.severity = severity_of(kept.code, kept.temperature);
  }

  std::string function_name(std::uint32_t context) const {
    const std::uint32_t code = analysis_.world.contexts[context].key.code;
    return (code & inference::kModuleBody) != 0 ? std::string() : analysis_.world.project.qualified_name(code);
  }

  void describe(std::uint32_t context, Finding& finding) const {
    finding.function = function_name(context);
    finding.chain.clear();
    if (finding.temperature != Temperature::kHot) return;
    for (std::uint32_t at = context; finding.chain.size() < kLongestChain;) {
      const context::Caller& caller = temperatures_.caller(at);
      if (caller.context == inference::kNowhere) break;
      std::string name = function_name(caller.context);
      finding.chain.insert(finding.chain.begin(), {module_of(caller.context).input.file, caller.range,
                                                   "called from " + (name.empty() ? "the top level" : name)});
      at = caller.context;
    }
  }

  const inference::Analysis& analysis_;
  std::span<const RuleInfo> rules_;
  std::vector<const RuleInfo*> flow_rules_;
  const RuleInfo* capture_rule_ = nullptr;
  const EditWriter& write_;
  context::Temperatures temperatures_;
  inference::Observer observer_;
  std::unordered_map<std::uint32_t, std::unique_ptr<FunctionCode>> codes_;
  std::vector<bool> waits_inside_;
  Captures captures_;
  std::map<Place, Finding> found_;
  std::map<Place, Votes> votes_;
  std::unordered_map<std::uint32_t, std::uint32_t> live_contexts_;  ///< by code: how many
};

}  // namespace

std::vector<Finding> analyze(const inference::Analysis& analysis, std::span<const RuleInfo> rules,
                             const EditWriter& write) {
  return Judge(analysis, rules, write).run();
}

}  // namespace syncfree::engine
