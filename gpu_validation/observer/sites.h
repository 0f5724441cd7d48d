// What was seen of each place that made driver calls, added up by phase of the run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "native_stack.h"
#include "observer.h"
#include "python_stack.h"

namespace syncfree::observer {

/// A run without steps is all start-up. What a step adds is kept apart until the step is complete.
enum Phase : std::uint8_t { kStartUp, kWarmUp, kOpenStep, kObserved, kTimeline, kPhases };

struct Counters {
  uint64_t visits = 0;      ///< times the place made a call that can hold the host
  uint64_t blocked = 0;     ///< visits that held it
  uint64_t blocked_ns = 0;  ///< for how long, in all
  uint64_t longest_ns = 0;
  uint64_t idle_ns = 0;  ///< from the end of such a visit to the next work for the GPU, in all
  uint64_t idles = 0;    ///< visits that this was seen of

  void add(const Counters& other);
};

struct Site {
  std::vector<PythonPlace> python;  ///< innermost first
  std::vector<NativePlace> native;
  std::string thread;      ///< "main", or its name
  std::string node;        ///< of the autograd engine
  std::size_t number = 0;  ///< in the order in which sites were first seen
  std::array<Counters, kPhases> counters;
  std::vector<std::pair<std::string, uint64_t>> calls;  ///< by the driver's name
  uint64_t largest_copy = 0;
  uint8_t copy_source = 0, copy_destination = 0;  ///< of that copy: SYNCFREE_MEMORY_…

  /// Whether it mostly held the host where that was asked.
  bool usually_blocks() const { return counters[kTimeline].blocked * 2 > counters[kTimeline].visits; }
};

/// One use of a place: a wait, or a copy and the wait that belongs to it.
struct Visit {
  Site* site = nullptr;
  const void* stream = nullptr;
  uint64_t end_ns = 0;
  uint64_t duration_ns = 0;
  bool blocked = false;
  bool copy = false;                           ///< the last call was a copy, so that a wait that follows belongs to it
  uint8_t pending = SYNCFREE_PENDING_UNKNOWN;  ///< whether there was work before it
};

class Sites {
 public:
  /// The place with this identity; `make` describes a new one.
  template <typename Make>
  Site& at(const std::vector<uint64_t>& identity, Make make) {
    const auto [entry, is_new] = sites_.try_emplace(identity);
    if (is_new) {
      entry->second = std::make_unique<Site>(make());
      entry->second->number = order_.size();
      order_.push_back(entry->second.get());
    }
    return *entry->second;
  }

  /// Closes the current step: what it saw is added to that phase; kPhases: forgotten.
  void close_step(Phase into);

  const std::vector<Site*>& in_order() const { return order_; }

 private:
  struct Hash {
    std::size_t operator()(const std::vector<uint64_t>& words) const;
  };
  std::unordered_map<std::vector<uint64_t>, std::unique_ptr<Site>, Hash> sites_;
  std::vector<Site*> order_;
};

/// Adds a call to its site and to those counters of it; `visit` is the thread's last one, and becomes this call's.
/// Returns whether the call held the host. In the observer's callback only: it may ask for the memory of a copy.
bool note_call(SyncfreeCall call, Site& site, Counters& counters, Visit& visit);

}  // namespace syncfree::observer
