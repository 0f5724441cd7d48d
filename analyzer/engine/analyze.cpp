#include "analyzer/engine/analyze.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analyzer/context/temperature.h"
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

Temperature temperature_of(context::Heat heat) { return static_cast<Temperature>(heat); }

struct Place {
  std::uint32_t file;
  source::TextRange range;
  friend bool operator<(const Place& a, const Place& b) {
    return std::tie(a.file, a.range.begin, a.range.end) < std::tie(b.file, b.range.begin, b.range.end);
  }
};

class Judge {
 public:
  Judge(const inference::Analysis& analysis, std::span<const RuleInfo> rules)
      : analysis_(analysis), rules_(rules), temperatures_(analysis) {}

  std::vector<Finding> run() {
    const auto& contexts = analysis_.world.contexts;
    for (std::uint32_t context = 0; context < contexts.size(); ++context) {
      if (!analysis_.live[context]) continue;
      const inference::ModuleInfo& module = module_of(context);
      if (!module.input.reported) continue;
      for (const Event& event : contexts[context].outcome.events) judge(context, module, event);
    }
    std::vector<Finding> findings;
    findings.reserve(found_.size());
    for (auto& [place, finding] : found_) findings.push_back(std::move(finding));
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

  void judge(std::uint32_t context, const inference::ModuleInfo& module, const Event& event) {
    const std::string text = quote(module.input.module->text.substr(event.range.begin, event.range.size()));
    for (const RuleInfo& rule : rules_) {
      if (rule.match == nullptr) continue;
      std::optional<Match> match = rule.match(event, {text});
      if (!match) continue;
      Finding finding;
      finding.code = rule.code;
      finding.file = module.input.file;
      finding.range = event.range;
      finding.message = std::move(match->message);
      finding.hint = std::move(match->hint);
      if (event.block != nullptr && finding.message.find(event.block->reason) == std::string::npos) {
        finding.reason = event.block->reason;
        if (!event.block->call.empty()) finding.reason += " (" + std::string(event.block->call) + ")";
        if (!event.block->measured) finding.reason += "; from source or documentation, unmeasured";
      }
      finding.confidence = confidence_of(event, match->sure);
      finding.temperature = temperature_of(temperatures_.at(context, event.range, event.guarded));
      finding.dependency = match->dependency.value_or(rule.dependency);
      finding.loop_depth = event.loop_depth;
      place(context, std::move(finding));
      return;
    }
  }

  void place(std::uint32_t context, Finding finding) {
    const Place where{finding.file, finding.range};
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
  context::Temperatures temperatures_;
  std::map<Place, Finding> found_;
};

}  // namespace

std::vector<Finding> analyze(const inference::Analysis& analysis, std::span<const RuleInfo> rules) {
  return Judge(analysis, rules).run();
}

}  // namespace syncfree::engine
