#include "analyzer/summary/guard_logic.h"

#include <tuple>
#include <utility>

namespace syncfree::summary {

namespace {

/// Of one part.
constexpr std::size_t kMostAlternatives = 4;

auto key(const Guard& guard) {
  return std::tie(guard.parameter, guard.setting, guard.asked, guard.is_negated, guard.value, guard.question,
                  guard.call);
}

}  // namespace

std::strong_ordering operator<=>(const Guard& a, const Guard& b) { return key(a) <=> key(b); }

Guard Guard::negated() const {
  Guard other = *this;
  other.is_negated = !is_negated;
  // A tensor is no object of another class; what is no tensor may be any.
  if (asked == Asked::kTensor) other.question = 0;
  return other;
}

AnyGuards always() { return {{}}; }

Guard unknown(source::TextRange question, bool is_negated) {
  return {.asked = Asked::kAnything, .is_negated = is_negated, .question = number_of(question)};
}

AnyGuards both(const AnyGuards& a, const AnyGuards& b) {
  AnyGuards all;
  for (const Guards& left : a) {
    for (const Guards& right : b) {
      Guards joined = left;
      joined.insert(joined.end(), right.begin(), right.end());
      if (all.size() < kMostAlternatives) all.push_back(std::move(joined));
    }
  }
  return all;
}

AnyGuards either(AnyGuards a, const AnyGuards& b) {
  for (const Guards& guards : b) {
    if (a.size() < kMostAlternatives) a.push_back(guards);
  }
  return a;
}

}  // namespace syncfree::summary
