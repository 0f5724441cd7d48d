// Names that other modules define, and classes that derive from each other.
#include <gtest/gtest.h>

#include "tests/inference/snippets.h"

namespace syncfree {
namespace SYNCFREE_FILE {

TEST(ProjectLinking, FollowsRelativeImportsAndReExports) {
  EXPECT_EQ(test::value_of({{"main", "from pkg import make\nv = make()"},
                            {"pkg.__init__", "from .sub import make"},
                            {"pkg.sub", "def make(): return 's'"}},
                           "v"),
            "string 's'");
}

TEST(ProjectLinking, FollowsStarImports) {
  EXPECT_EQ(test::value_of({{"main", "from pkg import *\nv = make()"},
                            {"pkg.__init__", "from .sub import *"},
                            {"pkg.sub", "def make(): return 's'"}},
                           "v"),
            "string 's'");
}

TEST(ProjectLinking, SurvivesImportCycles) {
  EXPECT_EQ(test::value_of({{"main", "from a import f\nv = f(3)"},
                            {"a", "from b import g\ndef f(n): return g(n)"},
                            {"b", "from a import f\ndef g(n):\n  if n: return f(n - 1)\n  return 's'"}},
                           "v"),
            "string 's'");
}

TEST(ProjectLinking, SurvivesCyclicInheritance) {
  EXPECT_EQ(test::value_of("class A(B): pass\nclass B(A):\n  def m(self): return 's'\nv = B().m()", "v"), "string 's'");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
