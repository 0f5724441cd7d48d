#include "rules/shared/stream_sites.h"

#include "rules/shared/flow_match.h"

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

void follow_streams(const engine::FunctionView& view,
                    const std::function<void(const StreamSites&, const Action&, PendingSet&, bool)>& visit) {
  if (!view.calls(catalog::Role::kStream)) return;
  const StreamSites sites(view.actions());
  if (!sites.on_several_streams()) return;
  follow(view.graph(), view.actions(), {}, [&](const Action& action, PendingSet& state, bool report) {
    if (!sites.settles(action, state)) visit(sites, action, state, report);
  });
}

engine::FlowMatch match_before(const engine::FunctionView& view, const Action& late, const StreamSites::Site& first,
                               const std::array<std::string_view, 2>& message) {
  const bool is_outside = late.stream == engine::kCallersStream;
  engine::FlowMatch match;
  match.range = late.range;
  match.message =
      shown(view, late.range) + std::string(message[0]) + shown(view, first.range) + std::string(message[1]);
  match.hint = is_outside ? "let this stream wait first: `torch.cuda.current_stream().wait_stream(side)`"
                          : "let this stream wait first: `side.wait_stream(torch.cuda.current_stream())`";
  match.related.emplace_back(first.range, "is queued here, on the other stream");
  return match;
}

}  // namespace syncfree::rules
