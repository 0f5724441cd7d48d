// Codes, families and names that choose rules.
#include "analyzer/engine/selection.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/engine/suggestion.h"

namespace syncfree::engine {
namespace SYNCFREE_FILE {

constexpr std::array<RuleInfo, 4> kRules = {{
    {.code = "SF001", .name = "unused-suppression"},
    {.code = "SF301", .name = "host-scalar-read"},
    {.code = "SF302", .name = "tensor-truth"},
    {.code = "SF501", .name = "mask-select"},
}};

using Words = std::vector<std::string>;
using Codes = std::vector<std::string_view>;

Codes selected(std::vector<SelectionLayer> layers) {
  const auto selection = select_rules(kRules, layers);
  if (!selection) return {selection.error()};
  return {selection->codes().begin(), selection->codes().end()};
}

TEST(Selection, EverythingIsOnWithoutAWord) { EXPECT_EQ(selected({}), (Codes{"SF001", "SF301", "SF302", "SF501"})); }

TEST(Selection, CodesFamiliesNamesAndAll) {
  EXPECT_EQ(selected({{.select = Words{"SF3"}}}), (Codes{"SF301", "SF302"}));
  EXPECT_EQ(selected({{.select = Words{"sf501"}}}), (Codes{"SF501"}));
  EXPECT_EQ(selected({{.select = Words{"tensor-truth", "SF0"}}}), (Codes{"SF001", "SF302"}));
  EXPECT_EQ(selected({{.select = Words{"ALL"}, .ignore = {"SF3"}}}), (Codes{"SF001", "SF501"}));
  EXPECT_EQ(selected({{.select = Words{}}}), Codes{});
}

TEST(Selection, TheLongerPrefixDecidesAndIgnoreDecidesATie) {
  EXPECT_EQ(selected({{.select = Words{"SF3"}, .ignore = {"SF302"}}}), (Codes{"SF301"}));
  EXPECT_EQ(selected({{.select = Words{"SF302"}, .ignore = {"SF3"}}}), (Codes{"SF302"}));
  EXPECT_EQ(selected({{.select = Words{"SF302"}, .ignore = {"SF302"}}}), Codes{});
}

TEST(Selection, ALaterLayerBuildsOnTheOneBefore) {
  const SelectionLayer file{.select = Words{"SF3"}, .ignore = {"SF302"}};
  EXPECT_EQ(selected({file, {.extend_select = {"SF5"}}}), (Codes{"SF301", "SF501"}));
  EXPECT_EQ(selected({file, {.ignore = {"SF301"}}}), Codes{});
  EXPECT_EQ(selected({file, {.select = Words{"SF302"}}}), (Codes{"SF302"}));
}

TEST(Selection, AnUnknownWordGivesASuggestion) {
  EXPECT_EQ(select_rules(kRules, std::vector<SelectionLayer>{{.ignore = {"SF311"}}}).error(),
            "`ignore`: no rule has the code or name `SF311`; did you mean `SF301`?");
  EXPECT_EQ(parse_selector("host-scaler-read", kRules).error(),
            "no rule has the code or name `host-scaler-read`; did you mean `host-scalar-read`?");
  EXPECT_EQ(parse_selector("host-sc", kRules).error(),
            "no rule has the code or name `host-sc`; did you mean `host-scalar-read`?");
  EXPECT_EQ(parse_selector("E", kRules).error(), "no rule has the code or name `E`");
  EXPECT_EQ(parse_selector("", kRules).error(), "no rule has the code or name ``");
}

TEST(Suggestion, FewLettersAndSwapsAreNear) {
  constexpr std::array<std::string_view, 3> kWords = {"select", "ignore", "exclude"};
  EXPECT_EQ(closest_word("slect", kWords), "select");
  EXPECT_EQ(closest_word("ingore", kWords), "ignore");
  EXPECT_EQ(closest_word("EXCLUDE", kWords), "exclude");
  EXPECT_EQ(closest_word("torch", kWords), std::nullopt);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::engine
