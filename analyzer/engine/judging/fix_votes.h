// One fix for each place, agreed on by all ways in which the code there is known to run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "analyzer/fixes/fix.h"

namespace syncfree::engine {

/// What the contexts of one function, which differ in what they are called with, propose for one place.
class FixVotes {
 public:
  /// In the order of the contexts. A context without a proposal for what it finds says so with nothing.
  void add(std::uint32_t context, std::optional<fixes::Fix> fix) {
    // Where one context has words only, no line is right for all.
    if (fix && fix->edits.empty() && !words_) words_ = fix;
    if (voters_ == 0) {
      fix_ = std::move(fix);
    } else if (!fix_ || !fix || fix_->edits != fix->edits) {
      agree_ = false;
      if (!fix_) fix_ = std::move(fix);
    } else {
      fix_->applicability = std::min(fix_->applicability, fix->applicability);
    }
    if (voters_ == 0 || context != last_) ++voters_;
    last_ = context;
  }

  /// The one fix, if all agree on it; otherwise the first, which is only shown then. In a context where nothing was
  /// found here the values may be of another kind (a number in place of a tensor): then it needs review.
  std::optional<fixes::Fix> result(std::uint32_t contexts) const {
    std::optional<fixes::Fix> fix = words_ ? words_ : fix_;
    if (fix && !agree_) fix->applicability = fixes::Applicability::kSuggestion;
    if (fix && voters_ < contexts) fix->applicability = std::min(fix->applicability, fixes::Applicability::kUnsafe);
    return fix;
  }

 private:
  std::optional<fixes::Fix> fix_;
  std::optional<fixes::Fix> words_;
  bool agree_ = true;
  std::uint32_t voters_ = 0;
  std::uint32_t last_ = 0;
};

}  // namespace syncfree::engine
