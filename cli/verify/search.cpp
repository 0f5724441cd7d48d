#include "cli/verify/search.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace syncfree::verify {
namespace {

using Set = std::vector<std::size_t>;

class Search {
 public:
  Search(std::size_t count, const Run& run) : run_(run), fates_(count, Fate::kKeepsWait) {}

  std::vector<Fate> find() {
    Set left(fates_.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    // What was accepted one by one has to hold as a whole, without what was dropped on the way.
    while (!left.empty()) {
      accepted_.clear();
      take(left);
      const Judgement whole = judge(accepted_);
      if (whole.is_good() && whole.keep_their_wait.empty()) break;
      if (whole.is_good()) drop(accepted_, whole);
      left = accepted_;
    }
    for (const std::size_t index : accepted_) fates_[index] = Fate::kProven;
    return std::move(fates_);
  }

 private:
  const Judgement& judge(const Set& set) {
    const auto known = judged_.find(set);
    if (known != judged_.end()) return known->second;
    return judged_.emplace(set, set.empty() ? Judgement{} : run_(set)).first->second;
  }

  static void drop(Set& set, const Judgement& judgement) {
    std::erase_if(set, [&](std::size_t index) {
      return std::ranges::find(judgement.keep_their_wait, index) != judgement.keep_their_wait.end();
    });
  }

  /// Accepts what can be of `candidates`, beside what is accepted.
  void take(std::span<const std::size_t> candidates) {
    Set together = accepted_;
    together.insert(together.end(), candidates.begin(), candidates.end());
    std::ranges::sort(together);
    const Judgement& judgement = judge(together);
    if (judgement.is_good()) {
      accepted_ = std::move(together);
      drop(accepted_, judgement);
    } else if (candidates.size() == 1) {
      fates_[candidates.front()] = judgement.fails ? Fate::kFails : Fate::kChangesResults;
    } else {
      take(candidates.first(candidates.size() / 2));
      take(candidates.subspan(candidates.size() / 2));
    }
  }

  const Run& run_;
  std::vector<Fate> fates_;
  Set accepted_;
  std::map<Set, Judgement> judged_;
};

}  // namespace

std::string_view name_of(Fate fate) {
  constexpr std::array<std::string_view, 4> kNames = {"proven", "keeps its wait", "changes results", "fails"};
  return kNames[static_cast<std::size_t>(fate)];
}

std::vector<Fate> search(std::size_t count, const Run& run) { return Search(count, run).find(); }

}  // namespace syncfree::verify
