// Versions of torch, as users write them.
#include "analyzer/catalog/torch_version.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/more_rows.h"

namespace syncfree::catalog {
namespace SYNCFREE_FILE {

std::optional<TorchVersion> parsed(std::string_view text) { return parse_torch_version(text, torch_versions()); }

TEST(TorchVersion, IsOneWhoseSourcesWereRead) {
  const TorchVersions& known = torch_versions();
  EXPECT_EQ(parsed("2.4"), (TorchVersion{2, 4}));
  EXPECT_EQ(parsed("2.11.0+cu130"), (TorchVersion{2, 11}));
  EXPECT_EQ(parsed(text_of(known.newest)), known.newest);
  for (const std::string_view wrong :
       {"", "2", "2.", "2.3", "1.13", "2.99", "3.0", "2.4x", "x.4", "-2.4", "2.4 ", " 2.4", "70000.1"})
    EXPECT_EQ(parsed(wrong), std::nullopt) << wrong;
}

TEST(TorchVersion, TheMeasuredOneHasTheProgramsRows) {
  const MoreRows rows(builtin_rows(), {}, {}, other_rows(torch_versions(), torch_versions().measured));
  EXPECT_EQ(rows.rows().data(), builtin_rows().data());
  EXPECT_TRUE(other_rows(torch_versions(), torch_versions().measured).empty());
  EXPECT_FALSE(other_rows(torch_versions(), torch_versions().oldest).empty());
}

TEST(TorchVersion, WhatARowSaysInOthersIsNotMeasured) {
  for (const OtherRow& other : torch_versions().rows) {
    const Operator* usual = builtin_rows()[other.row].operation;
    ASSERT_NE(usual, nullptr);
    for (const Block& block : other.operation->blocks) {
      const auto is_usual = [&](const Block& one) { return &one == &block || one.reason == block.reason; };
      EXPECT_TRUE(!block.measured || std::ranges::any_of(usual->blocks, is_usual)) << builtin_rows()[other.row].name;
    }
  }
}

TEST(TorchVersion, NamesAreInTheRows) {
  model::SymbolTable symbols;
  const Catalog catalog(builtin_rows(), symbols);
  for (const NewName& name : torch_versions().names) EXPECT_NE(catalog.find(name.name), Catalog::kNowhere) << name.name;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::catalog
