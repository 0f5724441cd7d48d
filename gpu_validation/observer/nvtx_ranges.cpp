// Steps that are the NVTX ranges of one name (`--step nvtx:NAME`).

#include "nvtx_ranges.h"

#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "recorder.h"

namespace syncfree::observer {
namespace {

constexpr std::string_view kPrefix = "nvtx:";

std::string_view wanted_name() {
  static const std::string name = [] {
    const char* step = std::getenv("SYNCFREE_STEP");
    const std::string_view text = step != nullptr ? step : "";
    return std::string(text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : "");
  }();
  return name;
}

bool is_wanted(const char* name) { return name != nullptr && !wanted_name().empty() && wanted_name() == name; }

const char* name_of(const NvtxEvent* event) {
  const bool has_text =
      event != nullptr && (event->message_type == kNvtxText || event->message_type == kNvtxRegisteredText);
  return has_text ? event->message : nullptr;
}

// Ranges lie in each other: the wanted one ends with the pop that brings the depth back to where it began. A second one
// inside the first is part of it.
thread_local int depth = 0;
thread_local int wanted_depth = -1;

int push(const char* name) {
  if (wanted_depth < 0 && is_wanted(name)) {
    wanted_depth = depth;
    begin_range();
  }
  return depth++;
}

int pop() {
  if (depth > 0) --depth;
  if (depth == wanted_depth) {
    wanted_depth = -1;
    end_range();
  }
  return depth;
}

// Ranges that start and end have a number; only the wanted ones' matters.
uint64_t start(const char* name) {
  constexpr uint64_t kOther = 1, kWanted = 2;
  if (!is_wanted(name)) return kOther;
  begin_range();
  return kWanted;
}

void end(uint64_t number) {
  if (number == 2) end_range();
}

int push_text(const char* name) { return push(name); }
int push_event(const NvtxEvent* event) { return push(name_of(event)); }
int push_in_domain(void*, const NvtxEvent* event) { return push(name_of(event)); }
int pop_in_domain(void*) { return pop(); }
uint64_t start_text(const char* name) { return start(name); }
uint64_t start_event(const NvtxEvent* event) { return start(name_of(event)); }
uint64_t start_in_domain(void*, const NvtxEvent* event) { return start(name_of(event)); }
void end_in_domain(void*, uint64_t number) { end(number); }

/// What events then give as their message.
const char* register_text(void*, const char* text) {
  static std::mutex lock;
  static std::set<std::string>& texts = *new std::set<std::string>;
  const std::lock_guard guard(lock);
  return texts.insert(text != nullptr ? text : "").first->c_str();
}

template <typename Function>
void set(NvtxFunction** table, unsigned count, unsigned number, Function function) {
  if (number < count && table[number] != nullptr) *table[number] = reinterpret_cast<NvtxFunction>(function);
}

}  // namespace
}  // namespace syncfree::observer

// NVTX calls it at the program's first use of it.
extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(const void* (*table_of)(uint32_t)) {
  using namespace syncfree::observer;
  const auto* callbacks = static_cast<const NvtxCallbacks*>(table_of(kNvtxCallbackTable));
  if (callbacks == nullptr || callbacks->size < sizeof *callbacks) return 0;
  NvtxFunction** table = nullptr;
  unsigned count = 0;
  if (callbacks->functions(kNvtxCore, &table, &count) != 0) {
    set(table, count, kNvtxStart, start_text);
    set(table, count, kNvtxStartEx, start_event);
    set(table, count, kNvtxEnd, end);
    set(table, count, kNvtxPush, push_text);
    set(table, count, kNvtxPushEx, push_event);
    set(table, count, kNvtxPop, pop);
  }
  if (callbacks->functions(kNvtxDomains, &table, &count) != 0) {
    set(table, count, kNvtxDomainStartEx, start_in_domain);
    set(table, count, kNvtxDomainEnd, end_in_domain);
    set(table, count, kNvtxDomainPushEx, push_in_domain);
    set(table, count, kNvtxDomainPop, pop_in_domain);
    set(table, count, kNvtxDomainRegister, register_text);
  }
  return 1;
}
