// Work on the streams of a function, and the memory that it touches, until somebody has waited for it.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "rules/shared/pending.h"

namespace syncfree::rules {

/// The places where work is queued that makes, reads or changes memory, by number. A PendingSet holds such numbers.
class StreamSites {
 public:
  struct Site {
    engine::ActionKind kind;
    source::TextRange range;
    engine::Storage stream;
  };

  explicit StreamSites(std::span<const std::vector<engine::Action>> actions);

  bool empty() const { return sites_.empty(); }
  std::uint32_t number_of(const engine::Action& action) const { return numbers_.at(key_of(action)); }
  const Site& operator[](std::uint32_t number) const { return sites_[number]; }
  /// Is there work on more than one stream.
  bool on_several_streams() const;

  /// A wait of the host or of a stream, and values that go on under other names. False for every other action.
  bool settles(const engine::Action& action, PendingSet& state) const;
  /// What was queued on another stream than the action's, of what is pending for its memory, and is of that kind.
  const Pending* elsewhere(const engine::Action& action, const PendingSet& state, bool written) const;

 private:
  using Key = std::tuple<engine::ActionKind, std::uint32_t, std::uint32_t>;
  static Key key_of(const engine::Action& action) { return {action.kind, action.range.begin, action.range.end}; }

  std::map<Key, std::uint32_t> numbers_;
  std::vector<Site> sites_;
};

/// Calls `visit` for each action but waits, in the order of `follow`, with the work that is pending before it; for none
/// in a function whose work is on one stream.
void follow_streams(const engine::FunctionView& view,
                    const std::function<void(const StreamSites& sites, const engine::Action& action, PendingSet& state,
                                             bool report)>& visit);

/// A match at work that has to come after `first`, which another stream does. `message` goes before the quoted `first`
/// and after it.
engine::FlowMatch match_before(const engine::FunctionView& view, const engine::Action& late,
                               const StreamSites::Site& first, const std::array<std::string_view, 2>& message);

}  // namespace syncfree::rules
