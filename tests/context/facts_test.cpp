// Places of a text in another one that says the same.
#include "analyzer/context/facts.h"

#include <vector>

#include <gtest/gtest.h>

namespace syncfree::context {
namespace SYNCFREE_FILE {

using Places = std::vector<std::uint32_t>;

TEST(Facts, AreTheSameWithOtherPlaces) {
  const auto facts_with = [](std::size_t word, source::TextRange place) {
    Facts facts;
    facts.add(word);
    facts.add_place(place);
    facts.close();
    return facts;
  };
  EXPECT_TRUE(facts_with(1, {2, 3}).says_as(facts_with(1, {7, 9})));
  EXPECT_FALSE(facts_with(1, {2, 3}).says_as(facts_with(2, {2, 3})));
  Facts more = facts_with(1, {2, 3});
  more.add_place({4, 5});
  more.close();
  EXPECT_FALSE(facts_with(1, {2, 3}).says_as(more));
}

TEST(MovedPlaces, AreWhereTheyWent) {
  MovedPlaces places;
  places.add(Places{0, 10, 4, 6}, Places{0, 13, 4, 9});
  places.add(Places{6, 10}, Places{9, 13});
  ASSERT_TRUE(places.are_in_order());
  EXPECT_EQ(places.now({6, 10}), (source::TextRange{9, 13}));
  EXPECT_FALSE(places.now({6, 7}));
}

TEST(MovedPlaces, ComeInTheSameOrder) {
  const auto are_in_order = [](const Places& before, const Places& now) {
    MovedPlaces places;
    places.add(before, now);
    return places.are_in_order();
  };
  EXPECT_TRUE(are_in_order({1, 2, 3}, {1, 5, 6}));
  EXPECT_FALSE(are_in_order({1, 2, 3}, {1, 6, 5})) << "they changed places";
  EXPECT_FALSE(are_in_order({1, 2, 2}, {1, 5, 6})) << "one is two now";
  EXPECT_FALSE(are_in_order({1, 2, 3}, {1, 5, 5})) << "two are one now";
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::context
