// Which code runs while a CUDA graph is captured: there a wait is an error.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analyzer/context/context_table.h"
#include "analyzer/engine/flow/function_view.h"

namespace syncfree::engine {

class Captures {
 public:
  /// Views are asked for those contexts only that start a capture, or ask whether they are in one. All of one module
  /// may take what a file may cost.
  Captures(const inference::Analysis& analysis, const context::ContextTable& table, FunctionViews& views);
  /// Is the event or the call at `range` of the context inside a capture. In C++ what a captured call leads to is only
  /// where nobody calls it elsewhere: the call itself is reported.
  bool holds(std::uint32_t context, source::TextRange range) const;
  /// The code of the function of the module in which the work came to its limit; what is behind it is not known.
  std::optional<std::uint32_t> cut_in(std::uint32_t module) const;
  /// They hold the same, in the same contexts.
  bool hold_the_same_as(const Captures& other) const {
    const auto [one, another] = std::ranges::mismatch(whole_, other.whole_);
    // Contexts that only one analysis has.
    return std::find(one, whole_.end(), true) == whole_.end() &&
           std::find(another, other.whole_.end(), true) == other.whole_.end() && places_ == other.places_ &&
           dead_ == other.dead_ && cut_ == other.cut_;
  }

 private:
  void look_into(std::uint32_t context, const FunctionView& view);
  void count_calls(const inference::Analysis& analysis);
  void leave_out_dead(const FunctionView& view);
  void take_callables(const FunctionView& view);
  void take_function(const inference::Analysis& analysis, std::uint32_t function);

  std::vector<bool> whole_;                                                   // by context: all of it
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> places_;  // context, begin, end
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> dead_;  // of whole contexts: what never runs there
  std::unordered_map<std::uint32_t, std::uint32_t> captured_calls_;         // in C++, by called context
  std::unordered_map<std::uint32_t, std::uint32_t> calls_;                  // the same, captured or not
  std::vector<std::uint32_t> todo_;
  std::unordered_map<std::uint32_t, std::uint32_t> cut_;  // by module: the code
};

}  // namespace syncfree::engine
