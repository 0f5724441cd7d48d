#include "analyzer/engine/outside_call.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "analyzer/engine/call_chain.h"

namespace syncfree::engine {

namespace {

using inference::CallEdge;

class Search {
 public:
  Search(const inference::Analysis& analysis, const context::Temperatures& temperatures,
         const std::vector<std::vector<FoundWait>>& waits)
      : analysis_(analysis), temperatures_(temperatures), waits_(waits) {
    const inference::World& world = analysis.world;
    for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
      files_.push_back(world.project.modules()[world.module_of(context)].input.file);
    }
    find_leading();
    seen_.assign(world.contexts.size(), 0);
  }

  std::vector<OutsideCall> run() {
    const auto& contexts = analysis_.world.contexts;
    for (std::uint32_t context = 0; context < contexts.size(); ++context) {
      if (!analysis_.live[context]) continue;
      for (const CallEdge& edge : contexts[context].outcome.calls) {
        if (leads_[edge.context] && files_[edge.context] != files_[context]) take(context, edge);
      }
    }
    std::vector<OutsideCall> calls;
    calls.reserve(found_.size());
    for (auto& [place, call] : found_) calls.push_back(std::move(call));
    return calls;
  }

 private:
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

  /// From which contexts a wait can be reached.
  void find_leading() {
    const auto& contexts = analysis_.world.contexts;
    leads_.assign(contexts.size(), false);
    std::vector<std::vector<std::uint32_t>> callers(contexts.size());
    std::vector<std::uint32_t> todo;
    for (std::uint32_t context = 0; context < contexts.size(); ++context) {
      if (!analysis_.live[context]) continue;
      for (const CallEdge& edge : contexts[context].outcome.calls) callers[edge.context].push_back(context);
      if (waits_[context].empty()) continue;
      leads_[context] = true;
      todo.push_back(context);
    }
    while (!todo.empty()) {
      const std::uint32_t context = todo.back();
      todo.pop_back();
      for (const std::uint32_t caller : callers[context]) {
        if (leads_[caller]) continue;
        leads_[caller] = true;
        todo.push_back(caller);
      }
    }
  }

  struct Way {
    std::uint32_t context;
    bool cold;
    std::vector<std::uint32_t> through;
  };

  /// The waits behind a call, nearest first; those of one callee are looked for once per calling file.
  const std::vector<ReachedWait>& reached(std::uint32_t home, std::uint32_t callee) {
    const auto [entry, is_new] = known_.try_emplace((static_cast<std::uint64_t>(home) << 32) | callee);
    std::vector<ReachedWait>& waits = entry->second;
    if (!is_new) return waits;
    ++round_;
    std::vector<Way> ways = {{callee, is_cold(callee), {}}};
    seen_[callee] = round_;
    for (std::size_t i = 0; i < ways.size() && waits.size() < kMostReached; ++i) {
      const Way way = ways[i];
      for (const FoundWait& wait : waits_[way.context])
        add(waits, {files_[way.context], wait.range, wait.code, way.cold, way.through});
      std::vector<std::uint32_t> through = way.through;
      const auto at = std::ranges::lower_bound(through, files_[way.context]);
      if (at == through.end() || *at != files_[way.context]) through.insert(at, files_[way.context]);
      for (const CallEdge& edge : analysis_.world.contexts[way.context].outcome.calls) {
        if (!leads_[edge.context] || seen_[edge.context] == round_ || files_[edge.context] == home) continue;
        seen_[edge.context] = round_;
        ways.push_back({edge.context, way.cold || edge.guarded || is_cold(edge.context), through});
      }
    }
    // The file of the wait itself is no step on the way to it.
    for (ReachedWait& wait : waits) std::erase(wait.through, wait.file);
    return waits;
  }

  bool is_cold(std::uint32_t context) const { return temperatures_.of(context) == context::Heat::kCold; }

  static void add(std::vector<ReachedWait>& waits, ReachedWait wait) {
    const auto known = std::ranges::find_if(waits, [&](const ReachedWait& other) {
      return other.file == wait.file && other.range == wait.range && other.code == wait.code;
    });
    if (known == waits.end()) {
      if (waits.size() < kMostReached) waits.push_back(std::move(wait));
    } else if (known->cold && !wait.cold) {
      *known = std::move(wait);
    }
  }

  void take(std::uint32_t context, const CallEdge& edge) {
    const std::uint32_t home = files_[context];
    const std::vector<ReachedWait>& waits = reached(home, edge.context);
    const auto temperature = static_cast<Temperature>(temperatures_.at(context, edge.range, edge.guarded));
    const auto [entry, is_new] = found_.try_emplace(Place(home, edge.range.begin, edge.range.end));
    OutsideCall& call = entry->second;
    if (is_new || temperature > call.temperature) {
      call.file = home;
      call.range = edge.range;
      call.temperature = temperature;
      call.loop_depth = edge.loop_depth;
      call.function = function_name(analysis_.world, context);
      call.chain =
          temperature == Temperature::kHot ? chain_of(analysis_.world, temperatures_, context) : std::vector<Related>();
    }
    for (const ReachedWait& wait : waits) add(call.waits, wait);
  }

  const inference::Analysis& analysis_;
  const context::Temperatures& temperatures_;
  const std::vector<std::vector<FoundWait>>& waits_;
  std::vector<std::uint32_t> files_;  // by context
  std::vector<bool> leads_;           // by context
  std::vector<std::uint32_t> seen_;   // by context: the last round that came by
  std::uint32_t round_ = 0;
  std::unordered_map<std::uint64_t, std::vector<ReachedWait>> known_;  // by calling file and callee
  std::map<Place, OutsideCall> found_;
};

}  // namespace

std::vector<OutsideCall> outside_calls(const inference::Analysis& analysis, const context::Temperatures& temperatures,
                                       const std::vector<std::vector<FoundWait>>& waits) {
  return Search(analysis, temperatures, waits).run();
}

}  // namespace syncfree::engine
