// Calls whose result is kept in a variable and taken later, value by value: if it is a generator, it runs there.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::context {

/// `batches = rollouts(model)`, then `next(batches)` or `for batch in batches`.
struct TakenLater {
  source::TextRange call;
  source::TextRange taken;  ///< the call of `next`, or what the loop goes over
};

/// Reads them off the statements of one function or module.
class TakenLaterReader {
 public:
  /// `batches = rollouts(model)`, `batches = iter(rollouts(model))`
  void keep(const model::Assign& assign);
  /// `from`: what `next` is given, or a loop goes over. `place`: where that is.
  void take(const model::Expression& from, source::TextRange place);

  std::vector<TakenLater> result() const;

 private:
  using Noted = std::pair<model::Symbol, source::TextRange>;
  std::vector<Noted> kept_;
  std::vector<Noted> taken_;
};

/// Where the values are taken that the call gives, if it gives a generator.
std::vector<source::TextRange> places_taken(std::span<const TakenLater> all, source::TextRange call);

}  // namespace syncfree::context
