#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analyzer/inference/world.h"

namespace syncfree::inference {

/// Which contexts are in use, and how many each function has of them, in the layer that settles now.
class ContextCounts {
 public:
  explicit ContextCounts(World& world) : world_(world) {}

  void begin(std::uint32_t layer) {
    layer_ = layer;
    for (const std::uint32_t code : counted_codes_) world_.contexts_of_code[code] = 0;
    is_counted_.assign(is_counted_.size(), false);
    counted_codes_.clear();
    busy_codes_.clear();
  }

  /// The next context in the world's order.
  void add_context() {
    users_.push_back(0);
    is_counted_.push_back(false);
  }

  bool is_used(std::uint32_t context) const { return users_[context] != 0; }

  /// By context: call edges that lead to it, and one for a root.
  const std::vector<std::uint32_t>& users() const { return users_; }

  /// One more call that is in use leads to the context. What it calls itself is in use as long as it is.
  /// `wake(context)` is called for each context that comes into use and has changes to look at.
  template <typename Wake>
  void add_user(std::uint32_t context, Wake&& wake) {
    todo_.push_back(context);
    while (!todo_.empty()) {
      const std::uint32_t number = todo_.back();
      todo_.pop_back();
      if (users_[number]++ != 0) continue;
      count(number);
      if (world_.pending[number]) wake(number);
      for (const CallEdge& edge : world_.contexts[number].outcome.calls) todo_.push_back(edge.context);
    }
  }

  void drop_user(std::uint32_t context) {
    todo_.push_back(context);
    while (!todo_.empty()) {
      const std::uint32_t number = todo_.back();
      todo_.pop_back();
      if (--users_[number] != 0) continue;
      uncount(number);
      for (const CallEdge& edge : world_.contexts[number].outcome.calls) todo_.push_back(edge.context);
    }
  }

  /// Calls use another context now, that keeps less of the arguments.
  bool is_replaced(std::uint32_t context) const {
    const ContextKey& key = world_.contexts[context].key;
    if ((key.code & kModuleBody) != 0 || key.declared) return false;
    const Detail detail = world_.detail(key.code, layer_);
    return detail == Detail::kNone || (detail == Detail::kCoarse && !key.coarse);
  }

  /// A replaced context is not one of its function's any more.
  void uncount(std::uint32_t context) {
    if (!is_counted_[context]) return;
    is_counted_[context] = false;
    --world_.contexts_of_code[world_.contexts[context].key.code];
  }

  /// In the order of their numbers: the functions that have too many contexts and can keep less of arguments. On the
  /// way to rest they may have some more.
  std::vector<std::uint32_t> codes_with_too_many(bool at_rest) {
    std::erase_if(busy_codes_, [&](std::uint32_t code) {
      return world_.contexts_of_code[code] <= world_.most_contexts() || world_.detail(code, layer_) == Detail::kNone;
    });
    std::ranges::sort(busy_codes_);
    const auto repeated = std::ranges::unique(busy_codes_);
    busy_codes_.erase(repeated.begin(), repeated.end());
    std::vector<std::uint32_t> codes = busy_codes_;
    std::erase_if(codes, [&](std::uint32_t code) {
      return !at_rest && world_.contexts_of_code[code] <= world_.most_contexts_meanwhile(code);
    });
    return codes;
  }

 private:
  void count(std::uint32_t context) {
    const std::uint32_t code = world_.contexts[context].key.code;
    if ((code & kModuleBody) != 0 || is_replaced(context)) return;
    is_counted_[context] = true;
    const std::uint32_t count = ++world_.contexts_of_code[code];
    if (count == 1) counted_codes_.push_back(code);
    if (count == world_.most_contexts() + 1) busy_codes_.push_back(code);
  }

  World& world_;
  std::uint32_t layer_ = 0;  ///< that settles now
  std::vector<std::uint32_t> users_;
  std::vector<bool> is_counted_;              ///< by context: it is one of its function's, for this layer
  std::vector<std::uint32_t> counted_codes_;  ///< that have been counted in this layer
  std::vector<std::uint32_t> todo_;           ///< empty between calls
  std::vector<std::uint32_t> busy_codes_;     ///< had too many contexts at some time since they were looked at
};

}  // namespace syncfree::inference
