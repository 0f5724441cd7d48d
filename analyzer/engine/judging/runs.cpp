#include "analyzer/engine/judging/runs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "analyzer/context/call_links.h"
#include "analyzer/parallel/for_each_index.h"

namespace syncfree::engine {
namespace {

using context::Code;
using inference::Project;

// A call that may mean more functions than these says little about what runs.
constexpr std::size_t kMostCallees = 8;
constexpr std::size_t kMostOverrides = 4;

using RangeKey = std::pair<std::uint32_t, std::uint32_t>;

RangeKey range_key(source::TextRange range) { return {range.begin, range.end}; }

/// By code and range of the call: what it may call. All contexts count, those that other layers make of the code too.
class CallTable {
 public:
  CallTable(const inference::Analysis& analysis, const context::Temperatures& temperatures)
      : project_(analysis.world.project), calls_(temperatures.shapes().size()) {
    const auto& contexts = analysis.world.contexts;
    for (std::uint32_t context = 0; context < contexts.size(); ++context) {
      if (!analysis.live[context]) continue;
      auto& own = calls_[context::code_of(project_, contexts[context].key.code)];
      for (const inference::CallEdge& edge : contexts[context].outcome.calls)
        add(own[range_key(edge.range)], context::code_of(project_, contexts[edge.context].key.code), false);
    }
    const context::CallLinks& links = temperatures.links();
    for (Code code = 0; code < links.size(); ++code) {
      for (const context::CallLink& link : links.named(code))
        if (link.alone) add(calls_[code][range_key(link.range)], link.callee, true);
    }
  }

  const std::map<RangeKey, std::vector<RunCallee>>& of(Code code) const { return calls_[code]; }

 private:
  void add(std::vector<RunCallee>& callees, Code code, bool by_name) {
    const std::optional<RunKey> key = run_key(code);
    if (!key) return;
    add_one(callees, {*key, by_name});
    if (code >= project_.functions().size() || !project_.functions()[code].is_abstract) return;
    const inference::FunctionInfo& info = project_.functions()[code];
    if (info.owner == inference::kNowhere) return;
    const auto& children = project_.classes()[info.owner].children;
    if (children.size() > kMostOverrides) return;
    for (const std::uint32_t child : children) {
      const std::uint32_t* own = project_.classes()[child].methods.find(info.function->name);
      if (own != nullptr) add_one(callees, {*run_key(*own), true});
    }
  }

  static void add_one(std::vector<RunCallee>& callees, RunCallee callee) {
    const auto known = std::ranges::find(callees, callee.key, &RunCallee::key);
    if (known == callees.end()) {
      if (callees.size() < kMostCallees) callees.push_back(callee);
    } else {
      known->by_name = known->by_name && callee.by_name;
    }
  }

 public:
  /// Nothing for a library's.
  std::optional<RunKey> run_key(Code code) const {
    const bool is_function = code < project_.functions().size();
    const std::uint32_t module =
        is_function ? project_.functions()[code].module : code - static_cast<Code>(project_.functions().size());
    const inference::ModuleInput& input = project_.modules()[module].input;
    if (input.is_library) return std::nullopt;
    return RunKey{input.file, is_function ? project_.functions()[code].function->id + 1 : 0};
  }

 private:
  const Project& project_;
  std::vector<std::map<RangeKey, std::vector<RunCallee>>> calls_;
};

/// The loops that begin a step: hot ones in no hot one.
std::vector<bool> steps_in(std::span<const context::RunScope> scopes, Code code,
                           const context::Temperatures& temperatures) {
  std::vector<bool> hot(scopes.size(), false);
  std::vector<bool> is_step(scopes.size(), false);
  for (std::size_t i = 0; i < scopes.size(); ++i) {
    const bool outer = scopes[i].parent != context::kNoScope && hot[scopes[i].parent];
    hot[i] = outer || (scopes[i].is_loop && temperatures.is_hot_loop(code, scopes[i].range));
    is_step[i] = hot[i] && !outer;
  }
  return is_step;
}

/// Per module, what its functions have in common.
struct ModuleParts {
  std::unordered_set<std::uint64_t> waits;  ///< ranges of findings
  std::vector<source::TextRange> places;    ///< the same, sorted
  std::unordered_set<std::uint32_t> imported;
};

std::uint64_t packed(source::TextRange range) { return (std::uint64_t{range.begin} << 32) | range.end; }

void add_wait(ModuleParts& module, source::TextRange range) {
  if (module.waits.insert(packed(range)).second) module.places.push_back(range);
}

class RunReader {
 public:
  RunReader(const inference::Analysis& analysis, const context::Temperatures& temperatures,
            std::span<const Finding> findings)
      : project_(analysis.world.project), temperatures_(temperatures), calls_(analysis, temperatures) {
    modules_.resize(project_.modules().size());
    std::map<std::uint32_t, std::uint32_t> by_file;
    for (std::uint32_t module = 0; module < modules_.size(); ++module) {
      const inference::ModuleInput& input = project_.modules()[module].input;
      if (input.is_library) continue;
      by_file.emplace(input.file, module);
      modules_[module].imported = context::imported_names(input.module->body);
    }
    for (const Finding& finding : findings) {
      if (const auto found = by_file.find(finding.file); found != by_file.end())
        add_wait(modules_[found->second], finding.range);
    }
    const auto& contexts = analysis.world.contexts;
    hot_.resize(project_.functions().size(), false);
    starts_.resize(project_.functions().size(), false);
    for (std::uint32_t context = 0; context < contexts.size(); ++context) {
      const std::uint32_t code = contexts[context].key.code;
      if (!analysis.judged[context] || (code & inference::kModuleBody) != 0) continue;
      if (temperatures.of(context) != context::Heat::kHot) continue;
      hot_[code] = true;
      if (temperatures.caller(context).context == inference::kNowhere) starts_[code] = true;
    }
  }

