// What each round of a loop binds anew.
#include "analyzer/flow/fresh_names.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/flow/code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

/// Of the first statement, in the order of the alphabet.
std::string fresh_in(std::string_view text) {
  const test::Code code(text);
  std::vector<std::string> names;
  for (const model::Symbol name : flow::fresh_names(*code.body()[0])) names.emplace_back(code.symbols().text(name));
  std::ranges::sort(names);
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : " ") + name;
  return all;
}

TEST(FreshNames, AreBoundBeforeTheyAreRead) {
  EXPECT_EQ(fresh_in("for x in a:\n  y = x\n  f(y)"), "x y");
  EXPECT_EQ(fresh_in("while a:\n  f(y)\n  y = 1"), "");
  EXPECT_EQ(fresh_in("while y:\n  y = 1"), "");
  EXPECT_EQ(fresh_in("while a:\n  y, (z, *u) = f()\n  y = y + z"), "u y z");
  EXPECT_EQ(fresh_in("while a:\n  y[0] = x = 1"), "x") << "what is stored into is read";
  EXPECT_EQ(fresh_in("while a:\n  y += 1"), "");
  EXPECT_EQ(fresh_in("while a:\n  y = y"), "");
}

TEST(FreshNames, OnEveryWay) {
  EXPECT_EQ(fresh_in("while a:\n  if b: y = 1\n  f(y)"), "");
  EXPECT_EQ(fresh_in("while a:\n  if b: y = 1\n  else: y = 2\n  f(y)"), "y");
  EXPECT_EQ(fresh_in("while a:\n  if b:\n    y = 1\n    f(y)"), "y") << "it is read where it was bound";
  EXPECT_EQ(fresh_in("while a:\n  for x in b:\n    y = x\n  f(y)"), "x");
  EXPECT_EQ(fresh_in("while a:\n  for x in b:\n    y = x\n    f(y)"), "x y");
  EXPECT_EQ(fresh_in("while a:\n  try: y = 1\n  except E: f(y)"), "");
  EXPECT_EQ(fresh_in("while a:\n  with b: y = 1\n  f(y)"), "");
}

TEST(FreshNames, LeaveOutWhatFunctionsMention) {
  EXPECT_EQ(fresh_in("while a:\n  y = 1\n  def g(): return y"), "");
  EXPECT_EQ(fresh_in("while a:\n  y = 1\n  z = 2\n  class C:\n    u = y"), "z");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
