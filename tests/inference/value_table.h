// Tables of snippets: what a name is after the code before it.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace syncfree::test {

/// A snippet, and `values::describe` of its `v` in the end.
struct Row {
  std::string_view name;
  std::string code;
  std::string_view expected;
};

inline std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

/// Each file that instantiates it brings rows of its own.
class InferenceTable : public testing::TestWithParam<Row> {};

}  // namespace syncfree::test
