// What is asked of each context after the inference, one after another in memory: its code, whose it is, and its calls.
// Whatever is found out then goes through all contexts, and a context holds much else.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/inference/fixpoint.h"
#include "analyzer/source/text_range.h"

namespace syncfree::context {

/// Functions by number, then modules.
using Code = std::uint32_t;

/// Number of a context's code.
Code code_of(const inference::Project& project, std::uint32_t key_code);

class ContextTable {
 public:
  /// A call of a context.
  struct Site {
    std::uint32_t context;  ///< that calls
    source::TextRange range;
    bool guarded;
  };

  explicit ContextTable(const inference::Analysis& analysis);
  /// Is now of an analysis that was replayed since (inference/replay.h), in which the modules `changed` have other
  /// texts, if their contexts call what they called. Otherwise false, and this is as it was.
  bool take_over(const inference::Analysis& analysis, std::span<const std::uint32_t> changed);

  std::size_t size() const { return entries_.size(); }
  Code code(std::uint32_t context) const { return entries_[context].code; }
  /// Whose code called it first.
  std::uint32_t layer(std::uint32_t context) const { return entries_[context].layer; }
  /// As in inference::Outcome.
  std::uint32_t roles(std::uint32_t context) const { return entries_[context].roles; }
  /// The calls in it, if it is live.
  std::span<const inference::CallEdge> calls(std::uint32_t context) const {
    return std::span(calls_).subspan(entries_[context].first, entries_[context].count);
  }
  /// The calls of it in live contexts, in the order of the world.
  std::span<const Site> sites(std::uint32_t context) const {
    return std::span(sites_).subspan(first_sites_[context], first_sites_[context + 1] - first_sites_[context]);
  }
  /// Marks whatever gets to a marked context by calls; `guarded`: also by those that are.
  void mark_callers(std::vector<bool>& marked, bool guarded) const;

  // By code.
  std::uint32_t module_of_code(Code code) const { return modules_[code]; }
  std::uint32_t layer_of_code(Code code) const { return layers_[code]; }
  std::size_t codes() const { return modules_.size(); }

 private:
  void move_sites(const std::vector<bool>& is_changed, const std::vector<std::uint32_t>& callees);

  struct Entry {
    Code code = 0;
    std::uint32_t layer = 0;
    std::uint32_t roles = 0;
    std::uint32_t first = 0;  // in `calls_`
    std::uint32_t count = 0;
  };

  std::vector<Entry> entries_;
  std::vector<inference::CallEdge> calls_;
  std::vector<Site> sites_;                 // by callee
  std::vector<std::uint32_t> first_sites_;  // by context, and one more
  std::vector<std::uint32_t> modules_;      // by code
  std::vector<std::uint32_t> layers_;       // by code
};

}  // namespace syncfree::context
