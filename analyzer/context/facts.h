// What something is found from in a text, so that it can be compared with what another text says: all but the places as
// one hash, and the places one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/source/text_range.h"
#include "analyzer/values/hash.h"

namespace syncfree::context {

class Facts {
 public:
  void add(std::size_t word) { words_ = values::mixed(words_, word); }
  void add_place(source::TextRange place) {
    places_.push_back(place.begin);
    places_.push_back(place.end);
  }
  /// How many places there are is one of the words.
  void close() { add(places_.size()); }

  std::span<const std::uint32_t> places() const { return places_; }
  bool says_as(const Facts& other) const { return words_ == other.words_; }

 private:
  std::size_t words_ = 0;
  std::vector<std::uint32_t> places_;
};

/// Where the places of a text are in another one that says the same.
class MovedPlaces {
 public:
  /// Of as many places each.
  void add(std::span<const std::uint32_t> before, std::span<const std::uint32_t> now);
  /// Once all are there: true if they come in the same order, and the same ones are one place. Whoever only compares
  /// places then finds the same in both texts.
  bool are_in_order();
  /// Nothing if it is none of the places.
  std::optional<source::TextRange> now(source::TextRange before) const;

 private:
  std::optional<std::uint32_t> now(std::uint32_t before) const;

  std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;  ///< sorted by `are_in_order`
};

}  // namespace syncfree::context
