#include "sites.h"

#include <algorithm>
#include <string_view>

namespace syncfree::observer {
namespace {

// A wait that begins this soon after a copy of the same place belongs to it: a blocking copy is two calls.
constexpr uint64_t kSameVisitNs = 1'000'000;

// A wait for nothing but its own small copy takes some 10 µs. One that takes this long has held the host, whatever the
// stream said before.
constexpr uint64_t kLongNs = 50'000;

// What a copy from or into pageable memory may take on the host without having waited: the driver moves such memory
// itself, at several GB/s.
constexpr uint64_t kCopyNs = 50'000;
constexpr uint64_t kBytesPerNs = 2;

bool is_pageable(const SyncfreeCall& call) {
  return call.source == SYNCFREE_MEMORY_PAGEABLE || call.destination == SYNCFREE_MEMORY_PAGEABLE;
}

/// A copy that may return at once has waited if work was pending when it began and none when it returned.
bool async_copy_blocked(const SyncfreeCall& call) {
  if (!is_pageable(call) || call.pending_before != SYNCFREE_PENDING) return false;
  const bool drained = call.pending_after == SYNCFREE_IDLE && call.duration_ns >= SYNCFREE_QUICK_NS;
  return drained || call.duration_ns > kCopyNs + call.bytes / kBytesPerNs;
}

/// Where nobody asked what was pending, a call does as its place usually does, if it took long enough for that.
bool probably_blocked(const SyncfreeCall& call, bool usual) {
  switch (call.kind) {
    case SYNCFREE_ASYNC_COPY:
      return usual && call.duration_ns >= SYNCFREE_QUICK_NS;
    case SYNCFREE_RELEASE:
      return usual && call.duration_ns >= kLongNs;
    default:
      return usual || call.duration_ns >= kLongNs;
  }
}

/// `pending`: before the visit that the call belongs to.
bool call_blocked(const SyncfreeCall& call, uint8_t pending, bool usual) {
  if (pending == SYNCFREE_PENDING_UNKNOWN) return probably_blocked(call, usual);
  switch (call.kind) {
    case SYNCFREE_ASYNC_COPY:
      return async_copy_blocked(call);
    case SYNCFREE_RELEASE:  // is slow by itself
      return pending == SYNCFREE_PENDING && call.duration_ns >= kLongNs;
    default:
      return pending == SYNCFREE_PENDING || call.duration_ns >= kLongNs;
  }
}

void note_name(Site& site, std::string_view name) {
  const auto known = std::ranges::find(site.calls, name, &std::pair<std::string, uint64_t>::first);
  if (known != site.calls.end()) {
    ++known->second;
  } else {
    site.calls.emplace_back(name, 1);
  }
}

void note_copy(Site& site, const SyncfreeCall& call) {
  if (call.bytes < site.largest_copy) return;
  site.largest_copy = call.bytes;
  site.copy_source = call.source;
  site.copy_destination = call.destination;
}

/// What is noted of a copy, and whether it has waited, depends on the memory only then.
bool depends_on_memory(const Site& site, const SyncfreeCall& call) {
  if (site.copy_source == SYNCFREE_MEMORY_UNKNOWN || call.bytes > site.largest_copy) return true;
  return call.pending_before == SYNCFREE_PENDING && call.duration_ns >= SYNCFREE_QUICK_NS;
}

}  // namespace

void Counters::add(const Counters& other) {
  visits += other.visits;
  blocked += other.blocked;
  blocked_ns += other.blocked_ns;
  longest_ns = std::max(longest_ns, other.longest_ns);
  idle_ns += other.idle_ns;
  idles += other.idles;
}

std::size_t Sites::Hash::operator()(const std::vector<uint64_t>& words) const {
  uint64_t hash = 14695981039346656037U;
  for (const uint64_t word : words) hash = (hash ^ word) * 1099511628211U;
  return hash ^ (hash >> 32);
}

void Sites::close_step(Phase into) {
  for (Site* site : order_) {
    if (into != kPhases) site->counters[into].add(site->counters[kOpenStep]);
    site->counters[kOpenStep] = {};
  }
}

bool note_call(SyncfreeCall call, Site& site, Counters& counters, Visit& visit) {
  const bool copy = call.kind == SYNCFREE_COPY || call.kind == SYNCFREE_ASYNC_COPY;
  const bool second_half = call.kind == SYNCFREE_WAIT && visit.copy && visit.site == &site &&
                           visit.stream == call.stream && call.start_ns - visit.end_ns < kSameVisitNs;
  note_name(site, call.name);
  if (copy && depends_on_memory(site, call)) {
    syncfree_observer_find_memory(&call);
    note_copy(site, call);
  }
  if (!second_half) {
    visit = {.site = &site, .stream = call.stream, .pending = call.pending_before};
    ++counters.visits;
  }
  visit.copy = copy;
  visit.end_ns = call.start_ns + call.duration_ns;
  // The copy itself is pending work of the wait that belongs to it, so what was before the copy decides.
  const bool blocks = call_blocked(call, visit.pending, site.usually_blocks());
  visit.duration_ns += call.duration_ns;
  if (!blocks) return false;
  counters.blocked += visit.blocked ? 0 : 1;
  counters.blocked_ns += visit.blocked ? call.duration_ns : visit.duration_ns;
  counters.longest_ns = std::max(counters.longest_ns, visit.duration_ns);
  visit.blocked = true;
  return true;
}

}  // namespace syncfree::observer
