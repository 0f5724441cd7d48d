// A recorded run once more, without some of its waits: what each call and each piece of GPU work had to wait for is
// read off the recording, and played again. Nothing else is guessed: work takes as long as it took, and so does the
// host, but for what the observer cost it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cli/confirm/activity.h"

namespace syncfree::confirm {

/// Times in microseconds. Those of `events` and `works` go by the indexes of the activity.
struct Schedule {
  std::vector<Span> events;
  std::vector<Span> works;
  std::vector<bool> issue_bound;  ///< of works: nothing but the host's call held it up
};

class Replay {
 public:
  /// The activity has to stay.
  explicit Replay(const Activity& activity);

  /// Takes what the observer cost the host off each event, as much as makes the replay with all waits that long, if it
  /// is longer. Schedules are without it from then on.
  void undisturb(double microseconds);

  /// Whether the event holds its thread until the GPU has got somewhere.
  bool waits(std::size_t event) const { return hosts_[event].waits; }
  /// The last event that had ended when this one began; what lies between is the host's own.
  std::optional<std::size_t> before(std::size_t event) const;
  /// The event that asked for the work, if it was recorded.
  std::optional<std::size_t> asked_by(std::size_t work) const;

  /// `removed` says of each place (index into Process::places) whether its calls no longer wait. Shorter is "no".
  Schedule play(const std::vector<bool>& removed) const;

  /// When, in the schedule, the host came to what it did at that time of the recording and the GPU was done with what
  /// it had been given until then.
  double reached(const Schedule& schedule, double time) const;

  /// How long the steps take in the schedule, from the begin of the first to the end of the last, each reached().
  double length(const Schedule& schedule) const;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Host {
    bool is_span = false;  ///< no call: it holds nothing
    bool waits = false;
    std::size_t before = kNone;  ///< this event had ended
    double delay = 0;            ///< from then on, or from the recording's begin
    std::size_t same_thread = kNone;
    double own = 0;                    ///< what it takes without waiting
    double after = 0;                  ///< from the end of the work that it waits for to its return
    std::size_t work = kNone;          ///< that it asked for; of several the last to end
    bool reads = false;                ///< a copy of a few bytes to the host, or its wait: goes with the wait
    double operation = 0;              ///< of the host's time around a read, what goes with it
    std::vector<std::size_t> awaited;  ///< works
  };
  struct Work {
    std::size_t event = kNone;     ///< that asked for it
    double latency = 0;            ///< from the begin of that call
    std::size_t previous = kNone;  ///< of its stream
    double pause = 0;              ///< after that one
    std::size_t other = kNone;     ///< of another stream
    double lag = 0;                ///< after that one
  };
  struct Moment {
    double time;
    int order;  ///< at one time: ends of events, begins of events, works
    std::size_t index;
  };

  void link_events();
  void link_works();
  void link_wait(std::size_t index, const std::vector<std::vector<std::size_t>>& streams);
  void link_reads();
  bool is_read(std::size_t event) const;
  double usual_gap() const;
  /// How long the work takes if nothing waits for it.
  double freed_length(std::size_t work) const;
  /// What of the observer's time lies within the event's call, and not between the one before and it.
  double cut(std::size_t event) const;
  void order_moments();

  const Activity& activity_;
  double observer_ = 0;  ///< microseconds of each event that are the observer's
  std::vector<Host> hosts_;
  std::vector<Work> works_;
  std::vector<Moment> moments_;
};

}  // namespace syncfree::confirm
