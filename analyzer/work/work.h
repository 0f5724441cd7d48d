// How much has been done: counted, limited for one thing, and broken off when somebody asks for it.
//
// Every layer counts, from the bytes to the findings, so the counts are a thread's own and no parameter. They are a
// function of what is analysed: time is not, and neither are threads.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace syncfree::work {

enum class Counted : std::uint8_t {
  kTokens,       ///< read by a parser
  kExpressions,  ///< evaluated
  kStatements,   ///< evaluated
  kVariables,    ///< copied or joined where ways part or meet
  kEvaluations,  ///< of contexts
  kActions,      ///< looked at by a rule that follows control flow
  kVisited,      ///< statements that a search in the text goes over
};
inline constexpr std::size_t kCountedKinds = 7;

using Counts = std::array<std::uint64_t, kCountedKinds>;

/// What one file may cost: what its contexts take in the inference, and again what its rules look at. A function of the
/// input, as a deadline would not be. The most that real code was seen to take is in bench/results/growth.md.
inline constexpr std::uint64_t kMostOfAFile = 20'000'000;

/// Thrown by `count`. Whoever began the work says what becomes of it.
struct BrokenOff {
  bool asked = false;  ///< by ask_to_stop(); otherwise a limit is reached
};

namespace detail {

struct Meter {
  Counts counts = {};
  std::uint64_t total = 0;
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
};

inline constinit thread_local Meter meter;
inline constinit std::atomic<bool> stop_asked = false;

[[noreturn]] void break_off();

}  // namespace detail

inline void count(Counted kind, std::uint64_t times = 1) {
  detail::Meter& meter = detail::meter;
  meter.counts[static_cast<std::size_t>(kind)] += times;
  meter.total += times;
  if (meter.total > meter.limit || detail::stop_asked.load(std::memory_order_relaxed)) [[unlikely]]
    detail::break_off();
}

/// Counts nothing, and is broken off all the same.
inline void go_on() {
  if (detail::stop_asked.load(std::memory_order_relaxed)) [[unlikely]]
    detail::break_off();
}

/// As if the limit were reached: for what is bounded and no count of steps, such as memory. Only within a limit.
[[noreturn]] inline void end_here() { detail::break_off(); }

/// What this thread has done since it began.
inline const Counts& counts() { return detail::meter.counts; }
inline std::uint64_t total() { return detail::meter.total; }

/// While it lives, this thread may do so much more. Limits within one another: the nearest end holds.
class Limit {
 public:
  explicit Limit(std::uint64_t most);
  ~Limit() { detail::meter.limit = before_; }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  std::uint64_t before_;
};

/// From now on, every thread's work is broken off. A signal handler may call it.
inline void ask_to_stop() { detail::stop_asked.store(true, std::memory_order_relaxed); }
inline bool is_asked_to_stop() { return detail::stop_asked.load(std::memory_order_relaxed); }
/// Work may be done again.
inline void forget_to_stop() { detail::stop_asked.store(false, std::memory_order_relaxed); }

/// Calls `things()`. False if that was broken off because somebody asked to stop.
template <class Things>
bool unless_stopped(const Things& things) {
  try {
    things();
    return true;
  } catch (const BrokenOff& end) {
    if (!end.asked) throw;
    return false;
  }
}

/// Calls `things()`, which may do so much more. False if that did not suffice.
template <class Things>
bool within(std::uint64_t most, const Things& things) {
  try {
    const Limit limit(most);
    things();
    return true;
  } catch (const BrokenOff& end) {
    if (end.asked) throw;
    return false;
  }
}

}  // namespace syncfree::work