  std::optional<RunFunction> read(Code code) const {
    const std::optional<RunKey> key = calls_.run_key(code);
    if (!key) return std::nullopt;
    const bool is_function = code < project_.functions().size();
    const std::uint32_t module =
        is_function ? project_.functions()[code].module : code - static_cast<Code>(project_.functions().size());
    const model::Module& source = *project_.modules()[module].input.module;
    const model::Function* function = is_function ? project_.functions()[code].function : nullptr;
    RunFunction run{.key = *key, .name = {}, .range = {}, .name_range = {}, .scopes = {}, .is_step = {}, .points = {}};
    if (is_function) {
      run.name = project_.qualified_name(code);
      run.range = function->range;
      run.name_range = function->name_range;
      run.is_generator = function->is_generator;
      run.is_hot = hot_[code];
      run.starts_step = starts_[code];
    }
    const auto& calls = calls_.of(code);
    const auto& waits = modules_[module].waits;
    // Where nothing is called or waits, only loops say something.
    const auto& places = modules_[module].places;  // sorted, as findings are
    const auto place = std::ranges::lower_bound(places, run.range.begin, {}, &source::TextRange::begin);
    const bool may_wait = is_function ? place != places.end() && place->begin < run.range.end : !places.empty();
    const bool has_loops = !temperatures_.shapes()[code].loops.empty();
    if (calls.empty() && !may_wait && !has_loops)
      return is_function && !run.name_range.empty() ? std::optional(std::move(run)) : std::nullopt;
    const auto is_wanted = [&](source::TextRange range) {
      return waits.contains(packed(range)) || calls.contains(range_key(range));
    };
    context::RunOrder order = context::run_order(function != nullptr ? function->body : source.body, function,
                                                 project_.symbols(), modules_[module].imported, is_wanted);
    for (context::RunPart& part : order.parts) {
      RunPoint& point = run.points.emplace_back(RunPoint{.part = std::move(part), .waits = false, .callees = {}});
      point.waits = waits.contains(packed(point.part.range));
      if (const auto found = calls.find(range_key(point.part.range)); found != calls.end())
        point.callees = found->second;
    }
    run.scopes = std::move(order.scopes);
    run.is_step = steps_in(run.scopes, code, temperatures_);
    // A lambda or top level without anything is nothing that somebody could ask for.
    if (run.points.empty() && run.scopes.empty() && run.name_range.empty()) return std::nullopt;
    return run;
  }

 private:
  const Project& project_;
  const context::Temperatures& temperatures_;
  CallTable calls_;
  std::vector<ModuleParts> modules_;
  std::vector<std::uint8_t> hot_;  // by function; bytes, which threads may read
  std::vector<std::uint8_t> starts_;
};

}  // namespace

std::vector<RunFunction> runs_of(const inference::Analysis& analysis, const context::Temperatures& temperatures,
                                 std::span<const Finding> findings, unsigned jobs) {
  const RunReader reader(analysis, temperatures, findings);
  std::vector<std::optional<RunFunction>> read(temperatures.shapes().size());
  parallel::for_each_index(read.size(), jobs,
                           [&](std::size_t code) { read[code] = reader.read(static_cast<Code>(code)); });
  std::vector<RunFunction> runs;
  for (std::optional<RunFunction>& each : read) {
    if (each) runs.push_back(std::move(*each));
  }
  std::ranges::sort(runs, {}, &RunFunction::key);
  return runs;
}

}  // namespace syncfree::engine
