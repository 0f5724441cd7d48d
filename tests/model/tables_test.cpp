// The tables that the inference looks names up in: against the standard ones, over sizes that pass each growth.
#include <cstdint>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/model/flat_map.h"
#include "analyzer/model/hash_index.h"
#include "analyzer/model/symbol.h"

namespace syncfree::model {
namespace SYNCFREE_FILE {

TEST(FlatMap, KeepsTheFirstValueOfAKeyAndTheOrderOfInsertion) {
  FlatMap<std::uint64_t, int> map;
  std::unordered_map<std::uint64_t, int> expected;
  std::vector<std::uint64_t> order;
  std::uint64_t key = 1;
  for (int i = 0; i < 3000; ++i) {
    key = key * 6364136223846793005 + 1442695040888963407;
    const std::uint64_t few = key >> 52 << 32;  // many keys come twice, and their lower halves are all the same
    const bool is_new = map.insert(few, i).second;
    EXPECT_EQ(is_new, expected.emplace(few, i).second);
    if (is_new) order.push_back(few);
  }
  ASSERT_EQ(map.size(), expected.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(map.key(i), order[i]);
    EXPECT_EQ(map.value(i), expected.at(order[i]));
    ASSERT_NE(map.find(order[i]), nullptr);
    EXPECT_EQ(*map.find(order[i]), expected.at(order[i]));
  }
  EXPECT_EQ(map.find(12345), nullptr);
}

TEST(FlatMap, MakesWhatIsAskedForByIndex) {
  FlatMap<Symbol, std::string> map;
  map[Symbol{7}] += "a";
  map[Symbol{7}] += "b";
  EXPECT_EQ(map.size(), 1u);
  EXPECT_EQ(*map.find(Symbol{7}), "ab");
}

TEST(HashIndex, TellsThingsOfOneHashApart) {
  std::vector<int> things;
  HashIndex index;
  const auto find = [&](int thing) {
    return index.find(static_cast<std::size_t>(thing % 50),
                      [&](std::uint32_t number) { return things[number] == thing; });
  };
  for (int thing = 0; thing < 400; ++thing) {
    EXPECT_EQ(find(thing), HashIndex::kAbsent);
    index.add(static_cast<std::size_t>(thing % 50), static_cast<std::uint32_t>(things.size()));
    things.push_back(thing);
  }
  for (int thing = 0; thing < 400; ++thing) EXPECT_EQ(find(thing), static_cast<std::uint32_t>(thing));
}

TEST(SymbolTable, GivesBackWhatWasInternedFromManyThreads) {
  SymbolTable table;
  const auto name = [](int i) { return "name_" + std::to_string(i); };
  constexpr int kNames = 20000;
  std::vector<std::vector<Symbol>> symbols(4);
  {
    std::vector<std::jthread> threads;
    for (auto& own : symbols) {
      threads.emplace_back([&] {
        for (int i = 0; i < kNames; ++i) {
          own.push_back(table.intern(name(i)));
          ASSERT_EQ(table.text(own.back()), name(i));
        }
      });
    }
  }
  for (int i = 0; i < kNames; ++i) {
    const auto index = static_cast<std::size_t>(i);
    EXPECT_EQ(table.text(symbols[0][index]), name(i));
    for (const auto& own : symbols) EXPECT_EQ(own[index], symbols[0][index]);
    EXPECT_EQ(table.find(name(i)), symbols[0][index]);
  }
  EXPECT_FALSE(table.find("absent"));
  EXPECT_EQ(table.text({}), "");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::model
