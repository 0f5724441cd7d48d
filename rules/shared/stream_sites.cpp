#include "rules/shared/stream_sites.h"

namespace syncfree::rules {

using engine::Action;
using engine::ActionKind;

StreamSites::StreamSites(std::span<const std::vector<Action>> actions) {
  for (const auto& block : actions) {
    for (const Action& action : block) {
      const bool is_work =
          action.kind == ActionKind::kMake || action.kind == ActionKind::kUse || action.kind == ActionKind::kChange;
      if (!is_work) continue;
      const auto number = static_cast<std::uint32_t>(sites_.size());
      if (numbers_.try_emplace(key_of(action), number).second)
        sites_.push_back({.kind = action.kind, .range = action.range, .stream = action.stream});
    }
  }
}

bool StreamSites::on_several_streams() const {
  return std::ranges::any_of(sites_, [&](const Site& site) { return site.stream != sites_.front().stream; });
}

bool StreamSites::settles(const Action& action, PendingSet& state) const {
  if (state.settles(action)) return true;
  if (action.kind == ActionKind::kCaptureBegin) {
    state.facts.clear();
    return true;
  }
  if (action.kind != ActionKind::kOrder) return false;
  std::erase_if(state.facts, [&](const Pending& fact) {
    const engine::Storage stream = sites_[fact.site].stream;
    return action.awaited == engine::kEveryStream ? stream != action.stream : stream == action.awaited;
  });
  return true;
}

const Pending* StreamSites::elsewhere(const Action& action, const PendingSet& state, bool written) const {
  for (const Pending& fact : state.of(action.subject)) {
    const Site& site = sites_[fact.site];
    if (site.stream != action.stream && (site.kind != ActionKind::kUse) == written) return &fact;
  }
  return nullptr;
}

}  // namespace syncfree::rules
