// Facts travel as text and arrive whole or not at all.
#include "frontends/cxx/facts.h"

#include <gtest/gtest.h>

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

Facts sample() {
  FileFacts file;
  file.size = 40;
  file.values = {{3, Type::kTensor}, {9, Type::kOther}};
  file.results = {{5, Type::kNumber}};
  file.names = {{7, "at::zeros"}};
  file.device_code = {11};
  file.expanded = {30, 31};
  file.skipped = {{12, 15}, {20, 25}};
  file.macros = {{.definition = "#define M(a) \\\n  a\\b", .path = "/p/m h.h", .offset = 8}};
  file.misread = {"forward"};
  file.errors = 2;
  file.first_error_line = 4;
  file.first_error = "unknown type name 'x'";
  return {{"/p/a b.cu", file}};
}

TEST(Facts, ArriveAsTheyWere) {
  const auto read = read_facts(write_facts(sample()));
  ASSERT_TRUE(read);
  const FileFacts& file = read->at("/p/a b.cu");
  EXPECT_EQ(file.value_at(3), Type::kTensor);
  EXPECT_EQ(file.value_at(9), Type::kOther);
  EXPECT_EQ(file.value_at(4), Type::kUnknown);
  EXPECT_EQ(file.result_at(5), Type::kNumber);
  EXPECT_EQ(*file.name_at(7), "at::zeros");
  EXPECT_TRUE(file.is_skipped(14) && file.is_skipped(20));
  EXPECT_FALSE(file.is_skipped(15) || file.is_skipped(11) || file.is_skipped(25));
  EXPECT_EQ(file.macros.at(0).definition, "#define M(a) \\\n  a\\b");
  EXPECT_TRUE(file.expanded.contains(31));
  EXPECT_EQ(file.macros.at(0).path, "/p/m h.h");
  EXPECT_EQ(write_facts(*read), write_facts(sample()));
}

TEST(Facts, CutOffAreNone) {
  const std::string text = write_facts(sample());
  for (std::size_t length = 0; length < text.size(); ++length) EXPECT_FALSE(read_facts(text.substr(0, length)));
  EXPECT_FALSE(read_facts("v 1 2\nend\n"));
  EXPECT_FALSE(read_facts("f a\nv x 2\nend\n"));
  EXPECT_FALSE(read_facts("f a\nv 1 200\nend\n"));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
